/** What a payment dialog says about money beyond the order and about who has the cash. */
import { expect, test } from 'vitest';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { collectedText, excessText } from '#features/orders/parts/payment/PaymentEffects.tsx';

const row = (over: Partial<OrderGroupRow>) =>
  ({ tag: 'completed', other_balance: '0.00', buyer: { name: 'Ada Stores' }, ...over }) as OrderGroupRow;
const sums = (left: number) => ({ total: 0, before: 0, now: 0, after: 0, due: 0, left });

test.each([
  ['nothing while something is left to pay', {}, 100, ''],
  ['nothing where all is paid', {}, 0, ''],
  ['that it stays as credit', {}, -10_159_800, '₦101,598 stays as credit of Ada Stores.'],
  [
    'that it becomes credit with the bill',
    { tag: 'pending' },
    -10_000,
    '₦100 becomes credit of Ada Stores when the order is billed.',
  ],
  [
    'that it lowers an older debt',
    { other_balance: '300.00' },
    -10_000,
    '₦100 lowers what Ada Stores owes for other orders.',
  ],
  [
    'that it lowers an older debt and leaves a credit',
    { other_balance: '60.00' },
    -10_000,
    '₦60 lowers what Ada Stores owes for other orders, and ₦40 stays as credit of Ada Stores.',
  ],
] as const)('an amount beyond the total says %s', { tags: ['B5.3', 'K8'] }, (_, over, left, text) => {
  expect(excessText(row(over), sums(left))).toBe(text);
});

test('cash says whose hands it is in, if an associate delivers', { tags: ['B5.3'] }, () => {
  expect(collectedText(row({ sales_officer_name: 'Fọláṣadé Akínyẹmí' }), 500)).toBe(
    'Cash counts as collected by Fọláṣadé Akínyẹmí, who hands it in.',
  );
  expect(collectedText(row({ sales_officer_name: 'Fọláṣadé Akínyẹmí' }), 0)).toBe('');
  expect(collectedText(row({ sales_officer_name: '' }), 500)).toBe('');
});
