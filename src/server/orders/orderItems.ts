/** Lines of orders as answers (ORD-21). */
import { type RawBuilder, sql } from 'kysely';
import type { OrderItem } from '#contract/orders/orderItemCalls.ts';
import { formatMoney, rateOf } from '#domain/money.ts';
import type { Db } from '../db/open.ts';
import { person } from '../models/rows.ts';
import { type ProductColumns, productColumns, productJoins, toProductRef } from '../stock/productRefs.ts';

type ItemRow = ProductColumns & {
  _id: string;
  created: number;
  modified: number;
  version: number;
  created_by: string | null;
  created_name: string | null;
  modified_by: string | null;
  modified_name: string | null;
  order_id: string;
  order_group_id: string;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount_kobo: number;
  line_kobo: number;
  client_id: string | null;
  available: number | null;
};

/** Lines by product name, over alias `i`; `available` is the hub's stock now, in units, null where its hub has no warehouse. */
export async function orderItems(db: Db, where: RawBuilder<unknown>): Promise<OrderItem[]> {
  const { rows } =
    await sql<ItemRow>`select i._id, i.created, i.modified, i.version, i.created_by, cb.name as created_name, i.modified_by,
      mb.name as modified_name, i.order_id, i.order_group_id, i.product_id, i.quantity, i.quantity_accepted, i.amount_kobo, i.line_kobo, i.client_id,
      (select coalesce(wp.quantity, 0) from warehouse w left join warehouse_product wp on wp.warehouse_id = w._id and wp.product_id = i.product_id
        where w.parent_type = 'seller' and w.parent = g.seller_id and w.status = 'active' and w.deleted_at is null) as available,
      ${productColumns}
    from order_item i join order_group g on g._id = i.order_group_id join product p on p._id = i.product_id ${productJoins}
      left join user_account cb on cb._id = i.created_by left join user_account mb on mb._id = i.modified_by
    where ${where} and i.deleted_at is null order by p.name_key, i._id`.execute(db);
  return rows.map((row) => {
    const rate = rateOf(row.amount_kobo, row.quantity, row.case_count);
    return {
      _id: row._id,
      created: row.created,
      modified: row.modified,
      version: row.version,
      created_by: person(row.created_by, row.created_name),
      modified_by: person(row.modified_by, row.modified_name),
      order_id: row.order_id,
      order_group_id: row.order_group_id,
      product_id: row.product_id,
      product: toProductRef(row, true),
      quantity: row.quantity,
      quantity_accepted: row.quantity_accepted,
      amount: formatMoney(row.amount_kobo),
      line_value: formatMoney(row.line_kobo),
      rate: rate === null ? null : formatMoney(rate),
      available: row.available,
      client_id: row.client_id,
    };
  });
}
