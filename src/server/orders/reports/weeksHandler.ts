/** Sales of one product in each of the last twelve weeks. The same orders count as in the sales history (B8.8). */
import { sql } from 'kysely';
import { type ProductWeek, productWeeks, WEEKS } from '#contract/catalogue/historyCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import { DAY, LAGOS_OFFSET } from '#domain/time.ts';
import { handle } from '../../calls/handler.ts';
import { notFound } from '../../calls/refusal.ts';
import { isLive } from '../../db/reads.ts';

const WEEK = 7 * DAY;
/** A Monday at midnight in Lagos. The first of January 1970 was a Thursday. */
const FIRST_MONDAY = 4 * DAY - LAGOS_OFFSET;

export const weeksHandler = handle(productWeeks, async ({ product_id }, ctx): Promise<ProductWeek[]> => {
  if (!(await isLive(ctx.db, 'product', product_id))) throw notFound('Product');
  const hub = isHubSide(ctx.who.role) ? (ctx.who.seller_id ?? '') : null;
  const last = Math.floor((ctx.now - FIRST_MONDAY) / WEEK);
  const first = last - WEEKS + 1;
  const { rows } = await sql<{ week: number; units: number; kobo: number }>`
    select ((g.created - ${FIRST_MONDAY}) / ${WEEK})::int4 as week, sum(coalesce(i.quantity_accepted, i.quantity))::int8 as units,
      sum(i.billed_kobo)::int8 as kobo
    from order_group g join order_item i on i.order_group_id = g._id and i.product_id = ${product_id} join "order" o on o._id = i.order_id
    where g.tag in ('delivered', 'completed') and o.tag not in ('cancelled', 'deleted') and g.deleted_at is null and i.deleted_at is null
      and o.deleted_at is null and g.created >= ${FIRST_MONDAY + first * WEEK} ${hub === null ? sql`` : sql`and g.seller_id = ${hub}`}
    group by 1`.execute(ctx.db);
  const sold = new Map(rows.map((row) => [row.week, row]));
  return Array.from({ length: WEEKS }, (_, at) => {
    const { units = 0, kobo = 0 } = sold.get(first + at) ?? {};
    return { from: FIRST_MONDAY + (first + at) * WEEK, count: units, billed: formatMoney(kobo) };
  });
});
