/** The history of an order in sentences: who did what, for how much (decision 1504). */
import { expect, test } from 'vitest';
import type { OrderEvent } from '#contract/orders/orderReadCalls.ts';
import { sentencesOf } from '#features/orders/orderGroup/events.ts';

type Change = readonly [field: string, from: string | null, to: string | null];

let count = 0;
const event = (changes: readonly Change[], more: Partial<OrderEvent> = {}): OrderEvent => {
  count += 1;
  return {
    ...{ _id: `e${count}`, created: count, user: { _id: 'u', name: 'Chidi Okafor' }, token_name: null },
    ...{ part: 'order_group', action: 'update', name: '', case_count: null, note: '', charged: null },
    changes: changes.map(([field, from, to]) => ({ field, from, to })),
    ...more,
  };
};
const step = (from: string, to: string, more: Partial<OrderEvent> = {}, changes: readonly Change[] = []) =>
  event([['tag', from, to], ...changes], { action: 'tag', ...more });
const line = (action: string, changes: readonly Change[]) =>
  event(changes, { part: 'order_item', action, name: 'Milo 500g', case_count: 12 });
const words = (...events: OrderEvent[]) => sentencesOf(events).map(({ did, amount }) => [did, amount]);

test('a step says its reason, and what the retailer was charged by it', { tags: ['ORD-40', 'ORD-42'] }, () => {
  const placed = step('draft', 'pending', {}, [['total', null, '45000.00']]);
  expect(words(placed)).toEqual([['placed the order', '₦45,000']]);
  expect(words(step('pending', 'delivered', { charged: '45000.00' }))).toEqual([
    ['marked the order delivered', '₦45,000 charged'],
  ]);
  expect(words(step('delivered', 'completed'))).toEqual([['completed the order', '']]);
  expect(words(step('pending', 'cancelled', { note: 'order_rejected' }))).toEqual([
    ['cancelled the order: Order Rejected', ''],
  ]);
  expect(words(step('completed', 'cancelled', { note: 'Billed twice', charged: '-45000.00' }))).toEqual([
    ['cancelled the order: Billed twice', '₦45,000 no longer charged'],
  ]);
  expect(words(step('cancelled', 'completed', { charged: '45000.00' }))).toEqual([
    ['restored the order', '₦45,000 charged'],
  ]);
  expect(words(event([], { action: 'create' }))).toEqual([['opened the cart', '']]);
});

test('each payment is a sentence of its own with its amount and its method', { tags: ['ORD-40', 'PAY-01'] }, () => {
  const cash = event([['payment_cash', '20000', '25000.00']]);
  expect(
    words(
      event([
        ['payment_method', null, 'cash'],
        ['payment_cash', null, '20000.00'],
      ]),
      cash,
      cash,
    ),
  ).toEqual([
    ['recorded a payment in cash', '₦20,000'],
    ['recorded a payment in cash', '₦5,000'],
    ['recorded a payment in cash', '₦5,000'],
  ]);
  expect(words(event([['payment_transfer', '0.00', '1500.50']]))).toEqual([
    ['recorded a payment by transfer', '₦1,500.50'],
  ]);
  expect(words(event([['payment_cash', '25000.00', '20000.00']]))).toEqual([['took back a payment in cash', '₦5,000']]);
  expect(
    words(
      event([
        ['payment_method', 'cash', 'transfer'],
        ['payment_cash', '25000.00', '0.00'],
        ['payment_transfer', '0.00', '25000.00'],
      ]),
    ),
  ).toEqual([['changed the payment from cash to transfer', '₦25,000']]);
});

test('a cancelled order says where its payment went', { tags: ['K4'] }, () => {
  const paidBack = [
    ['cash', '5000.00', '0.00'],
    ['payment_outcome', null, 'paid_back'],
  ] as const;
  expect(words(step('pending', 'cancelled', {}, paidBack))).toEqual([
    ['cancelled the order', ''],
    ['paid the payment back to the retailer', '₦5,000'],
  ]);
  expect(words(step('pending', 'cancelled', {}, [['payment_outcome', null, 'credit']]))).toEqual([
    ['cancelled the order', ''],
    ["kept the payment as the retailer's credit", ''],
  ]);
});

test('figures, the associate, the comment, parts and lines have sentences', { tags: ['ORD-35', 'ORD-39'] }, () => {
  expect(
    words(
      event([['discount', null, '-500.00']]),
      event([['discount', '-500.00', null]]),
      event([['delivery_fee', '100.00', '250.00']]),
      event([['amount', '45000.00', '44000.00']]),
      event([['adjustment', '0.00', '-1000.00']]),
      event([['sales_officer_id', null, 'Fola']]),
      event([['sales_officer_id', 'Fola', null]]),
      event([['comment', null, 'Call first']]),
    ),
  ).toEqual([
    ['set the discount', '−₦500'],
    ['removed the discount', '−₦500'],
    ['changed the delivery fee', '₦250'],
    ['changed the amount from ₦45,000', '₦44,000'],
    ['changed the subtotal', '−₦1,000'],
    ['gave the order to Fola', ''],
    ['took the order from Fola', ''],
    ['wrote the comment “Call first”', ''],
  ]);
  expect(
    words(
      event([['tag', 'pending', 'cancelled']], { part: 'order', action: 'tag', name: 'Unilever', charged: '-500.00' }),
      event([['amount', '100.00', '90.00']], { part: 'order', name: 'Unilever' }),
      line('create', [
        ['quantity', null, '36'],
        ['amount', null, '9000.00'],
      ]),
      line('update', [
        ['quantity', '36', '30'],
        ['amount', '9000.00', '7500.00'],
      ]),
      line('update', [['quantity_accepted', null, '24']]),
      line('update', [['rate', '3000.00', '2900.00']]),
      line('delete', [
        ['quantity', '30', null],
        ['amount', '7500.00', null],
      ]),
    ),
  ).toEqual([
    ['cancelled the part of Unilever', '₦500 no longer charged'],
    ['changed the amount of Unilever from ₦100', '₦90'],
    ['added 3 cases of Milo 500g', '₦9,000'],
    ['changed Milo 500g from 3 cases to 2 cases 6 units', '₦7,500'],
    ['accepted 2 cases of Milo 500g', ''],
    ['changed the price of Milo 500g from ₦3,000 to ₦2,900 a case', ''],
    ['removed 2 cases 6 units of Milo 500g', '₦7,500'],
  ]);
});

test('an act without an amount several times in a row is one sentence; a program and nobody are named', {
  tags: ['ORD-40'],
}, () => {
  const again = step('completed', 'pending');
  const by = (name: string) => step('completed', 'pending', { user: { _id: name, name } });
  expect(sentencesOf([again, again, by('Ngọzi Ezeani')]).map(({ who, did, times }) => [who, did, times])).toEqual([
    ['Chidi Okafor', 'marked the order pending', 2],
    ['Ngọzi Ezeani', 'marked the order pending', 1],
  ]);
  expect(sentencesOf([step('draft', 'pending', { user: null })])[0]?.who).toBe('The system');
  expect(sentencesOf([step('draft', 'pending', { token_name: 'Till' })])[0]?.who).toBe(
    'Chidi Okafor (API token “Till”)',
  );
});
