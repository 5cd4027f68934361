/**
 * Decides which of two states of a line is the later one: the state on a screen, from the server's snapshot, or the state in an answer to an op of
 * this tablet. Used by the overlay (overlay.ts), by scans (currentLine.ts) and by the next change (lineRef.ts).
 * Dates decide nothing: the tablet's clock may have been corrected in between (rule 10), and a lost answer may arrive again later. The server
 * counts the changes of an order's lines, and both states carry that count.
 */
import { type Known, rowOf } from './op.ts';

/** One known state of a line. */
export interface LineRevision {
  /** The id of the line on the server; null: there is no such line, or its id is not known. */
  item_id: string | null;
  version: number | null;
  /**
   * The `items_revision` of the order in this state. Absent or 0: the state is from before revisions existed, so it is older than any state with
   * one.
   */
  revision?: number;
}

/** true: `shown` is not older than `answered`, so it contains or supersedes the answer. */
export function isAtLeast(shown: LineRevision, answered: LineRevision): boolean {
  const [seen, told] = [shown.revision ?? 0, answered.revision ?? 0];
  // One state comes from a server or a build without revisions. Versions of the same line can be compared, those of two lines cannot.
  if ((seen === 0 || told === 0) && shown.item_id !== null && shown.item_id === answered.item_id)
    return (shown.version ?? 0) >= (answered.version ?? 0);
  return seen > 0 && seen >= told;
}

/** The state of the line in an answer to an op. */
export function revisionOfAnswer(answer: unknown): LineRevision {
  const { _id, version, items_revision } = rowOf(answer);
  return { item_id: _id ?? null, version: version ?? null, revision: items_revision ?? 0 };
}

/** The state of the line that this tablet last got from the server. */
export const revisionOfKnown = ({ id, version, revision = 0 }: Known): LineRevision => ({
  item_id: id || null,
  version,
  revision,
});
