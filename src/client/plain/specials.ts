/** Calls that the documents have under another name, in another shape, or split into several calls. */

import { product } from '#contract/catalogue/product.ts';
import type { Model } from '#contract/model.ts';
import { manager } from '#contract/people/manager.ts';
import { warehouse } from '#contract/stock/warehouse.ts';
import { formatMoney, lineAmount } from '#domain/money.ts';
import { startOfDay } from '#domain/time.ts';
import { allQuery, queryClient } from '../reads/queries.ts';
import { pageToken, sessionStore } from '../session/state.ts';
import type { Ask, Input } from './ask.ts';
import { casesOf, koboIn, reportFigures } from './derived.ts';
import { movements } from './movements.ts';
import { groupWithLines, linePrices, removeLine, writeLine } from './orderLines.ts';
import { orderDays, orderSales, orderSummary } from './reports/summaries.ts';
import { walletLog } from './walletLog.ts';
import { LINKS, linksOf } from './writes.ts';

type Row = Record<string, unknown>;
type Special = (ask: Ask, input: Input) => Promise<unknown>;

const rowsIn = (answer: unknown): Row[] => (Array.isArray(answer) ? (answer as Row[]) : []);
const allOf = async <M extends Model>(model: M) => (await queryClient.fetchQuery(allQuery(model))).data;

/** Puts the product into links that name only its id. */
async function withProducts(rows: readonly Row[]): Promise<Row[]> {
  if (rows.every((row) => row.product)) return [...rows];
  const known = new Map((await allOf(product)).map((one) => [one._id, one]));
  return rows.map((row) => ({ ...row, product: row.product ?? known.get(String(row.product_id)) }));
}

const AVAILABLE = 'warehouse_product/read_by_warehouse_available';

/**
 * The products that a party can give: of a distributor the active products that it supplies, of others the stock of their warehouse. The price is the
 * product's.
 */
const productsOfParty: Special = async (ask, { parent_type, parent }) => {
  if (parent_type === 'distributor') {
    const carried = rowsIn(await ask('POST', 'distributor_product/read_by_distributor', { distributor_id: parent }));
    const rows = await withProducts(carried.filter(({ status }) => status !== 'inactive'));
    return { warehouse_id: null, products: rows.map((row) => pickable(row, null)) };
  }
  const place = (await allOf(warehouse)).find((one) => one.parent_type === parent_type && one.parent._id === parent);
  if (!place) return { warehouse_id: null, products: [] };
  const held = await withProducts(rowsIn(await ask('POST', AVAILABLE, { warehouse_id: place._id })));
  return { warehouse_id: place._id, products: held.map((row) => pickable(row, place._id)) };
};

function pickable(row: Row, warehouse_id: string | null): Row {
  const goods = (row.product ?? {}) as Row;
  return {
    _id: warehouse_id === null ? null : row._id,
    warehouse_id,
    product_id: goods._id ?? row.product_id,
    product: goods,
    quantity: warehouse_id === null ? null : row.quantity,
    rate: goods.price ?? '0.00',
  };
}

/** Upserts a line: a plain server expects both quantities and the amount, and a change sends all of them. */
const upsertItem: Special = async (ask, input) => {
  const items = rowsIn(
    await ask('GET', 'purchase_order_item/read_by_purchase_order', { purchase_order_id: input.purchase_order_id }),
  );
  const before = items.find(({ _id }) => _id === input._id);
  const product_id = String(input.product_id ?? before?.product_id ?? '');
  const goods = (before?.product ?? (await allOf(product)).find(({ _id }) => _id === product_id) ?? {}) as Row;
  const quantity = Number(input.quantity ?? before?.quantity ?? 0);
  const accepted = input.quantity_accepted;
  const quantity_accepted =
    accepted === undefined || accepted === null || accepted === '' ? quantity : Number(accepted);
  const rate = koboIn(input.rate) ?? koboIn(goods.price) ?? 0;
  const amount = koboIn(input.amount) ?? lineAmount(quantity, rate, Number(goods.case_count) || 1);
  const line = {
    purchase_order_id: input.purchase_order_id,
    product_id,
    quantity,
    quantity_accepted,
    amount: formatMoney(amount),
  };
  const answer = await ask('POST', 'purchase_order_item/upsert', { ...line, _id: input._id });
  const _id = typeof answer === 'string' ? answer : ((answer ?? {}) as Row)._id;
  return { ...line, product: goods, ...(typeof answer === 'object' ? answer : {}), _id: input._id ?? _id };
};

