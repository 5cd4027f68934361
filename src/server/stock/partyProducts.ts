/** What a party can give: all of it, or what changed since a position of the reader (decision 1160). */
import { type RawBuilder, sql } from 'kysely';
import { productsForTransfer } from '#contract/stock/stockCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { kindOf, type PartyType } from '#domain/transfer.ts';
import { type Ctx, handle } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { readEpoch } from '../db/reads.ts';
import { placeOf } from '../resources/delta.ts';
import { defaultRates } from './defaultRates.ts';
import { findParty } from './party.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from './productRefs.ts';

interface Parties {
  parent_type: PartyType;
  parent: string;
  destination_type?: PartyType | undefined;
  destination?: string | undefined;
}

interface Warehouse {
  _id: string;
  live: boolean;
  modified: number;
}

type Found = ProductColumns & {
  stock_id: string | null;
  quantity: number | null;
  lots: [string, string, number][] | null;
};

/** After more changes than this the whole answer costs the reader less than the changes. */
const MOST_CHANGED = 5_000;

export const partyProductsHandler = handle(productsForTransfer, async ({ since, ...parties }, ctx) => {
  const { parent_type, parent, destination_type, destination } = parties;
  const from = since === undefined ? null : positionIn(since);
  await findParty(ctx.db, parent_type, parent);
  if (destination_type && destination) await findParty(ctx.db, destination_type, destination);
  // Both are read before the rows.
  const { asOf } = await placeOf(undefined, ctx);
  const epoch = await readEpoch(ctx.db);
  const { rows: warehouses } =
    await sql<Warehouse>`select _id, status = 'active' and deleted_at is null as live, modified
    from warehouse where parent_type = ${parent_type} and parent = ${parent}`.execute(ctx.db);
  const warehouse = warehouses.find(({ live }) => live)?._id ?? null;
  // A position after now is of a clock that was set back. With another warehouse all stock is another.
  const isKnown = from?.epoch === epoch && from.at <= ctx.now && warehouses.every(({ modified }) => modified < from.at);
  const changed = isKnown ? await changedSince(ctx, from.at, parties, warehouse) : null;
  const rows = await rowsOf(ctx, parties, warehouse, changed);
  const there = new Set(rows.map((row) => row.p_id));
  const rates = await defaultRates(ctx.db, parties, [...there]);
  const isSupplier = parent_type === 'distributor';
  return {
    warehouse_id: warehouse,
    as_of: `${epoch}~${asOf}`,
    products: rows.map((row) => ({
      _id: row.stock_id,
      warehouse_id: row.stock_id === null ? null : warehouse,
      product_id: row.p_id,
      product: toProductRef(row, true),
      quantity: isSupplier ? null : (row.quantity ?? 0),
      rate: formatMoney(rates.get(row.p_id) ?? row.p_price),
      ...(row.lots !== null && !isSupplier ? { lots: row.lots } : {}),
    })),
    ...(changed && { gone: changed.filter((id) => !there.has(id)) }),
  };
});

/** The position that an answer gave. */
function positionIn(since: string): { epoch: string; at: number } {
  const [, epoch = '', at = ''] = /^([\w-]+)~(\d{1,12})$/.exec(since) ?? [];
  if (at === '') throw new Refusal('bad_request', 'Field since is not valid.');
  return { epoch, at: Number(at) };
}

/** The ids of products whose row may be another one since then; null: too many. Names of brands and makers mark their products (touchLinked.ts). */
async function changedSince(
  ctx: Ctx,
  at: number,
  parties: Parties,
  warehouse: string | null,
): Promise<string[] | null> {
  const { parent_type, parent, destination_type, destination = '' } = parties;
  const parts = [
    sql`select _id from product where modified >= ${at}`,
    sql`select product_id from warehouse_product where warehouse_id = ${warehouse} and modified >= ${at}`,
  ];
  if (parent_type === 'distributor')
    parts.push(sql`select product_id from distributor_product where distributor_id = ${parent} and modified >= ${at}`);
  const kind = destination_type ? kindOf(parent_type, destination_type) : null;
  // What the default prices are made of (defaultRates.ts).
  if (kind === 'stock_out' || kind === 'stock_in') {
    const hub = kind === 'stock_out' ? parent : destination;
    parts.push(sql`select product_id from seller_product where seller_id = ${hub} and modified >= ${at}`);
  } else if (kind)
    parts.push(sql`select wl.product_id from warehouse_log wl join warehouse w on w._id = wl.warehouse_id
      where w.parent in (${parent}, ${destination}) and wl.created >= ${at}`);
  const { rows } = await sql<{ _id: string }>`select * from (${sql.join(parts, sql` union `)}) changed (_id)
    limit ${MOST_CHANGED + 1}`.execute(ctx.db);
  return rows.length > MOST_CHANGED ? null : rows.map(({ _id }) => _id);
}

/** A distributor may send every product it carries, even without stock in our books. Hubs and associates may send what they hold. */
async function rowsOf(
  ctx: Ctx,
  { parent_type, parent }: Parties,
  warehouse: string | null,
  among: readonly string[] | null,
): Promise<Found[]> {
  if (among?.length === 0) return [];
  const isAmong: RawBuilder<unknown> = among ? sql`p._id = any(${[...among]})` : sql`true`;
  const { rows } = await sql<Found>`
    select ${productRefColumns}, wp._id as stock_id, wp.quantity, case when p.tracks_lots then (
      select json_agg(json_build_array(s.code, s.expires, s.quantity) order by s.expires = '', s.expires, s.code) from lot_stock s
      where s.warehouse_id = ${warehouse} and s.product_id = p._id and s.quantity > 0) end as lots from product p ${productJoins}
    left join warehouse_product wp on wp.product_id = p._id and wp.warehouse_id = ${warehouse}
    where ${isAmong} and p.deleted_at is null and ${
      parent_type === 'distributor'
        ? sql`p.status = 'active' and exists (select 1 from distributor_product dp where dp.product_id = p._id
            and dp.distributor_id = ${parent} and dp.status = 'active' and dp.deleted_at is null)`
        : sql`coalesce(wp.quantity, 0) > 0`
    } order by p.name_key, p._id collate "C"`.execute(ctx.db);
  return rows;
}
