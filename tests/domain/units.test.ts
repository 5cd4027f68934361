import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  casesAndUnits,
  casesNumber,
  casesText,
  evaluateTyped,
  showCases,
  sizeText,
  stepperError,
  sumOf,
  unitsFromCases,
} from '#domain/units.ts';

const quantity = fc.integer({ min: 0, max: 1_000_000 });
const caseCount = fc.integer({ min: 1, max: 500 });

test('the platform would write every figure of cases the same', { tags: ['UI-23', 'CONST-10'] }, () => {
  fc.assert(
    fc.property(fc.integer(), caseCount, fc.constantFrom(0, 1, 2), (units, count, decimals) => {
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      expect(showCases(units, count, decimals)).toBe(
        casesNumber(units, count, decimals).toLocaleString('en-NG', digits).replace('-', '−'),
      );
    }),
  );
});

describe('cases = floor(quantity / case_count), units = the rest', { tags: ['UI-22'] }, () => {
  test.each([
    [0, 12, 0, 0],
    [11, 12, 0, 11],
    [12, 12, 1, 0],
    [40, 12, 3, 4],
    [7, 1, 7, 0],
    [-40, 12, -3, -4],
    [-4, 12, 0, -4],
  ])('%s of %s: %s cases %s units', (q, count, cases, rest) => {
    expect(casesAndUnits(q, count)).toEqual({ cases, units: rest });
  });

  test('nothing is lost', () => {
    fc.assert(
      fc.property(quantity, caseCount, (q, count) => {
        const { cases, units } = casesAndUnits(q, count);
        return cases * count + units === q && units >= 0 && units < count && cases === Math.floor(q / count);
      }),
    );
  });
});

describe('cases with decimals', { tags: ['UI-23', 'UI-24'] }, () => {
  test.each([
    [17, 5, 2, '3.40'],
    [17, 5, 1, '3.4'],
    [1, 3, 2, '0.33'],
    [2, 3, 2, '0.67'],
    [1, 8, 2, '0.13'],
    [201, 200, 2, '1.01'],
    [0, 12, 1, '0.0'],
    [12, 12, 1, '1.0'],
    [120_000, 12, 2, '10,000.00'],
    [-17, 5, 2, '−3.40'],
    [-1, 500, 1, '0.0'],
  ])('%s of %s with %s decimals: %s', (q, count, decimals, text) => {
    expect(showCases(q, count, decimals)).toBe(text);
  });

  test('2 decimals unless said otherwise', () => {
    expect(showCases(6, 12)).toBe('0.50');
  });

  test('a figure for exports is never further than half a step off, and halves go away from zero', () => {
    expect(casesNumber(1, 8, 2)).toBe(0.13);
    expect(casesNumber(-1, 8, 2)).toBe(-0.13);
    expect(Object.is(casesNumber(-1, 500, 1), -0)).toBe(false);
    fc.assert(
      fc.property(quantity, caseCount, (q, count) => Math.abs(casesNumber(q, count, 2) - q / count) <= 0.005 + 1e-9),
    );
    fc.assert(fc.property(quantity, caseCount, (cases, count) => casesNumber(cases * count, count, 1) === cases));
  });
});

describe('quantities in words', { tags: ['B3.14'] }, () => {
  test.each([
    [0, 12, '0 cases'],
    [1, 12, '1 unit'],
    [4, 12, '4 units'],
    [12, 12, '1 case'],
    [13, 12, '1 case 1 unit'],
    [36, 12, '3 cases'],
    [40, 12, '3 cases 4 units'],
    [1, 1, '1 case'],
    [-40, 12, '−3 cases 4 units'],
    [15_000, 12, '1,250 cases'],
  ])('%s of %s: %s', (q, count, text) => {
    expect(casesText(q, count)).toBe(text);
  });
});

describe('sums over several products', { tags: ['B3.14'] }, () => {
  test('units of several products are loose, because they make no cases together', () => {
    const sum = sumOf([
      { moved: 40, case_count: 12 },
      { moved: 45, case_count: 20 },
      { moved: 0, case_count: 6 },
    ]);
    expect(sum).toEqual({ cases: 5, units: 9, products: 2 });
    expect(sizeText(sum)).toBe('5 cases and 9 loose units');
    // Of one product, and without cases or units, it is as everywhere.
    expect(sizeText(sumOf([{ moved: 40, case_count: 12 }]))).toBe('3 cases 4 units');
    expect(sizeText({ cases: 0, units: 9, products: 2 })).toBe('9 units');
    expect(sizeText({ cases: 5, units: 0, products: 2 })).toBe('5 cases');
    expect(sizeText({ cases: 1, units: 1, products: 2 })).toBe('1 case and 1 loose unit');
  });
});

