/** What a line is at the moment of a change, asked inside the change's own transaction: a screen may be a few scans behind. */
import { LIVE, type Line, type Past, rowOf } from './op.ts';
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
    (one) => one.op.chain === chain && one.op.state === 'done' && one.at > seen.read_at && !isOld(one, seen.at),
  );
  if (taken) return taken.op.type === 'upsert' ? (taken.op.payload as Line) : null;
  return seen.line;
}

/** Versions decide, not the clock by which answer and screen were dated: it may have been put right between them (rule 10). */
function isOld({ op, answer }: Past, at: LineAt): boolean {
  const row = rowOf(answer);
  if (op.type === 'remove') return at.item_id !== null && row._id !== at.item_id;
  return row._id === at.item_id && (row.version ?? 0) < (at.version ?? 0);
}
