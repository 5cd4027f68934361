import { describe, expect, test } from 'vitest';
import { changedPrice, parsePercent } from '#domain/priceChange.ts';

describe('prices of many products', () => {
  test.each([
    ['set', 0, 150_000, 100_000, 150_000],
    ['raise', 1_250, 0, 100_000, 112_500],
    ['raise', 333, 0, 100_000, 103_300],
    ['raise', 335, 0, 100_000, 103_400],
    ['lower', 1_000, 0, 12_345, 11_100],
    ['lower', 10_000, 0, 100_000, 0],
    ['lower', 50_000, 0, 100_000, 0],
    ['add', 0, 5_050, 100_000, 105_050],
    ['add', 0, -200_000, 100_000, 0],
  ] as const)(
    '%s by %i hundredths or %i kobo: %i becomes %i',
    { tags: ['PROD-28'] },
    (how, percent, kobo, price, expected) => {
      expect(changedPrice(price, { how, percent, kobo })).toBe(expected);
    },
  );
  test.each([
    ['12.5', 1_250],
    ['0.05', 5],
    ['1000', 100_000],
    ['1001', null],
    ['-1', null],
    ['1.234', null],
    ['', null],
    ['ten', null],
  ])('%j percent is %j hundredths', { tags: ['PROD-28'] }, (text, expected) => {
    expect(parsePercent(text)).toBe(expected);
  });
});
