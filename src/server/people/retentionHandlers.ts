/** Reports on retailers over time (B7.1, B7.5 to B7.9). SQL sums per retailer and period, and the domain computes the categories. */
import { type RawBuilder, sql } from 'kysely';
import { type BuyerFigures, buyerHistory, orderRetention } from '#contract/people/retentionCalls.ts';
import { BUYER_CATEGORIES, type BuyerCategory, categoryOf } from '#domain/buyerCategory.ts';
import { MAX_PER_PAGE, MAX_REPORT_DAYS } from '#domain/limits.ts';
import { formatMoney, roundDiv } from '#domain/money.ts';
import { COUNTED_TAGS } from '#domain/order.ts';
import { PERIODS } from '#domain/periods.ts';
import { wordsSought } from '#domain/phone.ts';
import { periodsOf, RETENTION_KINDS, retentionOf } from '#domain/retention.ts';
import { DAY } from '#domain/time.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, Refusal } from '../calls/refusal.ts';
import { containsPattern } from '../db/containsPattern.ts';
import { countRows } from '../db/reads.ts';
import { wholeNumber } from '../resources/list.ts';
import { launchCutoff } from '../settings/configValue.ts';
import { recentSince } from './buyerOrders.ts';

const counted = sql`g.tag = any(${[...COUNTED_TAGS]})`;

interface FigureRow {
  _id: string;
  name: string;
  phone: string;
  created: number;
  location: { _id: string; name: string } | null;
  orders: number;
  /** Counted orders of the last 12 weeks (K10). */
  recent: number;
  value: number;
  cancelled: number;
  cancelled_value: number;
  carts: number;
  cart_value: number;
  first: number | null;
  last: number | null;
  launch: number;
}

/** The columns that decide a retailer's category. */
type Judged = Pick<FigureRow, '_id' | 'created' | 'recent' | 'first' | 'last' | 'launch'>;

/** The matching retailers, sorted by name, with only the columns for the category: of ten thousand checked retailers twenty are shown. */
async function judgedRows(ctx: Ctx, where: RawBuilder<unknown>): Promise<Judged[]> {
  const { rows } = await sql<Judged>`
    with sums as (select g.buyer_id, count(*) filter (where g.created >= ${recentSince(ctx.now)}::int8) as recent, min(g.created) as first, max(g.created) as last
      from order_group g where g.deleted_at is null and ${counted} group by g.buyer_id)
    select m._id, m.created, coalesce(s.recent, 0)::int8 as recent, s.first, s.last, ${launchCutoff} as launch
    from buyer m left join location place on place._id = m.location_id left join sums s on s.buyer_id = m._id
    where ${where} order by m.name_key, m._id`.execute(ctx.db);
  return rows;
}

/** All-time figures of the matching retailers, sorted by name. */
async function figureRows(ctx: Ctx, where: RawBuilder<unknown>, limit = sql``): Promise<FigureRow[]> {
  const { rows } = await sql<FigureRow>`
    with wanted as materialized (select m._id, m.name, m.name_key, m.phone, m.created, m.location_id from buyer m
      left join location place on place._id = m.location_id where ${where} order by m.name_key, m._id ${limit}),
    sums as (select g.buyer_id, count(*) filter (where ${counted}) as orders,
        count(*) filter (where ${counted} and g.created >= ${recentSince(ctx.now)}::int8) as recent, sum(g.total_kobo) filter (where ${counted}) as value,
        count(*) filter (where g.tag = 'cancelled') as cancelled, sum(g.total_kobo) filter (where g.tag = 'cancelled') as cancelled_value,
        count(*) filter (where g.tag = 'draft') as carts, sum(g.total_kobo) filter (where g.tag = 'draft') as cart_value,
        min(g.created) filter (where ${counted}) as first, max(g.created) filter (where ${counted}) as last
      from order_group g where g.deleted_at is null and g.buyer_id in (select _id from wanted) group by g.buyer_id)
    select w._id, w.name, w.phone, w.created, case when place._id is null then null else json_build_object('_id', place._id, 'name', place.name) end as location,
      coalesce(s.orders, 0)::int8 as orders, coalesce(s.recent, 0)::int8 as recent, coalesce(s.value, 0)::int8 as value, coalesce(s.cancelled, 0)::int8 as cancelled,
      coalesce(s.cancelled_value, 0)::int8 as cancelled_value, coalesce(s.carts, 0)::int8 as carts, coalesce(s.cart_value, 0)::int8 as cart_value,
      s.first, s.last, ${launchCutoff} as launch
    from wanted w left join location place on place._id = w.location_id left join sums s on s.buyer_id = w._id
    order by w.name_key, w._id`.execute(ctx.db);
  return rows;
}

