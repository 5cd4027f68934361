import type { WarehouseProduct } from '#contract/stock/stockCalls.ts';
import { plural } from '#domain/plural.ts';
import { casesFigure } from '#domain/units.ts';

/** A row of the stock with its days left and its worth. */
export interface StockLine {
  row: WarehouseProduct;
  /** The days that the stock lasts (decision 0232). Null: nothing leaves. Undefined: unknown. */
  days: number | null | undefined;
  /** The worth at cost in kobo. Undefined: unknown. */
  worth: number | undefined;
}

/**
 * Whether the row is shown and counted: the warehouse has the product in the books or in hand. A negative quantity in hand counts too, because more was
 * sold than issued.
 */
export const isHeld = ({ quantity, in_hand: inHand = 0 }: Pick<WarehouseProduct, 'quantity' | 'in_hand'>): boolean =>
  quantity !== 0 || inHand !== 0;

/** The sums of all filtered rows, on every page. Cases with two decimals, `worth` in kobo. `worth` is null if the worth of a row is unknown. */
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
 * The note under the cases: the number of products in the list below. An associate's stock differs between the books and the hand; the cases above are
 * those of the books.
 */
export function casesNote(rows: readonly WarehouseProduct[]): string {
  const many = plural(rows.filter(isHeld).length, 'of # product', 'of # products');
  if (rows.every((row) => row.in_hand === undefined)) return many;
  const after = rows.reduce((sum, row) => sum + (row.in_hand ?? 0) / row.product.case_count, 0);
  return `in the books, ${casesFigure(after)} after sales, ${many}`;
}
