/** Reads the lines of a purchase order and maintains the order's totals: amount, count and digest (B3.7, B3.21). */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { standingPrice } from '#domain/linePrice.ts';
import { formatMoney, isMoney, lineAmount, rateOf, shareOfAmount } from '#domain/money.ts';
import { digestText, movedQuantity, type PartyType } from '#domain/transfer.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';
import type { Row } from '../db/tables.ts';
import { person } from '../resources/rows.ts';
import { defaultRates } from '../stock/defaultRates.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from '../stock/productRefs.ts';
import { nextRevision } from './lockedOrder.ts';

export interface LineRow {
  _id: string;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount_kobo: number;
  /** Kobo per case, as it was entered (K1). */
  rate_kobo: number | null;
  case_count: number;
  product_name: string;
  product_status: string;
  product_price: number;
  /** domain/lots.ts; null: no lot was named. */
  lots: string | null;
  /** Kobo per case, for a line that ordered 0 units and received some (B3.7). Null when the line's own amount applies. */
  extra_rate: number | null;
}

/** Live lines sorted by product id, which is the order in which stock rows are locked (B3.16). */
export async function lockedLines(db: Db, orderId: string): Promise<LineRow[]> {
  const { rows } = await sql<
    Omit<LineRow, 'extra_rate'>
  >`select i._id, i.product_id, i.quantity, i.quantity_accepted, i.amount_kobo, i.rate_kobo, i.lots, p.case_count,
      p.name as product_name, p.status as product_status, p.price_kobo as product_price
    from purchase_order_item i join product p on p._id = i.product_id
    where i.purchase_order_id = ${orderId} and i.deleted_at is null order by i.product_id`.execute(db);
  const rates = await extraRates(db, orderId, rows);
  return rows.map((row) => ({ ...row, extra_rate: rates.get(row._id) ?? null }));
}

/**
 * The value of the moved part of a line, in kobo (B3.7). A line that ordered 0 units is valued at its default rate; throws when the product columns
 * for that are missing.
 */
export function acceptedAmount(
  line: Pick<LineRow, 'quantity' | 'quantity_accepted' | 'amount_kobo'> &
    Partial<Pick<LineRow, 'product_price' | 'extra_rate' | 'case_count'>>,
): number {
  const moved = movedQuantity(line);
  if (moved === 0) return 0;
  if (moved === line.quantity) return line.amount_kobo;
  if (line.quantity > 0) return shareOfAmount(line.amount_kobo, moved, line.quantity);
  const { extra_rate, product_price, case_count } = line;
  if (product_price === undefined || case_count === undefined) throw new Error('The product of a line was not read');
  return lineAmount(moved, extra_rate ?? product_price, case_count);
}

export type CountableLine = Pick<LineRow, '_id' | 'product_id' | 'quantity' | 'quantity_accepted'>;

/** Whether a line ordered 0 units and received some (B3.7). */
export const isExtra = (line: CountableLine): boolean => line.quantity === 0 && movedQuantity(line) > 0;

/**
 * By line id: the rate, in kobo per case, of lines that ordered 0 units and received some. The default rate (B3.6), or on a receipt the rate of the
 * move.
 */
