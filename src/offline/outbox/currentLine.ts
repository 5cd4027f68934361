/** What a line is at the moment of a change, asked inside the change's own transaction: a screen may be a few scans behind. */

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
 * The last word counts: what this person left waiting on this tablet (`userId`, rule 40), then what the server answered that the screen does not
 * know yet, then what the screen showed.
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
