/** Copies what a receipt moved into another order, for an opposite transfer and for a reversal. */
import { sql } from 'kysely';
import { linePrice, standingPrice } from '#domain/linePrice.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { Ctx } from '../calls/handler.ts';
import { acceptedAmount, type LineRow, refreshTotals } from './orderLines.ts';

/** Copies the moved quantities at the value they moved at. An order has at most 2,000 lines (B13), so one statement holds them all. */
export async function copyLines(ctx: Ctx, orderId: string, lines: readonly LineRow[]): Promise<void> {
  const ids = lines.map(() => ctx.newId());
  if (lines.length > 0) {
    const values = lines.map((line, at) => {
      const moved = movedQuantity(line);
      const { extra_rate, case_count, product_price } = line;
      const rate = standingPrice({ ...line, amount: line.amount_kobo, rate: line.rate_kobo }, case_count);
      const price = linePrice({
        quantity: moved,
        caseCount: case_count,
        rate: rate ?? undefined,
        amount: acceptedAmount(line),
        line: null,
        usual: extra_rate ?? product_price,
      });
      return sql`(${ids[at]}, ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.who.user_id}, ${orderId}, ${line.product_id}, ${moved}, ${moved},
        ${price.amount}, ${price.rate}, ${price.about})`;
    });
    await sql`insert into purchase_order_item (_id, created, modified, created_by, modified_by, purchase_order_id, product_id, quantity,
      quantity_accepted, amount_kobo, rate_kobo, rate_about) values ${sql.join(values)}`.execute(ctx.db);
    // The lots that came go back.
    await sql`update purchase_order_item i set lots = came.lots
      from (select wl.item_id, '[' || string_agg('[' || to_json(lm.code)::text || ',' || to_json(lm.expires)::text || ',' || lm.quantity || ']', ','
          order by lm.expires, lm.code) || ']' as lots
        from warehouse_log wl join lot_move lm on lm.log_id = wl._id
        where wl.purchase_order_id = (select purchase_order_id from purchase_order_item where _id = ${lines[0]?._id ?? ''})
          and wl.quantity > 0 group by wl.item_id) came
      join unnest(${lines.map((line) => line._id)}::text[], ${ids}::text[]) as copied (from_id, to_id) on copied.from_id = came.item_id
      where i._id = copied.to_id`.execute(ctx.db);
  }
  await refreshTotals(ctx.db, orderId, ctx.now, ids);
}
