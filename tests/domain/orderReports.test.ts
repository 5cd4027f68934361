/** What the order lists and reports ask for, and how sales are grouped (ORD-09, RPT-01, RPT-03, B5.12). */
import { describe, expect, test } from 'vitest';
import { defaultOrderFilters, orderQuery } from '#domain/orderFilters.ts';
import { chipRange, groupSales, type Sold } from '#domain/orderReports.ts';
import { fromInput } from '#domain/time.ts';

const at = (text: string) => fromInput(text) ?? Number.NaN;
/** In Lagos it is the 23rd already. */
const NOW = at('2026-11-23T00:30');

describe('days', () => {
  test('four days before today to the end of today, as Lagos counts them; nothing else is asked by default', {
    tags: ['ORD-09'],
  }, () => {
    const filters = defaultOrderFilters(NOW);
    expect(filters).toEqual({ from: '2026-11-19', to: '2026-11-23', tag: 'all', payment: 'all' });
    expect(orderQuery(filters)).toEqual({
      timestamp_min: String(at('2026-11-19')),
      timestamp_max: String(at('2026-11-24')),
    });
    expect(orderQuery({ from: 'open', to: 'open', tag: 'pencom', payment: 'owing' })).toEqual({
      tag: 'pencom',
      payment: 'owing',
    });
  });

  test.each([
    ['today', '2026-11-23', '2026-11-24'],
    ['yesterday', '2026-11-22', '2026-11-23'],
    ['week', '2026-11-17', '2026-11-24'],
    ['month', '2026-10-25', '2026-11-24'],
  ] as const)('the chip %s is whole Lagos days, its end exclusive', { tags: ['RPT-01'] }, (chip, from, to) => {
    expect(chipRange(chip, NOW)).toEqual({ from: at(from), to: at(to) });
  });
});

describe('sales', { tags: ['RPT-03', 'B5.12'] }, () => {
  const sold = (
    name: string,
    brand: string,
    maker: string,
    figures: Pick<Sold, 'cases' | 'units' | 'amount'>,
    billed = figures.amount,
  ): Sold => ({
    product_id: `p_${name}`,
    name,
    brand: { _id: `${maker}_${brand}`, name: brand },
    manufacturer: { _id: maker, name: maker },
    ...figures,
    ...{ adjustments: billed - figures.amount, billed, not_billed: 0 },
  });
  // Two makers have a brand of one name.
  const tea = sold('Tea', 'Gold', 'Zed', { cases: 1, units: 7, amount: 105 });
  const milk = sold('Milk', 'Gold', 'Able', { cases: 2, units: 9, amount: 20_010 }, 18_000);
  const soap = sold('Soap', 'Blue', 'Able', { cases: 3, units: 8, amount: -5 });
  const by = (how: 'manufacturer' | 'brand' | 'product') =>
    groupSales([tea, milk, soap], how).map(({ name, cases, units, amount, products }) => [
      ...[name, cases, units, amount],
      products.map((product) => product.name),
    ]);

  test('a manufacturer adds the cases and the units of its products: units of different cases make no case', () => {
    expect(by('manufacturer')).toEqual([
      ['Able', 5, 17, 20_005, ['Milk', 'Soap']],
      ['Zed', 1, 7, 105, ['Tea']],
    ]);
  });

  test('a manufacturer adds what was billed of its products beside their goods', { tags: ['K7'] }, () => {
    expect(groupSales([tea, milk, soap], 'manufacturer')[0]).toMatchObject({
      ...{ amount: 20_005, adjustments: -2_010, billed: 17_995, not_billed: 0 },
    });
  });

  test('brands of one name stay apart', () => {
    expect(by('brand')).toEqual([
      ['Blue', 3, 8, -5, ['Soap']],
      ['Gold', 1, 7, 105, ['Tea']],
      ['Gold', 2, 9, 20_010, ['Milk']],
    ]);
  });

  test('products stand alone, by name; of nothing there is nothing', () => {
    expect(by('product').map(([name]) => name)).toEqual(['Milk', 'Soap', 'Tea']);
    expect(groupSales([], 'brand')).toEqual([]);
  });
});
