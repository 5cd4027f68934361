/** The figures of the sales history (PROD-34, B8.8): units, cases with one decimal, or naira, over some months of a year. */
import type { SoldProduct } from '#contract/catalogue/historyCalls.ts';
import { formatMoney, parseMoney, showNaira } from '#domain/money.ts';
import { casesNumber, showCases } from '#domain/units.ts';

/** PROD-34. */
export const MONTH_NAMES: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export const MEASURES = [
  { value: 'units', label: 'Unit Count' },
  { value: 'cases', label: 'Case Count' },
  { value: 'value', label: 'Value (NGN)' },
] as const;

export type Measure = (typeof MEASURES)[number]['value'];

export interface Sum {
  count: number;
  kobo: number;
}

/** `months` from 1 to 12; kobo and units. */
export function figureOf(row: SoldProduct, year: string, months: readonly number[]): Sum {
  const found = months.map((month) => row.years[year]?.[String(month)]).filter((one) => one !== undefined);
  return {
    count: found.reduce((sum, one) => sum + one.count, 0),
    kobo: found.reduce((sum, one) => sum + (parseMoney(one.value) ?? 0), 0),
  };
}

export function shownAs(row: SoldProduct, { count, kobo }: Sum, measure: Measure): string {
  if (measure === 'value') return showNaira(kobo);
  return measure === 'cases' ? showCases(count, row.case_count, 1) : count.toLocaleString('en-NG');
}

/** The figure of an export, which stays a number. */
export function numberOf(row: SoldProduct, { count, kobo }: Sum, measure: Measure): number {
  if (measure === 'value') return Number(formatMoney(kobo));
  return measure === 'cases' ? casesNumber(count, row.case_count, 1) : count;
}
