/** What was typed instead of a change that needs a person goes in its place (SYNC section 10: `superseded`, an edited copy). */

import { dependsOn } from '../drain/requests.ts';
import type { Tx } from '../store/ports.ts';
import { cancelSoon } from './cancelledKeys.ts';
import { isKnown, LIVE, type Op, refusalOfOp } from './op.ts';
import { baseOf, rebaseDependents } from './rebase.ts';

/** So long one look may take, ms: other transfers wait behind it (rule 20). */
export const SUPERSEDING_MS = 10_000;

/**
 * What was typed behind `op`, by seq: each stands on `op` or on another copy, but for an add behind a removal, which stands on nothing. Not what
 * only came behind it, from a file or after a restore: that may be older, and is nobody's word about this refusal.
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

/** Ops of `userId` that need a person, and wait for him no more: he has typed another change of the same thing behind them. */
export function supersededOps(ops: readonly Op[], userId: string): Op[] {
  const mine = ops.filter((op) => op.user_id === userId);
  return mine.filter((op) => op.state === 'attention' && op.type !== 'execute' && copiesOf(op, mine).length > 0);
}

/** In `op`'s place the last copy behind it, over what the writer of both had seen. `op`'s key must take effect nowhere any more. */
export async function supersede(tx: Tx, op: Op, retire: (one: Op) => Promise<void>, uuid: () => string): Promise<void> {
  const lane = (await tx.opsOfChains([op.chain])).filter((one) => one.user_id === op.user_id);
  const copies = copiesOf(op, lane);
  const [first, last] = [copies[0], copies.at(-1)];
  if (op.state !== 'attention' || !first || !last) return;
  // A product that is added anew where it was to be removed is still there: it is changed.
  if (op.type === 'remove' && op.item && !dependsOn(first)) await tx.put({ ...first, item: op.item, base: baseOf(op) });
  await rebaseDependents(tx, op, { base: baseOf(op) });
  if (op.type === 'upsert' && op.item?.id && refusalOfOp(op)?.code === 404) await addAnew(tx, copies, uuid);
  await retire(op);
  if (op.type !== 'create') return;
  // Nothing is known of the transfer yet: its details, as they are now, begin it.
  for (const one of copies) await retire(one);
  await cancelSoon(tx, copies);
  await tx.put({ ...last, seq: op.seq, key: uuid(), type: 'create', base: null, copied: false, sent_body: undefined });
}

/** The line that they were to change is not there any more: whoever types it anew wants it there, so the first of them adds it. */
async function addAnew(tx: Tx, copies: readonly Op[], uuid: () => string): Promise<void> {
  if (copies[0]?.type !== 'upsert' || copies.some((copy) => copy.copied)) return;
  for (const [at, { seq }] of copies.entries()) {
    const copy = await tx.op(seq);
    if (!copy?.item) continue;
    // Those behind it find its id when they are sent.
    await tx.put(
      at === 0
        ? { ...copy, item: { id: null, client_id: uuid(), fresh: true }, base: null }
        : { ...copy, item: { ...copy.item, id: null } },
    );
  }
}
