/** The goods of a hub that came back damaged or expired, as the first screen of a rejection shows them. */
import { expect, test } from 'vitest';
import type { Unsellable } from '#contract/stock/unsellableCalls.ts';
import { unsellableHere } from '#features/stock/parts/unsellable.ts';

const row = (product_id: string, units: number, from: string | null): Unsellable =>
  ({ product_id, units, back: 100, from: from === null ? null : { _id: from, name: from } }) as Unsellable;
const shown = (rows: readonly Unsellable[], going: [string, number][] = []) => {
  const { groups, unknown } = unsellableHere(rows, new Map(going));
  return [
    ...groups.map(
      ({ to, rows: own }) => `${to.name}: ${own.map((one) => `${one.units} ${one.product_id}`).join(', ')}`,
    ),
    ...unknown.map((one) => `nobody: ${one.units} ${one.product_id}`),
  ];
};

test('goods that no distributor brought have no distributor', { tags: ['TRF-14'] }, () => {
  expect(shown([])).toEqual([]);
  expect(shown([row('a', 12, null)])).toEqual(['nobody: 12 a']);
});

test('the goods are grouped by distributor, and goods that wait on this tablet to leave are not offered again', {
  tags: ['TRF-14'],
}, () => {
  const rows = [row('a', 24, 'Ade'), row('b', 12, 'Bola'), row('c', 6, 'Bola')];
  expect(shown(rows)).toEqual(['Bola: 12 b, 6 c', 'Ade: 24 a']);
  expect(
    shown(rows, [
      ['a', 24],
      ['b', 5],
    ]),
  ).toEqual(['Bola: 7 b, 6 c']);
});
