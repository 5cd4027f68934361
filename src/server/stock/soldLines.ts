/** Adds stock rows of 0 units for goods that an associate sold without ever holding them, so that each shows as negative in hand (K9). */
import { sql } from 'kysely';
import type { Ctx } from '../calls/handler.ts';
import type { Row } from '../db/tables.ts';

/**
 * Adds a row of 0 units to the associate's active warehouse for each product of this billed group that none of the associate's warehouses has a row
 * for. Moves no stock (B5.4) and writes no log. Call it before posting to wallets: transfers also lock stock before wallets.
 */
export async function showSoldLines(ctx: Ctx, groupId: string, officer: string): Promise<void> {
  const { rows } = await sql<
    Pick<Row<'warehouse_product'>, 'warehouse_id' | 'product_id'>
  >`select w._id as warehouse_id, i.product_id
    from order_item i join "order" o on o._id = i.order_id and o.tag not in ('cancelled', 'deleted')
      join warehouse w on w.parent_type = 'sales_officer' and w.parent = ${officer} and w.status = 'active' and w.deleted_at is null
    where i.order_group_id = ${groupId} and i.deleted_at is null and not exists (select 1 from warehouse own
      join warehouse_product wp on wp.warehouse_id = own._id and wp.product_id = i.product_id
      where own.parent_type = 'sales_officer' and own.parent = ${officer})
    order by i.product_id`.execute(ctx.db);
  if (rows.length === 0) return;
  const values = rows.map(
    (row) => sql`(${ctx.newId()}, ${row.warehouse_id}, ${row.product_id}, 0, ${ctx.now}::int8, ${ctx.now}::int8)`,
  );
  await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, created, modified) values ${sql.join(values)}
    on conflict (warehouse_id, product_id) do nothing`.execute(ctx.db);
}
