/** A locked order with everything that a batch of lines needs. Two statements read it, and the rules then run in memory. */
import { sql } from 'kysely';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import type { AuditLine } from '../calls/audit.ts';
import type { Ctx } from '../calls/handler.ts';
import { send } from '../db/pipelining.ts';
import { defaultRates } from '../stock/defaultRates.ts';
import { productJoins, productRefColumns } from '../stock/productRefs.ts';
import { type LockedOrder, lockOpenOrder } from './lockedOrder.ts';
import {
  acceptedAmount,
  type CountableLine,
  extraRates,
  isExtra,
  itemOf,
  type LineColumns,
  lineSums,
  type OfProduct,
  type Sums,
} from './orderLines.ts';

export interface LineInput {
  purchase_order_id: string;
  product_id: string;
  quantity: number;
  quantity_accepted?: number | null;
  /** Kobo. `rate` is kobo per case. */
  amount?: number;
  rate?: number;
  reason?: string | null;
  note?: string;
  /** As domain/lots.ts reads them. */
  lots?: string;
  client_id?: string;
  _id?: string;
  base_version?: number;
}

/** A product with the source's current stock in units. */
export type StockedProduct = OfProduct & { deleted_at: number | null };

/** The columns of a line that the order's totals need, in kobo and units. */
type Summed = CountableLine & { amount_kobo: number };

/** A stored line that the batch may change or name. */
export type PageLine = LineColumns & { deleted_at: number | null };

export interface Page {
  order: LockedOrder;
  products: ReadonlyMap<string, StockedProduct>;
  /** Default rates in kobo per case, by product id (B3.6). */
  rates: ReadonlyMap<string, number>;
  /** Every live line of the order, including those that the batch does not touch. */
  live: Map<string, Summed>;
  byId: Map<string, PageLine>;
  byClient: Map<string, PageLine>;
  /** Live lines of this order, by product id. */
  byProduct: Map<string, PageLine>;
  added: Set<PageLine>;
  changed: Set<PageLine>;
  audits: AuditLine[];
}

/**
 * Locks the order that the first input names and reads the page, in one trip to the database: each statement is worked when the order is locked, so the read
 * lines stay valid until the transaction ends. Throws as {@link lockOpenOrder} does.
 */
export async function openPage(ctx: Ctx, inputs: readonly LineInput[]): Promise<Page> {
  const orderId = inputs[0]?.purchase_order_id ?? '';
  const wanted = [...new Set(inputs.map((input) => input.product_id))];
  const [order, found, products] = await Promise.all([
    lockOpenOrder(ctx, orderId),
    findLines(ctx, orderId, inputs, wanted),
    findProducts(ctx, orderId, wanted),
  ]);
  const live = found.filter((line) => line.live);
  const touched = found.flatMap(({ live: _, whole, ...line }) => (whole ? [{ ...line, ...whole }] : []));
  const unpriced = inputs.filter((input) => input.rate === undefined).map((input) => input.product_id);
  const parties = {
    parent_type: order.source_type,
    parent: order.source,
    destination_type: order.destination_type,
    destination: order.destination,
  };
  const byId = new Map(touched.map((line): [string, PageLine] => [line._id, line]));
  return {
    order,
    products,
    rates: await defaultRates(ctx.db, parties, [...new Set(unpriced)]),
    live: new Map(live.map((line) => [line._id, byId.get(line._id) ?? line])),
    byId,
    byClient: new Map(touched.flatMap((line) => (line.client_id === null ? [] : [[line.client_id, line] as const]))),
    byProduct: new Map(live.flatMap((line) => byId.get(line._id) ?? []).map((line) => [line.product_id, line])),
    added: new Set(),
    changed: new Set(),
    audits: [],
  };
}

type Found = Summed & { live: boolean; whole: Omit<PageLine, keyof Summed> | null };

