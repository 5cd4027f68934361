import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ceilToNaira,
  formatMoney,
  isMoney,
  koboOf,
  lineAmount,
  MAX_KOBO,
  moneyError,
  movingAverage,
  oneRule,
  parseMoney,
  rateOf,
  roundDiv,
  shareOfAmount,
  shortNaira,
  showLogged,
  showNaira,
  typedKobo,
} from '#domain/money.ts';

const kobo = fc.integer({ min: -MAX_KOBO, max: MAX_KOBO });
const price = fc.integer({ min: 0, max: 5_000_000_00 });
const units = fc.integer({ min: 0, max: 1_000_000 });
const caseCount = fc.integer({ min: 1, max: 500 });

describe('money in requests', { tags: ['B1.2'] }, () => {
  test.each([
    '',
    ' ',
    '-',
    '.',
    '.5',
    '5.',
    '1,000',
    '1,000.00',
    '+5',
    '--5',
    '1e3',
    '1E3',
    '0x10',
    'NaN',
    'Infinity',
    '5 000',
    '₦5',
    '１２',
    '5\n6',
    '5.0.0',
  ])('refuses %j as no number', (text) => {
    expect(parseMoney(text)).toBeNull();
    expect(moneyError(text, 'Amount')).toBe('Amount must be a number.');
  });

  test.each(['1000000000000', '-1000000000000', '999999999999.995', '99999999999999999999'])(
    'refuses %s as too large',
    { tags: ['B13'] },
    (text) => {
      expect(parseMoney(text)).toBeNull();
      expect(moneyError(text, 'Cash')).toBe('Cash is too large.');
    },
  );

  test.each([
    ['0', 0],
    ['-0', 0],
    ['-0.004', 0],
    ['12500', 1_250_000],
    ['12500.5', 1_250_050],
    ['-340.50', -34_050],
    ['0.005', 1],
    ['0.0049999999', 0],
    ['-0.005', -1],
    ['1.005', 101],
    ['2.675', 268],
    ['-2.675', -268],
    ['0.29', 29],
    ['007', 700],
    ['999999999999.99', MAX_KOBO],
    ['-999999999999.99', -MAX_KOBO],
    [' 12 ', 1_200],
  ])('reads %s as %s kobo', { tags: ['B1.4'] }, (text, expected) => {
    expect(parseMoney(text)).toBe(expected);
    expect(Object.is(parseMoney(text), -0)).toBe(false);
  });
});

describe('money that the server sent', { tags: ['B1.2'] }, () => {
  test('an amount that was not told is no number, is shown as nothing and hides in no sum', {
    tags: ['PLAIN-06'],
  }, () => {
    expect(koboOf('')).toBeNaN();
    expect([showNaira(koboOf('')), showLogged(koboOf('')), showNaira(koboOf('') + koboOf('12.00'))]).toEqual([
      '',
      '',
      '',
    ]);
    expect(oneRule(['', '12.00'])(1_200)).toBe('₦12');
  });

  test.each(['12,500', 'NaN', '1e3', '1000000000000'])('%j is an error and never 0 naira', (text) => {
    expect(() => koboOf(text)).toThrow(RangeError);
  });

  test('an amount is its kobo; a typed text counts as 0 until it is one', () => {
    expect(koboOf('-12.50')).toBe(-1_250);
    expect(['12.50', '', '12.5x'].map(typedKobo)).toEqual([1_250, 0, 0]);
  });
});

describe('money in answers', { tags: ['B1.2'] }, () => {
  test.each([Number.NaN, 0.5, Number.POSITIVE_INFINITY])('does not write %s', (wrong) => {
    expect(() => formatMoney(wrong)).toThrow(RangeError);
  });

  test.each([
    [0, '0.00'],
    [-0, '0.00'],
    [1, '0.01'],
    [-1, '-0.01'],
    [99, '0.99'],
    [100, '1.00'],
    [1_250_000, '12500.00'],
    [-34_050, '-340.50'],
    [MAX_KOBO, '999999999999.99'],
  ])('%s kobo is "%s"', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });

  test('every amount survives the wire', () => {
    fc.assert(fc.property(kobo, (amount) => parseMoney(formatMoney(amount)) === (amount === 0 ? 0 : amount)));
    fc.assert(fc.property(kobo, (amount) => /^-?\d{1,12}\.\d{2}$/.test(formatMoney(amount))));
  });
});

