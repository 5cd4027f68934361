/** A payment that is recorded is typed as what comes now. What is stored are the sums of all payments. */
import { expect, test } from 'vitest';
import {
  methodChosen,
  overpaidBy,
  paymentSums,
  savedText,
  withPayment,
} from '#features/orders/parts/payment/paymentSums.ts';
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
    due: 200_000,
  });
  expect(sums({ payment_cash: '1690' })).toMatchObject({ now: -9_631_000, after: 169_000, left: 9_831_000 });
  expect(sums({ payment_cash: '120000' })).toMatchObject({ left: -2_000_000 });
  expect(sums({ discount: '2000', discount_reason: 'promo' })).toMatchObject({ total: 9_800_000, now: 0, left: 0 });
  expect(sums({ payment_cash: 'x' })).toBeNull();
  expect(sums({}, 'cancelled')).toMatchObject({ left: 0 });
});

const sumsOf = (
  mine: Partial<PaymentValues>,
  seen = paid,
  tag: 'pending' | 'completed' | 'cancelled' = 'completed',
) => {
  const sums = paymentSums({ total: '99690.00', tag }, seen, { ...seen, ...mine });
  if (!sums) throw new Error('A figure cannot be read.');
  return sums;
};

test('payments beyond the total are asked about, where saving makes them so', { tags: ['PAY-01', 'K8'] }, () => {
  const by = (...given: Parameters<typeof sumsOf>) => overpaidBy(sumsOf(...given));
  // "5" typed inside 99690.
  expect(by({ payment_cash: '996905' }, stored)).toBe(89_721_500);
  expect(by({ payment_cash: '99690' })).toBe(0);
  expect(by({ payment_cash: '99690.01' })).toBe(1);
  expect(by({ payment_cash: '99691' }, stored, 'pending')).toBe(100);
  // Nothing is due on an order that is gone.
  expect(by({ payment_cash: '500000' }, stored, 'cancelled')).toBe(0);
  // A discount makes a paid order an overpaid one.
  expect(by({ discount: '5000', discount_reason: 'promo' })).toBe(331_000);
  // What is overpaid already is not asked about again: not with another comment, and not where some of it is taken back.
  const over = { ...paid, payment_cash: '120000' };
  expect(by({ comment: 'Call first' }, over)).toBe(0);
  expect(by({ payment_cash: '110000' }, over)).toBe(0);
  expect(by({ payment_cash: '120001' }, over)).toBe(2_031_100);
});

test('the toast of Edit Payment has the sentence of the documents in its first line; that of a recorded payment says what was recorded', {
  tags: ['PAY-08'],
}, () => {
  const messagesOf = (mine: Partial<PaymentValues>, records = false) =>
    savedText(sumsOf(mine), 'ORD-7', records).split('\n');
  expect(messagesOf({ payment_cash: '98500.5' }, true)).toEqual(['₦500.50 recorded for ORD-7.']);
  expect(messagesOf({ payment_cash: '98500.5' })).toEqual([
    'Order successfully updated.',
    '₦500.50 recorded for ORD-7.',
  ]);
  expect(messagesOf({ payment_cash: '94000' })).toEqual([
    'Order successfully updated.',
    '₦4,000 taken back from ORD-7.',
  ]);
  expect(messagesOf({ comment: 'Call first' })).toEqual(['Order successfully updated.']);
});
