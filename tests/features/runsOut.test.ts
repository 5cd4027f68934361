/** A line of "Runs out first" on a home. */
import { expect, test } from 'vitest';
import { headOf, noteOf } from '#features/session/home/RunsOut.tsx';

const row = (quantity: number, order_cases = 0) => ({
  ...{ product_id: 'p', name: 'Knorr', brand: 'Knorr', picture: null, warehouse_id: 'w', owner: 'Bódìjà Hub' },
  ...{ quantity, case_count: 12, days_left: 26, order_cases },
});

test('what is left is whole cases and units, as on "Running out", and no part of a case is cut off', {
  tags: ['UI-22', 'COV-23'],
}, () => {
  // 12.75 cases.
  expect(noteOf(row(153), false)).toBe('12 cases 9 units left, Bódìjà Hub');
  expect(noteOf(row(12), true)).toBe('1 case left');
  expect(noteOf(row(3), true)).toBe('3 units left');
  expect(noteOf(row(0), true)).toBe('nothing left');
});

test('goods that need an order stand under a heading, and the others under one of their own', {
  tags: ['COV-23'],
}, () => {
  const headings = (rows: ReturnType<typeof row>[]) => rows.map((one, at) => headOf(one, rows[at - 1]));
  expect(headings([row(153), row(12)])).toEqual([null, null]);
  expect(headings([row(153, 4), row(0, 1), row(12), row(24)])).toEqual([
    'To order, “Order at” is reached',
    null,
    'Then by days left',
    null,
  ]);
  expect(headings([row(153, 4)])).toEqual(['To order, “Order at” is reached']);
});
