/** The width of a matrix's columns. All are visible if they fit. */
import { expect, test } from 'vitest';
import { narrowWidth } from '#ui/tables/Matrix.tsx';

test('columns share the remaining width from 80 px down to 48 px; below that they scroll sideways at 80 px', {
  tags: ['FUL-03', 'FUL-04'],
}, () => {
  // 11 manufacturers at 1440 and 1280 px, with the lead columns of retailers and of locations.
  expect(narrowWidth(1_150, 576, 11)).toBe(52);
  expect(narrowWidth(1_170, 576, 11)).toBe(54);
  expect(narrowWidth(1_150, 240, 11)).toBe(80);
  expect(narrowWidth(1_150, 576, 12)).toBe(80);
  expect(narrowWidth(358, 576, 11)).toBe(80);
  expect(narrowWidth(1_150, 576, 0)).toBe(80);
});
