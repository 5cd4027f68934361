/** Lines of orders: read, add, change, accept, remove (ORD-21, ORD-33, ORD-34, ORD-36, B5.0c). */
import { sql } from 'kysely';
import {
  createGroupItem,
  createOrderItem,
  deleteGroupItem,
  deleteOrderItem,
  itemsByGroup,
  itemsByOrder,
  type OrderItem,
  pricesForGroup,
  removeGroupItem,
  removeOrderItem,
  stockForGroup,
  updateGroupItem,
  updateOrderItem,
  upsertGroupItem,
  upsertOrderItem,
} from '#contract/orders/orderItemCalls.ts';
import { MAX_LINES } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { mayEditGroup } from '#domain/order.ts';
import { showShort } from '#domain/time.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import { countRows } from '../db/reads.ts';
import { mustOwnClientId } from '../keys/clientIds.ts';
import { totalKobo } from './figureRules.ts';
import { lockOrder, readGroup, readOrder } from './groupTags.ts';
import { hubStock, orderItems, pricesFor } from './orderItems.ts';
import { lineBy, priceOf, productBy, rateShown, type SaleProduct } from './orderLine.ts';
import { makeOrder } from './orderOfMaker.ts';
import { type TaggedOrder, tagOrders } from './orderTags.ts';
import { refuseClosedHub, refuseUnsold } from './reports/sold.ts';
import { type Group, lockGroup, settleGroup } from './settleGroup.ts';

interface LineInput {
  order_group_id?: string;
  order_id?: string;
  product_id?: string;
  quantity?: number;
  quantity_accepted?: number | null;
  /** Kobo. `rate` is kobo per case. */
  amount?: number;
  rate?: number;
  client_id?: string | null;
  _id?: string;
  base_version?: number;
}

async function lockEditable(ctx: Ctx, input: LineInput): Promise<{ group: Group; orderId: string | null }> {
  if (input._id !== undefined) {
    const line = await lineBy(ctx, sql`i._id = ${input._id}`);
    if (!line) throw notFound('Product line');
    if (
      (input.order_group_id !== undefined && input.order_group_id !== line.order_group_id) ||
      (input.order_id !== undefined && input.order_id !== line.order_id)
    )
      throw new Refusal('bad_request', 'This line belongs to another order.');
    return { group: editable(ctx, await lockGroup(ctx, line.order_group_id)), orderId: line.order_id };
  }
  if (input.order_id !== undefined) {
    const { order, group } = await lockOrder(ctx, input.order_id);
    if (input.order_group_id !== undefined && input.order_group_id !== group._id)
      throw new Refusal('bad_request', 'This order belongs to another group.');
    return { group: editable(ctx, group), orderId: order._id };
  }
  if (input.order_group_id === undefined) throw invalid({ order_group_id: 'Order group field is required.' });
  return { group: editable(ctx, await lockGroup(ctx, input.order_group_id)), orderId: null };
}

function editable(ctx: Ctx, group: Group): Group {
  if (!mayEditGroup(group.tag, ctx.who)) throw new Refusal('forbidden');
  return group;
}

async function written(ctx: Ctx, group: Group, itemId: string) {
  const [item] = await orderItems(ctx.db, sql`i._id = ${itemId}`);
  if (!item) throw new Error('The line was not written');
  return { ...item, group_total: formatMoney(totalKobo(group)), group_amount: formatMoney(group.amount_kobo) };
}

async function upsert(input: LineInput, ctx: Ctx) {
  const { group, orderId } = await lockEditable(ctx, input);
  const known = await knownByClientId(ctx, group, input);
  if (known) return written(ctx, group, known);
  return input._id === undefined ? addLine(ctx, group, orderId, input) : changeLine(ctx, group, input._id, input);
}

/** The line that an earlier request with this client_id created, or null. Throws 409 if that line has other values (B1.8). */
async function knownByClientId(ctx: Ctx, group: Group, input: LineInput): Promise<string | null> {
  if (!input.client_id || input._id !== undefined) return null;
  const known = await lineBy(ctx, sql`i.client_id = ${input.client_id}`);
  if (!known) return null;
  mustOwnClientId(ctx, known.created_by);
  const same =
    known.deleted_at === null &&
    known.order_group_id === group._id &&
    known.product_id === input.product_id &&
    known.quantity === input.quantity &&
    (input.amount === undefined || known.amount_kobo === input.amount) &&
    (input.rate === undefined || known.rate_kobo === input.rate) &&
    (input.quantity_accepted === undefined || known.quantity_accepted === input.quantity_accepted);
  if (!same) throw new Refusal('duplicate_client_id');
  return known._id;
}

