/** The goods that delivery associates sold out of those issued to them. Derived from orders; moves no stock (B5.4). */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

type Sold = (officer: string, product: string, quantity: number) => { sold: number; in_hand: number };

/** Units in each associate's delivered and completed orders. `in_hand` below zero means that more was sold than issued. */
export async function soldBy(db: Db, officers: readonly string[]): Promise<Sold> {
  const wanted = [...new Set(officers)];
  const sums = new Map<string, number>();
  if (wanted.length > 0) {
    const { rows } = await sql<{ officer: string; product_id: string; units: number }>`
      select g.sales_officer_id as officer, i.product_id, sum(coalesce(i.quantity_accepted, i.quantity))::int8 as units
      from order_group g join "order" o on o.order_group_id = g._id and o.tag not in ('cancelled', 'deleted')
        join order_item i on i.order_id = o._id and i.deleted_at is null
      where g.sales_officer_id = any(${wanted}) and g.da_stock and g.tag in ('delivered', 'completed') and g.deleted_at is null
      group by 1, 2`.execute(db);
    for (const row of rows) sums.set(`${row.officer} ${row.product_id}`, row.units);
  }
  return (officer, product, quantity) => {
    const sold = sums.get(`${officer} ${product}`) ?? 0;
    return { sold, in_hand: quantity - sold };
  };
}
