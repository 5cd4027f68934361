/** What an order of a list is worth and what of it is unpaid, beside an amount due that holds older debt. */
import { expect, test } from 'vitest';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { ruleOf, sheetOf } from '#features/orders/parts/groupColumns.tsx';
import { otherText } from '#features/orders/parts/payment/InvoiceDue.tsx';
import { worthText } from '#features/orders/parts/payment/worthText.ts';

const row = (over: Partial<OrderGroupRow>) =>
  ({
    tag: 'pending',
    total: '50000.00',
    outstanding: '-50000.00',
    amount_due: '50000.00',
    overpaid: '0.00',
    ...over,
  }) as OrderGroupRow;

test.each([
  ['its worth', {}, 'order ₦50,000, unpaid'],
  ['its worth where the amount due holds older debt', { amount_due: '80000.00' }, 'order ₦50,000, unpaid'],
  ['its worth where a credit takes from the amount due', { amount_due: '20000.00' }, 'order ₦50,000, unpaid'],
  ['what is unpaid of it', { outstanding: '-30000.00', amount_due: '70000.00' }, 'order ₦50,000, ₦30,000 unpaid'],
  ['that a part is paid', { outstanding: '-30000.00', amount_due: '30000.00' }, 'order ₦50,000, part paid'],
  ['the kobo that the amount due rounds', { outstanding: '-29999.50' }, 'order ₦50,000, ₦29,999.50 unpaid'],
  ['that it is paid', { tag: 'completed', outstanding: '0.00', amount_due: '0.00' }, 'order ₦50,000, paid'],
  [
    'that it is paid, also if more was paid',
    { outstanding: '500.00', overpaid: '500.00', amount_due: '0.00' },
    'order ₦50,000, paid',
  ],
  [
    'that it is paid, and that what is due belongs to other orders',
    { tag: 'completed', outstanding: '0.00', amount_due: '80000.00' },
    'order ₦50,000 paid, others due',
  ],
  [
    'the debt of other orders in the amount due',
    { other_balance: '30000.00', amount_due: '80000.00' },
    'order ₦50,000 + others ₦30,000',
  ],
  [
    'the credit that the amount due takes off',
    { other_balance: '-30000.00', amount_due: '20000.00' },
    'order ₦50,000 − credit ₦30,000',
  ],
  [
    'the debt of other orders beside its unpaid part',
    { outstanding: '-30000.00', other_balance: '40000.00', amount_due: '70000.00' },
    'unpaid ₦30,000 of ₦50,000 + others ₦40,000',
  ],
  [
    'its worth alone if it is cancelled',
    { tag: 'cancelled', outstanding: '0.00', amount_due: '0.00' },
    'order ₦50,000',
  ],
] as const)('an order says %s', { tags: ['ORD-04'] }, (_, over, text) => {
  expect(worthText(row(over)).replaceAll('\u00a0', ' ')).toBe(text);
});

test('one order with kobo gives every amount of its list kobo; what the details show counts only with them', {
  tags: ['ORD-04', 'ORD-06', 'CONST-10'],
}, () => {
  const details = { discount: '0.00', cash: '0.00', transfer: '0.00', paid: '0.00' };
  const whole = row(details);
  const broken = row({ ...details, outstanding: '-29999.50' });
  const split = row({ ...details, cash: '10000.50', transfer: '9999.50' });
  expect(worthText(whole, ruleOf([whole], true))).toBe('order ₦50,000, unpaid');
  expect(worthText(whole, ruleOf([whole, broken], false))).toBe('order ₦50,000.00, unpaid');
  expect(worthText(whole, ruleOf([whole, split], false))).toBe('order ₦50,000, unpaid');
  expect(worthText(whole, ruleOf([whole, split], true))).toBe('order ₦50,000.00, unpaid');
});

test.each([
  ['nothing where the wallet has nothing else', { other_balance: '0.00' }, ''],
  ['nothing to accounts of a hub, which are not given it', {}, ''],
  ['nothing of an order that is overpaid', { other_balance: '900.00', overpaid: '10.00' }, ''],
  ['nothing of an order that is cancelled', { other_balance: '900.00', tag: 'cancelled' }, ''],
  ['the debt of other orders', { other_balance: '202337.00' }, 'with ₦202,337 of other orders'],
  ['the credit', { other_balance: '-500.50' }, 'less ₦500.50 of credit'],
] as const)('beside the amount due of an order stands %s', { tags: ['ORD-13'] }, (_, over, text) => {
  expect(otherText(row(over))).toBe(text);
});

test('the export ticks what the list shows: the total always, the details with "Show details"', {
  tags: ['ORD-04', 'ORD-06', 'B4.11'],
}, () => {
  const off = ({ columns }: ReturnType<typeof sheetOf>) =>
    columns.filter((column) => column.off).map(({ title }) => title);
  const [plain, detailed] = [off(sheetOf(false)), off(sheetOf(true))];
  expect(plain).not.toContain('Total');
  expect(plain).toEqual(expect.arrayContaining(['Source', 'Discount', 'Total Paid', 'Outstanding', 'Comment']));
  expect(detailed).toEqual([]);
  expect(sheetOf(true).columns.map(({ title }) => title)).toEqual(sheetOf(false).columns.map(({ title }) => title));
});