/** The number of lines in the counted orders of these retailers. Only the shown retailers are counted, because there may be a million lines. */
async function itemCounts(ctx: Ctx, buyers: readonly string[]): Promise<(buyer: string) => number> {
  const { rows } = await sql<{ buyer_id: string; items: number }>`
    select g.buyer_id, count(*) as items from order_group g join order_item i on i.order_group_id = g._id and i.deleted_at is null
      join "order" o on o._id = i.order_id and o.tag not in ('cancelled', 'deleted')
    where g.deleted_at is null and ${counted} and g.buyer_id = any(${[...buyers]}) group by g.buyer_id`.execute(ctx.db);
  const counts = new Map(rows.map((row) => [row.buyer_id, row.items]));
  return (buyer) => counts.get(buyer) ?? 0;
}

const idsOf = (rows: readonly { _id: string }[]) => rows.map((row) => row._id);

const categoryIn = (ctx: Ctx, row: Judged): BuyerCategory =>
  categoryOf({
    created: row.created,
    recent_orders: row.recent,
    last_ordered_on: row.last,
    now: ctx.now,
    launch: row.launch,
  });

function figuresOf(ctx: Ctx, row: FigureRow, items: (buyer: string) => number): BuyerFigures {
  return {
    _id: row._id,
    name: row.name,
    phone: row.phone,
    location: row.location,
    category: categoryIn(ctx, row),
    order_count: row.orders,
    order_value: formatMoney(row.value),
    order_average: formatMoney(row.orders === 0 ? 0 : Number(roundDiv(BigInt(row.value), BigInt(row.orders)))),
    cancelled_count: row.cancelled,
    cancelled_value: formatMoney(row.cancelled_value),
    cart_count: row.carts,
    cart_value: formatMoney(row.cart_value),
    first_ordered_on: row.first,
    last_ordered_on: row.last,
    order_items: items(row._id),
  };
}

function searchIn(search: string | undefined): RawBuilder<unknown>[] {
  return wordsSought(search ?? '').map((word) => {
    const like = containsPattern(word);
    return sql`(m.words like ${like} or place.name_key like ${like})`;
  });
}

interface RetentionInput {
  kind: string;
  from_timestamp: number;
  to_timestamp: number;
  seller_id?: string;
  sales_officer_id?: string;
  location_id?: string;
  manufacturer_id?: string;
  category?: BuyerCategory;
  search?: string;
  page?: string;
  per_page?: string;
}

/** The condition on groups for the requested hub, associate and manufacturer, or null without any. */
function groupFilter(input: RetentionInput): RawBuilder<unknown> | null {
  const parts: RawBuilder<unknown>[] = [];
  const given = (value: string | undefined): value is string => value !== undefined && value !== '*';
  if (given(input.seller_id)) parts.push(sql`g.seller_id = ${input.seller_id}`);
  if (given(input.sales_officer_id)) parts.push(sql`g.sales_officer_id = ${input.sales_officer_id}`);
  if (given(input.manufacturer_id))
    parts.push(sql`exists (select 1 from "order" o where o.order_group_id = g._id and o.manufacturer_id = ${input.manufacturer_id}
      and o.tag not in ('cancelled', 'deleted'))`);
  return parts.length > 0 ? sql.join(parts, sql` and `) : null;
}