describe('money on screen: NGN, en-NG, at most 2 decimals', { tags: ['GEN-05', 'B1.3', 'CONST-10'] }, () => {
  test.each([
    [0, '₦0'],
    [1_250_000, '₦12,500'],
    [1_250_050, '₦12,500.50'],
    [-34_050, '−₦340.50'],
    ['12500.00', '₦12,500'],
    ['0.05', '₦0.05'],
    [MAX_KOBO, '₦999,999,999,999.99'],
    ['abc', ''],
    [Number.NaN, ''],
    [Number.POSITIVE_INFINITY, ''],
    [100.5, '₦1.01'],
    [1e23, '₦999,999,999,999,999,916,113.92'],
  ])('%s is %s', (money, text) => {
    expect(showNaira(money)).toBe(text);
  });

  test.each([
    [0, '₦0.00'],
    [500_000, '₦5,000.00'],
    [-1_234_550, '−₦12,345.50'],
    [5, '₦0.05'],
  ])('a log says %s with two decimals: %s', { tags: ['B6.3', 'LED-03', 'RPT-11'] }, (kobo, text) => {
    expect(showLogged(kobo)).toBe(text);
  });

  test('the platform would write every amount the same', { tags: ['GEN-05', 'CONST-10'] }, () => {
    const platform = new Intl.NumberFormat('en-NG', {
      style: 'currency',
      currency: 'NGN',
      maximumFractionDigits: 2,
      trailingZeroDisplay: 'stripIfInteger',
    });
    fc.assert(
      fc.property(fc.integer({ min: -MAX_KOBO, max: MAX_KOBO }), (kobo) => {
        // With the sign for minus in place of the hyphen (decision 0351).
        expect(showNaira(kobo)).toBe(platform.format(kobo / 100).replace('-', '−'));
      }),
    );
  });
});

describe('half away from zero', { tags: ['B1.4'] }, () => {
  test('division by nothing is an error', () => {
    expect(() => roundDiv(1n, 0n)).toThrow(RangeError);
  });

  test.each([
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [1n, -2n, -1n],
    [-1n, -2n, 1n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [7n, 7n, 1n],
    [0n, -9n, 0n],
  ])('%s / %s = %s', (numerator, denominator, quotient) => {
    expect(roundDiv(numerator, denominator)).toBe(quotient);
  });

  test('is never further than half a step away, and a half goes away from zero', () => {
    const big = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
    fc.assert(
      fc.property(
        big,
        big.filter((d) => d !== 0n),
        (n, d) => {
          const rest = n - roundDiv(n, d) * d;
          const twice = rest < 0n ? -2n * rest : 2n * rest;
          const size = d < 0n ? -d : d;
          const q = roundDiv(n, d);
          // At a tie the result is the neighbour of larger size.
          const away = twice < size || (q < 0n ? -q : q) * size > (n < 0n ? -n : n);
          return twice <= size && away && roundDiv(-n, d) === -q;
        },
      ),
    );
  });

  test.each([
    [0, 0],
    [1, 100],
    [99, 100],
    [100, 100],
    [101, 200],
    [-1, 0],
    [-99, 0],
    [-100, -100],
    [-150, -100],
    [MAX_KOBO, MAX_KOBO + 1],
  ])('"rounded up" takes %s kobo to %s, towards plus infinity', (amount, up) => {
    expect(ceilToNaira(amount)).toBe(up);
    expect(Object.is(ceilToNaira(amount), -0)).toBe(false);
  });
});

describe('line amount and rate', { tags: ['B1.5'] }, () => {
  test.each([
    [36, 1_000_00, 12, 3_000_00],
    [1, 100, 3, 33],
    [2, 100, 3, 67],
    [1, 1, 2, 1],
    [0, 1_000_00, 12, 0],
    [7, 0, 12, 0],
    [5, 1_234_57, 12, 51_440],
    [-1, 1, 2, -1],
    [1_000_000, MAX_KOBO, 1_000_000, MAX_KOBO],
  ])('%s units at %s kobo, %s a case: %s kobo', (quantity, rate, count, amount) => {
    expect(lineAmount(quantity, rate, count)).toBe(amount);
  });

  test('the documents’ formula quantity / case_count * rate, to the kobo', { tags: ['UI-29'] }, () => {
    fc.assert(
      fc.property(
        units,
        price,
        caseCount,
        (q, rate, count) =>
          Math.abs(lineAmount(q, rate, count) - (q / count) * rate) <= 0.5 + (q / count) * rate * 1e-15,
      ),
    );
  });

  test('whole cases cost exactly their price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000 }),
        price,
        caseCount,
        (cases, rate, count) => lineAmount(cases * count, rate, count) === cases * rate,
      ),
    );
  });

  test('beyond the limit it says so instead of falling over', () => {
    expect(isMoney(lineAmount(1_000_000, MAX_KOBO, 1))).toBe(false);
    expect(isMoney(MAX_KOBO)).toBe(true);
    expect(isMoney(-MAX_KOBO)).toBe(true);
    expect(isMoney(MAX_KOBO + 1)).toBe(false);
    expect(isMoney(0.5)).toBe(false);
    expect(isMoney(Number.NaN)).toBe(false);
  });

  test('a case count of 0 is an error, not an infinite price', () => {
    expect(() => lineAmount(1, 100, 0)).toThrow(RangeError);
  });

  test.each([
    [0, 0, 12, null],
    [5_000, 0, 12, null],
    [3_000_00, 36, 12, 1_000_00],
    [33, 1, 3, 99],
    [100, 3, 2, 67],
  ])('rate of %s kobo for %s units, %s a case, is %s', (amount, quantity, count, rate) => {
    expect(rateOf(amount, quantity, count)).toBe(rate);
  });

  test('at least a case of units gives the rate back to within half a kobo’s weight', () => {
    fc.assert(
      fc.property(
        price,
        caseCount,
        fc.integer({ min: 1, max: 100 }),
        (rate, count, cases) => rateOf(lineAmount(cases * count, rate, count), cases * count, count) === rate,
      ),
    );
  });
});

