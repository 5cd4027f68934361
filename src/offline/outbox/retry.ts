/** A refused change is tried again, one or all that can be (SYNC rule 29, K42). */

import type { Tx } from '../store/ports.ts';
import { retire } from './discard.ts';
import { isKnown, type Op, refusalOfOp } from './op.ts';
import { baseOf, rebaseDependents } from './rebase.ts';

/** The op as it is tried anew: nothing of its earlier failures counts. `now`: epoch ms, `uuid` mints a key. */
export async function tryAgain(tx: Tx, seq: number, now: number, uuid: () => string): Promise<void> {
  const op = await tx.op(seq);
  if (!op || (op.state !== 'attention' && op.state !== 'conflict')) return;
  // What a refusal without two values said nothing of still counts: over a version that nobody claims, a colleague's change would be lost.
  const base = op.state === 'conflict' ? null : baseOf(op);
  // Same key and body while the server may still say yes; a stored refusal needs a new confirmation, so a new key (rule 29).
  const fresh = refusalOfOp(op)?.stored
    ? { key: uuid(), attempts: 0, copied: false, frozen_base: null, base, sent_body: undefined }
    : {};
  // The refusal was the old key's: nothing is known of the new one.
  const last_error = fresh.key ? null : op.last_error;
  if (fresh.key) {
    await retire(tx, op, 'superseded', now);
    await rebaseDependents(tx, op, { base: { after: fresh.key } });
  }
  const counts = { failures: 0, first_failure: null, counted: undefined, well: undefined };
  await tx.put({ ...op, ...fresh, ...counts, last_error, state: 'queued', next_try: 0 });
  await tx.setMeta('next_pass', 0);
}

/**
 * Whether one press may try it again among others: its key is still open. What the server refused for good (a transfer short of stock) is confirmed
 * anew by a look at that transfer alone (rule 29), and a conflict is a choice.
 */
export const mayTryAgain = (op: Op): boolean => op.state === 'attention' && isKnown(op) && !refusalOfOp(op)?.stored;

/**
 * The same change under a new key, because a stranger took or closed its own before it was used (S15): the server says that nothing of it ever took
 * effect, nor will. It stands on what it stood on before.
 */
export async function rekey(tx: Tx, op: Op, now: number, key: string): Promise<void> {
  await retire(tx, op, 'superseded', now);
  await rebaseDependents(tx, op, { base: { after: key } });
  const fresh = { key, attempts: 0, frozen_base: null, sent_body: undefined, last_error: null };
  await tx.put({ ...op, ...fresh, state: 'queued', rekeyed: (op.rekeyed ?? 0) + 1 });
}
