/** Keys that a person gave up and that a restored server has to close again (recancelKeys.ts), kept until it did. */

import type { Tx } from '../store/ports.ts';
import { isSettledHere, type Op, type Past } from './op.ts';

export interface CancelledKey {
  key: string;
  /** The server binds a key to whoever closes it, so only its own author does. */
  user_id: string;
  /** Its key takes effect nowhere, it is only to stand on the server's record (rule 40): no hurry. Absent: a copy may be on its way. */
  record_only?: true;
}

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
 * Of ops that go without a word of the server about their own keys, with one that had it: a copy of them may be on its way, so they are closed at
 * the next pass, and count as sent if that copy came first.
 */
export const cancelSoon = (tx: Tx, ops: readonly Op[]): Promise<void> =>
  note(tx, ops.filter((op) => !isSettledHere(op)).map(entryOf));

/** The same, and also those that no copy can be of, so that the server's record says who let them go (rule 40). */
export const putOnRecord = (tx: Tx, ops: readonly Op[]): Promise<void> =>
  note(
    tx,
    ops.map((op) => (isSettledHere(op) ? { ...entryOf(op), record_only: true } : entryOf(op))),
  );

/** A copy of it may be somewhere: it was sent at least once, or left this tablet in a file. */
export const mayHaveCopies = ({ op }: Past): boolean => op.attempts > 0 || op.copied === true;
