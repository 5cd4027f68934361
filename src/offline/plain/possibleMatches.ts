/** Lets a person choose which record of the server a transfer is, if no read can tell (rule 88). */
import { finish } from '../drain/verdict.ts';
import { type Op, POSSIBLE_MATCHES, refusalOfOp } from '../outbox/op.ts';
import { wordOf } from '../outbox/queueRules.ts';
import type { Ports } from '../store/ports.ts';
import type { PossibleMatch } from './lookUp.ts';

/** The records of the server that may be this op; empty: no choice is needed. */
export function possibleMatchesOf(op: Op): readonly PossibleMatch[] {
  const data = refusalOfOp(op)?.data;
  if (op.state !== 'attention' || wordOf(data) !== POSSIBLE_MATCHES) return [];
  return (data as { found: PossibleMatch[] }).found;
}

/** Confirms a match: the op counts as sent, and the ops that wait for it continue with that record. Does nothing unless the op offers this record. */
export async function chooseMatch(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  seq: number,
  id: string,
): Promise<void> {
  await store.change(async (tx) => {
    const op = await tx.op(seq);
    if (op?.type !== 'create' || !possibleMatchesOf(op).some(({ _id }) => _id === id)) return;
    await finish(tx, { ...op, not_mine: undefined }, { message: '', data: id }, clock.now());
  });
}
