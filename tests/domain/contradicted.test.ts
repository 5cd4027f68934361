/** By how much a count contradicts the lots of the books. */
import { expect, test } from 'vitest';
import { contradicted } from '#domain/lotCounts.ts';

test.each([
  [
    'goods on the other lot',
    [
      ['A', -6],
      ['B', 6],
    ],
    6,
  ],
  [
    'goods whose lot was unknown',
    [
      ['', -120],
      ['A', 120],
    ],
    0,
  ],
  [
    'part of it was unknown',
    [
      ['', -4],
      ['A', -2],
      ['B', 6],
    ],
    2,
  ],
  ['goods of a lot that are missing', [['A', -6]], 6],
  ['goods of a lot that are over', [['A', 6]], 6],
  ['goods without a lot that are over', [['', 6]], 0],
] as const)('%s', { tags: ['LOT-28'] }, (_, lots, units) => {
  expect(contradicted(lots.map(([code, difference]) => ({ code, difference })))).toBe(units);
});
