/** Lines and answers for tests of the queue that play the server themselves. */
import type { Line } from '#offline/op.ts';
import type { Reply } from '#offline/ports.ts';

export const line = (product_id: string, quantity: number): Line => ({
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
