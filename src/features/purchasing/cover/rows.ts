/** Lines of what runs out, by supplier, and what a person orders of them. */
import type { CoverRow } from '#contract/purchasing/coverCalls.ts';
import { koboOf } from '#domain/money.ts';

export const keyOf = (row: CoverRow) => `${row.seller._id} ${row.product._id}`;

/** The whole cases that a person typed for a line; null: what was typed is none. */
export type TypedCases = Readonly<Record<string, string>>;
export function casesOf(row: CoverRow, typed: TypedCases): number | null {
  const text = typed[keyOf(row)];
  if (text === undefined) return row.order_cases;
  if (text.trim() === '') return 0;
  const cases = Number(text.replaceAll(',', ''));
  return Number.isInteger(cases) && cases >= 0 && cases * row.product.case_count <= 1_000_000 ? cases : null;
}

/** Lines with cases and a supplier: these can be ordered. */
export const orderable = (rows: readonly CoverRow[], typed: TypedCases) =>
  rows.filter((row) => row.supplier !== null && (casesOf(row, typed) ?? 0) > 0);

export const casesIn = (rows: readonly CoverRow[], typed: TypedCases) =>
  rows.reduce((sum, row) => sum + (casesOf(row, typed) ?? 0), 0);

/** Kobo, at the last price of each case; null if the person may not see prices. */
export const worthOf = (rows: readonly CoverRow[], typed: TypedCases): number | null =>
  rows.some((row) => row.rate === null)
    ? null
    : rows.reduce((sum, row) => sum + (casesOf(row, typed) ?? 0) * koboOf(row.rate ?? '0'), 0);

/** By supplier, lines without one last; within a supplier in the order of the server's answer. */
export function bySupplier(rows: readonly CoverRow[]): CoverRow[] {
  const place = (row: CoverRow) => (row.supplier === null ? '\uffff' : `${row.supplier.name} ${row.supplier._id}`);
  return [...rows].sort((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
}

/** What the call needs of lines. `sourceOf`: the supplier, or the hub that gives. */
export const linesFor = (
  rows: readonly CoverRow[],
  casesFor: (row: CoverRow) => number,
  sourceOf = (row: CoverRow) => row.supplier?._id ?? '',
) => ({
  seller_ids: rows.map((row) => row.seller._id),
  product_ids: rows.map((row) => row.product._id),
  source_ids: rows.map(sourceOf),
  cases: rows.map(casesFor),
  expected: rows.map((row) => row.expected),
});
