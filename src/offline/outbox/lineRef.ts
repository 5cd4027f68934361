/** The line that a new change is about, and the version of it that the writer saw (SYNC rules 9, 19). */

import type { Tx } from '../store/ports.ts';
import type { Base, ItemRef, Op } from './op.ts';
import { isAtLeast, type LineRevision, revisionOfKnown } from './revisions.ts';

/** `before`: the last waiting op of the line's chain. Without one, the last response about the line counts. */
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
    // Another user may have removed the line, or added it again under another id. The record of the chain has the new id.
    known = { ref: chain, id: at.item_id ?? '', version: at.version, revision: at.revision };
    await tx.rememberId(known);
  }
  const id = before?.type === 'remove' ? null : known ? known.id || null : at.item_id;
  if (id === null) return { item: { id: null, client_id: uuid(), fresh: true }, base: null };
  // The result of this tablet's own ops is newer than the copy that the screen read before.
  const seen = known?.id === id ? (known.version ?? 0) : 0;
  const version = Math.max(at.item_id === id || !known ? (at.version ?? 0) : 0, seen) || null;
  return { item: { id, client_id: '', fresh: false }, base: version === null ? null : { version } };
}
