/** A line of "Runs out first" on a home. */
import { expect, test } from 'vitest';
import { noteOf } from '#features/session/home/RunsOut.tsx';

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

test('goods that need an order say so', { tags: ['COV-23'] }, () => {
  expect(noteOf(row(153, 4), false)).toBe('To order, 12 cases 9 units left, Bódìjà Hub');
  expect(noteOf(row(0, 4), true)).toBe('To order, nothing left');
  expect(noteOf(row(153, 0), true)).toBe('12 cases 9 units left');
});
