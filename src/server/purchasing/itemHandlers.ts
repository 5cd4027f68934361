/** Lines of a purchase order: read, upsert (one and many), remove (PO-30 to PO-32, SYNC rules 31, 32). */
import { sql } from 'kysely';
import {
  createItems,
  deleteItem,
  itemsByPurchaseOrder,
  removeItem,
  upsertItem,
  upsertItems,
} from '#contract/purchasing/purchasingCalls.ts';
import { showShort } from '#domain/time.ts';
import { type Ctx, type Handler, handle, handleBatch } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { findLine, lockPurchaseOrder, shownLine } from './lockedOrder.ts';
import { purchaseOrderItems as answersOf, type OrderTotals, orderAfter, refreshTotals } from './orderLines.ts';
import { openPage } from './orderPage.ts';
import { upsertAlone, upsertLines } from './upsertLines.ts';

async function removeLine({ _id, base_version }: { _id: string; base_version?: number }, ctx: Ctx) {
  // This read only finds the order to lock. The line is read again under the lock.
  const found = await findLine(ctx, sql`i._id = ${_id}`);
  if (!found) throw notFound('Product line');
  const order = await lockPurchaseOrder(ctx, found.purchase_order_id, 'update');
  const line = await findLine(ctx, sql`i._id = ${_id}`);
  if (line?.deleted_at === null) {
    if (order.tag === 'receipt') throw new Refusal('receipt_locked');
    if (base_version !== undefined && base_version !== line.version) {
      throw new Refusal(
        'conflict',
        `This line was changed by ${line.by_name ?? 'somebody else'} at ${showShort(line.modified)}.`,
        { current: (await answersOf(ctx.db, sql`i._id = ${_id}`))[0] ?? null },
      );
    }
    await ctx.db
      .updateTable('purchase_order_item')
      .set({ deleted_at: ctx.now, deleted_by: ctx.who.user_id, modified: ctx.now, version: sql<number>`version + 1` })
      .where('_id', '=', _id)
      .execute();
    await ctx.audit({
      action: 'delete',
      model: 'purchase_order_item',
      record_id: _id,
      record_label: `${order.ref}: ${line.product_name}`,
      before: shownLine(line),
    });
  }
  ctx.setMessage('Product removed from purchase order.');
  if (order.tag === 'receipt') {
    const { rows } =
      await sql<OrderTotals>`select amount_kobo, items_digest, items_revision from purchase_order where _id = ${order._id}`.execute(
        ctx.db,
      );
    return { _id, ...orderAfter(rows[0] as OrderTotals) };
  }
  return { _id, ...orderAfter(await refreshTotals(ctx.db, order._id, ctx.now)) };
}

export const purchaseItemHandlers: Handler[] = [
  handle(itemsByPurchaseOrder, async ({ purchase_order_id }, ctx) => {
    if (!(await isLive(ctx.db, 'purchase_order', purchase_order_id))) throw notFound('Purchase order');
    return answersOf(ctx.db, sql`i.purchase_order_id = ${purchase_order_id}`);
  }),
  handle(upsertItem, upsertAlone, { opens: (input, ctx) => openPage(ctx, [input]) }),
  handleBatch(upsertItems, upsertLines, { sharesKeysWith: 'purchase_order_item/upsert' }),
  handleBatch(createItems, upsertLines, { sharesKeysWith: 'purchase_order_item/upsert' }),
  handle(removeItem, removeLine),
  handle(deleteItem, removeLine),
];