describe('the accepted part of an amount', { tags: ['B3.7'] }, () => {
  test.each([
    [1_000, 12, 12, 1_000],
    [1_000, 6, 12, 500],
    [1_000, 0, 12, 0],
    [1_001, 1, 2, 501],
    [1_000, 15, 12, 1_250],
  ])('of %s kobo, %s of %s units: %s', (amount, part, whole, value) => {
    expect(shareOfAmount(amount, part, whole)).toBe(value);
  });

  test('all of it is all of it', () => {
    fc.assert(
      fc.property(kobo, fc.integer({ min: 1, max: 1_000_000 }), (amount, q) => shareOfAmount(amount, q, q) === amount),
    );
  });
});

describe('the moving average', { tags: ['B4.2'] }, () => {
  test.each([
    ['the first stock takes its cost', 0, 0, 12, 500, 500],
    ['stock that was gone takes the new cost', 0, 900, 12, 500, 500],
    ['equal parts meet in the middle', 10, 100, 10, 200, 150],
    ['weighted', 30, 100, 10, 200, 125],
    ['one unit held counts', 1, 100, 3, 200, 175],
    ['a half goes away from zero', 1, 100, 1, 101, 101],
    ['units that leave change nothing', 10, 100, -4, 999, 100],
    ['no units change nothing', 10, 100, 0, 999, 100],
    ['no units change nothing, nor where nothing is held', 0, 100, 0, 999, 100],
  ])('%s', (_case, held, heldCost, incoming, cost, average) => {
    expect(movingAverage(held, heldCost, incoming, cost)).toBe(average);
  });

  test('lies between the two costs', () => {
    fc.assert(
      fc.property(units, price, fc.integer({ min: 1, max: 1_000_000 }), price, (held, heldCost, incoming, cost) => {
        const average = movingAverage(held, heldCost, incoming, cost);
        const [low, high] = held === 0 ? [cost, cost] : [Math.min(heldCost, cost), Math.max(heldCost, cost)];
        return average >= low && average <= high;
      }),
    );
  });
});

test('a long amount has a short form, any other has none', () => {
  expect(shortNaira(25_878_137_839)).toBe('₦258.8 million');
  expect(shortNaira(-123_456_789_000)).toBe('−₦1,234.6 million');
  expect(shortNaira(9_999_999_999)).toBeUndefined();
});

test('a column has kobo in every row or in none', () => {
  expect(oneRule(['31900.70', '35245.00'])(3_524_500)).toBe('₦35,245.00');
  expect(oneRule(['31900.00', '35245.00'])(3_524_500)).toBe('₦35,245');
  expect(oneRule([3_190_070, 3_524_500])(3_524_500)).toBe('₦35,245.00');
  expect(oneRule([3_190_000, 3_524_500])(3_524_500)).toBe('₦35,245');
  // Nothing is written in one way in every column.
  expect(oneRule(['31900.70', '0.00'])(0)).toBe('₦0.00');
  expect(oneRule(['31900.00', '0.00'])(0)).toBe('₦0');
});
