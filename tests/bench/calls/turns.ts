/** The commonest calls as the bench asks them: the n-th question of each, the same in every run. */
import { encodeForm } from '#contract/form.ts';

/** What the questions name. */
export interface Places {
  /** Transfers that lines are saved into; each client has its own. */
  readonly orders: readonly string[];
  /** A transfer with lines, which is read. */
  readonly shown: string;
  readonly products: number;
  readonly day: number;
  readonly now: number;
}

export interface Turn {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
  readonly isWrite: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
const read = (path: string, fields: Fields = {}): Turn => {
  const text = encodeForm(fields);
  return { method: 'GET', path: text ? `${path}?${text}` : path, body: '', isWrite: false };
};
const post = (path: string, fields: Fields, isWrite = false): Turn => ({
  method: 'POST',
  path,
  body: encodeForm(fields),
  isWrite,
});

const line = (turn: number, products: number) => ({
  product_id: `p${turn % Math.min(products, 1_000)}`,
  quantity: (turn % 40) + 1,
  quantity_accepted: (turn % 40) + 1,
  // A tablet sends the price that it bills by.
  rate: '1200.00',
});

/** By name: the question of a turn. `client` saves into a transfer of its own. */
export const TURNS: Readonly<Record<string, (turn: number, places: Places, client: number) => Turn>> = {
  health: () => read('health'),
  'administrator/read_delegate': () => read('administrator/read_delegate'),
  'product/read_all': (turn) => read('product/read_all', { page: (turn % 50) + 1, per_page: 20 }),
  'product/read_all, search': (turn) =>
    read('product/read_all', { page: 1, per_page: 20, search: `product ${(turn * 7) % 1_000}` }),
  'product/read_all, search of a rare code': (turn, { products }) =>
    read('product/read_all', { page: 1, per_page: 20, search: `s${(turn * 7_919) % products}` }),
  'product/read_all, search of two letters': (turn) =>
    read('product/read_all', { page: 1, per_page: 20, search: `${((turn * 7) % 90) + 10}` }),
  'order_group/read_all': (turn) => read('order_group/read_all', { page: (turn % 20) + 1, per_page: 20 }),
  'order_group/read_all, one tag': (turn) =>
    read('order_group/read_all', { page: (turn % 20) + 1, per_page: 20, tag: 'pending' }),
  'order_group/read_all, with sums': (turn) =>
    read('order_group/read_all', { page: (turn % 20) + 1, per_page: 20, sums: '1' }),
  'order_group/read': (turn) => read('order_group/read', { _id: `g${turn % 1_000}` }),
  'buyer/read_all, search': (turn) => read('buyer/read_all', { page: 1, per_page: 20, search: `shop ${turn % 1_000}` }),
  'purchase_order/read': (_turn, { shown }) => read('purchase_order/read', { _id: shown }),
  'warehouse_log/read_by_warehouse': (turn) =>
    post('warehouse_log/read_by_warehouse', { warehouse_id: `w${(turn % 20) + 1}`, page: 1, per_page: 50 }),
  'purchase_order_item/upsert': (turn, { orders, products }, client) =>
    post(
      'purchase_order_item/upsert',
      { purchase_order_id: orders[client % orders.length], ...line(turn, products) },
      true,
    ),
};

/** The report that runs without end beside a call. */
export const reportTurn = (turn: number, { now, day }: Places): Turn =>
  post('warehouse_log/report', {
    warehouse_ids: [`w${(turn % 20) + 1}`],
    context: 'stock_issued',
    from_timestamp: now - 365 * day,
    to_timestamp: now,
  });
