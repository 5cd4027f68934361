/** The figures of the sales history over some months of a year (PROD-34, B8.8): units, cases with one decimal, or naira. */

import type { ProductHistory } from '#contract/catalogue/historyCalls.ts';
import { formatMoney, koboOf, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { casesNumber, showCases } from '#domain/units.ts';

export const MEASURES = [
  { value: 'units', label: 'Unit Count' },
  { value: 'cases', label: 'Case Count' },
  { value: 'value', label: 'Value (NGN)' },
  { value: 'adjustments', label: 'Adjustments (NGN)' },
  { value: 'billed', label: 'Billed (NGN)' },
] as const;

export type Measure = (typeof MEASURES)[number]['value'];

export interface Sum {
  count: number;
  /** Kobo (K7): the value of the goods, the adjustments by edited amounts, discounts and fees, and the billed amount. */
  value: number;
  adjustments: number;
  billed: number;
}

/** Sums a product over months. `months` are 1 to 12. Money is kobo, `count` is units. */
export function figureOf(row: ProductHistory, year: string, months: readonly number[]): Sum {
  const found = months.map((month) => row.years[year]?.[String(month)]).filter((one) => one !== undefined);
  const kobo = (name: 'value' | 'adjustments' | 'billed') => found.reduce((sum, one) => sum + koboOf(one[name]), 0);
  return {
    count: found.reduce((sum, one) => sum + one.count, 0),
    value: kobo('value'),
    adjustments: kobo('adjustments'),
    billed: kobo('billed'),
  };
}

export function shownAs(row: ProductHistory, sum: Sum, measure: Measure): string {
  const { count } = sum;
  if (measure !== 'units' && measure !== 'cases') return showNaira(sum[measure]);
  return measure === 'cases' ? showCases(count, row.case_count, 1) : showNumber(count);
}

/** The figure for an export, as a number. */
export function numberOf(row: ProductHistory, sum: Sum, measure: Measure): number {
  const { count } = sum;
  if (measure !== 'units' && measure !== 'cases') return Number(formatMoney(sum[measure]));
  return measure === 'cases' ? casesNumber(count, row.case_count, 1) : count;
}
