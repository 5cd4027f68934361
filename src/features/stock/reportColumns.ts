/** The columns of each report type (B4), for the screen and for the Excel file. */

import type { ReportRow } from '#contract/stock/stockCalls.ts';
import { formatMoney, koboOf, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import type { Context } from '#domain/report.ts';
import { casesNumber, showCases } from '#domain/units.ts';

export interface Figure {
  title: string;
  align?: 'right';
  show: (row: ReportRow) => string;
  /** An amount in kobo. The table writes it, because all amounts of a table have kobo or none has. */
  kobo?: (row: ReportRow) => number;
  value: (row: ReportRow) => string | number;
}

const text = (title: string, of: (row: ReportRow) => string): Figure => ({ title, show: of, value: of });
const cases = (title: string, of: (row: ReportRow) => number): Figure => ({
  title,
  align: 'right',
  show: (row) => showCases(of(row), row.product.case_count),
  value: (row) => casesNumber(of(row), row.product.case_count, 1),
});
const money = (title: string, kobo: (row: ReportRow) => number): Figure => ({
  title,
  align: 'right',
  show: (row) => showNaira(kobo(row)),
  kobo,
  value: (row) => kobo(row) / 100,
});
const naira = (title: string, of: (row: ReportRow) => string) => money(title, (row) => koboOf(of(row)));

const NAMES = [
  text('Product', (row) => row.product.name),
  text('Brand', (row) => row.product.brand.name),
  text('Manufacturer', (row) => row.product.manufacturer.name),
];
const MOVED = [
  ...NAMES,
  cases('Cases', (row) => row.quantity),
  {
    title: 'Units',
    align: 'right' as const,
    show: (row: ReportRow) => showNumber(row.quantity),
    value: (row: ReportRow) => row.quantity,
  },
  naira('Value', (row) => row.total),
];
/** The columns of each report type (B4). */
export const REPORT_COLUMNS: Record<Context, Figure[]> = {
  current_inventory: [...MOVED.slice(0, -1), money('Buy price', pricePerCase), naira('Value', (row) => row.total)],
  shipment_received: MOVED,
  shipment_rejected: MOVED,
  stock_issued: MOVED,
  stock_returned: MOVED,
  sales: [
    NAMES[0] as Figure,
    cases('Issued (cases)', (row) => row.issued),
    naira('Issued value', (row) => row.issued_value),
    cases('Returned (cases)', (row) => row.returned),
    naira('Returned value', (row) => row.returned_value),
    cases('Sold (cases)', (row) => row.quantity),
    naira('Revenue', (row) => row.revenue),
  ],
};

/** The price of the row's value, in kobo per case. */
function pricePerCase(row: ReportRow): number {
  return row.quantity === 0 ? 0 : Math.round((Number(row.total) * 100 * row.product.case_count) / row.quantity);
}

/** The sums of the shown rows, computed like the report's own sums (K28): money text, number of products, cases with two decimals. */
export function reportSums(rows: readonly ReportRow[]): { total: string; skus: number; cases: number } {
  const cases = rows.reduce((sum, row) => sum + row.quantity / row.product.case_count, 0);
  const kobo = rows.reduce((sum, row) => sum + koboOf(row.total), 0);
  return { total: formatMoney(kobo), skus: rows.length, cases: Math.round(cases * 100) / 100 };
}
