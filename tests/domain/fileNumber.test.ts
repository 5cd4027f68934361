/** One table of cases for numbers in files: every import reads them by this (D1). */
import { describe, expect, test } from 'vitest';
import { type FileNumberRule, readFileNumber } from '#domain/fileNumber.ts';

const MONEY: FileNumberRule = { kind: 'money' };
const WHOLE: FileNumberRule = { kind: 'whole' };
const DECIMAL: FileNumberRule = { kind: 'decimal' };
const LOG: FileNumberRule = { kind: 'money', pointIsDecimal: true };
const read = (cell: string, rule: FileNumberRule) => {
  const result = readFileNumber(cell, rule);
  return 'text' in result ? result.text : null;
};

describe('a number in a file is one number or a bad cell', { tags: ['D1'] }, () => {
  // [cell, in a money column, in a whole column, in a column with decimals]
  test.each<[string, string | null, string | null, string | null]>([
    ['0', '0', '0', '0'],
    ['007', '007', '007', '007'],
    ['12', '12', '12', '12'],
    [' 12 ', '12', '12', '12'],
    ['+12', '12', '12', '12'],
    ['-12', '-12', '-12', '-12'],
    ['−12', '-12', '-12', '-12'],
    ['- 12', '-12', '-12', '-12'],
    ['14500.50', '14500.50', '14500.50', '14500.50'],
    ['0.125', '0.125', '0.125', '0.125'],
    ['1500.125', '1500.125', '1500.125', '1500.125'],
    // Thousands.
    ['14,500.50', '14500.50', '14500.50', '14500.50'],
    ['+ 14,500.50', '14500.50', '14500.50', '14500.50'],
    ['1,234,567', '1234567', '1234567', '1234567'],
    ['14 500.50', '14500.50', '14500.50', '14500.50'],
    ['14 500.50', '14500.50', '14500.50', '14500.50'],
    ['1 234 567', '1234567', '1234567', '1234567'],
    // Three digits behind a comma are thousands where the column has no three decimals.
    ['1,500', '1500', '1500', null],
    ['-9,000', '-9000', '-9000', null],
    // What could mean two numbers.
    ['1.500', null, null, null],
    ['12.000', null, null, null],
    // Decimal commas.
    ['43,75', null, null, null],
    ['1,5', null, null, null],
    ['0,500', null, null, null],
    ['1500,500', null, null, null],
    ['1.500,50', null, null, null],
    ['1.234.567', null, null, null],
    ['1.234.567,89', null, null, null],
    ['1 500,50', null, null, null],
    ['1,2345', null, null, null],
    // Signs in the wrong places.
    ['1,500 000', null, null, null],
    ['12,34,567', null, null, null],
    ['1 5', null, null, null],
    ['145 00', null, null, null],
    ['1,,500', null, null, null],
    [',500', null, null, null],
    ['500,', null, null, null],
    ['1.', null, null, null],
    ['.5', null, null, null],
    ['1.2.3', null, null, null],
    ['--1', null, null, null],
    // No numbers.
    ['', null, null, null],
    [' ', null, null, null],
    ['+', null, null, null],
    ['a dozen', null, null, null],
    ['=2+2', null, null, null],
    ['1e5', null, null, null],
    ['0x10', null, null, null],
    ['١٢', null, null, null],
    ['12\u0000', null, null, null],
    // The naira stands before prices alone.
    ['₦9,000.50', '9000.50', null, null],
    ['NGN 9000', '9000', null, null],
    ['N9000', '9000', null, null],
    ['₦', null, null, null],
    ['$9', null, null, null],
  ])('%j is %j as money, %j as a whole number, %j with decimals', (cell, money, whole, decimal) => {
    expect([read(cell, MONEY), read(cell, WHOLE), read(cell, DECIMAL)]).toEqual([money, whole, decimal]);
  });
  test('where the format says that a point begins decimals, three of them are decimals', { tags: ['D1'] }, () => {
    expect([read('2.555', LOG), read('1,500', LOG), read('1,50', LOG)]).toEqual(['2.555', '1500', null]);
  });
  test('the reason says what to write', { tags: ['D1'] }, () => {
    expect(readFileNumber('43,75', MONEY)).toEqual({
      why: 'Use a point for decimals. Type 43.75 if you mean that.',
    });
    expect(readFileNumber('1.500,50', MONEY)).toEqual({
      why: 'Use a point for decimals. Type 1500.50 if you mean that.',
    });
    expect(readFileNumber('1.500', DECIMAL)).toEqual({
      why: 'This can mean 1.5 or 1500. Type it without commas between thousands, and with a point for decimals.',
    });
    expect(readFileNumber('1 5', WHOLE)).toEqual({
      why: 'Commas and spaces belong only between thousands. Type the number without them.',
    });
    expect(readFileNumber('a dozen', WHOLE)).toEqual({ why: 'This is not a number.' });
  });
});
