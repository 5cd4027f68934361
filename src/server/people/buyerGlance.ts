/** The figures above the tabs of a retailer's page: purchases, their frequency, and who serves the retailer (decision 0252). */
import { sql } from 'kysely';
import {
  type BuyerGlance,
  buyerGlance,
  GLANCE_MONTHS,
  GLANCE_ORDERS,
  GLANCE_PRODUCTS,
} from '#contract/people/buyerCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { COUNTED_TAGS, type OrderTag } from '#domain/order.ts';
import { can } from '#domain/permissions.ts';
import { DAY, LAGOS_OFFSET } from '#domain/time.ts';
import { hubOfPlace } from '../auth/hubOfPlace.ts';
import { type Ctx, handle } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from '../stock/productRefs.ts';

/** The orders of a retailer that count. */
const counted = (buyer: string) =>
  sql`g.buyer_id = ${buyer} and g.tag = any(${[...COUNTED_TAGS]}) and g.deleted_at is null`;

/** The starts of the last months in Lagos, the oldest first, in epoch seconds. */
export function monthStarts(now: number): number[] {
  const today = new Date((now + LAGOS_OFFSET) * 1_000);
  return Array.from(
    { length: GLANCE_MONTHS },
    (_, at) =>
      Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (GLANCE_MONTHS - 1 - at), 1) / 1_000 - LAGOS_OFFSET,
  );
}

interface LastOrder {
  _id: string;
  ref: string;
  tag: OrderTag;
  created: number;
  total: number;
}

async function lastOrders({ db }: Ctx, buyer: string): Promise<LastOrder[]> {
  const { rows } = await sql<LastOrder>`select g._id, g.ref, g.tag, g.created, g.total_kobo as total from order_group g
    where ${counted(buyer)} order by g.created desc, g._id desc limit ${GLANCE_ORDERS}`.execute(db);
  return rows;
}

async function allOrders({ db }: Ctx, buyer: string): Promise<{ orders: number; value: number }> {
  const { rows } = await sql<{ orders: number; value: number }>`
    select count(*)::int4 as orders, coalesce(sum(g.total_kobo), 0)::int8 as value from order_group g where ${counted(buyer)}`.execute(
    db,
  );
  return rows[0] ?? { orders: 0, value: 0 };
}

async function byMonth(ctx: Ctx, buyer: string): Promise<BuyerGlance['months']> {
  const starts = monthStarts(ctx.now);
  const { rows } = await sql<{ month: string; many: number; value: number }>`
    select to_char(to_timestamp(g.created + ${LAGOS_OFFSET}) at time zone 'UTC', 'YYYY-MM') as month, count(*)::int4 as many,
      sum(g.total_kobo)::int8 as value
    from order_group g where ${counted(buyer)} and g.created >= ${starts[0] ?? 0} group by 1`.execute(ctx.db);
  const found = new Map(rows.map((row) => [row.month, row]));
  return starts.map((from) => {
    const { many = 0, value = 0 } = found.get(new Date((from + LAGOS_OFFSET) * 1_000).toISOString().slice(0, 7)) ?? {};
    return { from, count: many, amount: formatMoney(value) };
  });
}

async function mostBought({ db, now }: Ctx, buyer: string): Promise<BuyerGlance['products']> {
  const { rows } = await sql<ProductColumns & { units: number; value: number; many: number }>`
    with bought as (
      select i.product_id, sum(coalesce(i.quantity_accepted, i.quantity))::int8 as units, sum(i.line_kobo)::int8 as value,
        count(distinct g._id)::int4 as many
      from order_group g join order_item i on i.order_group_id = g._id and i.deleted_at is null
        join "order" o on o._id = i.order_id and o.tag not in ('cancelled', 'deleted') and o.deleted_at is null
      where ${counted(buyer)} and g.created >= ${monthStarts(now)[0] ?? 0}
      group by 1 order by value desc, i.product_id limit ${GLANCE_PRODUCTS}
    )
    select ${productRefColumns}, bought.units, bought.value, bought.many
    from bought join product p on p._id = bought.product_id ${productJoins} order by bought.value desc, p._id`.execute(
    db,
  );
  return rows.map((row) => ({
    product: toProductRef(row),
    quantity: row.units,
    amount: formatMoney(row.value),
    orders: row.many,
  }));
}

interface AreaRow {
  _id: string;
  name: string;
  officer: string | null;
  officer_name: string | null;
  officer_phone: string | null;
}

/** The areas of a location with their representatives, and the people whose route plan leads to the retailer. */
async function servedBy(
  { db, who }: Ctx,
  buyer: string,
  location: string,
): Promise<Pick<BuyerGlance, 'areas' | 'visitors'>> {
  const phone = can(who, 'view_sales_officers') ? sql`so.phone` : sql`''`;
  const { rows: areas } = await sql<AreaRow>`
    select a._id, a.name, so._id as officer, so.name as officer_name, ${phone} as officer_phone
    from location_area l join area a on a._id = l.area_id and a.status = 'active' and a.deleted_at is null
      left join sales_officer_area s on s.area_id = a._id and s.status = 'active' and s.deleted_at is null
      left join sales_officer so on so._id = s.sales_officer_id and so.deleted_at is null
    where l.location_id = ${location} and l.status = 'active' and l.deleted_at is null order by a.name_key, a._id`.execute(
    db,
  );
  const { rows: visitors } = await sql<BuyerGlance['visitors'][number]>`
    select so._id, so.name, ${phone} as phone from sales_officer so where so.deleted_at is null
      and so._id in (select r.sales_officer_id from route_plan r where r.buyer_id = ${buyer} and r.status = 'active' and r.deleted_at is null)
    order by so.name_key, so._id`.execute(db);
  return {
    areas: areas.map(({ _id, name, officer, officer_name, officer_phone }) => ({
      _id,
      name,
      sales_officer: officer === null ? null : { _id: officer, name: officer_name ?? '', phone: officer_phone ?? '' },
    })),
    visitors,
  };
}

export const buyerGlanceHandler = handle(buyerGlance, async ({ buyer_id }, ctx): Promise<BuyerGlance> => {
  const buyer = await ctx.db
    .selectFrom('buyer')
    .select('location_id')
    .where('_id', '=', buyer_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!buyer) throw notFound('Buyer');
  const last = await lastOrders(ctx, buyer_id);
  const { orders, value } = await allOrders(ctx, buyer_id);
  const hub = await hubOfPlace(ctx, buyer.location_id);
  const hubs = await ctx.db.selectFrom('seller').select(['_id', 'name']).where('_id', '=', hub).execute();
  const [newest, oldest] = [last[0], last.at(-1)];
  return {
    orders,
    value: formatMoney(value),
    last: newest ? { ...newest, total: formatMoney(newest.total) } : null,
    every:
      newest && oldest && last.length > 1
        ? Math.round(((newest.created - oldest.created) / DAY / (last.length - 1)) * 10) / 10
        : null,
    months: await byMonth(ctx, buyer_id),
    products: await mostBought(ctx, buyer_id),
    hub: hubs[0] ?? null,
    ...(await servedBy(ctx, buyer_id, buyer.location_id)),
  };
});
