/** Calls of the catalogue's lists beyond the generic ones (API.md 4.10). */

import { sql } from 'kysely';
import { setBrandIndex } from '#contract/catalogue/catalogueCalls.ts';
import { type Handler, handleRows } from '../calls/handler.ts';
import { rowById } from '../resources/rows.ts';
import { brandResource } from './catalogueResources.ts';

export const catalogueHandlers: Handler[] = [
  /** Sets a brand's position in lists (B8.11). Setting the same position again changes nothing. */
  handleRows(setBrandIndex, async ({ _id, index }, ctx) => {
    const before = await rowById(brandResource, _id, ctx);
    if (before.index === index) return before;
    await ctx.db
      .updateTable('brand')
      .set({ index, modified: ctx.now, modified_by: ctx.who.user_id, version: sql<number>`version + 1` })
      .where('_id', '=', _id)
      .execute();
    await ctx.audit({
      action: 'set_index',
      model: 'brand',
      record_id: _id,
      record_label: String(before.name),
      before: { index: before.index },
      after: { index },
    });
    return rowById(brandResource, _id, ctx);
  }),
];
