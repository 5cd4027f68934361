/** The lines of goods that run out: their order, and the cases that a person typed for each line. */
import type { CoverRow } from '#contract/purchasing/coverCalls.ts';
import { koboOf } from '#domain/money.ts';

export const keyOf = (row: CoverRow) => `${row.seller._id} ${row.product._id}`;

/** The texts that a person typed, by the key of the line. `casesOf` returns whole cases, or null for a text that is no number of cases. */
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

/** The worth of the typed cases in kobo, at the last price of each product. Null if the person may not see prices. */
export const worthOf = (rows: readonly CoverRow[], typed: TypedCases): number | null =>
  rows.some((row) => row.rate === null)
    ? null
    : rows.reduce((sum, row) => sum + (casesOf(row, typed) ?? 0) * koboOf(row.rate ?? '0'), 0);

/** What the list shows: what is to order by urgency or by supplier, or all goods. */
export type CoverView = 'order' | 'supplier' | 'all';

/** What is out comes first, then what lasts the fewest days. Lines that last equally long keep the order of the server's answer. */
export const byUrgency = (rows: readonly CoverRow[]): CoverRow[] =>
  rows.toSorted((a, b) => Number(isOut(b)) - Number(isOut(a)) || a.days_left - b.days_left);

/** Whether nothing is left at the hub. */
export const isOut = ({ quantity }: Pick<CoverRow, 'quantity'>): boolean => quantity <= 0;

/** Groups the lines by supplier, the supplier of the most urgent line first. Lines without a supplier come last. */
function bySupplier(rows: readonly CoverRow[]): CoverRow[] {
  const urgent = byUrgency(rows);
  const idOf = (row: CoverRow) => row.supplier?._id;
  // A set keeps the order in which the suppliers first occur.
  const suppliers = [...new Set(urgent.map(idOf))].filter((id) => id !== undefined);
  return [...suppliers, undefined].flatMap((id) => urgent.filter((row) => idOf(row) === id));
}

export const sorted = (rows: readonly CoverRow[], show: CoverView): readonly CoverRow[] =>
  show === 'supplier' ? bySupplier(rows) : byUrgency(rows);

/** The decimals of a column of cases: none if each line has whole cases, else two. */
export const decimalsOf = (rows: readonly CoverRow[], of: (row: CoverRow) => number): number =>
  rows.every((row) => of(row) % row.product.case_count === 0) ? 0 : 2;

/** The reorder point in whole cases, rounded up, because nobody waits for a part of a case. */
export const orderAtCases = ({ reorder_at, product }: Pick<CoverRow, 'reorder_at' | 'product'>): number =>
  Math.ceil(reorder_at / product.case_count);

/** The days that the goods of the reorder point last. Goods that last longer are not ordered. */
export const orderAtDays = ({ rule }: Pick<CoverRow, 'rule'>): number => rule.lead_days + rule.safety_days;

/** The fields of the call for some lines. `casesFor`: whole cases. `sourceOf`: the id of the supplier, or of the hub that gives the goods. */
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
