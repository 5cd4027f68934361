/** The line as it is at the moment of a change, read inside the transaction of that change. The screen may be a few scans behind. */

import type { Tx } from '../store/ports.ts';
import { isKnown, LIVE, type TransferLine } from './op.ts';
import { isAtLeast, type LineRevision, revisionOfKnown } from './revisions.ts';

/** A line as a screen showed it. `line` is null when the line was not there. */
export interface SeenLine {
  product_id: string;
  line: TransferLine | null;
  at: LineRevision;
}

/**
 * The newest state wins: first the op of this person that still waits on this tablet (`userId`, rule 40), then a response of the server that the screen does
 * not know yet, then the line that the screen showed.
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
