/**
 * Decides which of two states of a line is the newer one: the stored copy that a screen shows, or the server's response to a change from this tablet. The
 * screen (overlay.ts), a scan (currentLine.ts) and the next change (lineRef.ts) all decide here. Dates do not decide: the tablet's clock may have been
 * corrected in between (rule 10), and a lost response comes again later than it was made. The server counts the changes of an order's lines, and both states
 * carry that count.
 */
import { type FinishedOp, type Known, rowOf } from './op.ts';

/** One state of a line. */
export interface LineRevision {
  /** The id of the line on the server. null: there is none, or it is not known. */
  item_id: string | null;
  version: number | null;
  /** The order's `items_revision` of this state. Absent or 0: the state is from before revisions existed, so it is older than any state that has one. */
  revision?: number;
}

/** true: `shown` is not older than `answered`; it contains that response or a later one. */
export function isAtLeast(shown: LineRevision, answered: LineRevision): boolean {
  const [seen, answeredRevision] = [shown.revision ?? 0, answered.revision ?? 0];
  // One state comes from a server or a build without revisions. The version of the same line decides then; two different lines cannot be compared.
  if ((seen === 0 || answeredRevision === 0) && shown.item_id !== null && shown.item_id === answered.item_id)
    return (shown.version ?? 0) >= (answered.version ?? 0);
  return seen > 0 && seen >= answeredRevision;
}

/** The state of the line in the response to a change. */
export function revisionOfAnswer(answer: unknown): LineRevision {
  const { _id, version, items_revision } = rowOf(answer);
  return { item_id: _id ?? null, version: version ?? null, revision: items_revision ?? 0 };
}

/** The state of a line that this tablet knows from the last response. */
export const revisionOfKnown = ({ id, version, revision = 0 }: Known): LineRevision => ({
  item_id: id || null,
  version,
  revision,
});

/** Ops in the order in which the server took them. Another officer's op may have been sent after ops that were saved later. */
export function inTheirOrder(done: readonly FinishedOp[]): FinishedOp[] {
  const at = ({ answer }: FinishedOp) => revisionOfAnswer(answer).revision ?? 0;
  return [...done].sort((a, b) => at(a) - at(b) || a.op.seq - b.op.seq);
}

/** The reference in the answer to a completion; null: it has none. */
export function refOf(answer: unknown): string | null {
  const data = (answer as { data?: { ref?: unknown } } | undefined)?.data;
  return typeof data?.ref === 'string' ? data.ref : null;
}

/**
 * The settled ops that the overlay of a transfer may show to `userId`. Settled ops of another officer on this tablet count only for a person who has read the transfer
 * (`hasCopy`); other ops of that officer are never read (rules 19, 40).
 */
export function settledFor(past: readonly FinishedOp[], hasCopy: boolean, userId: string): FinishedOp[] {
  return past.filter(({ op }) => op.user_id === userId || (hasCopy && op.state === 'done'));
}