async function addLine(ctx: Ctx, group: Group, orderId: string | null, input: LineInput) {
  const { product_id: productId, quantity } = input;
  if (productId === undefined) throw invalid({ product_id: 'Product field is required.' });
  if (quantity === undefined) throw invalid({ quantity: 'Quantity field is required.' });
  const product = await productBy(ctx, productId);
  const order = await orderFor(ctx, group, orderId, product);
  const present = await lineBy(
    ctx,
    sql`i.order_group_id = ${group._id} and i.product_id = ${productId} and i.deleted_at is null`,
  );
  if (present) {
    const [current] = await orderItems(ctx.db, sql`i._id = ${present._id}`);
    throw new Refusal('duplicate', 'Product already exists in this order.', { current });
  }
  if (product.status !== 'active') throw new Refusal('conflict', `${product.name} is inactive.`);
  if (group.tag === 'draft') await refuseClosedHub(ctx, group.seller_id);
  await refuseUnsold(ctx, group.seller_id, product, quantity, 0);
  const count = await countRows(ctx.db, sql`order_item where order_group_id = ${group._id} and deleted_at is null`);
  if (count >= MAX_LINES) throw new Refusal('limit', 'An order can hold at most 2000 products.');
  const price = await priceOf(ctx, group, product, { ...input, quantity }, null);
  const id = ctx.newId();
  await sql`insert into order_item (_id, created, modified, created_by, modified_by, client_id, order_id, order_group_id, product_id, quantity,
      quantity_accepted, amount_kobo, rate_kobo, rate_about)
    values (${id}, ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.who.user_id}, ${input.client_id ?? null}, ${order._id}, ${group._id},
      ${productId}, ${quantity}, ${input.quantity_accepted ?? null}, ${price.amount}, ${price.rate}, ${price.about})`.execute(
    ctx.db,
  );
  // A new line completes its order. That has no effect on money, because posting follows the tag of the group.
  await tagOrders(ctx, group, [order], 'completed');
  const next = await settleGroup(ctx, group, { line: id });
  await ctx.audit({
    action: 'create',
    model: 'order_item',
    record_id: id,
    record_label: `${group.ref}: ${product.name}`,
    after: { quantity, amount: formatMoney(price.amount), ...rateShown(price.rate) },
  });
  ctx.setMessage('Product added to order!');
  return written(ctx, next, id);
}

/** The order that the request names, or the order of the product's manufacturer. Throws 422 when the two differ (B5.0). */
async function orderFor(ctx: Ctx, group: Group, orderId: string | null, product: SaleProduct) {
  const own = await makeOrder(ctx, group, product.manufacturer_id);
  if (orderId !== null && own._id !== orderId)
    throw invalid({ product_id: 'Product belongs to another manufacturer.' });
  return own;
}

async function changeLine(ctx: Ctx, group: Group, id: string, input: LineInput) {
  const line = await lineBy(ctx, sql`i._id = ${id} and i.deleted_at is null`);
  if (!line) throw notFound('Product line');
  if (input.product_id !== undefined && input.product_id !== line.product_id)
    throw new Refusal('bad_request', 'The product of a line cannot be changed.');
  const product = await productBy(ctx, line.product_id);
  const quantity = input.quantity ?? line.quantity;
  const price = await priceOf(ctx, group, product, { ...input, quantity }, line);
  await refuseUnsold(ctx, group.seller_id, product, quantity, line.quantity);
  const accepted = input.quantity_accepted === undefined ? line.quantity_accepted : input.quantity_accepted;
  ctx.setMessage('Order item updated');
  const priced = price.amount !== line.amount_kobo || price.rate !== line.rate_kobo || price.about !== line.rate_about;
  if (quantity === line.quantity && accepted === line.quantity_accepted && !priced) return written(ctx, group, id);
  if (input.base_version !== undefined && input.base_version !== line.version) {
    const [current] = await orderItems(ctx.db, sql`i._id = ${id}`);
    const by = `${product.name} was changed by ${line.by_name ?? 'somebody else'} at ${showShort(line.modified)}.`;
    throw new Refusal('conflict', by, { current });
  }
  await sql`update order_item set quantity = ${quantity}, quantity_accepted = ${accepted}, amount_kobo = ${price.amount},
    rate_kobo = ${price.rate}, rate_about = ${price.about}, modified = ${ctx.now}, modified_by = ${ctx.who.user_id}, version = version + 1 where _id = ${id}`.execute(
    ctx.db,
  );
  const next = await settleGroup(ctx, group, { line: id });
  await ctx.audit({
    action: 'update',
    model: 'order_item',
    record_id: id,
    record_label: `${group.ref}: ${product.name}`,
    before: {
      quantity: line.quantity,
      quantity_accepted: line.quantity_accepted,
      amount: formatMoney(line.amount_kobo),
      ...rateShown(line.rate_kobo),
    },
    after: { quantity, quantity_accepted: accepted, amount: formatMoney(price.amount), ...rateShown(price.rate) },
  });
  return written(ctx, next, id);
}

