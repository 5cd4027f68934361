import { describe, expect, test } from 'vitest';
import type { ProductHistory } from '#contract/catalogue/historyCalls.ts';
import { figureOf, MEASURES, numberOf, shownAs } from '#features/catalogue/products/historyFigures.ts';

const milk: ProductHistory = {
  _id: 'milk',
  name: 'Milk',
  case_count: 12,
  brand: { _id: 'b', name: 'B' },
  manufacturer: { _id: 'm', name: 'M' },
  years: {
    2026: {
      1: { count: 20, value: '1000.00', adjustments: '-100.00', billed: '900.00' },
      3: { count: 1_204, value: '0.50', adjustments: '0.25', billed: '0.75' },
    },
    2025: { 1: { count: 9, value: '9.00', adjustments: '0.00', billed: '9.00' } },
  },
};

describe('sales history', () => {
  test('has five measures: units, cases, value, adjustments and billed amount', { tags: ['K7', 'PROD-34'] }, () => {
    expect(MEASURES.map((one) => one.label)).toEqual([
      ...['Unit Count', 'Case Count', 'Value (NGN)', 'Adjustments (NGN)', 'Billed (NGN)'],
    ]);
    const january = figureOf(milk, '2026', [1]);
    expect(MEASURES.map((one) => shownAs(milk, january, one.value))).toEqual(['20', '1.7', '₦1,000', '−₦100', '₦900']);
    expect(MEASURES.map((one) => numberOf(milk, january, one.value))).toEqual([20, 1.7, 1_000, -100, 900]);
  });
  test('sums only the ticked months of that year', { tags: ['PROD-34', 'PROD-35'] }, () => {
    expect(figureOf(milk, '2026', [1, 2, 3])).toEqual({
      count: 1_224,
      value: 100_050,
      adjustments: -9_975,
      billed: 90_075,
    });
    expect(figureOf(milk, '2026', [2])).toEqual({ count: 0, value: 0, adjustments: 0, billed: 0 });
    expect(figureOf(milk, '2026', [])).toEqual({ count: 0, value: 0, adjustments: 0, billed: 0 });
    expect(figureOf(milk, '2024', [1])).toEqual({ count: 0, value: 0, adjustments: 0, billed: 0 });
  });
});
