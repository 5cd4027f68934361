/** What the order reports are summed from: grouped in SQL over one covering index, added up and named here. */
import { type RawBuilder, sql } from 'kysely';
import { MAX_REPORT_DAYS } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import { DAY } from '#domain/time.ts';
import type { Ctx } from '../../calls/handler.ts';
import { invalid, Refusal } from '../../calls/refusal.ts';

export function checkRange(from: number, to: number): void {
  if (from > to) throw invalid({ from_timestamp: 'Date range is required.' });
  if (to - from > MAX_REPORT_DAYS * DAY) throw new Refusal('limit', 'Please choose at most 400 days.');
}

/** Whether a filter asks for nothing in particular: left out, or `*`. */
export const anyOf = (wanted: string | undefined) => wanted === undefined || wanted === '*';

/** The groups of a report: range, hub (a hub-side account sees its own), tags. */
export function groupsIn(
  ctx: Ctx,
  from: number,
  to: number,
  seller: string,
  tags: readonly string[],
): RawBuilder<unknown> {
  const parts = [
    sql`g.created >= ${from} and g.created < ${to} and g.deleted_at is null and g.tag = any(${[...tags]})`,
  ];
  if (!anyOf(seller)) parts.push(sql`g.seller_id = ${seller}`);
  if (isHubSide(ctx.who.role)) parts.push(sql`g.seller_id = ${ctx.who.seller_id ?? ''}`);
  return sql.join(parts, sql` and `);
}

/** Parts of the range that the embedded engine sums in about 50 ms at 100,000 groups a year of twenty hubs. */
const PART_SECONDS = { everyHub: 2 * DAY, oneHub: 30 * DAY };

/** Runs a sum over the range, in parts where a statement stops everybody else; a group lies in one part, so the parts add up. */
export async function sumOver<Row>(
  ctx: Ctx,
  range: { from: number; to: number; seller: string },
  statement: (from: number, to: number) => RawBuilder<Row>,
  take: (row: Row) => void,
): Promise<void> {
  const part = anyOf(range.seller) ? PART_SECONDS.everyHub : PART_SECONDS.oneHub;
  const step = ctx.database.oneSession ? part : Math.max(1, range.to - range.from);
  for (let { from } = range; from < range.to; from += step) {
    const { rows } = await statement(from, Math.min(range.to, from + step)).execute(ctx.db);
    for (const row of rows) take(row);
  }
}

/** Live lines of those groups, as `i` with their order `o` and group `g`. */
export const reportLines = (
  groups: RawBuilder<unknown>,
) => sql`order_group g join order_item i on i.order_group_id = g._id and i.deleted_at is null
  join "order" o on o._id = i.order_id and o.tag not in ('cancelled', 'deleted')
  where ${groups}`;

/** K7: goods, their share of everything else that is billed, and what the wallets were charged. Kobo. */
export interface Money {
  amount: number;
  shared: number;
  billed: number;
}
export const NO_MONEY: Money = { amount: 0, shared: 0, billed: 0 };

const charged = sql`filter (where g.tag in ('delivered', 'completed'))`;
/** The sums of Money over `linesOf`. */
export const lineMoney = sql`sum(i.line_kobo)::int8 as amount, sum(i.billed_kobo)::int8 as shared, coalesce(sum(i.billed_kobo) ${charged}, 0)::int8 as billed`;

/**
 * Money that these groups bill without a product: an order that was given an amount and no line, or a fee alone. `columns` as in the other half of the
 * union; only what counts (B7.1), for an emptied and cancelled order bills nothing.
 */
export const withoutProducts = (groups: RawBuilder<unknown>, columns: RawBuilder<unknown>, by: RawBuilder<unknown>) =>
  sql`select ${columns}, 0::int8 as amount, sum(g.total_kobo)::int8 as shared, coalesce(sum(g.total_kobo) ${charged}, 0)::int8 as billed
    from order_group g where ${groups} and g.manufacturers = 0 and g.total_kobo <> 0 and g.tag in ('pending', 'delivered', 'completed') ${by}`;
export const WITHOUT_PRODUCT = 'Without a product';

export function addMoney(sum: Money, one: Money): void {
  sum.amount += one.amount;
  sum.shared += one.shared;
  sum.billed += one.billed;
}

/** As the answers say it, naira. */
export const moneyTold = ({ amount, shared, billed }: Money) => ({
  amount: formatMoney(amount),
  adjustments: formatMoney(shared - amount),
  billed: formatMoney(billed),
  not_billed: formatMoney(shared - billed),
});
export function totalsTold(sum: Money) {
  const { amount, adjustments, billed, not_billed } = moneyTold(sum);
  return { total: amount, total_adjustments: adjustments, total_billed: billed, total_not_billed: not_billed };
}

/** Rows by `_id`, each with its place in the order they came in. */
type Ranked<Row> = Map<string, Row & { rank: number }>;

/**
 * What sums are about, named once each: sums of twenty hubs and ten thousand products would otherwise carry every name through the database
 * many times. The `order by` of the statement is the order of the report.
 */
export async function ranked<Row extends { _id: string }>(ctx: Ctx, statement: RawBuilder<Row>): Promise<Ranked<Row>> {
  const { rows } = await statement.execute(ctx.db);
  return new Map(rows.map((row, rank) => [row._id, { ...row, rank }]));
}

/** Beyond this many ids a table of names is read whole: looking each of them up would take longer. */
const FEW = 5_000;

export function among(column: string, ids: Iterable<string>): RawBuilder<unknown> {
  const each = [...new Set(ids)];
  return each.length > FEW ? sql`true` : sql`${sql.ref(column)} = any(${each})`;
}
