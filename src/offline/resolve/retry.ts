/** Tries refused changes again: one of them, or all that one press may try (SYNC rule 29, K42). */

import { isKnown, type Op, refusalOfOp } from '../outbox/op.ts';
import type { Tx } from '../store/ports.ts';
import { retire } from './discard.ts';
import { baseOf, rebaseDependents } from './rebase.ts';

/** Queues the op again with its failures set to zero. `now`: epoch ms; `uuid` makes a key. */
export async function tryAgain(tx: Tx, seq: number, now: number, uuid: () => string): Promise<void> {
  const op = await tx.op(seq);
  if (!op || (op.state !== 'attention' && op.state !== 'conflict')) return;
  // A refusal that is no conflict says nothing about versions, so the base stays. Without it a colleague's change could be overwritten.
  const base = op.state === 'conflict' ? null : baseOf(op);
  // The same key and body are sent while the server may still accept them. A stored refusal needs a new key, because its key answers the same for ever.
  const fresh = refusalOfOp(op)?.stored
    ? { key: uuid(), attempts: 0, copied: false, frozen_base: null, base, sent_body: undefined }
    : {};
  // The refusal belongs to the old key. The new key has no result yet.
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
 * Whether "Try again" for all may include this op: its key has no stored response. A transfer that the server refused for good (short of stock, for
 * example) is confirmed again on its own screen (rule 29), and a conflict needs a choice.
 */
export const mayTryAgain = (op: Op): boolean => op.state === 'attention' && isKnown(op) && !refusalOfOp(op)?.stored;

/**
 * Queues the same change under a new key, because a stranger used or cancelled its key first (S15). The server has said that the change never took effect
 * and never will. The base of the op stays.
 */
export async function rekey(tx: Tx, op: Op, now: number, key: string): Promise<void> {
  await retire(tx, op, 'superseded', now);
  await rebaseDependents(tx, op, { base: { after: key } });
  const fresh = { key, attempts: 0, frozen_base: null, sent_body: undefined, last_error: null };
  await tx.put({ ...op, ...fresh, state: 'queued', rekeyed: (op.rekeyed ?? 0) + 1 });
}
