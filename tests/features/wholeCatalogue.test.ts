/** What the search of a receipt finds beyond the goods of the distributor. */
import { expect, test } from 'vitest';
import { listed } from '#client/reads/longRows.ts';
import type { ProductRef } from '#contract/catalogue/product.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { followedBy } from '#features/stock/parts/stockHere.ts';
import { unlistedProducts } from '#features/stock/parts/wholeCatalogue.ts';

const product = (_id: string, more: Partial<ProductRef> = {}): ProductRef =>
  ({ _id, name: _id, case_count: 12, status: 'active', ...more }) as ProductRef;
const sold = (_id: string, rate: string): Pickable =>
  ({ product_id: _id, product: product(_id), quantity: null, rate }) as Pickable;

test('all active products that the distributor does not sell, each with the price of the catalogue, of another distributor, or none', {
  tags: ['PO-34'],
}, () => {
  const catalogue = [
    product('own'),
    product('priced', { price: '100.00' }),
    product('other'),
    product('free'),
    product('old', { status: 'inactive' }),
  ];
  const elsewhere = new Map([
    ['priced', sold('priced', '90.00')],
    ['other', sold('other', '80.00')],
  ]);
  const found = unlistedProducts(catalogue, elsewhere, ['own']);
  expect(found.map(({ product_id, rate, quantity }) => [product_id, rate, quantity])).toEqual([
    ['priced', '100.00', null],
    ['other', '80.00', null],
    ['free', '0', null],
  ]);
  // Without a catalogue, what other distributors of this tablet sell is all that is known.
  expect(unlistedProducts(undefined, elsewhere, ['priced']).map((one) => one.product_id)).toEqual(['other']);
});

test('two lists one after the other are one list', { tags: ['PO-34'] }, () => {
  const of = (...ids: string[]) => listed(ids.map((id) => ({ ...sold(id, '1.00'), _id: null })));
  const both = followedBy(of('a', 'b'), of('c', 'd'));
  const ids = (rows: readonly Pickable[]) => rows.map((one) => one.product_id);
  expect(both.length).toBe(4);
  expect(both.ids).toEqual(['a', 'b', 'c', 'd']);
  for (const [from, to] of [
    [0, 4],
    [1, 3],
    [0, 2],
    [2, 4],
    [3, 9],
    [1, 2],
  ] as const)
    expect(ids(both.slice(from, to))).toEqual(['a', 'b', 'c', 'd'].slice(from, to));
  const some = both.only((id) => id === 'b' || id === 'd');
  expect(ids(some.slice(0, some.length))).toEqual(['b', 'd']);
});
