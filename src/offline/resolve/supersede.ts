/** A refused op is replaced by the newer edits of the same thing that wait behind it; its state becomes `superseded` (SYNC section 10). */

import { positionOf } from '#domain/lanePositions.ts';
import { dependsOn } from '../drain/requests.ts';
import { isKnown, LIVE, type Op, POSSIBLE_MATCHES, refusalOfOp } from '../outbox/op.ts';
import { wordOf } from '../outbox/queueRules.ts';
import type { Tx } from '../store/ports.ts';
import { cancelInNextPass } from './cancelledKeys.ts';
import { baseOf, rebaseDependents } from './rebase.ts';

/** The longest time that replacing refused ops may take, ms. Other transfers wait meanwhile (rule 20). */
export const SUPERSEDING_MS = 10_000;

/**
 * The edits that were typed after `op`, by seq. Each depends on `op` or on another of these edits; an add after a removal depends on nothing. Ops that
 * only came later, from a file or after a restore, are left out: they may be older than `op`, and nobody typed them because of this refusal.
 */
export function copiesOf(op: Op, lane: readonly Op[]): Op[] {
  const keys = new Set([op.key]);
  const copies: Op[] = [];
  for (const later of lane) {
    if (later.chain !== op.chain || later.seq <= op.seq || !LIVE.has(later.state) || !isKnown(later)) continue;
    const on = dependsOn(later);
    const isAdd = op.type === 'remove' && later.base === null && !later.copied && copies.length === 0;
    if (!(on === null ? isAdd : keys.has(on))) continue;
    keys.add(later.key);
    copies.push(later);
  }
  return copies;
}

/** Whether newer details do not answer what the person is asked: which transfer of the server this one is. */
const asksWhich = (op: Op) => wordOf(refusalOfOp(op)?.data) === POSSIBLE_MATCHES;

/** Refused ops of `userId` that need no decision any more, because this person typed another change of the same thing after them. */
export function supersededOps(ops: readonly Op[], userId: string): Op[] {
  const mine = ops.filter((op) => op.user_id === userId);
  return mine.filter(
    (op) => op.state === 'attention' && positionOf(op) !== 'closes' && !asksWhich(op) && copiesOf(op, mine).length > 0,
  );
}

/**
 * Puts the last edit behind `op` in its place, over the version that the person had seen. The caller has made sure that `op`'s key can no longer take
 * effect on the server.
 */
export async function supersede(tx: Tx, op: Op, retire: (one: Op) => Promise<void>, uuid: () => string): Promise<void> {
  const lane = (await tx.opsOfChains([op.chain])).filter((one) => one.user_id === op.user_id);
  const copies = copiesOf(op, lane);
  const [first, last] = [copies[0], copies.at(-1)];
  if (op.state !== 'attention' || !first || !last) return;
  // The person removed a product and added it again: the line is still on the server, so it is changed.
  if (op.type === 'remove' && op.item && !dependsOn(first)) await tx.put({ ...first, item: op.item, base: baseOf(op) });
  await rebaseDependents(tx, op, { base: baseOf(op) });
  if (op.type === 'upsert' && op.item?.id && refusalOfOp(op)?.code === 404) await addAnew(tx, copies, uuid);
  await retire(op);
  if (op.type !== 'create') return;
  // The server does not know the transfer yet: the newest details create it.
  for (const one of copies) await retire(one);
  await cancelInNextPass(tx, copies);
  await tx.put({ ...last, seq: op.seq, key: uuid(), type: 'create', base: null, copied: false, sent_body: undefined });
}

/** The line that these edits change is gone from the server. The person typed it again and wants it there, so the first edit adds the line. */
async function addAnew(tx: Tx, copies: readonly Op[], uuid: () => string): Promise<void> {
  if (copies[0]?.type !== 'upsert' || copies.some((copy) => copy.copied)) return;
  for (const [at, { seq }] of copies.entries()) {
    const copy = await tx.op(seq);
    if (!copy?.item) continue;
    // Later edits find the id of the new line when they are sent.
    await tx.put(
      at === 0
        ? { ...copy, item: { id: null, client_id: uuid(), fresh: true }, base: null }
        : { ...copy, item: { ...copy.item, id: null } },
    );
  }
}
