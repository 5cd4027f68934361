/** The inventory report (B4), grouped by product in SQL over one covering index. */
import { type RawBuilder, sql } from 'kysely';
import {
  type ReportAnswer,
  type ReportRow,
  report,
  reportEntries,
  sales,
  type WarehouseLog,
} from '#contract/stock/stockCalls.ts';
import { MAX_REPORT_DAYS, MAX_REPORT_ENTRIES } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { can } from '#domain/permissions.ts';
import { CONTEXTS, type Context } from '#domain/report.ts';
import { DAY } from '#domain/time.ts';
import { casesNumber } from '#domain/units.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, Refusal } from '../calls/refusal.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from './productRefs.ts';
import { logRows } from './stockHandlers.ts';

interface ReportFilter {
  warehouse_ids?: string[];
  from_timestamp?: number;
  to_timestamp?: number;
}

/** The log rows of each report: their kind, the sign that counts (B4.8), and the price that values them. */
const MOVEMENTS: Record<
  Exclude<Context, 'current_inventory' | 'sales'>,
  { kind: string; sign: 1 | -1; price: 'cost' | 'sell' }
> = {
  shipment_received: { kind: 'shipment_in', sign: 1, price: 'cost' },
  shipment_rejected: { kind: 'shipment_out', sign: -1, price: 'cost' },
  stock_issued: { kind: 'stock_out', sign: -1, price: 'sell' },
  stock_returned: { kind: 'stock_in', sign: 1, price: 'sell' },
};

/** The largest number of log rows that the response includes. Above it the client reads the entries product by product (API.md). */
const ENTRIES_SHOWN = 2_000;

function checkRange(input: ReportFilter, context: Context): { from: number; to: number } {
  if ((input.warehouse_ids ?? []).length === 0) throw invalid({ warehouse_ids: 'Warehouse field is required.' });
  if (context === 'current_inventory') return { from: 0, to: 0 };
  const { from_timestamp: from, to_timestamp: to } = input;
  if (from === undefined || to === undefined || from > to) throw invalid({ from_timestamp: 'Date range is required.' });
  if (to - from > MAX_REPORT_DAYS * DAY) throw new Refusal('limit', 'Please choose at most 400 days.');
  // The end that the client sends includes its whole minute.
  return { from, to: to + 60 };
}

function contextOf(raw: string | undefined): Context {
  if (!raw) throw invalid({ context: 'Report type field is required.' });
  const known = CONTEXTS.find((one) => one === raw);
  if (!known) throw new Refusal('bad_request', `Unknown report type: ${raw}.`);
  return known;
}

/** A product with its sums over the range. Quantities are units, values are kobo. */
type Sums = ProductColumns & {
  issued: number;
  issued_value: number;
  returned: number;
  returned_value: number;
  /** The number of log rows that were summed. */
  many: number;
};

/** Adds the products to the sums, sorted by name. One statement does both, because a second one would cost as much as the sums. */
async function withProducts(ctx: Ctx, sums: RawBuilder<unknown>): Promise<Sums[]> {
  const { rows } =
    await sql<Sums>`select sums.issued, sums.issued_value, sums.returned, sums.returned_value, sums.many, ${productRefColumns}
    from (${sums}) sums join product p on p._id = sums.product_id ${productJoins} order by p.name_key, p._id`.execute(
      ctx.db,
    );
  return rows;
}

/**
 * The value of a quantity at a price per case, in kobo, for quantity >= 0, rounded half up per row (B4). It uses eight-byte integers where they
 * suffice, because `numeric` alone would triple the time of the report over a million rows.
 */
