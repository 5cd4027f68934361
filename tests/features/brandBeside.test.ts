/** A tile and a list distinguish two products that differ only by their brand. */
import { expect, test } from 'vitest';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { cardNotes, stockNote } from '#features/stock/transfer/desk/deskLines.ts';
import { brandBeside, nameBelow, sizeLast, variantOf } from '#features/stock/transfer/likely/brand.ts';

const of = (name: string, brand: string) => ({ name, brand: { name: brand } });

test('the brand is shown beside a product only if the product’s name lacks it', { tags: ['UI-28'] }, () => {
  expect(brandBeside(of('Peak Milk Powder 400 g', 'Peak'))).toBe('');
  expect(brandBeside(of('Milk Powder 400 g, PEAK', 'Peak'))).toBe('');
  expect(brandBeside(of('Nescafe Classic', 'Nescafé'))).toBe('');
  expect(brandBeside(of('Milk Powder 400 g', 'Peak'))).toBe('Peak');
  expect(brandBeside(of('Milk Powder 400 g', 'Dano'))).toBe('Dano');
});

test('a name below its brand does not repeat the brand, and is never cut inside a word', { tags: ['UI-28'] }, () => {
  expect(nameBelow(of('Peak Milk Powder 400 g', 'Peak'))).toBe('Milk Powder 400 g');
  expect(nameBelow(of('Peakmilk 400 g', 'Peak'))).toBe('Peakmilk 400 g');
  expect(nameBelow(of('Milk Powder 400 g', 'Peak'))).toBe('Milk Powder 400 g');
});

test('products of one brand are shown by their variant and their size', { tags: ['UI-28'] }, () => {
  const variantParts = (name: string, brand: string) => Object.values(variantOf(of(name, brand)));
  expect(variantParts('Peak Milk Powder 400 g', 'Peak')).toEqual(['Milk Powder', '400 g']);
  expect(variantParts('Milo Active Tin 500G', 'Milo')).toEqual(['Active Tin', '500G']);
  expect(variantParts('110G Chorba Langue Maggi', 'Maggi')).toEqual(['Chorba Langue', '110G']);
  expect(variantParts('Milo 400G', 'Milo')).toEqual(['Milo', '400G']);
  // One word alone says too little at arm's length.
  expect(variantParts('Nescafe Classic', 'Nescafe')).toEqual(['Nescafe Classic', '']);
  expect(variantParts('Lipton Tea 100s', 'Lipton')).toEqual(['Lipton Tea', '100s']);
  expect(variantParts('Peak Milk 400 g Powder', 'Peak')).toEqual(['Milk 400 g Powder', '']);
  expect(variantParts('Maggi Chicken Cubes 100s', 'Maggi')).toEqual(['Chicken Cubes', '100s']);
  expect(variantParts('Power Oil 1.5L', 'Power')).toEqual(['Power Oil', '1.5L']);
  expect(variantParts('Knorr Beef Cubes - 8 Cubes', 'Knorr')).toEqual(['Beef Cubes - 8 Cubes', '']);
  expect(variantParts('7up', '7up')).toEqual(['7up', '']);
});

test('the size at the end of a name can be shown first, and the remaining name stays whole', {
  tags: ['UI-28'],
}, () => {
  const sizeParts = (name: string) => Object.values(sizeLast(name));
  expect(sizeParts('Peak Milk Powder 400 g')).toEqual(['Peak Milk Powder ', '400 g', '400 g']);
  expect(sizeParts('Bakers Lemon Cream Biscuits 200G')).toEqual(['Bakers Lemon Cream Biscuits ', '200G', '200G']);
  expect(sizeParts('Bakers Choc Kits Biscuits 200 GR')).toEqual(['Bakers Choc Kits Biscuits ', '200 GR', '200 GR']);
  expect(sizeParts('Ceres Papaya Juice - 1000ml')).toEqual(['Ceres Papaya Juice ', '- 1000ml', '1000ml']);
  expect(sizeParts('110G Chorba Langue Maggi')).toEqual(['110G Chorba Langue Maggi', '', '']);
  expect(sizeParts('Milo')).toEqual(['Milo', '', '']);
});

test('the search shows the brand of a hub’s goods if their name lacks it', { tags: ['UI-28'] }, () => {
  const one = (name: string) =>
    ({ product: { ...of(name, 'Peak'), case_count: 12 }, quantity: 36, rate: '1.00' }) as Pickable;
  expect(stockNote(one('Milk Powder 400 g'), null, 0)).toBe('Peak, 3 cases');
  expect(stockNote(one('Peak Milk Powder 400 g'), null, 0)).toBe('3 cases');
});

test('the card of a product: its stock has one line, and what is longer stands whole under the figure', {
  tags: ['UI-28', 'B11.1'],
}, () => {
  const one = (brand: string) =>
    ({ product: { ...of('Yellow Label Tea', brand), case_count: 24 }, quantity: 56 * 24, rate: '1.00' }) as Pickable;
  const at = Date.UTC(2026, 10, 29, 9, 19);
  expect(cardNotes(one('Lipton'), at, 0, 0)).toEqual({ beside: 'Lipton, 56 cases as of 10:19', below: null });
  expect(cardNotes(one('Lipton'), at, 0, 12 * 24)).toEqual({
    beside: 'Lipton, 56 cases as of 10:19',
    below: '12 cases of it received here, not sent yet',
  });
  expect(cardNotes(one('Lipton'), at, 6 * 24, 12 * 24)).toEqual({
    beside: null,
    below:
      'Lipton, 56 cases as of 10:19, minus 6 cases waiting on this tablet, 12 cases of it received here, not sent yet',
  });
  const long = one('The Confectionery Company of Abeokuta');
  expect(cardNotes(long, at, 0, 0)).toEqual({ beside: null, below: stockNote(long, at, 0) });
});
