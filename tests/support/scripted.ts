/** Lines and answers for tests of the queue that play the server themselves. */
import type { TransferLine } from '#offline/outbox/op.ts';
import type { Reply, Request } from '#offline/store/ports.ts';

export const line = (product_id: string, quantity: number): TransferLine => ({
  product_id,
  quantity,
  quantity_accepted: null,
  amount: `${quantity}.00`,
  reason: null,
  note: '',
  about: { name: product_id, case_count: 12 },
});
/** A line that no screen has seen on the server. */
export const NOWHERE = { item_id: null, version: null };
export const SILENCE: Reply = { verified: false };
export const say = (code: number, data: unknown, message = ''): Reply => ({
  verified: true,
  code,
  message,
  data,
  epoch: 'e1',
  retryAfter: null,
});

/** A server that accepts everything. */
export function kind(request: Request): Reply {
  if (request.path === 'purchase_order/create') return say(200, 'order-1');
  if (request.path.endsWith('upsert_bulk')) {
    const results = (request.fields.op_key as string[]).map((op_key, index) => ({
      index,
      op_key,
      code: 200,
      message: 'OK',
      data: { _id: `item-${(request.fields.product_id as string[])[index]}`, version: 1 },
    }));
    return say(200, { results });
  }
  if (request.path === 'sync/cancel') return say(200, { state: 'cancelled', message: '', data: null });
  return say(200, { _id: 'order-1', version: 2, errors: [] });
}
