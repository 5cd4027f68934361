import { oneQuery, queryClient } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { orderId } from '#offline/drain/requests.ts';
import { theQueue } from '#offline/queue.ts';

/** The record of a transfer from the server or the saved copy, and the time of reading it (epoch ms). Null: there is neither. */
export async function recordOf(transfer: string): Promise<{ row: RowOf<typeof purchaseOrder>; at: number } | null> {
  const id = await theQueue().store.read((tx) => orderId(tx, transfer));
  const read = id === null ? null : await queryClient.fetchQuery(oneQuery(purchaseOrder, id)).catch(() => null);
  const row = read?.data[0];
  return read && row ? { row, at: read.at } : null;
}
