import { describe, expect, test } from 'vitest';
import { discountTyped, readSellerMeta, sellerMetaErrors, writeSellerMeta } from '#domain/sellerMeta.ts';

describe('meta of a seller product', () => {
  test.each([
    ['original=2000', '1500', '25'],
    ['ORIGINAL = 2,000', '1500.00', '25'],
    ['original=3000', '1999.99', '33.33'],
    ['original=1500', '1500', '0'],
    ['12.5', '1500', '12.5'],
    ['', '1500', ''],
    ['original=', '1500', null],
    ['original=0', '1500', null],
    ['original=1000', '1500', null],
    ['original=2000', '', null],
    ['original=-5', '1500', null],
  ])('%j at price %j becomes %j', { tags: ['PROD-29', 'B8.5'] }, (typed, price, discount) => {
    expect(discountTyped(typed, price)).toBe(discount);
  });
  test('discount and market price are optional numbers', { tags: ['PROD-28'] }, () => {
    expect(sellerMetaErrors({ discount: '', market_price: '' })).toEqual({});
    expect(sellerMetaErrors({ discount: '100', market_price: '0' })).toEqual({});
    expect(sellerMetaErrors({ discount: 'x', market_price: 'y' })).toEqual({
      discount: 'Discount must be a number.',
      market_price: 'Market price must be a number.',
    });
  });
  test('meta keeps only what is given, and odd text reads as empty', { tags: ['PROD-26'] }, () => {
    expect(writeSellerMeta({ discount: '5', market_price: '1200' })).toBe('{"discount":"5","market_price":"1200.00"}');
    expect(writeSellerMeta({ discount: '', market_price: '' })).toBe('{}');
    for (const odd of ['', 'null', '[]', '{"discount":{}}', '{'])
      expect(readSellerMeta(odd)).toEqual({ discount: '', market_price: '' });
    expect(readSellerMeta('{"discount":5}')).toEqual({ discount: '5', market_price: '' });
  });
});
