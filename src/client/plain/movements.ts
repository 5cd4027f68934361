/** The movements of a warehouse, completed with what the documents' rows lack: the kind of each movement, and the balance after it. */
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { allQuery, queryClient } from '../reads/queries.ts';
import type { Ask, Input } from './ask.ts';

type Row = Record<string, unknown>;
const rowsIn = (answer: unknown): Row[] => (Array.isArray(answer) ? (answer as Row[]) : []);
const idIn = (value: unknown) => (value as { _id?: unknown } | null | undefined)?._id;
const productIn = (row: Row) => String(row.product_id ?? idIn(row.product) ?? '');

/** Newest first. The balance of a product is computed backwards from the present stock. */
export async function movements(ask: Ask, { warehouse_id }: Input): Promise<Row[]> {
  const rows = rowsIn(await ask('POST', 'warehouse_log/read_by_warehouse', { warehouse_id }));
  const stock = rowsIn(await ask('POST', 'warehouse_product/read_by_warehouse_available', { warehouse_id }));
  const left = new Map(stock.map((row) => [productIn(row), Number(row.quantity)]));
  // A person who may not read purchase orders sees movements without a kind.
  const orders = await queryClient.fetchQuery(allQuery(purchaseOrder)).catch(() => null);
  const kinds = new Map((orders?.data ?? []).map(({ _id, kind }) => [_id, kind]));
  return rows
    .map((row, place) => ({ row, place }))
    .sort((one, other) => Number(other.row.created) - Number(one.row.created) || other.place - one.place)
    .map(({ row }) => {
      const product_id = productIn(row);
      const balance_after = left.get(product_id) ?? 0;
      left.set(product_id, balance_after - Number(row.quantity));
      const kind = kinds.get(String(idIn(row.purchase_order) ?? '')) ?? 'transfer';
      return { kind, balance_after, product_id, warehouse_id, ...row };
    });
}
