/** Lots: the mark of a product, what expires, and where a lot went (decision 0540). The database moves them itself (migration 016). */
import { sql } from 'kysely';
import { type ExpiringLot, expiringLots, lotsOfProduct, traceLot, trackLots } from '#contract/stock/lotCalls.ts';
import { codeKey } from '#domain/barcode.ts';
import { readGs1 } from '#domain/gs1.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import { DAY, startOfDay } from '#domain/time.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { person } from '../resources/rows.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from './productRefs.ts';
import { roundedValue } from './reportRules.ts';

/** The most rows of an answer. */
const MOST = 2_000;
/** Lagos is one hour before UTC. */
const LAGOS = 3_600;

/** The day of a time in Lagos as `2027-03-01`. */
const dayOf = (at: number): string => new Date((at + LAGOS) * 1_000).toISOString().slice(0, 10);

interface LotStockRow {
  warehouse_id: string;
  owner_name: string;
  code: string;
  expires: string;
  quantity: number;
}
const toLotStock = ({ warehouse_id, owner_name, code, expires, quantity }: LotStockRow) => ({
  warehouse: { _id: warehouse_id, name: owner_name },
  code,
  expires,
  quantity,
});
const heldColumns = sql`s.warehouse_id, w.owner_name, s.code, s.expires, s.quantity`;
const asItLeaves = sql`s.expires = '', s.expires, s.code, w.name_key, w._id`;

const trackHandler = handle(trackLots, async ({ _id, tracks_lots, base_version }, ctx) => {
  // Warehouses before products, as all calls that move stock lock them: a transfer that is under way ends first.
  await sql`select 1 from warehouse where _id in (select warehouse_id from warehouse_product where product_id = ${_id})
    order by _id for update`.execute(ctx.db);
  const { rows } = await sql<{ name: string; tracks_lots: boolean; version: number }>`select name, tracks_lots, version
    from product where _id = ${_id} and deleted_at is null for update`.execute(ctx.db);
  const known = rows[0];
  if (!known) throw notFound('Product');
  if (known.tracks_lots === tracks_lots) return { _id, tracks_lots, version: known.version };
  if (base_version !== undefined && base_version !== known.version)
    throw new Refusal('conflict', `${known.name} was changed by somebody else.`);
  await sql`update product set tracks_lots = ${tracks_lots}, version = version + 1, modified = ${ctx.now},
    modified_by = ${ctx.who.user_id} where _id = ${_id}`.execute(ctx.db);
  await ctx.audit({
    action: 'update',
    model: 'product',
    record_id: _id,
    record_label: known.name,
    before: { tracks_lots: known.tracks_lots },
    after: { tracks_lots },
  });
  ctx.setMessage(tracks_lots ? 'Tracked by lot from now on.' : 'No longer tracked by lot.');
  return { _id, tracks_lots, version: known.version + 1 };
});

const lotsHandler = handle(lotsOfProduct, async ({ product_id, warehouse_id }, ctx) => {
  const product = await ctx.db
    .selectFrom('product')
    .select('tracks_lots')
    .where('_id', '=', product_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!product) throw notFound('Product');
  const there = warehouse_id === undefined ? sql`` : sql`and s.warehouse_id = ${warehouse_id}`;
  const { rows } =
    await sql<LotStockRow>`select ${heldColumns} from lot_stock s join warehouse w on w._id = s.warehouse_id
    where s.product_id = ${product_id} and s.quantity > 0 ${there} order by ${asItLeaves}`.execute(ctx.db);
  return { tracks_lots: product.tracks_lots, lots: rows.map(toLotStock) };
});

interface Expiring extends LotStockRow, ProductColumns {
  value: number;
}

