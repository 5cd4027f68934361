/** A tile has two short lines for the quantity of its product. */
import { expect, test } from 'vitest';
import { tileFigure } from '#features/stock/transfer/likely/tileFigure.ts';

test.each([
  [0, ['0', 'cases']],
  [1, ['1', 'unit']],
  [6, ['6', 'units']],
  [12, ['1', 'case']],
  [13, ['1.08', 'cases']],
  [30, ['2.5', 'cases']],
  [11_999, ['999.92', 'cases']],
  [18_000, ['1,500', 'cases']],
  [18_001, ['1,500+', 'cases']],
] as const)('%i units in cases of 12', { tags: ['UI-22'] }, (units, words) => {
  expect(tileFigure(units, 12)).toEqual(words);
  for (const part of words) expect(part.length).toBeLessThanOrEqual(6);
});
