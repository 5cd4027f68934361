/** The default price per case of a new line, in kobo, by product id (B3.6). */
import { sql } from 'kysely';
import { formatMoney } from '#domain/money.ts';
import { kindOf, type PartyType } from '#domain/transfer.ts';
import type { HubRates } from '#domain/usualRate.ts';
import { hubPrices, hubPricesOfAll } from '../catalogue/hubPrice.ts';
import type { Db } from '../db/open.ts';

interface Parties {
  parent_type: PartyType;
  parent: string;
  destination_type?: PartyType | undefined;
  destination?: string | undefined;
}

/** Products that are missing from the result use product.price. */
export async function defaultRates(db: Db, of: Parties, productIds: readonly string[]): Promise<Map<string, number>> {
  const ids = [...productIds];
  const kind = of.destination_type ? kindOf(of.parent_type, of.destination_type) : null;
  if (ids.length === 0 || !kind) return new Map();
  if (kind === 'stock_out') return hubPrices(db, of.parent, ids);
  if (kind === 'stock_in') return hubPrices(db, of.destination ?? '', ids);
  const query =
    kind === 'shipment_in' || kind === 'shipment_out'
      ? // The latest price between this distributor and this hub, in either direction.
        sql<Rate>`select distinct on (wl.product_id) wl.product_id, wl.cost_price_kobo as rate from warehouse_log wl
          join purchase_order po on po._id = wl.purchase_order_id
          where wl.product_id = any(${ids}) and wl.kind in ('shipment_in', 'shipment_out')
            and ((po.source = ${of.parent} and po.destination = ${of.destination}) or (po.source = ${of.destination} and po.destination = ${of.parent}))
          order by wl.product_id, wl.created desc, wl._id desc`
      : sql<Rate>`select wp.product_id, wp.cost_price_kobo as rate from warehouse w join warehouse_product wp on wp.warehouse_id = w._id
          where w.parent_type = ${of.parent_type} and w.parent = ${of.parent} and w.status = 'active' and w.deleted_at is null
            and wp.product_id = any(${ids}) and wp.cost_price_kobo is not null`;
  const { rows } = await query.execute(db);
  return new Map(rows.map((row) => [row.product_id, row.rate]));
}

/**
 * The same prices for a tablet that will not reach the server: of all products, and between the hub and every distributor. `usualRate` of the domain takes a
 * line's price from them; a test compares both.
 */
export async function ratesAround(db: Db, hub: string): Promise<HubRates> {
  const { rows } = await sql<
    Rate & { party: string }
  >`select distinct on (found.party, found.product_id) found.party, found.product_id, found.rate
    from (select case when po.source = ${hub} then po.destination else po.source end as party, wl.product_id,
        wl.cost_price_kobo as rate, wl.created, wl._id
      from purchase_order po join warehouse_log wl on wl.purchase_order_id = po._id
      where (po.source = ${hub} or po.destination = ${hub}) and wl.kind in ('shipment_in', 'shipment_out')) found
    order by found.party, found.product_id, found.created desc, found._id desc`.execute(db);
  const shipped: Record<string, Record<string, string>> = {};
  for (const { party, product_id, rate } of rows) {
    shipped[party] ??= {};
    Object.assign(shipped[party], { [product_id]: formatMoney(rate) });
  }
  const sold = await hubPricesOfAll(db, hub);
  return { sold: Object.fromEntries([...sold].map(([product, rate]) => [product, formatMoney(rate)])), shipped };
}

interface Rate {
  product_id: string;
  rate: number;
}
