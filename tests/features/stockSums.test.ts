/** The sums under a warehouse's stock include all filtered rows, and not only one page. */
import { expect, test } from 'vitest';
import type { WarehouseProduct } from '#contract/stock/stockCalls.ts';
import { type StockLine, soldOnlyLast, stockSums } from '#features/stock/warehouse/stockSums.ts';

const held = (quantity: number, sold: number, case_count: number, worth: number | undefined): StockLine => ({
  row: { quantity, sold, in_hand: quantity - sold, product: { case_count } } as WarehouseProduct,
  days: undefined,
  worth,
});

test('the sums of cases, worth, sold and in hand include every row, also rows with more sold than issued', {
  tags: ['WH-17', 'B5.4'],
}, () => {
  const rows = Array.from({ length: 25 }, () => held(36, 12, 24, 100_050));
  expect(stockSums(rows)).toEqual({ cases: 37.5, worth: 2_501_250, sold: 12.5, inHand: 25 });
  expect(stockSums([...rows, held(0, 4, 1, 0)])).toMatchObject({ cases: 37.5, sold: 16.5, inHand: 21 });
  expect(stockSums([held(7, 0, 24, undefined)])).toEqual({ cases: 0.29, worth: null, sold: 0, inHand: 0.29 });
  expect(stockSums([])).toEqual({ cases: 0, worth: 0, sold: 0, inHand: 0 });
});

test('goods that were sold and never held stand after the others, in the order of the list', {
  tags: ['WH-17', 'B5.4'],
}, () => {
  const lines = [held(0, 4, 1, 0), held(36, 12, 24, 0), held(0, 2, 1, 0), held(5, 5, 1, 0), held(0, 0, 1, 0)];
  expect(soldOnlyLast(lines).map(({ row }) => [row.quantity, row.in_hand])).toEqual([
    [36, 24],
    [5, 0],
    [0, 0],
    [0, -4],
    [0, -2],
  ]);
});
