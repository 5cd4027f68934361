/** A payment that is to be recorded begins with what is due. */
import { expect, test } from 'vitest';
import { carried, dueOf, type PaymentValues, paidInFull } from '#features/orders/parts/payment/paymentValues.ts';

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

test('what is due is filled in as cash, beside what was paid before by the stored method', { tags: ['PAY-01'] }, () => {
  expect(dueOf({ outstanding: '-99690.00' })).toBe(9_969_000);
  expect(dueOf({ outstanding: '5.00' })).toBe(0);
  expect(paidInFull(stored, 9_969_000)).toEqual({
    ...stored,
    payment_method: 'cash',
    payment_cash: '99690',
    payment_transfer: '0',
  });
  expect(
    paidInFull({ ...stored, payment_method: 'transfer', payment_cash: '0', payment_transfer: '10000.5' }, 50),
  ).toMatchObject({ payment_method: 'transfer', payment_cash: '0', payment_transfer: '10001' });
  expect(
    paidInFull({ ...stored, payment_method: 'cash_transfer', payment_cash: '5', payment_transfer: '7' }, 100),
  ).toMatchObject({ payment_method: 'cash_transfer', payment_cash: '6', payment_transfer: '7' });
  expect(paidInFull(stored, 0)).toBe(stored);
});

test('the filled sum goes with the method, what was paid before is kept, and what was typed stays', {
  tags: ['PAY-07'],
}, () => {
  const after = (from: PaymentValues, method: string, over: PaymentValues = stored) =>
    carried(from, over, 9_969_000, method);
  const filled = paidInFull(stored, 9_969_000);
  expect(after(filled, 'transfer')).toEqual({ payment_cash: '0', payment_transfer: '99690' });
  const turned = { ...filled, payment_method: 'transfer', payment_cash: '0', payment_transfer: '99690' };
  expect(after(turned, 'cash')).toEqual({ payment_cash: '99690', payment_transfer: '0' });
  expect(after(filled, 'cash_transfer')).toEqual({ payment_cash: '99690', payment_transfer: '0' });
  expect(after({ ...filled, payment_cash: '5' }, 'transfer')).toEqual({ payment_cash: '0' });
  // ₦98,000 were paid in cash before: the rest may come by transfer.
  const before = { ...stored, payment_method: 'cash', payment_cash: '98000', payment_transfer: '0' };
  const whole = paidInFull(before, 9_969_000);
  expect(whole).toMatchObject({ payment_cash: '197690', payment_transfer: '0' });
  expect(after(whole, 'cash_transfer', before)).toEqual({ payment_cash: '98000', payment_transfer: '99690' });
  expect(after(whole, 'transfer', before)).toEqual({ payment_cash: '0' });
});
