/** A payment that is recorded is typed as what comes now. What is stored are the sums of all payments. */
import { expect, test } from 'vitest';
import { methodChosen, paymentSums, withPayment } from '#features/orders/parts/payment/paymentSums.ts';
import { beginning, dueOf, type PaymentValues } from '#features/orders/parts/payment/paymentValues.ts';

const stored: PaymentValues = {
  discount: '',
  discount_reason: '',
  returns: '',
  returns_reason: '',
  payment_method: '',
  payment_cash: '',
  payment_transfer: '',
  comment: 'by hand',
};
const paid = { ...stored, payment_method: 'cash', payment_cash: '98000', payment_transfer: '0' };

test('what is due is filled in as what comes now, by the stored method, else as cash', { tags: ['PAY-01'] }, () => {
  expect(dueOf({ outstanding: '-99690.00' })).toBe(9_969_000);
  expect(dueOf({ outstanding: '5.00' })).toBe(0);
  expect(beginning(stored, 9_969_000)).toEqual({
    ...stored,
    payment_method: 'cash',
    payment_cash: '99690',
    payment_transfer: '0',
  });
  expect(beginning(paid, 9_969_000)).toMatchObject({ payment_cash: '99690', payment_transfer: '0' });
  expect(beginning({ ...stored, payment_method: 'transfer', payment_transfer: '10000.5' }, 50)).toMatchObject({
    payment_method: 'transfer',
    payment_cash: '0',
    payment_transfer: '0.50',
  });
  expect(beginning(stored, 0)).toMatchObject({ payment_method: 'cash', payment_cash: '', payment_transfer: '0' });
});

test('what comes now is added to what was paid, and the stored method names both ways', {
  tags: ['PAY-06', 'PAY-07', 'B5.0g'],
}, () => {
  const now = { ...beginning(paid, 0), payment_cash: '1690' };
  expect(withPayment(now, paid, paid)).toEqual({ ...paid, payment_cash: '99690' });
  expect(
    withPayment({ ...now, payment_method: 'transfer', payment_cash: '0', payment_transfer: '1690' }, paid, paid),
  ).toEqual({ ...paid, payment_method: 'cash_transfer', payment_transfer: '1690' });
  // A colleague recorded 2,000 by transfer meanwhile, and wrote a comment: both stay.
  const theirs = { ...paid, payment_method: 'cash_transfer', payment_transfer: '2000', comment: 'Theirs' };
  expect(withPayment(now, paid, theirs)).toEqual({ ...theirs, payment_cash: '99690' });
  expect(withPayment({ ...now, comment: 'Mine' }, paid, theirs).comment).toBe('Mine');
});

test('the typed sum goes with the method', { tags: ['PAY-07'] }, () => {
  const now = beginning(stored, 9_969_000);
  expect(methodChosen(now, 'transfer')).toMatchObject({ payment_cash: '0', payment_transfer: '99690' });
  expect(methodChosen(methodChosen(now, 'transfer'), 'cash')).toMatchObject({
    payment_cash: '99690',
    payment_transfer: '0',
  });
  expect(methodChosen(now, 'cash_transfer')).toMatchObject({ payment_cash: '99690', payment_transfer: '0' });
  expect(methodChosen({ ...now, payment_cash: 'five' }, 'transfer')).toMatchObject({ payment_transfer: 'five' });
});

test('the sums say what was paid, what this changes and what is left, also with another discount', {
  tags: ['PAY-01', 'ORD-14'],
}, () => {
  const sums = (mine: Partial<PaymentValues>, tag: 'completed' | 'cancelled' = 'completed') =>
    paymentSums({ total: '100000.00', tag }, paid, { ...paid, ...mine });
  expect(sums({ payment_cash: '99000' })).toEqual({
    total: 10_000_000,
    before: 9_800_000,
    now: 100_000,
    after: 9_900_000,
    left: 100_000,
  });
  expect(sums({ payment_cash: '1690' })).toMatchObject({ now: -9_631_000, after: 169_000, left: 9_831_000 });
  expect(sums({ payment_cash: '120000' })).toMatchObject({ left: -2_000_000 });
  expect(sums({ discount: '2000', discount_reason: 'promo' })).toMatchObject({ total: 9_800_000, now: 0, left: 0 });
  expect(sums({ payment_cash: 'x' })).toBeNull();
  expect(sums({}, 'cancelled')).toMatchObject({ left: 0 });
});
