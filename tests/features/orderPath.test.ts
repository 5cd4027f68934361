/** The steps of an order (decision 0251). */
import { expect, test } from 'vitest';
import type { OrderGroupLog } from '#contract/orders/orderReadCalls.ts';
import type { OrderTag } from '#domain/order.ts';
import { nextOf, pathOf } from '#features/orders/orderGroup/path.ts';

let count = 0;
const log = (old_tag: string, tag: OrderTag, created: number): OrderGroupLog => {
  count += 1;
  return { _id: `l${count}`, order_group_id: 'g', tag, old_tag, user: null, created, note: '' };
};
const shown = (...args: Parameters<typeof pathOf>) => pathOf(...args).map(({ label, state, at }) => [label, state, at]);

test('the path shows the steps of a cart, of a placed, a delivered and a completed order', {
  tags: ['ORD-16', 'B5.1'],
}, () => {
  expect(shown('draft', null, [])).toEqual([
    ['Draft', 'now', null],
    ['Pending', 'next', null],
    ['Delivered', 'next', null],
    ['Completed', 'next', null],
  ]);
  expect(shown('pending', 5, [log('draft', 'pending', 7)])).toEqual([
    ['Pending', 'now', 7],
    ['Delivered', 'next', null],
    ['Completed', 'next', null],
  ]);
  const logs = [log('delivered', 'completed', 9), log('pending', 'delivered', 8), log('draft', 'pending', 7)];
  expect(shown('delivered', 5, logs.slice(1))).toEqual([
    ['Pending', 'done', 7],
    ['Delivered', 'now', 8],
    ['Completed', 'next', null],
  ]);
  expect(shown('completed', 5, logs)).toEqual([
    ['Pending', 'done', 7],
    ['Delivered', 'done', 8],
    ['Completed', 'done', 9],
  ]);
});

test('a skipped step is shown only if the log is known, and a cancelled order ends at its last step', {
  tags: ['ORD-16', 'ORD-26'],
}, () => {
  const logs = [log('pending', 'completed', 9), log('draft', 'pending', 7)];
  expect(shown('completed', 5, logs)[1]).toEqual(['Delivered', 'passed', null]);
  expect(shown('completed', 5, undefined)[1]).toEqual(['Delivered', 'done', null]);
  expect(
    shown('cancelled', 5, [
      log('delivered', 'cancelled', 9),
      log('pending', 'delivered', 8),
      log('draft', 'pending', 7),
    ]),
  ).toEqual([
    ['Pending', 'done', 7],
    ['Delivered', 'done', 8],
    ['Cancelled', 'gone', 9],
  ]);
  // A cart that was never placed.
  expect(shown('deleted', null, [log('draft', 'deleted', 9)])).toEqual([
    ['Draft', 'done', null],
    ['Deleted', 'gone', 9],
  ]);
});

test('an open order has one next step, and a completed or cancelled one has none', { tags: ['B5.1', 'ORD-26'] }, () => {
  expect(nextOf('draft', ['pending', 'deleted'])).toBe('pending');
  expect(nextOf('pending', ['completed', 'delivered', 'cancelled'])).toBe('delivered');
  expect(nextOf('delivered', ['completed', 'cancelled'])).toBe('completed');
  expect(nextOf('completed', ['cancelled'])).toBeUndefined();
  expect(nextOf('cancelled', ['completed'])).toBeUndefined();
  expect(nextOf('pending', [])).toBeUndefined();
});
