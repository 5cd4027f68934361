/** Quick tiles of a party without a history: one product of each brand before a second one. */
import { expect, test } from 'vitest';
import { brandsFirst } from '#features/stock/transfer/likely/brandsFirst.ts';

const goods = (...ids: string[]) =>
  ids.map((product_id) => ({ product_id, product: { brand: { name: product_id.slice(0, 1) } } }));

test('one product of each brand comes before a second one, in the order of the list', { tags: ['UI-28'] }, () => {
  expect(brandsFirst(goods('m1', 'm2', 'm3', 'k1', 'c1', 'k2'), [])).toEqual(['m1', 'k1', 'c1', 'm2', 'k2', 'm3']);
});

test('a brand among the goods that this tablet took often has had its turn; no product comes twice', {
  tags: ['UI-28'],
}, () => {
  expect(brandsFirst(goods('m1', 'm2', 'k1'), goods('m1'))).toEqual(['k1', 'm2']);
  expect(brandsFirst([], goods('m1'))).toEqual([]);
});
