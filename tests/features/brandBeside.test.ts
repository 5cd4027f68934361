/** Two products that differ by their brand alone are told apart on a tile and in a list. */
import { expect, test } from 'vitest';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { stockNote } from '#features/stock/transfer/desk/deskLines.ts';
import { brandBeside, nameBelow } from '#features/stock/transfer/likely/brand.ts';

const of = (name: string, brand: string) => ({ name, brand: { name: brand } });

test('a name that has its brand says it once; one that lacks it has the brand beside it', { tags: ['UI-28'] }, () => {
  expect(brandBeside(of('Peak Milk Powder 400 g', 'Peak'))).toBe('');
  expect(brandBeside(of('Milk Powder 400 g, PEAK', 'Peak'))).toBe('');
  expect(brandBeside(of('Nescafe Classic', 'Nescafé'))).toBe('');
  expect(brandBeside(of('Milk Powder 400 g', 'Peak'))).toBe('Peak');
  expect(brandBeside(of('Milk Powder 400 g', 'Dano'))).toBe('Dano');
});

test('under its brand a name is not said twice, and never cut', { tags: ['UI-28'] }, () => {
  expect(nameBelow(of('Peak Milk Powder 400 g', 'Peak'))).toBe('Milk Powder 400 g');
  expect(nameBelow(of('Peakmilk 400 g', 'Peak'))).toBe('Peakmilk 400 g');
  expect(nameBelow(of('Milk Powder 400 g', 'Peak'))).toBe('Milk Powder 400 g');
});

test('the search says the brand of goods of a hub where their name lacks it', { tags: ['UI-28'] }, () => {
  const one = (name: string) =>
    ({ product: { ...of(name, 'Peak'), case_count: 12 }, quantity: 36, rate: '1.00' }) as Pickable;
  expect(stockNote(one('Milk Powder 400 g'), null, 0)).toBe('Peak, 3 cases');
  expect(stockNote(one('Peak Milk Powder 400 g'), null, 0)).toBe('3 cases');
});