/** The documents: "if the result carries an error list the user sees Transfer failed". They define neither the field nor the contents of the list. */
const execute: Special = async (ask, input) => {
  const answer = await ask('POST', 'purchase_order/execute', input);
  const row = (typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {}) as Row;
  const list = [answer, row.errors, row.error].find((one) => Array.isArray(one));
  const errors = rowsIn(list).map((one) =>
    typeof one === 'object' && one !== null ? one : { code: '', message: String(one) },
  );
  return { committed: errors.length === 0, ...row, _id: input._id, errors };
};

/** "Changing a tag first updates the tag, then writes audit meta entries." */
const updateTag: Special = async (ask, input) => {
  const answer = await ask('POST', 'order_group/update_tag', input);
  const me = sessionStore.read().profile?.user_id ?? '';
  const tag = input.new_tag === 'pending' ? 'created_by' : `${String(input.new_tag)}_by`;
  if (['pending', 'completed', 'cancelled'].includes(String(input.new_tag)))
    await ask('POST', 'order_group_meta/upsert_many', {
      order_group_id: input._id,
      tag: [tag],
      value: [me],
      meta: [''],
    });
  return typeof answer === 'object' && answer !== null && '_id' in answer ? answer : groupWithLines(ask, input._id);
};

/** The documents keep the steps of an order and no other act. */
const history: Special = async (ask, input) =>
  rowsIn(await ask('POST', 'order_group_log/read_by_order_group', input)).map(({ _id, created, user, ...step }) => ({
    ...{ _id, created, user: user ?? null, token_name: null, part: 'order_group', action: 'tag', name: '' },
    ...{ case_count: null, note: step.note ?? '', charged: null },
    changes: [{ field: 'tag', from: step.old_tag ?? null, to: step.tag }],
  }));

/** A write of an order whose answer must be the order as it is now. */
const thenOrder =
  (path: string, id: string): Special =>
  async (ask, input) => {
    await ask('POST', path, input);
    return groupWithLines(ask, input[id]);
  };

async function readOne(ask: Ask, model: string, _id: unknown): Promise<Row> {
  return rowsIn(await ask('GET', `${model}/read`, { _id }))[0] ?? {};
}

/** A record with the links that its form shows. */
const withLinks =
  (model: keyof typeof LINKS & string): Special =>
  async (ask, input) => {
    const row = await readOne(ask, model, input._id);
    const known = LINKS[model];
    if (!known) return [row];
    const links = (await linksOf(ask, model, String(input._id))).filter(({ status }) => status !== 'inactive');
    const ids = links.map((one) => one[known.other]);
    const carried =
      model === 'distributor'
        ? rowsIn(await ask('POST', 'distributor_product/read_by_distributor', { distributor_id: input._id }))
        : null;
    const counts = carried && { product_count: carried.filter(({ status }) => status !== 'inactive').length };
    return [{ ...counts, ...row, [known.field]: known.field.endsWith('s') ? ids : (ids[0] ?? null) }];
  };

/** The documents send the value. The cases come from the stock, today's movements from the log. */
const value: Special = async (ask, input) => {
  const answer = (await ask('GET', 'warehouse/value', input)) as Row;
  const stock = await withProducts(rowsIn(await ask('POST', AVAILABLE, { warehouse_id: input._id })));
  const sum = (rows: readonly Row[]) => rows.reduce((all, row) => all + Math.abs(casesOf(row)), 0);
  const figures = { skus: stock.length, cases: sum(stock) };
  if (!sessionStore.read().profile?.permissions.includes('view_warehouse_logs')) return { ...figures, ...answer };
  const logs = await withProducts(
    rowsIn(await ask('POST', 'warehouse_log/read_by_warehouse', { warehouse_id: input._id })),
  );
  const today = startOfDay(Math.floor(Date.now() / 1_000));
  const moved = logs.filter((row) => Number(row.created) >= today);
  const [came_today, left_today] = [1, -1].map((sign) => sum(moved.filter((row) => sign * Number(row.quantity) > 0)));
  return { ...figures, came_today, left_today, ...answer };
};

const report =
  (path: string): Special =>
  async (ask, input) => {
    const warehouseIds = Array.isArray(input.warehouse_ids) ? (input.warehouse_ids as unknown[]) : [];
    const hubs = async () =>
      (await allOf(warehouse))
        .filter(({ parent_type, status }) => parent_type === 'seller' && status === 'active')
        .map(({ _id }) => _id);
    const warehouse_ids = warehouseIds.includes('*') ? await hubs() : warehouseIds;
    return reportFigures(await ask('POST', path, { ...input, warehouse_ids }), String(input.context ?? 'sales'));
  };