const expiringHandler = handle(expiringLots, async ({ days, warehouse_id = [] }, ctx) => {
  const today = dayOf(ctx.now);
  const until = dayOf(ctx.now + days * DAY);
  const value = roundedValue(sql`s.quantity`, sql`coalesce(wp.cost_price_kobo, p.price_kobo)`);
  const from = sql`from lot_stock s join warehouse w on w._id = s.warehouse_id and w.parent_type <> 'distributor' join product p on p._id = s.product_id
    left join warehouse_product wp on wp.warehouse_id = s.warehouse_id and wp.product_id = s.product_id ${productJoins}
    where s.quantity > 0 and s.expires <> '' and s.expires <= ${until}
      ${warehouse_id.length === 0 ? sql`` : sql`and s.warehouse_id = any(${warehouse_id})`}`;
  const { rows } = await sql<Expiring>`select ${heldColumns}, ${productRefColumns}, ${value}::int8 as value ${from}
    order by s.expires, p.name_key, ${asItLeaves} limit ${MOST}`.execute(ctx.db);
  const { rows: sums } = await sql<{ count: number; expired: number; value: number }>`select count(*)::int4 as count,
    (count(*) filter (where s.expires < ${today}))::int4 as expired, coalesce(sum(${value}), 0)::int8 as value ${from}`.execute(
    ctx.db,
  );
  const money = (kobo: number) => (isHubSide(ctx.who.role) ? null : formatMoney(kobo));
  const midnight = startOfDay(ctx.now) + LAGOS;
  const { count, expired, value: total } = sums[0] ?? { count: 0, expired: 0, value: 0 };
  return {
    rows: rows.map(
      (row): ExpiringLot => ({
        ...toLotStock(row),
        product: toProductRef(row),
        days: Math.round((Date.parse(row.expires) / 1_000 - midnight) / DAY),
        value: money(row.value),
      }),
    ),
    count,
    expired,
    value: money(total),
  };
});

interface Moved {
  log_id: string;
  at: number;
  warehouse_id: string;
  owner_name: string;
  expires: string;
  quantity: number;
  kind: string;
  ref: string;
  order_id: string | null;
  other_id: string | null;
  other_name: string | null;
  by: string | null;
  by_name: string | null;
}

async function movesOf(ctx: Ctx, product: string, code: string): Promise<Moved[]> {
  const { rows } =
    await sql<Moved>`select lm.log_id, wl.created as at, wl.warehouse_id, w.owner_name, lm.expires, lm.quantity, wl.kind, wl.ref,
      o._id as order_id, case when wl.quantity < 0 then o.destination else o.source end as other_id,
      case when wl.quantity < 0 then o.destination_name else o.source_name end as other_name,
      wl.created_by as by, (select name from user_account where _id = wl.created_by) as by_name
    from lot_move lm join warehouse_log wl on wl._id = lm.log_id join warehouse w on w._id = wl.warehouse_id
      left join purchase_order o on o._id = wl.purchase_order_id
    where lm.product_id = ${product} and lm.code = ${code}
    order by wl.created desc, wl._id desc, lm.expires limit ${MOST}`.execute(ctx.db);
  return rows;
}

/** The lot that was typed, or that a scanned GS1 code names. Throws 422 for a code of other goods and for one without a lot. */
function lotIn(sent: string, product: ProductColumns, now: number): string {
  const scanned = readGs1(sent, new Date(now * 1_000).getUTCFullYear());
  if (!scanned) return sent.trim().toUpperCase();
  const own = [product.barcode_unit, product.barcode_case].flatMap((code) => (code === null ? [] : [codeKey(code)]));
  if (scanned.gtin !== null && !own.includes(scanned.gtin))
    throw invalid({ code: `This code is not one of ${product.p_name}.` });
  if (scanned.lot === null) throw invalid({ code: 'This code names no lot.' });
  return scanned.lot.toUpperCase();
}

const traceHandler = handle(traceLot, async ({ product_id, code: sent = '' }, ctx) => {
  if (!(await isLive(ctx.db, 'product', product_id))) throw notFound('Product');
  const { rows: products } = await sql<ProductColumns>`select ${productRefColumns} from product p ${productJoins}
    where p._id = ${product_id}`.execute(ctx.db);
  const product = products[0];
  if (!product) throw notFound('Product');
  const code = lotIn(sent, product, ctx.now);
  const { rows: held } =
    await sql<LotStockRow>`select ${heldColumns} from lot_stock s join warehouse w on w._id = s.warehouse_id
    where s.product_id = ${product_id} and s.code = ${code} and s.quantity > 0 order by ${asItLeaves}`.execute(ctx.db);
  const moves = await movesOf(ctx, product_id, code);
  if (held.length === 0 && moves.length === 0) throw notFound('Lot', 'code');
  return {
    product: toProductRef(product),
    code,
    held: held.map(toLotStock),
    moves: moves.map((move) => ({
      _id: `${move.log_id}:${move.expires}`,
      at: move.at,
      warehouse: { _id: move.warehouse_id, name: move.owner_name },
      expires: move.expires,
      quantity: move.quantity,
      kind: move.kind,
      ref: move.ref,
      order: move.order_id === null ? null : { _id: move.order_id, ref: move.ref },
      other: move.other_id === null ? null : { _id: move.other_id, name: move.other_name ?? move.other_id },
      by: person(move.by, move.by_name),
    })),
  };
});

export const lotHandlers: readonly Handler[] = [trackHandler, lotsHandler, expiringHandler, traceHandler];