export async function extraRates(
  db: Db,
  orderId: string,
  lines: readonly CountableLine[],
): Promise<Map<string, number>> {
  const extras = lines.filter(isExtra);
  if (extras.length === 0) return new Map();
  const order = await db
    .selectFrom('purchase_order')
    .select(['tag', 'source_type', 'source', 'destination_type', 'destination'])
    .where('_id', '=', orderId)
    .$narrowType<{ source_type: PartyType; destination_type: PartyType }>()
    .executeTakeFirst();
  if (!order) return new Map();
  if (order.tag === 'receipt') {
    // The log row holds the rate: as cost price of shipments, as selling price of everything else.
    const { rows } = await sql<{ item_id: string; rate: number }>`select item_id,
        case when kind in ('shipment_in', 'shipment_out') then cost_price_kobo else sell_price_kobo end as rate
      from warehouse_log where purchase_order_id = ${orderId} and item_id = any(${extras.map((line) => line._id)}) and quantity > 0`.execute(
      db,
    );
    return new Map(rows.map((row) => [row.item_id, row.rate]));
  }
  const rates = await defaultRates(
    db,
    {
      parent_type: order.source_type,
      parent: order.source,
      destination_type: order.destination_type,
      destination: order.destination,
    },
    extras.map((line) => line.product_id),
  );
  return new Map(
    extras.flatMap((line): [string, number][] => {
      const rate = rates.get(line.product_id);
      return rate === undefined ? [] : [[line._id, rate]];
    }),
  );
}

/** The digest of lines, hexadecimal SHA-256: client and server compute the same one from equal lines. */
export function digestOf(lines: readonly (CountableLine & Pick<LineRow, 'amount_kobo'>)[]): string {
  return createHash('sha256')
    .update(digestText(lines.map((line) => ({ ...line, amount: line.amount_kobo }))))
    .digest('hex');
}

export interface OrderTotals {
  amount_kobo: number;
  items_digest: string;
  items_revision: number;
}

/** The totals that an order stores of its lines, in kobo. */
export interface Sums {
  amount_kobo: number;
  accepted_kobo: number;
  count: number;
  digest: string;
}

/** Computes the totals. Throws 422 when an amount is too large (B13). `acceptedOf` is {@link acceptedAmount} of a line. */
export function lineSums<Line extends CountableLine & Pick<LineRow, 'amount_kobo'>>(
  lines: readonly Line[],
  acceptedOf: (line: Line) => number,
): Sums {
  const amount = lines.reduce((sum, line) => sum + line.amount_kobo, 0);
  const accepted = lines.reduce((sum, line) => sum + acceptedOf(line), 0);
  if (!isMoney(amount) || !isMoney(accepted)) throw new Refusal('limit', 'Amount is too large.');
  return { amount_kobo: amount, accepted_kobo: accepted, count: lines.length, digest: digestOf(lines) };
}

/**
 * Throws 422 when the price per case is too large, because log rows and averages store it. Only written lines are checked, so that old lines can be
 * corrected one by one.
 */
export function refuseRate(line: Pick<LineRow, 'amount_kobo' | 'quantity' | 'case_count'>): void {
  if (!isMoney(rateOf(line.amount_kobo, line.quantity, line.case_count) ?? 0))
    throw new Refusal('limit', 'Rate is too large.');
}

/** The statement that stores an order's totals. It runs in the transaction that changed the lines. */
export const keepSums = (orderId: string, sums: Sums, now: number, revision: RawBuilder<number> = nextRevision(now)) =>
  sql<Pick<Row<'purchase_order'>, 'items_revision'>>`update purchase_order set amount_kobo = ${sums.amount_kobo},
    amount_accepted_kobo = ${sums.accepted_kobo}, item_count = ${sums.count}, items_digest = ${sums.digest},
    items_revision = ${revision}, modified = ${now}
    where _id = ${orderId} returning items_revision`;

export function orderTotals(sums: Sums, revision: number): OrderTotals {
  return { amount_kobo: sums.amount_kobo, items_digest: sums.digest, items_revision: revision };
}

/**
 * Reads the order's lines and stores its amount, count and digest. `written`: ids of the lines that are new or changed. Throws 422 beyond a limit
 * (B13).
 */
export async function refreshTotals(
  db: Db,
  orderId: string,
  now: number,
  written: readonly string[] = [],
): Promise<OrderTotals> {
  const lines = await lockedLines(db, orderId);
  const sums = lineSums(lines, acceptedAmount);
  for (const line of lines) if (written.includes(line._id)) refuseRate(line);
  const { rows } = await keepSums(orderId, sums, now).execute(db);
  return orderTotals(sums, rows[0]?.items_revision ?? 0);
}

