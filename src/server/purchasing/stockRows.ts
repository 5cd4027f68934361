/** Writes the stock rows and log rows of a transfer, many rows per statement. */
import { sql } from 'kysely';
import type { Ctx } from '../calls/handler.ts';

/** The stock of a product in a warehouse after a movement. */
export interface StockRow {
  warehouse: string;
  product: string;
  /** Units. */
  quantity: number;
  /** Kobo per case. */
  cost: number;
}

/** Rows per insert. A statement takes at most 65,535 parameters, and 2,000 lines make 6,000 log rows. */
const BATCH = 1_000;

/** Sets the stock rows. `at` is in epoch seconds. */
export async function writeStock(ctx: Ctx, rows: StockRow[], at: number): Promise<void> {
  if (rows.length > BATCH) {
    await writeStock(ctx, rows.slice(0, BATCH), at);
    return writeStock(ctx, rows.slice(BATCH), at);
  }
  if (rows.length === 0) return;
  const values = rows.map(
    (row) =>
      sql`(${ctx.newId()}, ${row.warehouse}, ${row.product}, ${row.quantity}::int8, ${row.cost}::int8, ${at}::int8, ${at}::int8)`,
  );
  await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, cost_price_kobo, created, modified) values ${sql.join(values)}
    on conflict (warehouse_id, product_id) do update set quantity = excluded.quantity, cost_price_kobo = excluded.cost_price_kobo,
      modified = excluded.modified, version = warehouse_product.version + 1`.execute(ctx.db);
}

export interface MovementLog {
  ref: string;
  kind: string;
  warehouse: string;
  product: string;
  quantity: number;
  cost: number;
  sell: number;
  after: number;
  /** Kobo for the whole line, as in the wallet and the invoice. Null: quantity times price per case (B4.1). */
  amount: number | null;
  order: string | null;
  item: string | null;
  note: string;
}

/** Adds the log rows. `timestamp` is the business date of the transfer, `at` the time of writing; both in epoch seconds. */
export async function writeLogs(ctx: Ctx, timestamp: number, rows: MovementLog[], at: number): Promise<void> {
  if (rows.length > BATCH) {
    await writeLogs(ctx, timestamp, rows.slice(0, BATCH), at);
    return writeLogs(ctx, timestamp, rows.slice(BATCH), at);
  }
  if (rows.length === 0) return;
  const values = rows.map(
    (
      row,
    ) => sql`(${ctx.newId()}, ${row.ref}, ${row.kind}, ${row.warehouse}, ${row.product}, ${row.quantity}::int8, ${row.cost}::int8, ${row.sell}::int8,
      ${row.amount}::int8, ${row.after}::int8, ${at}::int8, ${timestamp}::int8, ${row.order}, ${row.item}, ${row.note}, ${ctx.who.user_id})`,
  );
  await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, amount_kobo, balance_after,
    created, timestamp, purchase_order_id, item_id, note, created_by) values ${sql.join(values)}`.execute(ctx.db);
}
