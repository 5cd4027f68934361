/** Who completes a transfer hears of changes to it that somebody else left on this tablet. */
import { expect, test } from 'vitest';
import {
  completedByOthers,
  completedHereText,
  othersText,
  othersWaiting,
} from '#features/stock/parts/queue/othersHere.ts';
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

test('who completed the transfer here is named under both of its ids, with the time and whether it was refused', {
  tags: ['SYNC-41'],
}, () => {
  const at = Math.floor(Date.now() / 1_000);
  const execute = op('execute', { saved_at: at * 1_000 } as never);
  const past = [created('here-1', 'order-1')];
  const found = completedByOthers({ ops: [op('upsert'), execute], past }, 'u2');
  const one = { name: 'Olúwaṣeun Adéyẹmí', at, isRefused: false };
  expect([...found]).toEqual([
    ['here-1', one],
    ['order-1', one],
  ]);
  expect(completedHereText(one, at)).toMatch(/^Completed by Olúwaṣeun Adéyẹmí, \d\d:\d\d, not sent yet$/);
  expect(completedByOthers({ ops: [execute], past }, 'u1').size, 'to the person itself').toBe(0);
  const refused = { ...execute, state: 'attention' } as Op;
  expect(completedHereText({ ...one, isRefused: true }, at)).toContain('refused');
  expect(completedByOthers({ ops: [refused], past }, 'u2').get('order-1')?.isRefused).toBe(true);
});

test('whoever opens it reads what waits, until when, and which of two completions counts', {
  tags: ['SYNC-41'],
}, () => {
  const now = Math.floor(Date.now() / 1_000);
  const ops = [
    op('upsert', { transfer: 'order-1' }),
    op('execute', { transfer: 'order-1', saved_at: now * 1_000 } as never),
  ];
  expect(othersText(seen, { ops, past: [] }, 'u2', now)).toMatch(
    /^Olúwaṣeun Adéyẹmí completed this at \d\d:\d\d\. 2 changes wait on this tablet until Olúwaṣeun Adéyẹmí signs in\. If you complete it too, only what is sent first counts\.$/,
  );
  expect(othersText(seen, { ops: [ops[0] as Op], past: [] }, 'u2', now)).toBe(
    '1 change by Olúwaṣeun Adéyẹmí waits on this tablet and is not in this transfer.',
  );
});