export function roundedValue(quantity: RawBuilder<unknown>, price: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${quantity} <= 1000000 and ${price} between 0 and 4000000000000
    then (2 * ${quantity} * ${price} + p.case_count) / (2 * p.case_count)
    else div(2 * ${quantity}::numeric * ${price} + p.case_count, 2 * p.case_count)::int8 end`;
}

async function movementSums(
  ctx: Ctx,
  warehouses: string[],
  range: { from: number; to: number },
  parts: (keyof typeof MOVEMENTS)[],
): Promise<Sums[]> {
  const kinds = parts.map((part) => MOVEMENTS[part].kind);
  const returns = sql`wl.kind in ('stock_in')`;
  const price = parts.some((part) => MOVEMENTS[part].price === 'sell')
    ? sql`wl.sell_price_kobo`
    : sql`wl.cost_price_kobo`;
  const fits = sql.join(
    parts.map(
      (part) =>
        sql`(wl.kind = ${MOVEMENTS[part].kind} and wl.quantity ${MOVEMENTS[part].sign === 1 ? sql`> 0` : sql`< 0`})`,
    ),
    sql` or `,
  );
  // The invoiced amount, where the log has one.
  const value = sql`coalesce(wl.amount_kobo, ${roundedValue(sql`abs(wl.quantity)`, price)})`;
  return withProducts(
    ctx,
    sql`select wl.product_id, count(*)::int4 as many,
      coalesce(sum(abs(wl.quantity)) filter (where not ${returns}), 0)::int8 as issued,
      coalesce(sum(abs(wl.quantity)) filter (where ${returns}), 0)::int8 as returned,
      coalesce(sum(${value}) filter (where not ${returns}), 0)::int8 as issued_value,
      coalesce(sum(${value}) filter (where ${returns}), 0)::int8 as returned_value
    from warehouse_log wl join product p on p._id = wl.product_id
    where wl.warehouse_id = any(${warehouses}) and wl.kind = any(${kinds}) and wl.timestamp >= ${range.from} and wl.timestamp < ${range.to} and (${fits})
    group by wl.product_id`,
  );
}

async function currentSums(ctx: Ctx, warehouses: string[]): Promise<Sums[]> {
  return withProducts(
    ctx,
    sql`select wp.product_id, 0::int4 as many, sum(wp.quantity)::int8 as issued, 0::int8 as returned, 0::int8 as returned_value,
      sum(${roundedValue(sql`wp.quantity`, sql`coalesce(wp.cost_price_kobo, p.price_kobo)`)})::int8 as issued_value
    from warehouse_product wp join product p on p._id = wp.product_id
    where wp.warehouse_id = any(${warehouses}) and wp.quantity <> 0 group by wp.product_id`,
  );
}

async function build(ctx: Ctx, context: Context, input: ReportFilter): Promise<ReportAnswer> {
  const range = checkRange(input, context);
  const warehouses = input.warehouse_ids ?? [];
  const parts: (keyof typeof MOVEMENTS)[] =
    context === 'sales' ? ['stock_issued', 'stock_returned'] : context === 'current_inventory' ? [] : [context];
  const sums =
    context === 'current_inventory'
      ? await currentSums(ctx, warehouses)
      : await movementSums(ctx, warehouses, range, parts);
  const many = sums.reduce((sum, one) => sum + one.many, 0);
  // Only people who may see logs get the log rows, as in read_by_warehouse. Everybody else gets the sums.
  const none = many > ENTRIES_SHOWN || !can(ctx.who, 'view_warehouse_logs');
  const entries = none ? new Map<string, WarehouseLog[]>() : await entriesByProduct(ctx, context, warehouses, range);
  let total = 0;
  let cases = 0;
  const rows: ReportRow[] = sums.map((sum) => {
    const came = context === 'stock_returned' || context === 'shipment_received';
    const quantity = context === 'sales' ? sum.issued - sum.returned : sum.issued + sum.returned;
    const value = context === 'sales' ? sum.issued_value - sum.returned_value : sum.issued_value + sum.returned_value;
    total += value;
    cases += quantity / sum.case_count;
    const moves = context === 'stock_issued' || context === 'stock_returned' || context === 'sales';
    return {
      product_id: sum.p_id,
      product: toProductRef(sum),
      quantity,
      cases: casesNumber(quantity, sum.case_count, 2),
      issued: moves && !came ? sum.issued : 0,
      issued_value: formatMoney(moves && !came ? sum.issued_value : 0),
      returned: moves ? sum.returned : 0,
      returned_value: formatMoney(moves ? sum.returned_value : 0),
      total: formatMoney(value),
      revenue: formatMoney(context === 'sales' ? value : 0),
      entries: entries.get(sum.p_id) ?? [],
    };
  });
  return {
    products: rows,
    total: formatMoney(total),
    skus: rows.length,
    cases: Math.round(cases * 100) / 100,
    from_timestamp: context === 'current_inventory' ? null : range.from,
    to_timestamp: context === 'current_inventory' ? null : range.to - 60,
    context,
  };
}

function movementWhere(
  context: Context,
  warehouses: string[],
  range: { from: number; to: number },
): RawBuilder<unknown> {
  const parts =
    context === 'sales' ? (['stock_issued', 'stock_returned'] as const) : ([context] as (keyof typeof MOVEMENTS)[]);
  const fits = sql.join(
    parts.map(
      (part) =>
        sql`(wl.kind = ${MOVEMENTS[part].kind} and wl.quantity ${MOVEMENTS[part].sign === 1 ? sql`> 0` : sql`< 0`})`,
    ),
    sql` or `,
  );
  return sql`wl.warehouse_id = any(${warehouses}) and (${fits}) and wl.timestamp >= ${range.from} and wl.timestamp < ${range.to}`;
}

async function entriesByProduct(
  ctx: Ctx,
  context: Context,
  warehouses: string[],
  range: { from: number; to: number },
): Promise<Map<string, WarehouseLog[]>> {
  const found = new Map<string, WarehouseLog[]>();
  if (context === 'current_inventory') return found;
  const where = movementWhere(context, warehouses, range);
  for (const entry of await logRows(ctx.db, where)) {
    const known = found.get(entry.product_id);
    if (known) known.push(entry);
    else found.set(entry.product_id, [entry]);
  }
  return found;
}

export const reportHandlers: Handler[] = [
  handle(report, (input, ctx) => build(ctx, contextOf(input.context), input)),
  handle(sales, (input, ctx) => build(ctx, 'sales', input)),
  handle(reportEntries, async (input, ctx) => {
    const context = contextOf(input.context);
    const range = checkRange(input, context);
    const where =
      context === 'current_inventory'
        ? sql`wl.warehouse_id = any(${input.warehouse_ids ?? []})`
        : movementWhere(context, input.warehouse_ids ?? [], range);
    return logRows(ctx.db, sql`${where} and wl.product_id = ${input.product_id}`, sql`limit ${MAX_REPORT_ENTRIES}`);
  }),
];
