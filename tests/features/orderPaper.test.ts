/** The printed sheet of an order: who sells, who buys, the lines, what was paid and what is due. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { shownPhone } from '#domain/phone.ts';
import { OrderSheet } from '#features/orders/orderGroup/OrderPaper.tsx';

/** The words of a paper in their order, without markup. */
const wordsOf = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');

const line = (name: string, quantity: number, accepted: number | null, amount: string, billed = amount) => ({
  ...{ _id: name, product_id: name, product: { name, case_count: 12, barcode_case: null, barcode_unit: null } },
  ...{ quantity, quantity_accepted: accepted, amount, line_value: billed, rate: '12000.00', rate_about: false },
});
const part = (name: string, amount: string, items: ReturnType<typeof line>[], tag = 'pending') => ({
  ...{ _id: name, ref: `${name.toUpperCase()}1`, tag, amount, items, manufacturer: { _id: name, name } },
});
const group = (more: Record<string, unknown> = {}) =>
  ({
    ...{ _id: 'g', ref: 'Z5GL783H', tag: 'pending', placed_at: 1_795_000_000, created: 1_794_000_000, buyer_id: 'b' },
    buyer: {
      ...{ _id: 'b', name: 'Yakasai Wholesale Corner', person: 'Musa Bello', phone: '+2348047384411' },
      ...{ location: { _id: 'l', name: 'Sango' }, ledgers: { wallet: { balance: '0.00' } } },
    },
    ...{ seller_id: 'h', seller: { _id: 'h', name: 'Mushin Hub' }, sales_officer_name: 'Fola', delivery_outcome: null },
    ...{ subtotal: '60000.00', delivery_fee: '0.00', discount: '0.00', discount_reason: '', charges: [] },
    ...{ total: '60000.00', amount: '60000.00', paid: '20000.00', cash: '20000.00', transfer: '0.00' },
    ...{ payment_method: 'cash', outstanding: '-40000.00', amount_due: '40000.00', overpaid: '0.00' },
    ...{ other_balance: '0.00', meta_obj: {}, comment: 'Never pays on time' },
    orders: [
      part('Bakers', '36000.00', [line('Biscuits', 36, null, '36000.00')]),
      part('Unilever', '24000.00', [line('Tea', 30, null, '24000.00')]),
    ],
    ...more,
  }) as unknown as OrderGroupRow;
const paper = (
  more?: Record<string, unknown>,
  size: 'a4' | 'roll' = 'a4',
  of: { hub?: string; retailer?: string } = {},
) =>
  wordsOf(
    renderToStaticMarkup(
      createElement(OrderSheet, {
        ...{ group: group(more), size, printed: 1_795_000_100, by: 'Funmi Ajayi' },
        addresses: { hub: of.hub ?? '', retailer: of.retailer ?? '' },
      }),
    ),
  );

test('a cancelled order says so on its sheet, and nothing is due', { tags: ['ORD-26', 'K8'] }, () => {
  const words = paper({ tag: 'cancelled', amount_due: '0.00' });
  expect(words).toContain('|This order is cancelled.|');
  expect(words).toContain('|Invoice due|₦0|');
  expect(words).toMatch(/\|Printed [^|]+ by Funmi Ajayi/);
  expect(paper()).not.toContain('This order is');
});

test('a part that does not count is on no sheet', { tags: ['ORD-16'] }, () => {
  const words = paper({
    orders: [
      part('Bakers', '36000.00', [line('Biscuits', 36, null, '36000.00')], 'cancelled'),
      part('Unilever', '24000.00', [line('Tea', 30, null, '24000.00')]),
    ],
  });
  expect(words).not.toContain('Biscuits');
  expect(words).toContain('|Tea|');
});

test.each(['a4', 'roll'] as const)(
  'on %s it names the hub, the retailer, the reference, the date and the status',
  {
    tags: ['ORD-23', 'B14.5'],
  },
  (size) => {
    const words = paper({}, size, { hub: '12 Agege Road', retailer: '4 Market Lane' });
    for (const text of [
      '|Order|',
      '|Reference|Z5GL783H|',
      '|Status|Pending|',
      '|Hub|Mushin Hub, 12 Agege Road|',
      `|Retailer|Yakasai Wholesale Corner, Musa Bello, ${shownPhone('+2348047384411')}|`,
      '|Deliver to|4 Market Lane, Sango|',
      '|Delivery Associate|Fola|',
      '|Delivered by|Received by|',
    ])
      expect(words).toContain(text);
    expect(words).toMatch(/\|Date\|18 Nov 2026, \d\d:\d\d\|/);
    // The comment is the back office's own.
    expect(words).not.toContain('Never pays');
  },
);

