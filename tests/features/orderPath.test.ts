/** The steps of an order, and its log in sentences (decision 0251). */
import { expect, test } from 'vitest';
import type { OrderGroupLog } from '#contract/orders/orderReadCalls.ts';
import type { OrderTag } from '#domain/order.ts';
import { didToOrder, nextOf, pathOf, sentencesOf } from '#features/orders/orderGroup/path.ts';

let count = 0;
const log = (old_tag: string, tag: OrderTag, created: number, who = 'Chidi Okafor', note = ''): OrderGroupLog => {
  count += 1;
  return { _id: `l${count}`, order_group_id: 'g', tag, old_tag, user: { _id: who, name: who }, created, note };
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

test('the log is written in whole sentences, and equal sentences in a row are joined', {
  tags: ['ORD-40', 'ORD-42'],
}, () => {
  expect(didToOrder(log('draft', 'pending', 1))).toBe('placed the order');
  expect(didToOrder(log('completed', 'pending', 1))).toBe('marked the order pending');
  expect(didToOrder(log('pending', 'cancelled', 1, '', 'order_rejected'))).toBe('cancelled the order: Order Rejected');
  expect(didToOrder(log('completed', 'cancelled', 1, '', 'Billed twice'))).toBe('cancelled the order: Billed twice');
  expect(didToOrder(log('cancelled', 'completed', 1))).toBe('restored the order');
  const sentences = sentencesOf([
    log('completed', 'pending', 9),
    log('completed', 'pending', 8),
    log('completed', 'pending', 7, 'Ngọzi Ezeani'),
    log('draft', 'pending', 6, 'Ngọzi Ezeani'),
  ]);
  expect(sentences.map(({ who, did, times, at }) => [who, did, times, at])).toEqual([
    ['Chidi Okafor', 'marked the order pending', 2, 9],
    ['Ngọzi Ezeani', 'marked the order pending', 1, 7],
    ['Ngọzi Ezeani', 'placed the order', 1, 6],
  ]);
  expect(sentencesOf([{ ...log('draft', 'pending', 1), user: null }])[0]?.who).toBe('The system');
});
