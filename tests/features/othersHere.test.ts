/** Who completes a transfer hears of changes to it that somebody else left on this tablet. */
import { expect, test } from 'vitest';
import { othersWaiting } from '#features/stock/parts/queue/othersHere.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';

let seq = 0;
const op = (type: string, more: Partial<Op> & { payload?: unknown } = {}): Op =>
  ({
    ...{ key: `k${++seq}`, seq, type, schema: 1, state: 'queued', transfer: 'here-1', payload: { about: {} } },
    ...{ user_id: 'u1', user_name: 'Olúwaṣeun Adéyẹmí' },
    ...more,
  }) as never;
const created = (transfer: string, _id: string): FinishedOp =>
  ({ key: 'c', at: 1, op: op('create', { state: 'done', transfer }), answer: { data: { _id } } }) as never;
const seen = { transfer: 'order-1', order_id: 'order-1' };

test('own changes, other transfers and lines that only opened say nothing', { tags: ['SYNC-41'] }, () => {
  const opens = op('upsert', { payload: { about: { opens: true } } as never, transfer: 'order-1' });
  const ops = [op('upsert', { transfer: 'order-1', user_id: 'u2' }), op('upsert', { transfer: 'order-2' }), opens];
  expect(othersWaiting(seen, { ops, past: [] }, 'u2').size).toBe(0);
  expect(othersWaiting(seen, { ops: [op('upsert')], past: [] }, 'u2').size, 'of which nothing is known').toBe(0);
});

test('changes of the same transfer under either of its ids are counted by person', { tags: ['SYNC-41'] }, () => {
  const ops = [op('upsert'), op('upsert', { state: 'attention' }), op('upsert', { transfer: 'order-1' })];
  const past = [created('here-1', 'order-1')];
  expect([...othersWaiting(seen, { ops, past }, 'u2')]).toEqual([['Olúwaṣeun Adéyẹmí', 3]]);
  expect([...othersWaiting({ transfer: 'here-1', order_id: null }, { ops: ops.slice(0, 1), past: [] }, 'u2')]).toEqual([
    ['Olúwaṣeun Adéyẹmí', 1],
  ]);
});
