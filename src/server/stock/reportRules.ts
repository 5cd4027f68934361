/** The common rules of all inventory reports: whose rows count, over which days, and the value of a row (B4). */
import { type RawBuilder, sql } from 'kysely';
import { MAX_REPORT_DAYS } from '#domain/limits.ts';
import type { Context } from '#domain/report.ts';
import { DAY } from '#domain/time.ts';
import type { Ctx } from '../calls/handler.ts';
import { invalid, Refusal } from '../calls/refusal.ts';

export interface ReportFilter {
  warehouse_ids?: string[];
  from_timestamp?: number;
  to_timestamp?: number;
}

/** The log rows of each report: their kind, the sign that counts (B4.8), and the price that values them. */
export const MOVEMENTS: Record<
  Exclude<Context, 'current_inventory' | 'sales'>,
  { kind: string; sign: 1 | -1; price: 'cost' | 'sell' }
> = {
  shipment_received: { kind: 'shipment_in', sign: 1, price: 'cost' },
  shipment_rejected: { kind: 'shipment_out', sign: -1, price: 'cost' },
  stock_issued: { kind: 'stock_out', sign: -1, price: 'sell' },
  stock_returned: { kind: 'stock_in', sign: 1, price: 'sell' },
};

/** The warehouses in a report. `*` means those of all hubs. */
export async function warehousesOf(ctx: Ctx, { warehouse_ids: wanted = [] }: ReportFilter): Promise<string[]> {
  if (wanted.length === 0) throw invalid({ warehouse_ids: 'Warehouse field is required.' });
  if (!wanted.includes('*')) return wanted;
  const rows = await ctx.db
    .selectFrom('warehouse')
    .select('_id')
    .where('parent_type', '=', 'seller')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('_id')
    .execute();
  return rows.map((row) => row._id);
}

export function checkRange(input: ReportFilter, context: Context): { from: number; to: number } {
  if (context === 'current_inventory') return { from: 0, to: 0 };
  const { from_timestamp: from, to_timestamp: to } = input;
  if (from === undefined || to === undefined || from > to) throw invalid({ from_timestamp: 'Date range is required.' });
  if (to - from > MAX_REPORT_DAYS * DAY) throw new Refusal('limit', 'Please choose at most 400 days.');
  // The end that the client sends includes its whole minute.
  return { from, to: to + 60 };
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
