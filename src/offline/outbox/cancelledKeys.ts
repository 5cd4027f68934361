/**
 * The list of keys of discarded ops that the server must still close or record (recancelKeys.ts). A key stays on the list until the server has
 * answered.
 */

import type { Tx } from '../store/ports.ts';
import { isSettledHere, type Op, type Past } from './op.ts';

export interface CancelledKey {
  key: string;
  /** The server binds a key to the user who closes it, so only the author of the op may close it. */
  user_id: string;
  /**
   * The key cannot take effect any more; closing it only puts it on the server's record (rule 40), so it can wait. Absent: a copy of the op may be
   * under way.
   */
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
 * Lists the keys of ops that are removed together with another op, without asking the server about their own keys. A copy of them may be under way,
 * so the next pass closes the keys. If a copy took effect first, the op counts as sent.
 */
export const cancelSoon = (tx: Tx, ops: readonly Op[]): Promise<void> =>
  note(tx, ops.filter((op) => !isSettledHere(op)).map(entryOf));

/** Like `cancelSoon`, but also lists ops that cannot have copies, so that the server's record says who discarded them (rule 40). */
export const putOnRecord = (tx: Tx, ops: readonly Op[]): Promise<void> =>
  note(
    tx,
    ops.map((op) => (isSettledHere(op) ? { ...entryOf(op), record_only: true } : entryOf(op))),
  );

/** true: a copy of the op may exist elsewhere, because the op was sent at least once or was exported to a file. */
export const mayHaveCopies = ({ op }: Past): boolean => op.attempts > 0 || op.copied === true;
