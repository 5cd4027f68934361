/** The totals of a cart say only what differs from its total (decision 1501). */
import { expect, test } from 'vitest';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { differingNames } from '#features/orders/parts/payment/Totals.tsx';

const cart = (over: Record<string, unknown> = {}) =>
  ({
    ...{ subtotal: '45000.00', delivery_fee: '0.00', charges: [], total: '45000.00', amount: '45000.00', paid: '0.00' },
    ...{ buyer: { ledgers: { wallet: { balance: '0.00' } } }, amount_due: '45000.00' },
    ...over,
  }) as unknown as OrderGroupRow;
const owes = (balance: string) => ({ buyer: { ledgers: { wallet: { balance } } } });

test.each([
  ['nothing if every figure says the total', {}, []],
  ['nothing if the amount due is only rounded up', { total: '44999.50', subtotal: '44999.50', amount: '44999.50' }, []],
  [
    'a fee with the subtotal that it comes to',
    { delivery_fee: '500.00', total: '45500.00', amount: '45500.00', amount_due: '45500.00' },
    ['Subtotal', 'Delivery fee', 'Total'],
  ],
  [
    'a discount by its title',
    {
      charges: [{ _id: 'discount', title: 'Discount', value: '-500.00', index: 1 }],
      ...{ total: '44500.00', amount: '44500.00', amount_due: '44500.00' },
    },
    ['Subtotal', 'Discount', 'Total'],
  ],
  ['a payment, and what is then due', { paid: '5000.00', amount_due: '40000.00' }, ['Paid', 'Total', 'Invoice due']],
  ['an amount that was typed', { amount: '44000.00' }, ['Amount *', 'Total']],
  ['what is due with the debt of other orders', { ...owes('12000.00'), amount_due: '57000.00' }, ['Invoice due']],
] as const)('a cart shows %s', { tags: ['ORD-13', 'ORD-14'] }, (_, over, names) => {
  expect(differingNames(cart(over))).toEqual(names);
});