/** The persons who may manage a hub: active seller managers and staff. `seller` would need a read of each hub and stays unknown. */
const managerCandidates: Special = async () =>
  (await allOf(manager))
    .filter(({ role, status }) => status === 'active' && ['seller.manager', 'manager.staff'].includes(role))
    .map(({ _id, name, role_name }) => ({ _id, name, role_name, seller: null }));

/** The documents do not define how the number of people is sent: alone, or in an object. */
const counted =
  (path: string): Special =>
  async (ask, input) => {
    const answer = await ask('POST', path, input);
    return typeof answer === 'object' && answer !== null ? answer : { count: answer };
  };

/** The documents' matrix is complete: {columns, data}. */
const matrix =
  (path: string): Special =>
  async (ask, input) => {
    const answer = (await ask('GET', path, {})) as { columns?: unknown; data?: unknown };
    const rows = rowsIn(answer.data).filter(({ name }) =>
      String(name ?? '')
        .toLowerCase()
        .includes(String(input.search ?? '').toLowerCase()),
    );
    if (input.page === undefined) return { ...answer, data: rows };
    const size = Number(input.per_page) || 50;
    const from = (Number(input.page) - 1) * size;
    return { columns: answer.columns, rows: rows.slice(from, from + size), total: rows.length };
  };

const nothing =
  (answer: unknown): Special =>
  () =>
    Promise.resolve(answer);

export const SPECIALS: Readonly<Record<string, Special>> = {
  'administrator/read_delegate': (ask) => ask('GET', 'administrator/read_delegate', { token: pageToken() ?? '' }),
  'warehouse_product/read_by_warehouse': (ask, input) => ask('POST', AVAILABLE, input),
  'warehouse_product/read_by_party': productsOfParty,
  'warehouse_product/read_rates': nothing({ sold: {}, shipped: {} }),
  'warehouse_product/read_unsellable': nothing([]),
  'warehouse/value': value,
  'warehouse_log/read_by_warehouse': async (ask, input) => withProducts(await movements(ask, input)),
  'warehouse_log/report': report('warehouse_log/report'),
  'warehouse_log/sales': report('warehouse_log/sales'),
  'distributor_product/read_by_distributor': async (ask, input) =>
    withProducts(rowsIn(await ask('POST', 'distributor_product/read_by_distributor', input))),
  'category_product/read_by_category': async (ask, input) =>
    withProducts(rowsIn(await ask('POST', 'category_product/read_by_category', input))),
  'purchase_order/read_by_ref': (ask, input) => ask('GET', 'purchase_order/read_by_ref', input),
  'purchase_order/execute': execute,
  'purchase_order_item/upsert': upsertItem,
  'order_group/read': async (ask, input) => [await groupWithLines(ask, input._id)],
  'order_group/history': history,
  'order_group_item/read_prices': (_ask, input) => linePrices(input),
  'order_group_item/create': writeLine('order_group_item/create'),
  'order_group_item/update': writeLine('order_group_item/update'),
  'order_group_item/upsert': writeLine('order_group_item/upsert'),
  'order_group_item/remove': removeLine('order_group_item/remove'),
  'order_group_item/delete': removeLine('order_group_item/delete'),
  'order_group/update_tag': updateTag,
  'order_group/update_amount': thenOrder('order_group/update_amount', '_id'),
  'order_group/update_sales_officer': thenOrder('order_group/update_sales_officer', '_id'),
  'order_group_meta/upsert_many': thenOrder('order_group_meta/upsert_many', 'order_group_id'),
  'order/matrix_fulfilment': matrix('order/matrix_fulfilment'),
  'order/matrix_fulfilment_buyers': matrix('order/matrix_fulfilment_buyers'),
  'order_group/purchase_orders': (ask, input) => orderSummary(ask, input, 'distributor'),
  'order_group/purchase_orders_buyers': (ask, input) => orderSummary(ask, input, 'buyer'),
  'order_group/sales_of_all_custom_special': (_ask, input) => orderSales(input, false),
  'order_group/sales_of_all_custom_special_seller': (_ask, input) => orderSales(input, true),
  'order_group/value_by_day': (_ask, input) => orderDays(input),
  'seller_manager/candidates': managerCandidates,
  'notification/poll_buyers_for': counted('notification/poll_buyers_for'),
  'notification/send_to_buyers': counted('notification/send_to_buyers'),
  'ledger_log/read_by_ledger': walletLog,
  'area/read': withLinks('area'),
  'distributor/read': withLinks('distributor'),
  'seller/read': withLinks('seller'),
  'buyer/history': (ask) => ask('GET', 'buyer/history', { show_more: false }),
};
