/** Goods are counted in cases and units at the close of a day, as everywhere. */
import { expect, test } from 'vitest';
import { isCount, unitsOf } from '#features/people/closeOuts/CountInHand.tsx';

test.each([
  ['2', '5', 29],
  ['2', '', 24],
  ['', '5', 5],
  ['0', '', 0],
  ['', '0', 0],
  [' 1 ', ' 30 ', 42],
  ['', '', null],
  ['two', '', null],
  ['1.5', '', null],
  ['1', '-3', null],
] as const)('"%s" cases and "%s" units of 12 are %s units', { tags: ['CLO-05', 'UI-22'] }, (cases, units, sum) => {
  expect(unitsOf({ cases, units }, 12)).toBe(sum);
});

test('what is no whole number is no count, and an empty one is none yet', { tags: ['CLO-05'] }, () => {
  expect(isCount({ cases: '', units: '' })).toBe(true);
  expect(isCount({ cases: '1,5', units: '' })).toBe(false);
});
