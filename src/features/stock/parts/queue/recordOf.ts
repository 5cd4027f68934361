import { oneQuery, queryClient } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { orderId } from '#offline/drain/requests.ts';
import { theQueue } from '#offline/queue.ts';

interface ReadRecord {
  row: RowOf<typeof purchaseOrder>;
  /** The time of reading, epoch ms. */
  at: number;
  /** True for the saved copy, because the server did not answer. */
  copy: boolean;
}

/**
 * The record of a transfer from the server or the saved copy, and the time of reading it. Null: there is neither. `isNew`: asks the server even if a
 * fresh answer is in memory.
 */
export async function recordOf(transfer: string, isNew = false): Promise<ReadRecord | null> {
  const id = await theQueue().store.read((tx) => orderId(tx, transfer));
  const query = { ...oneQuery(purchaseOrder, id ?? ''), ...(isNew && { staleTime: 0 }) };
  const read = id === null ? null : await queryClient.fetchQuery(query).catch(() => null);
  const row = read?.data[0];
  return read && row ? { row, at: read.at, copy: read.copy } : null;
}
