/** Recomputes the orders of a group from their lines. It is the first half of settling a group (settleGroup.ts), in the same transaction. */
import { sql } from 'kysely';
import { isMoney } from '#domain/money.ts';
import { amountAfter, isLiveTag, lineValue, type OrderTag } from '#domain/order.ts';
import { groupBy } from '../calls/groupBy.ts';
import type { Ctx } from '../calls/handler.ts';
import { invalid, Refusal } from '../calls/refusal.ts';
import { joinHubPrice } from '../catalogue/hubPrice.ts';

interface StoredOrder {
  _id: string;
  tag: OrderTag;
  manufacturer_id: string;
  items_kobo: number;
  amount_kobo: number;
  amount_edited: boolean;
}
interface StoredLine {
  _id: string;
  order_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount_kobo: number;
  line_kobo: number;
  case_count: number;
  rate: number;
}

/**
 * An order's amount is the sum of its lines unless a person edited it (B5.0b, B5.0c). `changed`: the id of the line that was changed. Goods that
 * nobody ordered are billed at the price of the day they are accepted. Other changes leave the billed value of such goods, even if the price has
 * changed.
 */
export async function settleOrders(ctx: Ctx, groupId: string, changed?: string) {
  const { rows: orders } =
    await sql<StoredOrder>`select _id, tag, manufacturer_id, items_kobo, amount_kobo, amount_edited from "order"
      where order_group_id = ${groupId} order by _id`.execute(ctx.db);
  const { rows: lines } =
    await sql<StoredLine>`select i._id, i.order_id, i.quantity, i.quantity_accepted, i.amount_kobo, i.line_kobo, p.case_count,
      coalesce(sp.price_kobo, p.price_kobo) as rate
    from order_item i join order_group g on g._id = i.order_group_id join product p on p._id = i.product_id ${joinHubPrice('g.seller_id', 'i.product_id')}
    where i.order_group_id = ${groupId} and i.deleted_at is null`.execute(ctx.db);
  let cases = 0;
  let total = 0;
  const makers: string[] = [];
  const ownLines = groupBy(lines, (line) => line.order_id);
  const valued: { _id: string; value: number }[] = [];
  const summed: { _id: string; items: number; amount: number }[] = [];
  for (const order of orders) {
    const own = ownLines.get(order._id) ?? [];
    let items = 0;
    for (const line of own) {
      const isBilledAlready = line.quantity === 0 && line._id !== changed;
      const value = isBilledAlready ? line.line_kobo : lineValue({ ...line, amount: line.amount_kobo });
      if (!isMoney(value)) throw new Refusal('limit', 'Amount is too large.');
      items += value;
      if (value !== line.line_kobo) valued.push({ _id: line._id, value });
      if (isLiveTag(order.tag)) cases += (line.quantity_accepted ?? line.quantity) / line.case_count;
    }
    const amount = amountAfter(
      { amount: order.amount_kobo, edited: order.amount_edited, items: order.items_kobo },
      items,
    );
    // An amount that a person edited must not fall below 0 when the items change.
    if (amount < 0 && amount < order.amount_kobo && isLiveTag(order.tag))
      throw invalid({ amount: 'Amount must not be less than 0' });
    if (items !== order.items_kobo || amount !== order.amount_kobo) summed.push({ _id: order._id, items, amount });
    if (!isLiveTag(order.tag)) continue;
    total += amount;
    if (own.length > 0) makers.push(order.manufacturer_id);
  }
  // Every writer of these rows holds the lock of the group, so the order of the updates does not matter.
  if (valued.length > 0)
    await sql`update order_item i set line_kobo = now.value
      from unnest(${valued.map((line) => line._id)}::text[], ${valued.map((line) => line.value)}::int8[]) as now (_id, value)
      where i._id = now._id`.execute(ctx.db);
  if (summed.length > 0)
    await sql`update "order" o set items_kobo = now.items, amount_kobo = now.amount, modified = ${ctx.now}, modified_by = ${ctx.who.user_id},
        version = o.version + 1
      from unnest(${summed.map((order) => order._id)}::text[], ${summed.map((order) => order.items)}::int8[],
        ${summed.map((order) => order.amount)}::int8[]) as now (_id, items, amount)
      where o._id = now._id`.execute(ctx.db);
  return { orders: total, cases: Math.round(cases * 100) / 100, makers };
}

/** Whether the group has a live item of at least one unit. An empty cart can be neither placed nor restored (B5.1, K6). */
export async function hasLiveItem(ctx: Ctx, groupId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from "order" where order_group_id = ${groupId} and tag not in ('cancelled', 'deleted')
    and exists (select 1 from order_item i where i.order_id = "order"._id and i.deleted_at is null
      and greatest(i.quantity, i.quantity_accepted) > 0) limit 1`.execute(ctx.db);
  return rows.length > 0;
}
