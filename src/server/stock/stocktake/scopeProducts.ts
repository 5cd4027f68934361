/** Which products a stocktake covers, and what the plan proposes to count. */
import { type RawBuilder, sql } from 'kysely';
import { PROPOSED_PRODUCTS, type StocktakeScope } from '#domain/stocktake.ts';
import { DAY } from '#domain/time.ts';
import type { Ctx } from '../../calls/handler.ts';
import { invalid, notFound } from '../../calls/refusal.ts';

export interface ScopeInput {
  warehouse_id: string;
  scope: StocktakeScope;
  scope_id?: string | undefined;
  product_ids?: string[] | undefined;
}

/** "What moved most" looks at so many days. */
const MOVED_DAYS = 28;

/** The products of a scope and its name in words. Throws 404 for an unknown maker or brand, 422 for a list without products. */
export async function productsOfScope(ctx: Ctx, scope: ScopeInput): Promise<{ name: string; products: string[] }> {
  const held = (more: RawBuilder<unknown>) =>
    idsBy(
      ctx,
      sql`select p._id from warehouse_product wp join product p on p._id = wp.product_id join brand b on b._id = p.brand_id
      where wp.warehouse_id = ${scope.warehouse_id} and wp.quantity > 0 and ${more}`,
    );
  switch (scope.scope) {
    case 'all':
      return { name: 'All products', products: await held(sql`true`) };
    case 'manufacturer': {
      const { _id, name } = await named(ctx, 'manufacturer', scope.scope_id);
      return { name, products: await held(sql`b.manufacturer_id = ${_id}`) };
    }
    case 'brand': {
      const { _id, name } = await named(ctx, 'brand', scope.scope_id);
      return { name, products: await held(sql`b._id = ${_id}`) };
    }
    case 'moved':
      return { name: `${PROPOSED_PRODUCTS} that moved most`, products: await movedMost(ctx, scope.warehouse_id) };
    case 'plan': {
      const chosen = scope.product_ids ?? (await planOf(ctx, scope.warehouse_id)).map(({ product_id }) => product_id);
      return { name: "Today's plan", products: await known(ctx, chosen) };
    }
    case 'list': {
      if (!scope.product_ids) throw invalid({ product_ids: 'Choose the products to count.' });
      const products = await known(ctx, scope.product_ids);
      return { name: products.length === 1 ? 'List of 1 product' : `List of ${products.length} products`, products };
    }
  }
}

async function idsBy(ctx: Ctx, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (query as RawBuilder<{ _id: string }>).execute(ctx.db);
  return rows.map((row) => row._id);
}

async function named(ctx: Ctx, table: 'manufacturer' | 'brand', id: string | undefined) {
  const label = table === 'brand' ? 'Brand' : 'Manufacturer';
  if (!id) throw invalid({ scope_id: `${label} field is required.` });
  const { rows } = await sql<{ _id: string; name: string }>`select _id, name from ${sql.table(table)}
    where _id = ${id} and deleted_at is null`.execute(ctx.db);
  if (!rows[0]) throw notFound(label, 'scope_id');
  return rows[0];
}

/** The existing products. A tablet without a server may name a product that was deleted meanwhile: the others are counted all the same. */
const known = (ctx: Ctx, ids: readonly string[]) => idsBy(ctx, sql`select _id from product where _id = any(${ids})`);

/** The products of which most cases came or went. Openings and counts move nothing. */
const movedMost = (ctx: Ctx, warehouse: string) =>
  idsBy(
    ctx,
    sql`select wl.product_id as _id from warehouse_log wl join product p on p._id = wl.product_id
      where wl.warehouse_id = ${warehouse} and wl.kind not in ('opening', 'adjustment') and wl.timestamp >= ${ctx.now - MOVED_DAYS * DAY}
      group by wl.product_id, p.case_count order by sum(abs(wl.quantity)) / p.case_count desc, wl.product_id limit ${PROPOSED_PRODUCTS}`,
  );

export interface PlannedProduct {
  product_id: string;
  last_counted_at: number | null;
  days: number;
}

/** The products to count first: value at cost times days since the last count, or since the product arrived if nobody ever counted it. */
export async function planOf(ctx: Ctx, warehouse: string): Promise<PlannedProduct[]> {
  const { rows } = await sql<PlannedProduct>`
    with taken as (
      select l.product_id, max(c.counted_at) as at from stocktake s join stocktake_line l on l.stocktake_id = s._id
        join stocktake_count c on c.stocktake_id = l.stocktake_id and c.product_id = l.product_id and c.round = l.counted_round
      where s.warehouse_id = ${warehouse} and s.status = 'posted' group by l.product_id),
    adjusted as (
      select product_id, max(timestamp) as at from warehouse_log
      where warehouse_id = ${warehouse} and kind = 'adjustment' and reason = 'count' and source_key is null group by product_id),
    known as (
      select wp.product_id, greatest(taken.at, adjusted.at) as last_counted_at, wp.created,
        wp.quantity::float8 * coalesce(wp.cost_price_kobo, p.price_kobo) / p.case_count as value
      from warehouse_product wp join product p on p._id = wp.product_id
        left join taken on taken.product_id = wp.product_id left join adjusted on adjusted.product_id = wp.product_id
      where wp.warehouse_id = ${warehouse} and wp.quantity > 0),
    aged as (
      select *, greatest(0, (${ctx.now}::int8 - coalesce(last_counted_at, created)) / ${sql.lit(DAY)}) as days from known)
    select product_id, last_counted_at, days from aged where days > 0 or last_counted_at is null
    order by value * greatest(days, 1) desc, product_id limit ${PROPOSED_PRODUCTS}`.execute(ctx.db);
  return rows;
}
