/** Reads of stock, stock logs and stock values. */

import { type RawBuilder, sql } from 'kysely';
import { ratesOfHub } from '#contract/stock/ratesCalls.ts';
import {
  logsOf,
  logsOfOrder,
  productsAvailable,
  productsOf,
  stockSince,
  type WarehouseLog,
  type WarehouseProduct,
} from '#contract/stock/stockCalls.ts';
import { unsellableOf } from '#contract/stock/unsellableCalls.ts';
import { MAX_PER_PAGE } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { can } from '#domain/permissions.ts';
import { searchable } from '#domain/text.ts';
import { casesNumber } from '#domain/units.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import { containsPattern } from '../db/containsPattern.ts';
import type { Db } from '../db/open.ts';
import { isLive, type LiveTable } from '../db/reads.ts';
import { nextAfter, placeOf } from '../resources/delta.ts';
import { cannotSort, wholeNumber, wholeOf } from '../resources/list.ts';
import { neverChanged, person } from '../resources/rows.ts';
import { ratesAround } from './defaultRates.ts';
import { pageOfFound, pageOfLog } from './logPages.ts';
import { findParty } from './party.ts';
import { partyProductsHandler } from './partyProducts.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from './productRefs.ts';
import { soldBy } from './soldBy.ts';
import { unsellableAt } from './unsellable.ts';
import { valueHandler, worthsHandler } from './valueHandler.ts';

async function mustExist(db: Db, id: string, table: LiveTable = 'warehouse', label = 'Warehouse'): Promise<void> {
  if (!(await isLive(db, table, id))) throw notFound(label);
}

type StockRow = ProductColumns & {
  _id: string;
  warehouse_id: string;
  quantity: number;
  cost_price_kobo: number | null;
  created: number;
  modified: number;
  version: number;
  officer: string | null;
};

async function stockRows(
  ctx: Ctx,
  where: RawBuilder<unknown>,
  order = sql`p.name_key, p._id`,
): Promise<WarehouseProduct[]> {
  const { rows } =
    await sql<StockRow>`select wp._id, wp.warehouse_id, wp.quantity, wp.cost_price_kobo, wp.created, wp.modified, wp.version,
      case when held.parent_type = 'sales_officer' then held.parent end as officer, ${productRefColumns}
    from warehouse_product wp join warehouse held on held._id = wp.warehouse_id join product p on p._id = wp.product_id ${productJoins}
    where ${where} order by ${order}`.execute(ctx.db);
  const sold = await soldBy(
    ctx.db,
    rows.flatMap((row) => row.officer ?? []),
  );
  const seesCost = can(ctx.who, 'view_warehouses');
  return rows.map((row) => ({
    _id: row._id,
    created: row.created,
    modified: row.modified,
    version: row.version,
    // Nobody edits a stock row. Its log says who moved the stock.
    created_by: null,
    modified_by: null,
    warehouse_id: row.warehouse_id,
    product_id: row.p_id,
    product: toProductRef(row, true),
    quantity: row.quantity,
    cases: casesNumber(row.quantity, row.case_count, 2),
    ...(row.officer === null ? {} : sold(row.officer, row.p_id, row.quantity)),
    ...(seesCost ? { cost_price: row.cost_price_kobo === null ? null : formatMoney(row.cost_price_kobo) } : {}),
  }));
}

type LogRow = ProductColumns & {
  _id: string;
  ref: string;
  kind: string;
  warehouse_id: string;
  quantity: number;
  cost_price_kobo: number;
  sell_price_kobo: number;
  amount_kobo: number | null;
  created: number;
  timestamp: number;
  balance_after: number;
  note: string;
  purchase_order_id: string | null;
  source: string;
  source_name: string;
  destination: string;
  destination_name: string;
  by_id: string | null;
  by_name: string | null;
};

const logFrom = sql`from warehouse_log wl join product p on p._id = wl.product_id ${productJoins}
  left join purchase_order po on po._id = wl.purchase_order_id`;

const NEWEST = sql`order by wl.created desc, wl._id desc`;
const LOG_ORDERS = new Map([
  ['-created', NEWEST],
  ['created', sql`order by wl.created, wl._id`],
]);

