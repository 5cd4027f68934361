/** Keys of discarded changes, kept until the server cancelled them, also after a restore of its database (recancelKeys.ts). */

import { type FinishedOp, isSettledHere, type Op } from '../outbox/op.ts';
import type { Tx } from '../store/ports.ts';

export interface CancelledKey {
  key: string;
  /** The author of the change. The server binds a key to the user who cancels it, so nobody else may. */
  user_id: string;
  /** true: the key can take effect nowhere, and the server gets it only for its record, without hurry. Absent: a copy of the change may be on its way. */
  record_only?: true;
}

/** The keys that still have to be cancelled at the server, the oldest first. */
export async function cancelledKeys(tx: Tx): Promise<readonly CancelledKey[]> {
  const kept = await tx.meta('given_up');
  return Array.isArray(kept) ? kept : [];
}

export const setCancelledKeys = (tx: Tx, all: readonly CancelledKey[]): Promise<void> => tx.setMeta('given_up', all);

const entryOf = ({ key, user_id }: Op): CancelledKey => ({ key, user_id });

async function note(tx: Tx, more: readonly CancelledKey[]): Promise<void> {
  if (more.length > 0) await setCancelledKeys(tx, [...(await cancelledKeys(tx)), ...more]);
}

/**
 * Queues the keys of these ops for cancelling in the next pass. They are discarded together with another op, before the server cancelled their own keys, and a
 * copy may be under way. An op counts as sent if a copy arrives first.
 */
export const cancelInNextPass = (tx: Tx, ops: readonly Op[]): Promise<void> =>
  note(tx, ops.filter((op) => !isSettledHere(op)).map(entryOf));

/** Does the same, and includes ops without any copy, so that the server's record shows who discarded them (rule 40). */
export const noteForServerRecord = (tx: Tx, ops: readonly Op[]): Promise<void> =>
  note(
    tx,
    ops.map((op) => (isSettledHere(op) ? { ...entryOf(op), record_only: true } : entryOf(op))),
  );

/** A copy of the change may exist elsewhere: it was sent at least once, or it left this tablet in a file. */
export const mayHaveCopies = ({ op }: FinishedOp): boolean => op.attempts > 0 || op.copied === true;