/** All live lines of the order with the columns for the totals, and all columns of the lines that the batch names or may change. */
async function findLines(
  ctx: Ctx,
  orderId: string,
  inputs: readonly LineInput[],
  wanted: readonly string[],
): Promise<Found[]> {
  const ids = inputs.flatMap((input) => input._id ?? []);
  const clients = inputs.flatMap((input) => input.client_id ?? []);
  const summed = sql`i._id, i.product_id, i.quantity, i.quantity_accepted, i.amount_kobo`;
  const whole = sql`json_build_object('purchase_order_id', i.purchase_order_id, 'created', i.created, 'modified', i.modified,
    'version', i.version, 'created_by', i.created_by, 'created_name', (select name from user_account where _id = i.created_by),
    'modified_by', i.modified_by, 'modified_name', (select name from user_account where _id = i.modified_by), 'reason', i.reason,
    'note', i.note, 'rate_kobo', i.rate_kobo, 'rate_about', i.rate_about, 'client_id', i.client_id, 'lots', i.lots, 'deleted_at', i.deleted_at)`;
  const elsewhere = sql`not (i.purchase_order_id = ${orderId} and i.deleted_at is null)`;
  return send(
    ctx.db,
    sql<Found>`select ${summed}, true as live, case when i.product_id = any(${wanted}::text[])
        or i._id = any(${ids}::text[]) or i.client_id = any(${clients}::text[]) then ${whole} end as whole
      from purchase_order_item i where i.purchase_order_id = ${orderId} and i.deleted_at is null
    union all select ${summed}, false, ${whole} from purchase_order_item i where i._id = any(${ids}::text[]) and ${elsewhere}
    union all select ${summed}, false, ${whole} from purchase_order_item i where i.client_id = any(${clients}::text[]) and ${elsewhere}`,
  );
}

/**
 * The wanted products and those of lines that are {@link isExtra}. Locks the products in the same order as `holdProducts`, before reading them. Otherwise a change that is later rolled back could enter the response
 * and the totals. The lock is separate from the joins, because a join would lose a product whose brand changes meanwhile.
 */
async function findProducts(
  ctx: Ctx,
  orderId: string,
  wanted: readonly string[],
): Promise<Map<string, StockedProduct>> {
  const ids = sql`array(select unnest(${wanted}::text[]) union select product_id from purchase_order_item
    where purchase_order_id = ${orderId} and deleted_at is null and quantity = 0 and quantity_accepted > 0)`;
  const rows = await send(
    ctx.db,
    sql<StockedProduct>`select ${productRefColumns}, p.deleted_at,
      (select quantity from warehouse_product where product_id = p._id and warehouse_id = (select w._id from purchase_order po
        join warehouse w on w.parent_type = po.source_type and w.parent = po.source
        where po._id = ${orderId} and w.status = 'active' and w.deleted_at is null and w.parent_type <> 'distributor')) as available
    from (select * from product where _id = any(${ids}) order by _id for key share) p ${productJoins}`,
  );
  return new Map(rows.map((product) => [product.p_id, product]));
}

/** Computes the order's totals and the response rows of a page (B3.7, B3.21). */
export interface Summary {
  /** Throws 422 when a total is too large (B13). */
  sums(): Sums;
  item(line: PageLine): PurchaseOrderItem;
}

export async function summaryOf(page: Page, ctx: Ctx): Promise<Summary> {
  const lines = [...page.live.values()];
  const rates = await extraRates(ctx.db, page.order._id, lines);
  const accepted = (line: Summed) => {
    if (!isExtra(line)) return acceptedAmount(line);
    const product = page.products.get(line.product_id);
    const worth = product && { case_count: product.case_count, product_price: product.p_price };
    return acceptedAmount({ ...line, ...worth, extra_rate: rates.get(line._id) ?? null });
  };
  return {
    sums: () => lineSums(lines, accepted),
    item(line) {
      const product = page.products.get(line.product_id);
      if (!product) throw new Error('The product of a line was not read');
      return itemOf(line, product, rates.get(line._id) ?? null);
    },
  };
}
