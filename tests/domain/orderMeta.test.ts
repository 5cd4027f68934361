import { describe, expect, test } from 'vitest';
import {
  DISCOUNT_REASONS,
  EDITABLE_META,
  type MetaFields,
  metaErrors,
  RETURNS_REASONS,
  signedDiscount,
} from '#domain/orderMeta.ts';

const entry = (value: string, meta = '') => ({ value, meta });

describe('the meta of an order', () => {
  test.each<[string, MetaFields, Record<string, string>]>([
    ['a discount of words', { discount: entry('lots', 'promo') }, { discount: 'Discount must be a number.' }],
    ['a discount without a reason', { discount: entry('5') }, { discount_reason: 'Discount reason field is required' }],
    [
      'a reason of nobody',
      { discount: entry('5', 'friendship') },
      { discount_reason: 'Discount reason is not valid.' },
    ],
    ['returns below nothing', { returns: entry('-5', 'other') }, { returns: 'Returns must be a positive number.' }],
    ['returns without a reason', { returns: entry('5') }, { returns_reason: 'Returns reason field is required' }],
    [
      'returns for another reason',
      { returns: entry('5', 'promo') },
      { returns_reason: 'Returns reason is not valid.' },
    ],
  ])('refuses %s', (_name, fields, errors) => expect(metaErrors(fields)).toEqual(errors));

  test('entries are keyed by these tags, and an empty set is fine', { tags: ['ORD-19'] }, () => {
    expect([...EDITABLE_META]).toEqual([
      'discount',
      'returns',
      'payment_method',
      'payment_cash',
      'payment_transfer',
      'comment',
      'item_case_count',
    ]);
    expect(metaErrors({})).toEqual({});
  });
  test('reasons of a discount; a delivery fee adds, the others take off', { tags: ['PAY-03'] }, () => {
    expect([...DISCOUNT_REASONS]).toEqual([
      'promo',
      'delivery_discount',
      'product_discount',
      'custom_discount',
      'delivery_fee',
    ]);
    for (const reason of DISCOUNT_REASONS) {
      expect(metaErrors({ discount: entry('5', reason) })).toEqual({});
      expect(signedDiscount(500, reason)).toBe(reason === 'delivery_fee' ? 500 : -500);
      expect(signedDiscount(-500, reason)).toBe(reason === 'delivery_fee' ? 500 : -500);
    }
  });
  test('returns have these reasons, and each is taken', { tags: ['PAY-05'] }, () => {
    expect([...RETURNS_REASONS]).toEqual(['rejected_products', 'wrong_products', 'other']);
    for (const reason of RETURNS_REASONS) expect(metaErrors({ returns: entry('5', reason) })).toEqual({});
  });
});