/** The order's totals in the response to a change of a line. */
export function orderAfter({ amount_kobo, items_digest, items_revision }: OrderTotals) {
  return { order_amount: formatMoney(amount_kobo), items_digest, items_revision };
}

/** The columns of a line for its response. */
export interface LineColumns {
  _id: string;
  created: number;
  modified: number;
  version: number;
  created_by: string | null;
  created_name: string | null;
  modified_by: string | null;
  modified_name: string | null;
  purchase_order_id: string;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount_kobo: number;
  /** Kobo per case (K1). */
  rate_kobo: number | null;
  rate_about: boolean;
  reason: string | null;
  note: string;
  client_id: string | null;
  /** domain/lots.ts. */
  lots: string | null;
}

/** The columns of the line's product. `available` is the source's current stock in units. */
export type OfProduct = ProductColumns & { available: number | null };

/**
 * Lines for responses, sorted by product name. `available` is the source's current stock in units, null for a distributor, whose stock is not in our
 * books (K25).
 */
export async function purchaseOrderItems(db: Db, where: RawBuilder<unknown>): Promise<PurchaseOrderItem[]> {
  const { rows } = await sql<
    LineColumns & OfProduct
  >`select i._id, i.created, i.modified, i.version, i.created_by, i.modified_by,
      (select name from user_account where _id = i.created_by) as created_name,
      (select name from user_account where _id = i.modified_by) as modified_name, i.purchase_order_id, i.product_id, i.quantity, i.quantity_accepted, i.amount_kobo,
      i.rate_kobo, i.rate_about, i.reason, i.note, i.client_id, i.lots,
      (select wp.quantity from warehouse w join warehouse_product wp on wp.warehouse_id = w._id and wp.product_id = i.product_id
        where w.parent_type = po.source_type and w.parent = po.source and w.status = 'active' and w.deleted_at is null
          and po.source_type <> 'distributor') as available,
      ${productRefColumns}
    from purchase_order_item i join purchase_order po on po._id = i.purchase_order_id join product p on p._id = i.product_id ${productJoins}
    where ${where} and i.deleted_at is null order by p.name_key, i._id`.execute(db);
  const rates = new Map<string, number>();
  for (const orderId of new Set(rows.map((row) => row.purchase_order_id))) {
    const own = rows.filter((row) => row.purchase_order_id === orderId);
    for (const [id, extra] of await extraRates(db, orderId, own)) rates.set(id, extra);
  }
  return rows.map((row) => itemOf(row, row, rates.get(row._id) ?? null));
}

/**
 * Builds one line of a response. `extra_rate` comes from {@link extraRates}. Fields are copied one by one, because a spread would copy each row of a
 * batch twice.
 */
export function itemOf(line: LineColumns, product: OfProduct, extra_rate: number | null): PurchaseOrderItem {
  const { quantity, quantity_accepted, amount_kobo } = line;
  const { case_count, p_price: product_price } = product;
  const accepted = acceptedAmount({ quantity, quantity_accepted, amount_kobo, case_count, product_price, extra_rate });
  const rate = standingPrice({ quantity, amount: amount_kobo, rate: line.rate_kobo }, case_count);
  return {
    _id: line._id,
    created: line.created,
    modified: line.modified,
    version: line.version,
    created_by: person(line.created_by, line.created_name),
    modified_by: person(line.modified_by, line.modified_name),
    purchase_order_id: line.purchase_order_id,
    product_id: line.product_id,
    product: toProductRef(product, true),
    quantity,
    quantity_accepted,
    amount: formatMoney(amount_kobo),
    amount_accepted: formatMoney(accepted),
    rate: rate === null ? null : formatMoney(rate),
    rate_about: line.rate_about,
    reason: line.reason,
    note: line.note,
    available: product.available,
    client_id: line.client_id,
    lots: line.lots,
  };
}