async function retention(input: RetentionInput, ctx: Ctx) {
  const kind = RETENTION_KINDS.find((one) => one === input.kind);
  if (!kind) throw new Refusal('no_such_call');
  const { from_timestamp: from, to_timestamp: to } = input;
  if (from >= to) throw invalid({ from_timestamp: 'Date range is required.' });
  if (to - from > MAX_REPORT_DAYS * DAY) throw new Refusal('limit', 'Please choose at most 400 days.');
  const periods = periodsOf(kind, from, to);
  const filter = groupFilter(input);
  const where: RawBuilder<unknown>[] = [sql`m.deleted_at is null`, ...searchIn(input.search)];
  if (input.location_id !== undefined) where.push(sql`m.location_id = ${input.location_id}`);
  if (filter)
    where.push(
      sql`exists (select 1 from order_group g where g.buyer_id = m._id and g.deleted_at is null and ${counted} and ${filter})`,
    );
  const everyone = await judgedRows(ctx, sql.join(where, sql` and `));
  const found = everyone.map((row) => ({ row, category: categoryIn(ctx, row) }));
  const categories = Object.fromEntries(
    BUYER_CATEGORIES.map((category) => [category, found.filter((one) => one.category === category).length]),
  );
  const fitting = (input.category ? found.filter((one) => one.category === input.category) : found).map(
    ({ row }) => row,
  );
  // One period before the first shown one is read too, to know who was active before.
  const begin = (periods[0]?.from ?? from) - PERIODS[kind];
  const place = sql`((g.created - ${begin}::int8) / ${PERIODS[kind]}::int8 - 1)`;
  const groupsOf = (
    rows: readonly Judged[],
  ) => sql`order_group g where g.deleted_at is null and ${counted} and g.created >= ${begin} and g.created < ${to}
    ${rows.length < everyone.length ? sql`and g.buyer_id = any(${idsOf(rows)})` : sql``} ${filter ? sql`and ${filter}` : sql``}`;
  const { rows: activity } = await sql<{ buyer_id: string; places: string }>`
    select buyer_id, string_agg(place::text, ' ') as places from (select distinct g.buyer_id, ${place} as place from ${groupsOf(fitting)}) a
    group by buyer_id`.execute(ctx.db);
  const active = new Map(activity.map(({ buyer_id, places }) => [buyer_id, new Set(places.split(' ').map(Number))]));
  const figures = retentionOf(
    periods,
    fitting.map((row) => ({ first: row.first ?? to, active: active.get(row._id) ?? new Set() })),
  );
  let shown = fitting;
  if (input.page !== undefined) {
    const page = wholeNumber(input.page, 'page', 1);
    const perPage = Math.min(MAX_PER_PAGE, wholeNumber(input.per_page ?? '20', 'per_page', 1));
    shown = fitting.slice((page - 1) * perPage, page * perPage);
  }
  const { rows: sums } = await sql<{ buyer_id: string; place: number; count: number; value: number }>`
    select g.buyer_id, ${place}::int8 as place, count(*) as count, sum(g.total_kobo)::int8 as value from ${groupsOf(shown)} group by 1, 2`.execute(
    ctx.db,
  );
  const sumsAt = new Map(sums.map((one) => [`${one.buyer_id} ${one.place}`, one]));
  const buyers = await figureRows(ctx, sql`m._id = any(${idsOf(shown)})`);
  const items = await itemCounts(ctx, idsOf(shown));
  return {
    kind,
    periods: periods.map((period, index) => ({ ...period, ...(figures[index] as (typeof figures)[number]) })),
    categories,
    buyers: buyers.map((row) => ({
      ...figuresOf(ctx, row, items),
      periods: periods.map((_, at) => {
        const { count, value } = sumsAt.get(`${row._id} ${at}`) ?? { count: 0, value: 0 };
        return { count, value: formatMoney(value) };
      }),
    })),
    total: fitting.length,
  };
}

/** Lines of counted orders per retailer, by manufacturer. */
async function itemsByMaker(ctx: Ctx, buyers: string[]) {
  const { rows } = await sql<{ buyer_id: string; _id: string; name: string; items: number }>`
    select g.buyer_id, maker._id, maker.name, count(*) as items from order_group g
      join "order" o on o.order_group_id = g._id and o.tag not in ('cancelled', 'deleted') join manufacturer maker on maker._id = o.manufacturer_id
      join order_item i on i.order_id = o._id and i.deleted_at is null
    where g.deleted_at is null and ${counted} and g.buyer_id = any(${buyers})
    group by g.buyer_id, maker._id, maker.name, maker.name_key order by maker.name_key`.execute(ctx.db);
  const byBuyer = new Map<string, { _id: string; name: string; items: number }[]>();
  for (const { buyer_id, ...maker } of rows) {
    const own = byBuyer.get(buyer_id);
    if (own) own.push(maker);
    else byBuyer.set(buyer_id, [maker]);
  }
  return (buyer: string) => byBuyer.get(buyer) ?? [];
}

export const retentionHandlers: Handler[] = [
  handle(orderRetention, retention),
  handle(buyerHistory, async ({ show_more = false, page: pageText, per_page, search }, ctx) => {
    const where = sql.join([sql`m.deleted_at is null`, ...searchIn(search)], sql` and `);
    const paged = pageText !== undefined;
    const page = paged ? wholeNumber(pageText, 'page', 1) : 1;
    const perPage = Math.min(MAX_PER_PAGE, wholeNumber(per_page ?? '30', 'per_page', 1));
    const found = await figureRows(ctx, where, paged ? sql`limit ${perPage} offset ${(page - 1) * perPage}` : sql``);
    const more = show_more ? await itemsByMaker(ctx, idsOf(found)) : null;
    const items = more
      ? (buyer: string) => more(buyer).reduce((sum, maker) => sum + maker.items, 0)
      : await itemCounts(ctx, idsOf(found));
    const rows = found.map((row) => ({
      ...figuresOf(ctx, row, items),
      ...(more ? { items_by_manufacturer: more(row._id) } : {}),
    }));
    if (!paged) return rows;
    const total = await countRows(
      ctx.db,
      sql`buyer m left join location place on place._id = m.location_id where ${where}`,
    );
    return { rows, total, page, per_page: perPage };
  }),
];
