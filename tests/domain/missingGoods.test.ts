import { expect, test } from 'vitest';
import { missingOf, missingValue } from '#domain/closeOut.ts';

const line = (left: number, counted: number | null, price = 1_200_000, case_count = 12) => ({
  ...{ left, counted, price, case_count },
});

test('missing goods are worth their units at the price of the hub; what was there beyond the figures takes nothing off', {
  tags: ['CLO-15'],
}, () => {
  expect(missingValue([])).toBe(0);
  expect(missingValue([line(24, 24), line(24, null)])).toBe(0);
  expect(missingValue([line(24, 20)])).toBe(400_000);
  expect(missingValue([line(24, 20), line(10, 30)])).toBe(400_000);
  // Sold and never issued, of goods that nobody counted.
  expect(missingOf(line(-6, null))).toBe(6);
  expect(missingValue([line(-6, null), line(7, 5, 1_000, 7)])).toBe(600_000 + 286);
});
