/** The value of a warehouse at cost (WH-25, B4.3), and what moved in it today. */
import { sql } from 'kysely';
import { warehouseWorths } from '#contract/stock/productStockCalls.ts';
import { warehouseValue } from '#contract/stock/stockCalls.ts';
import { formatMoney, lineAmount } from '#domain/money.ts';
import { startOfDay } from '#domain/time.ts';
import { casesNumber } from '#domain/units.ts';
import { type Ctx, handle } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from './productRefs.ts';
import { roundedValue } from './reportRules.ts';

type WorthRow = ProductColumns & { quantity: number; cost_price_kobo: number | null };

const toHundredth = (cases: number) => Math.round(cases * 100) / 100;

/**
 * The cases of the rows that were written since midnight in Lagos, as the list of movements groups them by day. Reports go by the business date, which
 * may be another day: a return is dated tomorrow (K21).
 */
async function movedToday(ctx: Ctx, warehouse: string): Promise<{ came_today: number; left_today: number }> {
  const { rows } = await sql<{ came: number; gone: number }>`
    select coalesce(sum(wl.quantity::float8 / p.case_count) filter (where wl.quantity > 0), 0) as came,
      coalesce(-sum(wl.quantity::float8 / p.case_count) filter (where wl.quantity < 0), 0) as gone
    from warehouse_log wl join product p on p._id = wl.product_id
    where wl.warehouse_id = ${warehouse} and wl.created >= ${startOfDay(ctx.now)}`.execute(ctx.db);
  const { came = 0, gone = 0 } = rows[0] ?? {};
  return { came_today: toHundredth(came), left_today: toHundredth(gone) };
}

/** The sums of {@link valueHandler} for all warehouses in one statement, rounded line by line as there. */
export const worthsHandler = handle(warehouseWorths, async (_input, ctx) => {
  const { rows } = await sql<{ _id: string; worth: number }>`
    select wp.warehouse_id as _id,
      sum(${roundedValue(sql`wp.quantity`, sql`coalesce(wp.cost_price_kobo, p.price_kobo)`)})::int8 as worth
    from warehouse_product wp join product p on p._id = wp.product_id
    where wp.quantity <> 0 group by wp.warehouse_id`.execute(ctx.db);
  return Object.fromEntries(rows.map(({ _id, worth }) => [_id, formatMoney(worth)]));
});

export const valueHandler = handle(warehouseValue, async ({ _id }, ctx) => {
  if (!(await isLive(ctx.db, 'warehouse', _id))) throw notFound('Warehouse');
  const { rows } = await sql<WorthRow>`select wp.quantity, wp.cost_price_kobo, ${productRefColumns}
    from warehouse_product wp join product p on p._id = wp.product_id ${productJoins}
    where wp.warehouse_id = ${_id} and wp.quantity <> 0`.execute(ctx.db);
  let total = 0;
  let totalSell = 0;
  let cases = 0;
  const products = Object.fromEntries(
    rows.map((row) => {
      const cost = row.cost_price_kobo ?? row.p_price;
      const value = lineAmount(row.quantity, cost, row.case_count);
      const valueSell = lineAmount(row.quantity, row.p_price, row.case_count);
      total += value;
      totalSell += valueSell;
      cases += row.quantity / row.case_count;
      const entry = {
        product: toProductRef(row),
        quantity: row.quantity,
        cases: casesNumber(row.quantity, row.case_count, 2),
        cost_price: formatMoney(cost),
        sell_price: formatMoney(row.p_price),
        value: formatMoney(value),
        value_sell: formatMoney(valueSell),
      };
      return [row.p_id, entry];
    }),
  );
  return {
    products,
    total: formatMoney(total),
    total_sell: formatMoney(totalSell),
    skus: rows.length,
    cases: toHundredth(cases),
    ...(await movedToday(ctx, _id)),
  };
});