describe('typed cases must be whole units', { tags: ['B1.6'] }, () => {
  test.each([
    [2.5, 5],
    [0.1, 12],
    [0.33, 3],
    [Number.NaN, 12],
    [Number.POSITIVE_INFINITY, 12],
    [1e300, 12],
  ])('%s cases of %s are refused', (cases, count) => {
    expect(unitsFromCases(cases, count)).toBeNull();
  });

  test.each([
    [0, 12, 0],
    [2.5, 12, 30],
    [2.4, 5, 12],
    [0.7, 10, 7],
    [1.1, 10, 11],
    [-2, 12, -24],
  ])('%s cases of %s are %s units', (cases, count, units) => {
    expect(unitsFromCases(cases, count)).toBe(units);
  });

  test('every quantity comes back from its cases', () => {
    fc.assert(fc.property(quantity, caseCount, (q, count) => unitsFromCases(q / count, count) === q));
  });
});

describe('typed arithmetic', { tags: ['UI-15'] }, () => {
  test.each([
    '',
    '   ',
    'abc',
    '1 2',
    '1,5',
    '1,00',
    '1.2.3',
    '12+',
    '*3',
    '(1+2',
    '1+2)',
    '()',
    '1/0',
    '0/0',
    '1e5',
    '2**3',
    '1;2',
    'alert(1)',
    '1=1',
    '0x1F',
    `1${'+1'.repeat(60)}`,
  ])('%j is no sum', (text) => {
    expect(evaluateTyped(text)).toBeNull();
  });

  test.each([
    ['12', 12],
    [' 12 ', 12],
    ['12*3+4', 40],
    ['4+12*3', 40],
    ['(4+12)*3', 48],
    ['100-10-5', 85],
    ['100/10/5', 2],
    ['-5+8', 3],
    ['2*-3', -6],
    ['--3', 3],
    ['2 x 6', 12],
    ['2×6', 12],
    ['12÷4', 3],
    ['10−4', 6],
    ['1,000+1', 1001],
    ['1,000,000', 1_000_000],
    ['.5*10', 5],
    ['2.5', 2.5],
    ['5.', 5],
    ['0-0', 0],
    ['-0', 0],
    ['((((7))))', 7],
  ])('%s = %s', (text, value) => {
    expect(evaluateTyped(text)).toBe(value);
  });

  test('agrees with the sum that was meant', () => {
    const small = fc.integer({ min: 0, max: 9_999 });
    fc.assert(
      fc.property(small, small, small, fc.constantFrom('+', '-', '*'), (a, b, c, sign) => {
        const inner = sign === '+' ? b + c : sign === '-' ? b - c : b * c;
        return evaluateTyped(`${a} - (${b}${sign}${c})`) === a - inner + 0;
      }),
    );
  });

  test('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+-*/().,x ') }), (text) => {
        const value = evaluateTyped(text);
        return value === null || Number.isFinite(value);
      }),
    );
  });
});

describe('a value outside its limits', { tags: ['UI-14', 'F21'] }, () => {
  test.each([
    [0, 1, 10, 'Quantity must be between 1 - 10. You typed 0.'],
    [11, 1, 10, 'Quantity must be between 1 - 10. You typed 11.'],
    [41_667, 1, 41_666, 'Quantity must be between 1 - 41,666. You typed 41667.'],
    [0, 1, null, 'Quantity must not be less than 1. You typed 0.'],
    [-3, 0, null, 'Quantity must not be less than 0. You typed -3.'],
    [Number.NaN, 1, 10, 'Quantity must be between 1 - 10. You typed NaN.'],
  ])('%s with %s - %s', (value, min, max, text) => {
    expect(stepperError(value, min, max)).toBe(text);
  });

  test('the typed text may be another than its value', () => {
    expect(stepperError(5, 1, 4, '05')).toBe('Quantity must be between 1 - 4. You typed 05.');
  });

  test('without a maximum of its own it is the limit per line', { tags: ['B13'] }, () => {
    expect(stepperError(1_000_001, 0)).toBe('Quantity must be between 0 - 1000000. You typed 1000001.');
    expect(stepperError(1_000_000, 0)).toBeNull();
  });

  test.each([
    [1, 1, 10],
    [10, 1, 10],
    [999_999_999, 1, null],
  ])('%s with %s - %s is fine', (value, min, max) => {
    expect(stepperError(value, min, max)).toBeNull();
  });
});
