/** The list of what runs out: its order, its decimals, and the reorder point in whole cases. */
import { expect, test } from 'vitest';
import type { CoverRow } from '#contract/purchasing/coverCalls.ts';
import { decimalsOf, orderAtCases, orderAtDays, sorted } from '#features/purchasing/cover/rows.ts';

const row = (name: string, supplier: string | null, more: Partial<CoverRow> = {}): CoverRow =>
  ({
    product: { _id: name, name, case_count: 24 },
    seller: { _id: 'hub', name: 'Wuse Hub' },
    supplier: supplier === null ? null : { _id: supplier, name: supplier },
    quantity: 48,
    expected: 0,
    reorder_at: 760,
    rule: { lead_days: 30, safety_days: 8, order_days: 14, of: 'product' },
    ...more,
  }) as CoverRow;

/** As the server answers: what needs an order, by the days that the goods last. What is out has a pace and no days. */
const answered = [
  row('Nescafé', 'FreshCup', { days_left: 1 }),
  row('Knorr', 'Adéọlá', { days_left: 4 }),
  row('Milo', null, { days_left: 0 }),
  row('BOS', 'FreshCup', { days_left: 9 }),
  row('Peak', 'Sunrise', { days_left: 0, quantity: 0 }),
];

test('what is out comes first, then what lasts the fewest days; by choice the goods are grouped by supplier', {
  tags: ['COV-20'],
}, () => {
  const names = (rows: readonly CoverRow[]) => rows.map((one) => one.product.name);
  for (const show of ['order', 'all'] as const)
    expect(names(sorted(answered, show)), show).toEqual(['Peak', 'Milo', 'Nescafé', 'Knorr', 'BOS']);
  // The supplier of the most urgent goods leads, and goods without one end the list.
  expect(names(sorted(answered, 'supplier'))).toEqual(['Peak', 'Nescafé', 'BOS', 'Knorr', 'Milo']);
});

test('a column of whole cases has no decimals, and one part of a case gives all lines two', () => {
  const held = (one: CoverRow) => one.quantity;
  expect(decimalsOf(answered, held)).toBe(0);
  expect(decimalsOf([...answered, row('Maggi', null, { quantity: 50 })], held)).toBe(2);
  expect(decimalsOf([], held)).toBe(0);
});

test('the reorder point is whole cases, rounded up, with the days that they last', () => {
  expect(orderAtCases(row('BOS', 'FreshCup'))).toBe(32);
  expect(orderAtCases(row('BOS', 'FreshCup', { reorder_at: 48 }))).toBe(2);
  expect(orderAtCases(row('BOS', 'FreshCup', { reorder_at: 0 }))).toBe(0);
  expect(orderAtDays(row('BOS', 'FreshCup'))).toBe(38);
});
