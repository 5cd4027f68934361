/** Order summary and order value summary, grouped in SQL over one covering index (B5.12, B5.13). */
import { type RawBuilder, sql } from 'kysely';
import {
  type SoldProduct,
  type SummaryGroup,
  salesOfAll,
  salesOfAllBySeller,
  summaryByBuyer,
  summaryByDistributor,
} from '#contract/orders/orderReportCalls.ts';
import { MAX_REPORT_DAYS, MAX_SEARCH } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { COUNTED_TAGS, SHOWN_TAGS } from '#domain/order.ts';
import { isHubSide } from '#domain/permissions.ts';
import { DAY } from '#domain/time.ts';
import { casesAndUnits } from '#domain/units.ts';
import { type Answer, answer, type Ctx } from '../answer.ts';
import { invalid, Refusal } from '../refusal.ts';

function checkRange(from: number, to: number): void {
  if (from > to) throw invalid({ from_timestamp: 'Date range is required.' });
  if (to - from > MAX_REPORT_DAYS * DAY) throw new Refusal('limit', 'Please choose at most 400 days.');
}

const any = (wanted: string | undefined) => wanted === undefined || wanted === '*';

/** The groups of a report: range, hub (a hub-side account sees its own), tags. */
function groupsIn(ctx: Ctx, from: number, to: number, seller: string, tags: readonly string[]): RawBuilder<unknown> {
  const parts = [
    sql`g.created >= ${from} and g.created < ${to} and g.deleted_at is null and g.tag = any(${[...tags]})`,
  ];
  if (!any(seller)) parts.push(sql`g.seller_id = ${seller}`);
  if (isHubSide(ctx.who.role)) parts.push(sql`g.seller_id = ${ctx.who.seller_id ?? ''}`);
  return sql.join(parts, sql` and `);
}

/** Live lines of those groups, as `i` with their order `o` and group `g`. */
const linesOf = (
  groups: RawBuilder<unknown>,
) => sql`order_group g join order_item i on i.order_group_id = g._id and i.deleted_at is null
  join "order" o on o._id = i.order_id and o.tag not in ('cancelled', 'deleted')
  where ${groups}`;

interface SummaryRow {
  key: string;
  key_name: string;
  product_id: string;
  name: string;
  case_count: number;
  issued: number;
  kept: number;
  amount: number;
  price: number;
}

interface SummaryAsked {
  from_timestamp: number;
  to_timestamp: number;
  seller_id: string;
  sales_officer?: string;
  distributor?: string;
}

/**
 * B5.13: the distributor of a product is the one linked to the hub that has it, the oldest link first. Who carries a product and who serves
 * a hub are gathered once each; looking them up for every hub and product took ten times as long.
 */
const carrierTables = sql`,
    carriers as materialized (select dp.product_id, array_agg(dp.distributor_id order by dp.created, dp._id) as ids from distributor_product dp
      join distributor d on d._id = dp.distributor_id and d.deleted_at is null where dp.status = 'active' and dp.deleted_at is null group by 1),
    servers as materialized (select seller_id, array_agg(distributor_id) as ids from distributor_seller
      where status = 'active' and deleted_at is null group by 1)`;
const carrier = sql`case when c.ids[1] = any(h.ids) then c.ids[1]
  else (select x.id from unnest(c.ids) with ordinality x(id, place) where x.id = any(h.ids) order by x.place limit 1) end`;

async function summary(ctx: Ctx, by: 'distributor' | 'buyer', asked: SummaryAsked) {
  const { from_timestamp: from, to_timestamp: to } = asked;
  checkRange(from, to);
  let groups = groupsIn(ctx, from, to, asked.seller_id, COUNTED_TAGS);
  if (!any(asked.sales_officer)) groups = sql`${groups} and g.sales_officer_id = ${asked.sales_officer}`;
  const needsDistributor = by === 'distributor' || !any(asked.distributor);
  // Summed by hub, retailer and product first, then by what the report is about: names and prices are looked up once per sum at last.
  const { rows } = await sql<SummaryRow>`
    with s as materialized (
      select g.seller_id, ${by === 'buyer' ? sql`g.buyer_id` : sql`''`} as buyer_id, i.product_id, sum(i.quantity)::int8 as issued,
        sum(coalesce(i.quantity_accepted, i.quantity))::int8 as kept, sum(i.line_kobo)::int8 as amount
      from ${linesOf(groups)} group by 1, 2, 3)
    ${needsDistributor ? carrierTables : sql``},
    t as materialized (
      select s.*, ${needsDistributor ? sql`coalesce(${carrier}, '')` : sql`''`} as distributor_id
      from s ${needsDistributor ? sql`left join carriers c on c.product_id = s.product_id left join servers h on h.seller_id = s.seller_id` : sql``}),
    u as materialized (
      select ${by === 'buyer' ? sql`t.buyer_id` : sql`t.distributor_id`} as key, t.product_id, sum(t.issued)::int8 as issued, sum(t.kept)::int8 as kept,
        sum(t.amount)::int8 as amount, max(sp.price_kobo)::int8 as hub_price, bool_or(sp._id is null) as listed
      from t left join seller_product sp on sp.seller_id = t.seller_id and sp.product_id = t.product_id and sp.status = 'active' and sp.deleted_at is null
      ${any(asked.distributor) ? sql`` : sql`where t.distributor_id = ${asked.distributor}`} group by 1, 2)
    select u.key, ${by === 'buyer' ? sql`k.name` : sql`coalesce(k.name, 'No distributor')`} as key_name, u.product_id, p.name, p.case_count,
      u.issued, u.kept, u.amount, greatest(u.hub_price, case when u.listed then p.price_kobo end)::int8 as price
    from u join product p on p._id = u.product_id
      ${by === 'buyer' ? sql`join buyer k on k._id = u.key` : sql`left join distributor k on k._id = u.key`}
    order by ${by === 'buyer' ? sql`k.name_key` : sql`coalesce(k.name_key, 'no distributor')`} collate "C", u.key, p.name_key, u.product_id`.execute(
    ctx.db,
  );
  const groupsByKey = new Map<string, SummaryGroup & { kobo: number }>();
  let total = 0;
  for (const row of rows) {
    const group = groupsByKey.get(row.key) ?? { _id: row.key, name: row.key_name, amount: '', items: [], kobo: 0 };
    groupsByKey.set(row.key, group);
    group.kobo += row.amount;
    total += row.amount;
    group.items.push(summaryItem(row));
  }
  return {
    groups: [...groupsByKey.values()].map(({ kobo, ...group }) => ({ ...group, amount: formatMoney(kobo) })),
    total: formatMoney(total),
  };
}

