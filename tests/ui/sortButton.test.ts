/** The order that a press on a heading gives. */
import { expect, test } from 'vitest';
import { ariaSort, nextSort } from '#ui/tables/SortButton.tsx';

test.each([
  // column, falls, orders after each press, as they are read out
  ['name', false, ['name', '-name', 'name'], ['ascending', 'descending', 'ascending']],
  ['amount', true, ['-amount', 'amount', '-amount'], ['descending', 'ascending', 'descending']],
  // The largest debt is the least balance.
  ['-outstanding', true, ['outstanding', '-outstanding', 'outstanding'], ['descending', 'ascending', 'descending']],
] as const)(
  'presses on the heading of %s (figures: %s) sort by %s',
  { tags: ['PO-01', 'SO-04'] },
  (column, falls, orders, read) => {
    let sort: string | undefined = '-created';
    expect(ariaSort(column, sort)).toBe('none');
    for (const [at, order] of orders.entries()) {
      sort = nextSort(column, sort, falls);
      expect(sort).toBe(order);
      expect(ariaSort(column, sort)).toBe(read[at]);
    }
  },
);
