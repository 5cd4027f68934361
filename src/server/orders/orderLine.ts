/** Stored order lines and their products. */
import { sql } from 'kysely';
import { type LinePrice, linePrice } from '#domain/linePrice.ts';
import { formatMoney, isMoney } from '#domain/money.ts';
import type { Ctx } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';
import { type Group, hubPriceOf } from './settleGroup.ts';

export interface StoredLine {
  _id: string;
  order_id: string;
  order_group_id: string;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount_kobo: number;
  /** Kobo per case (K1). Null when nothing was ordered. */
  rate_kobo: number | null;
  rate_about: boolean;
  version: number;
  modified: number;
  created_by: string | null;
  by_name: string | null;
  deleted_at: number | null;
}

export interface SaleProduct {
  _id: string;
  name: string;
  status: string;
  case_count: number;
  price_kobo: number;
  manufacturer_id: string;
}

export async function lineBy(ctx: Ctx, where: ReturnType<typeof sql>): Promise<StoredLine | null> {
  const { rows } =
    await sql<StoredLine>`select i._id, i.order_id, i.order_group_id, i.product_id, i.quantity, i.quantity_accepted, i.amount_kobo,
      i.rate_kobo, i.rate_about, i.version, i.modified, i.created_by, i.deleted_at, u.name as by_name
    from order_item i left join user_account u on u._id = i.modified_by where ${where}`.execute(ctx.db);
  return rows[0] ?? null;
}

export async function productBy(ctx: Ctx, id: string): Promise<SaleProduct> {
  const { rows } = await sql<SaleProduct>`select p._id, p.name, p.status, p.case_count, p.price_kobo, b.manufacturer_id
    from product p join brand b on b._id = p.brand_id where p._id = ${id} and p.deleted_at is null`.execute(ctx.db);
  if (!rows[0]) throw notFound('Product');
  return rows[0];
}

/** A price as the audit log shows it. */
export const rateShown = (kobo: number | null) => (kobo === null ? {} : { rate: formatMoney(kobo) });

/**
 * The amount and the price of a line, computed from the request, the stored line and the hub's price (K1). Throws 422 when a limit is exceeded (B13).
 */
export async function priceOf(
  ctx: Ctx,
  group: Group,
  product: SaleProduct,
  input: { quantity: number; rate?: number; amount?: number },
  line: StoredLine | null,
): Promise<LinePrice> {
  const price = linePrice({
    quantity: input.quantity,
    caseCount: product.case_count,
    rate: input.rate,
    amount: input.amount,
    line: line && { quantity: line.quantity, amount: line.amount_kobo, rate: line.rate_kobo, about: line.rate_about },
    usual: await hubPriceOf(ctx, group, product),
  });
  if (!isMoney(price.amount)) throw new Refusal('limit', 'Amount is too large.');
  if (!isMoney(price.rate ?? 0)) throw new Refusal('limit', 'Rate is too large.');
  return price;
}
