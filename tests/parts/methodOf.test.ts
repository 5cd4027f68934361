/** Amounts that are typed while nobody chose a method tell the method (decision 1542). */
import { describe, expect, test } from 'vitest';
import { amountsOver, emptied, methodOf, type PaymentValues } from '#features/orders/parts/payment/paymentValues.ts';

const none: PaymentValues = {
  discount: '',
  discount_reason: '',
  returns: '',
  returns_reason: '',
  payment_method: '',
  payment_cash: '',
  payment_transfer: '',
  comment: '',
};

describe('the method of a payment', { tags: ['PAY-01', 'PAY-06', 'PAY-07'] }, () => {
  test('the typed amounts tell the method, and no amount is no method', () => {
    expect(methodOf({ payment_cash: '', payment_transfer: '0' })).toBe('');
    expect(methodOf({ payment_cash: 'abc', payment_transfer: '' })).toBe('');
    expect(methodOf({ payment_cash: '100000', payment_transfer: '' })).toBe('cash');
    expect(methodOf({ payment_cash: '0', payment_transfer: '5000' })).toBe('transfer');
    expect(methodOf({ payment_cash: '1', payment_transfer: '2' })).toBe('cash_transfer');
  });

  test('"Not paid yet" leaves no amount', () => {
    expect(emptied('')).toEqual({ payment_cash: '0', payment_transfer: '0' });
    expect(emptied('cash_transfer')).toEqual({});
  });

  test('typed cash does not empty the transfer that a colleague recorded meanwhile', { tags: ['B12.6'] }, () => {
    const mine = { ...none, payment_method: 'cash', payment_cash: '100' };
    const theirs = { ...none, payment_method: 'transfer', payment_cash: '0', payment_transfer: '200' };
    expect(amountsOver(mine, none, theirs)).toMatchObject({
      payment_method: 'cash_transfer',
      payment_cash: '100',
      payment_transfer: '200',
    });
  });
});
