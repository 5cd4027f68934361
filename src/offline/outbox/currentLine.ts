/** Reads a line's current value inside the transaction that changes it, because a screen may be a few scans behind. */

import type { Tx } from '../store/ports.ts';
import { isKnown, LIVE, type TransferLine } from './op.ts';
import { isAtLeast, type LineRevision, revisionOfKnown } from './revisions.ts';

/** A line as a screen showed it: null when it was not there. */
export interface SeenLine {
  product_id: string;
  line: TransferLine | null;
  at: LineRevision;
}

/**
 * The current line, or null when there is none. The latest source wins: first the waiting op of `userId` on this tablet (rule 40), then an answer
 * of the server that the screen does not show yet, then the line on the screen.
 */
export async function currentLine(tx: Tx, chain: string, seen: SeenLine, userId: string): Promise<TransferLine | null> {
  const waiting = (await tx.opsOfChains([chain])).findLast(
    (op) => LIVE.has(op.state) && op.user_id === userId && isKnown(op),
  );
  if (waiting) return waiting.type === 'upsert' ? (waiting.payload as TransferLine) : null;
  const heard = await tx.known(chain);
  const taken = heard?.key && !isAtLeast(seen.at, revisionOfKnown(heard)) ? await tx.past(heard.key) : undefined;
  if (taken?.op.state !== 'done') return seen.line;
  return taken.op.type === 'upsert' ? (taken.op.payload as TransferLine) : null;
}
