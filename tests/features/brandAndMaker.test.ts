import { expect, test } from 'vitest';
import { brandAndMaker } from '#features/catalogue/parts/brandAndMaker.ts';

const of = (brand: string, manufacturer: string) =>
  brandAndMaker({ brand: { name: brand }, manufacturer: { name: manufacturer } });

test('a brand that is named like its manufacturer stands once', { tags: ['PROD-01'] }, () => {
  expect(of('Bakers', 'Bakers')).toBe('Bakers');
  expect(of('Maggi', 'Nestlé')).toBe('Maggi, Nestlé');
});
