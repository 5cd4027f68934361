import type { WarehouseProduct } from '#contract/stock/stockCalls.ts';
import { plural } from '#domain/plural.ts';
import { casesFigure } from '#domain/units.ts';

/** A row of the stock with what else is known of it. */
export interface StockLine {
  row: WarehouseProduct;
  /** Days that the stock lasts (decision 0232); null: nothing leaves, undefined: not known. */
  days: number | null | undefined;
  /** Worth in kobo at cost; undefined: not known. */
  worth: number | undefined;
}

/** Whether the warehouse has something of the product, in the books or after sales: the rows that are shown and counted. What was sold and never held counts too. */
export const isHeld = ({ quantity, in_hand: inHand = 0 }: Pick<WarehouseProduct, 'quantity' | 'in_hand'>): boolean =>
  quantity !== 0 || inHand !== 0;

/** The sums of all rows that the filters let through, on every page: cases with two decimals, and kobo. `worth`: null while one row's is not known. */
export function stockSums(held: readonly StockLine[]): {
  cases: number;
  worth: number | null;
  sold: number;
  inHand: number;
} {
  const cases = (of: (row: WarehouseProduct) => number) =>
    Math.round(held.reduce((sum, { row }) => sum + of(row) / row.product.case_count, 0) * 100) / 100;
  return {
    cases: cases((row) => row.quantity),
    worth: held.some(({ worth }) => worth === undefined) ? null : held.reduce((sum, { worth = 0 }) => sum + worth, 0),
    sold: cases((row) => row.sold ?? 0),
    inHand: cases((row) => row.in_hand ?? 0),
  };
}

/**
 * The note under the cases: the number of products, as many as the list below has. An associate has a figure of the books and one of the hand; the cases are those
 * of the books.
 */
export function casesNote(rows: readonly WarehouseProduct[]): string {
  const many = plural(rows.filter(isHeld).length, 'of # product', 'of # products');
  if (rows.every((row) => row.in_hand === undefined)) return many;
  const after = rows.reduce((sum, row) => sum + (row.in_hand ?? 0) / row.product.case_count, 0);
  return `in the books, ${casesFigure(after)} after sales, ${many}`;
}
