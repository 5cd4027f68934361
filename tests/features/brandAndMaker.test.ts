import { expect, test } from 'vitest';
import { brandAndMaker } from '#features/catalogue/parts/brandAndMaker.ts';

const of = (brand: string, manufacturer: string) =>
  brandAndMaker({ brand: { name: brand }, manufacturer: { name: manufacturer } });

test('a brand with the same name as its manufacturer is written once', { tags: ['PROD-01'] }, () => {
  expect(of('Bakers', 'Bakers')).toBe('Bakers');
  expect(of('Maggi', 'Nestlé')).toBe('Maggi, Nestlé');
});
