/** Replaces a refused op by the change that the user typed after it (SYNC section 10: `superseded`, an edited copy). */

import { dependsOn } from '../drain/requests.ts';
import type { Tx } from '../store/ports.ts';
import { cancelSoon } from './cancelledKeys.ts';
import { isKnown, LIVE, type Op, refusalOfOp } from './op.ts';
import { baseOf, rebaseDependents } from './rebase.ts';

/** The longest time of replacing refused ops before one pass, in ms. Other transfers wait meanwhile (rule 20). */
export const SUPERSEDING_MS = 10_000;

/**
 * The edited copies of `op`, sorted by seq: later ops of its chain that depend on `op` or on another copy. An add after a removal depends on
 * nothing and counts too.
 * Ops that only have a later seq, from a file or after a restore, are not copies: they may be older, and do not answer this refusal.
 */
function copiesOf(op: Op, lane: readonly Op[]): Op[] {
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

/** Ops of `userId` in state `attention` that no longer wait for a decision, because the user has already saved another change of the same thing. */
export function supersededOps(ops: readonly Op[], userId: string): Op[] {
  const mine = ops.filter((op) => op.user_id === userId);
  return mine.filter((op) => op.state === 'attention' && op.type !== 'execute' && copiesOf(op, mine).length > 0);
}

/**
 * Retires `op`, so that the copies behind it can be sent over the base that the user saw. The caller has made sure that the key of `op` can no
 * longer take effect on the server.
 */
export async function supersede(tx: Tx, op: Op, retire: (one: Op) => Promise<void>, uuid: () => string): Promise<void> {
  const lane = (await tx.opsOfChains([op.chain])).filter((one) => one.user_id === op.user_id);
  const copies = copiesOf(op, lane);
  const [first, last] = [copies[0], copies.at(-1)];
  if (op.state !== 'attention' || !first || !last) return;
  // The removal did not happen, so the product is still there: the add becomes a change of that line.
  if (op.type === 'remove' && op.item && !dependsOn(first)) await tx.put({ ...first, item: op.item, base: baseOf(op) });
  await rebaseDependents(tx, op, { base: baseOf(op) });
  if (op.type === 'upsert' && op.item?.id && refusalOfOp(op)?.code === 404) await addAnew(tx, copies, uuid);
  await retire(op);
  if (op.type !== 'create') return;
  // The transfer does not exist on the server yet, so the latest details become its create.
  for (const one of copies) await retire(one);
  await cancelSoon(tx, copies);
  await tx.put({ ...last, seq: op.seq, key: uuid(), type: 'create', base: null, copied: false, sent_body: undefined });
}

/** The line that the copies were to change is gone. The user who edits it again wants it there, so the first copy adds it. */
async function addAnew(tx: Tx, copies: readonly Op[], uuid: () => string): Promise<void> {
  if (copies[0]?.type !== 'upsert' || copies.some((copy) => copy.copied)) return;
  for (const [at, { seq }] of copies.entries()) {
    const copy = await tx.op(seq);
    if (!copy?.item) continue;
    // Later copies look up the new id when they are sent.
    await tx.put(
      at === 0
        ? { ...copy, item: { id: null, client_id: uuid(), fresh: true }, base: null }
        : { ...copy, item: { ...copy.item, id: null } },
    );
  }
}