test('without an address it has the location, and without a hub or an associate it leaves them out', () => {
  const words = paper({ seller: null, seller_id: null, sales_officer_name: '' });
  expect(words).toContain('|Deliver to|Sango|');
  expect(words).not.toMatch(/\|Hub\||\|Delivery Associate\|/);
});

test('each line has its goods, quantity, price and amount below its manufacturer', {
  tags: ['ORD-21', 'UI-22'],
}, () => {
  expect(paper()).toContain(
    '|#|Product|Quantity|Price|Amount|Bakers BAKERS1|₦36,000|1|Biscuits|3 cases|₦12,000 a case|₦36,000|Unilever UNILEVER1|₦24,000|2|Tea|2 cases 6 units|₦12,000 a case|₦24,000|',
  );
  expect(paper({}, 'roll')).toContain('|Tea|2 cases 6 units|₦24,000|₦12,000 a case|');
});

test('goods that were delivered in part have what was ordered and what was accepted', { tags: ['UI-28'] }, () => {
  const orders = [part('Bakers', '24000.00', [line('Biscuits', 36, 24, '36000.00', '24000.00')])];
  expect(paper({ orders })).toContain('|#|Product|Ordered|Accepted|Price|Amount|');
  expect(paper({ orders })).toContain('|Biscuits|3 cases|2 cases|₦12,000 a case|₦24,000|');
  expect(paper({ orders }, 'roll')).toContain('|Biscuits|2 cases of 3 cases|₦24,000|');
});

test('the sums go from the subtotal over each charge to what is due', {
  tags: ['ORD-14', 'PAY-02', 'PAY-04', 'K8'],
}, () => {
  expect(paper()).toContain('|Total|₦60,000|Paid (Cash)|₦20,000|Invoice due|₦40,000|');
  expect(paper()).not.toContain('Subtotal');
  const words = paper({
    ...{ subtotal: '60000.00', discount: '-5000.00', total: '56000.00', delivery_fee: '1000.00', amount: '56000.00' },
    charges: [
      { _id: 'delivery_fee', title: 'Delivery fee', value: '1000.00', index: 0 },
      { _id: 'discount', title: 'Discount (Promo)', value: '-5000.00', index: 1 },
    ],
    ...{ cash: '20000.00', transfer: '6000.00', paid: '26000.00', payment_method: 'cash_transfer' },
    meta_obj: { returns: { tag: 'returns', value: '1500.00', meta: 'wrong_products' } },
    amount_due: '30000.00',
  });
  expect(words).toContain(
    '|Subtotal|₦60,000|Delivery fee|₦1,000|Discount (Promo)|−₦5,000|Total|₦56,000|Paid (Cash)|₦20,000|Paid (Transfer)|₦6,000|Invoice due|₦30,000|Returns (Wrong products), not part of the total|₦1,500|',
  );
});

test('what the retailer owes or has elsewhere is a row of its own, where the account may see it', {
  tags: ['K8', 'A8'],
}, () => {
  const owing = paper({ other_balance: '10000.00', amount_due: '50000.00' });
  expect(owing).toContain('|Paid (Cash)|₦20,000|Other orders|₦10,000|Invoice due|₦50,000|');
  const credit = paper({ other_balance: '-10000.00', amount_due: '30000.00' });
  expect(credit).toContain('|Paid (Cash)|₦20,000|Credit|−₦10,000|Invoice due|₦30,000|');
  const hidden = paper({ other_balance: undefined, amount_due: '50000.00' });
  expect(hidden).toContain('|Paid (Cash)|₦20,000|Invoice due, with other orders and credit|₦50,000|');
  expect(paper({ paid: '0.00', cash: '0.00' })).toContain('|Paid|₦0|');
  expect(paper({ overpaid: '500.00', amount_due: '0.00' })).toContain('|Overpaid by NGN 500|');
  // Nothing is due on a cancelled order, so nothing is added to it.
  const gone = paper({ tag: 'cancelled', other_balance: '10000.00', amount_due: '0.00' });
  expect(gone).toContain('|Paid (Cash)|₦20,000|Invoice due|₦0|');
});

test('a long sheet says on each page whose it is, a short one once', () => {
  const many = [
    part(
      'Bakers',
      '1.00',
      Array.from({ length: 21 }, (_, at) => line(`Goods ${at}`, 12, null, '1.00')),
    ),
  ];
  expect(paper({ orders: many })).toContain('|Order Z5GL783H, Yakasai Wholesale Corner|#|Product|');
  expect(paper()).not.toContain('Order Z5GL783H');
});
