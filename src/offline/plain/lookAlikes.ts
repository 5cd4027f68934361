/** A person says which record of the server a transfer is, where no read can tell (rule 88). */
import { finish } from '../drain/verdict.ts';
import { type Op, refusalOfOp } from '../outbox/op.ts';
import { wordOf } from '../outbox/queueRules.ts';
import type { Ports } from '../store/ports.ts';
import { LOOK_ALIKES } from './doubt.ts';
import type { LookAlike } from './lookUp.ts';

/** The records that look like this op; empty: a person is not asked for one. */
export function lookAlikesOf(op: Op): readonly LookAlike[] {
  const data = refusalOfOp(op)?.data;
  if (op.state !== 'attention' || wordOf(data) !== LOOK_ALIKES) return [];
  return (data as { found: LookAlike[] }).found;
}

/** The transfer is that record: the op counts as sent, and what waits behind it goes on there. Does nothing for an op that asks for none, or not for this one. */
export async function takeLookAlike(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  seq: number,
  id: string,
): Promise<void> {
  await store.change(async (tx) => {
    const op = await tx.op(seq);
    if (op?.type !== 'create' || !lookAlikesOf(op).some(({ _id }) => _id === id)) return;
    await finish(tx, { ...op, not_mine: undefined }, { message: '', data: id }, clock.now());
  });
}
