/** Tries refused ops again, one or all that allow it (SYNC rule 29, K42). */

import type { Tx } from '../store/ports.ts';
import { retire } from './discard.ts';
import { isKnown, type Op, refusalOfOp } from './op.ts';
import { baseOf, rebaseDependents } from './rebase.ts';

/** Queues a refused op again with its failure counts reset. `now` is epoch ms; `uuid` mints a key. Does nothing for an op in another state. */
export async function tryAgain(tx: Tx, seq: number, now: number, uuid: () => string): Promise<void> {
  const op = await tx.op(seq);
  if (!op || (op.state !== 'attention' && op.state !== 'conflict')) return;
  // Only a conflict showed the user the current row. After any other refusal the base version still counts: without one a colleague's change would
  // be overwritten.
  const base = op.state === 'conflict' ? null : baseOf(op);
  // The op keeps key and body while the server may still accept them. A stored refusal is final for its key, so the op gets a new key.
  const fresh = refusalOfOp(op)?.stored
    ? { key: uuid(), attempts: 0, copied: false, frozen_base: null, base, sent_body: undefined }
    : {};
  // The refusal belongs to the old key only.
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
 * true: "Try all again" includes this op, because its key is still open. An op with a stored refusal (a transfer short of stock) is confirmed again
 * on its own screen (rule 29), and a conflict needs a choice.
 */
export const mayTryAgain = (op: Op): boolean => op.state === 'attention' && isKnown(op) && !refusalOfOp(op)?.stored;

/**
 * Gives the op a new key because a stranger used or closed its key first (S15). The server says that the op never took effect under the old key and
 * never will. The base of the op stays.
 */
export async function rekey(tx: Tx, op: Op, now: number, key: string): Promise<void> {
  await retire(tx, op, 'superseded', now);
  await rebaseDependents(tx, op, { base: { after: key } });
  const fresh = { key, attempts: 0, frozen_base: null, sent_body: undefined, last_error: null };
  await tx.put({ ...op, ...fresh, state: 'queued', rekeyed: (op.rekeyed ?? 0) + 1 });
}
