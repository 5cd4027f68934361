/** What a line is at the moment of a change, asked inside the change's own transaction: a screen may be a few scans behind. */
import { LIVE, type Line } from './op.ts';
import type { LineAt } from './outbox.ts';
import type { Tx } from './ports.ts';

/** A line as a screen showed it: null when it was not there. */
export interface SeenLine {
  product_id: string;
  line: Line | null;
  at: LineAt;
  /** Epoch ms of the server's answer that the screen stood on; 0: none. */
  read_at: number;
}

/**
 * The last word counts: what this person left waiting on this tablet (`userId`, rule 40), then what the server took since the screen's answer,
 * then what the screen showed.
 */
export async function lineNow(tx: Tx, chain: string, seen: SeenLine, userId: string): Promise<Line | null> {
  const waiting = (await tx.opsOfChains([chain])).findLast((op) => LIVE.has(op.state) && op.user_id === userId);
  if (waiting) return waiting.type === 'upsert' ? (waiting.payload as Line) : null;
  const taken = (await tx.pastSince(seen.read_at)).findLast(
    ({ op, at }) => op.chain === chain && op.state === 'done' && at > seen.read_at,
  );
  if (taken) return taken.op.type === 'upsert' ? (taken.op.payload as Line) : null;
  return seen.line;
}
