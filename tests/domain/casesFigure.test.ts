/** The forms of a number of cases (decision 0403). */
import { expect, test } from 'vitest';
import { casesFigure, casesShort, casesSum, casesText, showCases } from '#domain/units.ts';

test('a quantity of one product: two decimals in a table, cases and units in words', {
  tags: ['UI-22', 'UI-23'],
}, () => {
  expect([showCases(150, 12), showCases(144, 12)]).toEqual(['12.50', '12.00']);
  expect([casesText(150, 12), casesText(144, 12), casesText(12, 12)]).toEqual([
    '12 cases 6 units',
    '12 cases',
    '1 case',
  ]);
});

test('beside a bar and in a plot: what a table says, without zeros at its end, and never rounded further', () => {
  // 110G Soupe Chorba Maggi, 48 a case: 78 cases 36 units.
  expect([78 * 48 + 36, 90, 24, 480, 0, -12].map((units) => casesShort(units, units === 90 ? 12 : 48))).toEqual([
    '78.75',
    '7.5',
    '0.5',
    '10',
    '0',
    '−0.25',
  ]);
  expect(casesShort(50_004, 48)).toBe('1,041.75');
});

test('a sum over products: whole cases, and a tenth below ten of them', () => {
  expect([1_427.6, 10.04, 9.96, 7.25, 1, 0, -12.5].map(casesFigure)).toEqual([
    '1,428',
    '10',
    '10',
    '7.3',
    '1',
    '0',
    '−12',
  ]);
  expect([1_427.6, 7.25, 1, 0].map(casesSum)).toEqual(['1,428 cases', '7.3 cases', '1 case', '0 cases']);
});
