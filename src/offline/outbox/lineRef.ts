/** Which line a new change is about, and which version of it the writer saw (SYNC rules 9, 19). */

import type { Tx } from '../store/ports.ts';
import type { Base, ItemRef, Op } from './op.ts';
import { isAtLeast, type LineRevision, revisionOfKnown } from './revisions.ts';

/** `before`: the last op of the line's chain that still waits; without one, what this tablet last heard of the line counts. */
export async function lineRef(
  tx: Tx,
  before: Op | undefined,
  chain: string,
  at: LineRevision,
  uuid: () => string,
): Promise<{ item: ItemRef; base: Base }> {
  if (before?.type === 'upsert')
    return {
      item: { id: before.item?.id ?? null, client_id: before.item?.client_id ?? '', fresh: false },
      base: { after: before.key },
    };
  let known = await tx.known(chain);
  if (known && !before && isAtLeast(at, revisionOfKnown(known))) {
    // Somebody else may have removed the line, or added it again under another id. What is sent, here or from a file, finds its id beside the chain.
    known = { ref: chain, id: at.item_id ?? '', version: at.version, revision: at.revision };
    await tx.rememberId(known);
  }
  const id = before?.type === 'remove' ? null : known ? known.id || null : at.item_id;
  if (id === null) return { item: { id: null, client_id: uuid(), fresh: true }, base: null };
  // What this tablet's own ops made is newer than what a screen read before them.
  const seen = known?.id === id ? (known.version ?? 0) : 0;
  const version = Math.max(at.item_id === id || !known ? (at.version ?? 0) : 0, seen) || null;
  return { item: { id, client_id: '', fresh: false }, base: version === null ? null : { version } };
}