function summaryItem(row: SummaryRow) {
  const returned = row.issued - row.kept;
  const [net, out, back] = [row.kept, row.issued, returned].map((units) => casesAndUnits(units, row.case_count)) as [
    { cases: number; units: number },
    { cases: number; units: number },
    { cases: number; units: number },
  ];
  return {
    product_id: row.product_id,
    name: row.name,
    case_count: row.case_count,
    quantity: row.kept,
    cases: net.cases,
    units: net.units,
    issued: row.issued,
    issued_cases: out.cases,
    issued_units: out.units,
    returned,
    returned_cases: back.cases,
    returned_units: back.units,
    price: formatMoney(row.price),
    amount: formatMoney(row.amount),
  };
}

interface SalesAsked {
  timestamp_min: number;
  timestamp_max: number;
  seller_id: string;
  tags?: string[];
  query?: string;
}

type SoldRow = Omit<SoldProduct, 'amount' | 'cases' | 'units'> & { amount: number };

async function sales(ctx: Ctx, asked: SalesAsked, perSeller: boolean) {
  const { timestamp_min: from, timestamp_max: to, tags = [], query = '' } = asked;
  checkRange(from, to);
  const groups = groupsIn(ctx, from, to, asked.seller_id, tags.length > 0 ? tags : SHOWN_TAGS);
  const words = query === '*' ? [] : query.slice(0, MAX_SEARCH).split(/\s+/u).filter(Boolean);
  const found = words.map((word) => {
    const like = sql`'%' || searchable(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`;
    return sql` and (p.name_key like ${like} or b.name_key like ${like} or maker.name_key like ${like})`;
  });
  const { rows } = await sql<SoldRow>`
    with s as materialized (
      select ${perSeller ? sql`g.seller_id` : sql`''`} as seller_id, i.product_id, sum(coalesce(i.quantity_accepted, i.quantity))::int8 as quantity,
        sum(i.line_kobo)::int8 as amount
      from ${linesOf(groups)} group by 1, 2)
    select s.product_id, p.name, p.case_count, json_build_object('_id', b._id, 'name', b.name) as brand,
      json_build_object('_id', maker._id, 'name', maker.name) as manufacturer, s.quantity, s.amount
      ${perSeller ? sql`, case when hub._id is null then null else json_build_object('_id', hub._id, 'name', hub.name) end as seller` : sql``}
    from s join product p on p._id = s.product_id join brand b on b._id = p.brand_id join manufacturer maker on maker._id = b.manufacturer_id
      left join seller hub on hub._id = s.seller_id
    where true ${found.length > 0 ? sql.join(found, sql``) : sql``}
    order by p.name_key, p._id, hub.name_key`.execute(ctx.db);
  const total = rows.reduce((sum, row) => sum + row.amount, 0);
  return {
    products: rows.map((row) => ({
      ...row,
      ...casesAndUnits(row.quantity, row.case_count),
      amount: formatMoney(row.amount),
    })),
    total: formatMoney(total),
  };
}

export const orderReportAnswers: Answer[] = [
  answer(summaryByDistributor, (input, ctx) => summary(ctx, 'distributor', input)),
  answer(summaryByBuyer, (input, ctx) => summary(ctx, 'buyer', input)),
  answer(salesOfAll, (input, ctx) => sales(ctx, input, false)),
  answer(salesOfAllBySeller, (input, ctx) => sales(ctx, input, true)),
];
