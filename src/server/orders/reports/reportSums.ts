/** The shared sums of the order reports: SQL groups them over one covering index, this file adds them up and attaches names. */
import { type RawBuilder, sql } from 'kysely';
import { MAX_REPORT_DAYS } from '#domain/limits.ts';
import { chipRange } from '#domain/orderReports.ts';
import { isHubSide } from '#domain/permissions.ts';
import { DAY } from '#domain/time.ts';
import type { Ctx } from '../../calls/handler.ts';
import { invalid, Refusal } from '../../calls/refusal.ts';

/** The range of a report in epoch seconds, the end exclusive. Without any the last 30 days, today included. */
export function requestedRange(
  { now }: Pick<Ctx, 'now'>,
  from: number | undefined,
  to: number | undefined,
): { from: number; to: number } {
  if (from === undefined && to === undefined) return chipRange('month', now);
  if (from === undefined || to === undefined || from > to) throw invalid({ from_timestamp: 'Date range is required.' });
  if (to - from > MAX_REPORT_DAYS * DAY) throw new Refusal('limit', 'Please choose at most 400 days.');
  return { from, to };
}

/** Whether a filter is unset: left out, or `*`. */
export const anyOf = (wanted: string | undefined) => wanted === undefined || wanted === '*';

/** The condition on the groups of a report: time range, hub and tags. An account of a hub sees only its own hub. */
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

/** The length of a part, in seconds. The embedded database sums a part in about 50 ms (100,000 groups a year, twenty hubs). */
const PART_SECONDS = { everyHub: 2 * DAY, oneHub: 30 * DAY };

/**
 * Sums over the range. Where one statement blocks all other requests, the range is split into parts. A group lies in exactly one part, so the parts
 * add up.
 */
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

/** The live lines of these groups, as `i`, with their order `o` and group `g`. */
export const reportLines = (
  groups: RawBuilder<unknown>,
) => sql`order_group g join order_item i on i.order_group_id = g._id and i.deleted_at is null
  join "order" o on o._id = i.order_id and o.tag not in ('cancelled', 'deleted')
  where ${groups}`;

const charged = sql`filter (where g.tag in ('delivered', 'completed'))`;
/** The sums of Money over the lines `i`. */
export const lineMoney = sql`sum(i.line_kobo)::int8 as amount, sum(i.billed_kobo)::int8 as shared, coalesce(sum(i.billed_kobo) ${charged}, 0)::int8 as billed`;

/**
 * Amounts that these groups bill without a product: an order with an amount and no line, or only a fee. `columns` must match the other half of the
 * union. Only groups that count (B7.1) are included, because an emptied and cancelled order bills nothing.
 */
export const withoutProducts = (groups: RawBuilder<unknown>, columns: RawBuilder<unknown>, by: RawBuilder<unknown>) =>
  sql`select ${columns}, 0::int8 as amount, sum(g.total_kobo)::int8 as shared, coalesce(sum(g.total_kobo) ${charged}, 0)::int8 as billed
    from order_group g where ${groups} and g.manufacturers = 0 and g.total_kobo <> 0 and g.tag in ('pending', 'delivered', 'completed') ${by}`;
/** Rows by `_id`, each with its rank in the order of the query. */
type Ranked<Row> = Map<string, Row & { rank: number }>;

/**
 * Reads the names of the summed rows once. Otherwise sums of twenty hubs and ten thousand products would carry every name many times. The `order by`
 * of the statement is the order of the report.
 */
export async function ranked<Row extends { _id: string }>(ctx: Ctx, statement: RawBuilder<Row>): Promise<Ranked<Row>> {
  const { rows } = await statement.execute(ctx.db);
  return new Map(rows.map((row, rank) => [row._id, { ...row, rank }]));
}

/** Above this number of ids the whole table of names is read, because looking up each id would take longer. */
const FEW = 5_000;

export function among(column: string, ids: Iterable<string>): RawBuilder<unknown> {
  const each = [...new Set(ids)];
  return each.length > FEW ? sql`true` : sql`${sql.ref(column)} = any(${each})`;
}
