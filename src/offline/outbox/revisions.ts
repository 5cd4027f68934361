/**
 * Which of two things known of a line is the later one: what a screen shows, from the server's copy, or what the server answered to a change from
 * here. One place for whoever lays one over the other: the screen (overlay.ts), a scan (currentLine.ts), the next change (lineRef.ts).
 * Dates decide nothing: the tablet's clock may have been put right between the two (rule 10), and an answer that was lost comes again later than
 * it was given. The server counts the changes of an order's lines; both sides carry its count.
 */
import { type Known, rowOf } from './op.ts';

/** What is known of one line. */
export interface LineRevision {
  /** The line on the server; null: there is none, or nobody knows. */
  item_id: string | null;
  version: number | null;
  /** The order's `items_revision` that this is of; absent or 0: from before it was counted, so older than whatever has one. */
  revision?: number;
}

/** true: what is `shown` is not older than the `answered`, which is in it or was overtaken. */
export function isAtLeast(shown: LineRevision, answered: LineRevision): boolean {
  const [seen, told] = [shown.revision ?? 0, answered.revision ?? 0];
  // One is of a server, or a build, without revisions: the same line's version says it; of two lines nobody can.
  if ((seen === 0 || told === 0) && shown.item_id !== null && shown.item_id === answered.item_id)
    return (shown.version ?? 0) >= (answered.version ?? 0);
  return seen > 0 && seen >= told;
}

/** What an answer to a change says of the line. */
export function revisionOfAnswer(answer: unknown): LineRevision {
  const { _id, version, items_revision } = rowOf(answer);
  return { item_id: _id ?? null, version: version ?? null, revision: items_revision ?? 0 };
}

/** What this tablet last heard of a line. */
export const revisionOfKnown = ({ id, version, revision = 0 }: Known): LineRevision => ({
  item_id: id || null,
  version,
  revision,
});