/** Removes a line. Removing it again is no error (API.md 2). An order whose last line goes is cancelled (ORD-34). */
async function remove({ _id, base_version }: { _id: string; base_version?: number }, ctx: Ctx) {
  const { group } = await lockEditable(ctx, { _id });
  const line = await lineBy(ctx, sql`i._id = ${_id}`);
  if (!line) throw notFound('Product line');
  ctx.setMessage('Product removed from order.');
  let next = group;
  if (line.deleted_at === null) {
    if (base_version !== undefined && base_version !== line.version) {
      const [current] = await orderItems(ctx.db, sql`i._id = ${_id}`);
      const by = `This line was changed by ${line.by_name ?? 'somebody else'} at ${showShort(line.modified)}.`;
      throw new Refusal('conflict', by, { current });
    }
    await sql`update order_item set deleted_at = ${ctx.now}, deleted_by = ${ctx.who.user_id}, modified = ${ctx.now}, version = version + 1
      where _id = ${_id}`.execute(ctx.db);
    await cancelEmptied(ctx, group, line.order_id);
    next = await settleGroup(ctx, group);
    await ctx.audit({
      action: 'delete',
      model: 'order_item',
      record_id: _id,
      record_label: group.ref,
      before: { quantity: line.quantity, amount: formatMoney(line.amount_kobo) },
    });
  }
  const order = await ctx.db
    .selectFrom('order')
    .select('amount_kobo')
    .where('_id', '=', line.order_id)
    .executeTakeFirst();
  return {
    _id,
    amount: formatMoney(order?.amount_kobo ?? 0),
    group_total: formatMoney(totalKobo(next)),
    group_amount: formatMoney(next.amount_kobo),
    order_id: line.order_id,
  };
}

/** Cancels an order that has no lines left and sets its amount to 0 (ORD-34). */
async function cancelEmptied(ctx: Ctx, group: Group, orderId: string): Promise<void> {
  const { rows } = await sql<TaggedOrder>`select o._id, o.tag from "order" o
    where o._id = ${orderId} and not exists (select 1 from order_item i where i.order_id = o._id and i.deleted_at is null)`.execute(
    ctx.db,
  );
  if (rows.length === 0) return;
  await sql`update "order" set amount_kobo = 0, items_kobo = 0, amount_edited = false, modified = ${ctx.now}, modified_by = ${ctx.who.user_id},
    version = version + 1 where _id = ${orderId}`.execute(ctx.db);
  await tagOrders(ctx, group, rows, 'cancelled');
}

const withOrder = async <T extends { order_id: string }>(ctx: Ctx, answer: T) => ({
  ...answer,
  order: await readOrder(ctx, answer.order_id),
});
const inOrder = async (input: LineInput, ctx: Ctx) => withOrder(ctx, await upsert(input, ctx));
const withoutOrder = async (input: { _id: string; base_version?: number }, ctx: Ctx) => {
  const { order_id: _order, ...answer } = await remove(input, ctx);
  return answer;
};
const removeInOrder = async (input: { _id: string; base_version?: number }, ctx: Ctx) => {
  const answer = await withOrder(ctx, await remove(input, ctx));
  const { order_id: _order, ...rest } = answer;
  return rest;
};

export const orderItemHandlers: Handler[] = [
  handle(itemsByGroup, async ({ order_group_id }, ctx): Promise<OrderItem[]> => {
    await readGroup(ctx, order_group_id);
    return orderItems(ctx.db, sql`i.order_group_id = ${order_group_id}`);
  }),
  handle(stockForGroup, async ({ order_group_id, product_id }, ctx) => {
    const { seller_id } = await readGroup(ctx, order_group_id);
    return hubStock(ctx.db, order_group_id, seller_id ?? null, product_id);
  }),
  handle(pricesForGroup, async ({ order_group_id, product_id }, ctx) => {
    await readGroup(ctx, order_group_id);
    return pricesFor(ctx.db, order_group_id, product_id);
  }),
  handle(itemsByOrder, async ({ order_id }, ctx): Promise<OrderItem[]> => {
    await readOrder(ctx, order_id);
    return orderItems(ctx.db, sql`i.order_id = ${order_id}`);
  }),
  handle(createGroupItem, upsert),
  handle(upsertGroupItem, upsert),
  handle(updateGroupItem, upsert),
  handle(removeGroupItem, withoutOrder),
  handle(deleteGroupItem, withoutOrder),
  handle(createOrderItem, inOrder),
  handle(upsertOrderItem, inOrder),
  handle(updateOrderItem, inOrder),
  handle(removeOrderItem, removeInOrder),
  handle(deleteOrderItem, removeInOrder),
];
