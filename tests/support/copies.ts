/** The saved copy of a transfer and answered ops, for tests of the overlay (overlay.ts). */
import type { FinishedOp, Op, OpType, Payloads } from '#offline/outbox/op.ts';
import type { Snapshot, SnapshotLine } from '#offline/outbox/overlay.ts';
import { line } from './scripted.ts';
import { HEADER } from './simulationPlace.ts';

let seq = 0;
/** An op that the server answered later than every read, by a clock that was a day ahead. */
export function sent<T extends OpType>(type: T, payload: Payloads[T], data: unknown): FinishedOp {
  seq += 1;
  const key = `key-${seq}`;
  const op = {
    seq,
    key,
    schema: 1,
    type,
    payload,
    state: 'done',
    attempts: 1,
    transfer: 'order-1',
    item: null,
    last_error: null,
  } as unknown as Op;
  return { key, op, at: 9_999, answer: { message: '', data } };
}

/** The server's line of the product `p1`. */
export const item = (_id: string, version: number, quantity: number): SnapshotLine => ({
  ...line('p1', quantity),
  _id,
  version,
  client_id: null,
  name: 'p1',
  case_count: 12,
});

/** The transfer `order-1` from a server that knows no revisions. */
export const copy = (version: number, items: SnapshotLine[], more: Partial<Snapshot['order']> = {}): Snapshot => ({
  order: {
    ...HEADER,
    meta: '{}',
    _id: 'order-1',
    ref: 'PO-1',
    tag: 'purchase_order',
    version,
    amount: '0.00',
    executed_at: null,
    ...more,
  },
  items,
});
