/** What was typed instead of a change that needs a person goes in its place (SYNC section 10: `superseded`, an edited copy). */
import { LIVE, type Op } from './op.ts';
import type { Tx } from './ports.ts';
import { restand, stoodOn } from './restand.ts';

/** Ops of `userId` that need a person, and wait for him no more: he has typed another change of the same thing behind them. */
export function typedAnew(ops: readonly Op[], userId: string): Op[] {
  const mine = ops.filter((op) => LIVE.has(op.state) && op.user_id === userId);
  return mine.filter(
    (op) =>
      op.state === 'attention' &&
      op.type !== 'execute' &&
      mine.some((later) => later.chain === op.chain && later.seq > op.seq),
  );
}

/** In `op`'s place the last copy behind it, over what the writer of both had seen. `op`'s key must take effect nowhere any more. */
export async function giveWayTo(tx: Tx, op: Op, retire: (one: Op) => Promise<void>, uuid: () => string): Promise<void> {
  const copies = (await tx.opsOfChains([op.chain])).filter((one) => one.seq > op.seq && LIVE.has(one.state));
  const last = copies.at(-1);
  if (op.state !== 'attention' || !last) return;
  await restand(tx, op, { base: stoodOn(op) });
  await retire(op);
  if (op.type !== 'create') return;
  // Nothing is known of the transfer yet: its details, as they are now, begin it.
  for (const one of copies) await retire(one);
  await tx.put({ ...last, seq: op.seq, key: uuid(), type: 'create', base: null, copied: false });
}