/** Log rows for responses, newest first unless `order` says otherwise. */
export async function logRows(
  db: Db,
  where: RawBuilder<unknown>,
  limit = sql``,
  order: RawBuilder<unknown> = NEWEST,
): Promise<WarehouseLog[]> {
  const { rows } =
    await sql<LogRow>`select wl._id, wl.ref, wl.kind, wl.warehouse_id, wl.quantity, wl.cost_price_kobo, wl.sell_price_kobo, wl.amount_kobo,
      wl.created, wl.timestamp, wl.balance_after, wl.note, wl.purchase_order_id, wl.created_by as by_id,
      (select name from user_account where _id = wl.created_by) as by_name,
      po.source, po.source_name, po.destination, po.destination_name, ${productRefColumns}
    ${logFrom} where ${where} ${order} ${limit}`.execute(db);
  return rows.map((row) => ({
    _id: row._id,
    ref: row.ref,
    kind: row.kind,
    warehouse_id: row.warehouse_id,
    product_id: row.p_id,
    product: toProductRef(row),
    quantity: row.quantity,
    cost_price: formatMoney(row.cost_price_kobo),
    sell_price: formatMoney(row.sell_price_kobo),
    amount: row.amount_kobo === null ? null : formatMoney(row.amount_kobo),
    timestamp: row.timestamp,
    balance_after: row.balance_after,
    purchase_order: row.purchase_order_id
      ? {
          _id: row.purchase_order_id,
          ref: row.ref,
          source_obj: { _id: row.source, name: row.source_name },
          destination_obj: { _id: row.destination, name: row.destination_name },
        }
      : null,
    note: row.note,
    ...neverChanged(row.created, person(row.by_id, row.by_name)),
  }));
}

function searchLogs(text: string | undefined): RawBuilder<unknown> {
  const words = searchable((text ?? '').slice(0, 100))
    .split(/\s+/u)
    .filter(Boolean);
  const likes = words.map((word) => {
    const like = containsPattern(word);
    return sql`(lower(wl.ref) like ${like} or p.name_key like ${like})`;
  });
  return likes.length === 0 ? sql`true` : sql.join(likes, sql` and `);
}

export const stockHandlers: Handler[] = [
  handle(productsAvailable, async ({ warehouse_id }, ctx) => {
    await mustExist(ctx.db, warehouse_id);
    return stockRows(ctx, sql`wp.warehouse_id = ${warehouse_id} and wp.quantity > 0 and p.status = 'active'`);
  }),
  handle(productsOf, async ({ warehouse_id, since }, ctx) => {
    await mustExist(ctx.db, warehouse_id);
    return stockRows(ctx, sql`wp.warehouse_id = ${warehouse_id} and wp.modified >= ${since ?? 0}`);
  }),
  handle(stockSince, async ({ since = 0, after: sent, per_page, warehouse_id }, ctx) => {
    const perPage = Math.min(MAX_PER_PAGE, wholeNumber(per_page ?? String(MAX_PER_PAGE), 'per_page', 1));
    const place = await placeOf(sent, ctx);
    const { after } = place;
    const start = after ? sql`(wp.modified, wp._id) > (${after.at}, ${after.id})` : sql`wp.modified >= ${since}`;
    const where = warehouse_id === undefined ? start : sql`${start} and wp.warehouse_id = any(${warehouse_id})`;
    const found = await stockRows(ctx, where, sql`wp.modified, wp._id limit ${perPage + 1}`);
    const rows = found.slice(0, perPage);
    const last = rows.at(-1);
    const more = found.length > perPage;
    return {
      rows,
      deleted: [],
      as_of: place.asOf,
      more,
      next: more && last ? nextAfter(place, last.modified, last._id) : null,
    };
  }),
  partyProductsHandler,
  handle(ratesOfHub, async ({ seller_id }, ctx) => {
    await findParty(ctx.db, 'seller', seller_id);
    return ratesAround(ctx.db, seller_id);
  }),
  handle(unsellableOf, async ({ seller_id }, ctx) => {
    await findParty(ctx.db, 'seller', seller_id);
    return unsellableAt(ctx.db, seller_id);
  }),
  handle(logsOf, async ({ warehouse_id, kind = [], search, sort = '-created', page, per_page }, ctx) => {
    const order = LOG_ORDERS.get(sort);
    if (!order) throw cannotSort(sort);
    await mustExist(ctx.db, warehouse_id);
    const words = (search ?? '').trim();
    if (page === undefined)
      return wholeOf((limit) =>
        logRows(
          ctx.db,
          sql`wl.warehouse_id = ${warehouse_id} and ${kind.length > 0 ? sql`wl.kind = any(${kind})` : sql`true`} and ${searchLogs(words)}`,
          limit,
          order,
        ),
      );
    const size = Math.min(MAX_PER_PAGE, wholeNumber(per_page ?? '50', 'per_page', 1));
    const skip = (wholeNumber(page, 'page', 1) - 1) * size;
    const request = { warehouse: warehouse_id, newest: order === NEWEST, skip, size };
    const isWhole = words === '' && kind.length === 0;
    const { ids, total } = isWhole ? await pageOfLog(ctx.db, request) : await pageOfFound(ctx.db, words, request, kind);
    return {
      rows: ids.length === 0 ? [] : await logRows(ctx.db, sql`wl._id = any(${ids})`, sql``, order),
      total,
    };
  }),
  handle(logsOfOrder, async ({ purchase_order_id }, ctx) => {
    await mustExist(ctx.db, purchase_order_id, 'purchase_order', 'Purchase order');
    return logRows(ctx.db, sql`wl.purchase_order_id = ${purchase_order_id}`);
  }),
  valueHandler,
  worthsHandler,
];
