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

type StockOfRow = Pick<WarehouseProduct, 'quantity' | 'in_hand'>;

/**
 * Whether the row is shown: the warehouse has the product in the books or in hand. A negative quantity in hand is shown too, because it means that
 * more was sold than issued.
 */
export const isHeld = ({ quantity, in_hand: inHand = 0 }: StockOfRow): boolean => quantity !== 0 || inHand !== 0;

/** Whether an associate sold the product without having any of it in the books. Such goods are shown and are no products of the warehouse (B4.3). */
export const isSoldOnly = ({ quantity, in_hand: inHand = 0 }: StockOfRow): boolean => quantity === 0 && inHand !== 0;

/** The rows in their order, goods that were only sold at the end. */
export const soldOnlyLast = (lines: readonly StockLine[]): StockLine[] => [
  ...lines.filter(({ row }) => !isSoldOnly(row)),
  ...lines.filter(({ row }) => isSoldOnly(row)),
];

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
 * The note under the cases: the number of products in the books, as the list of warehouses has it. An associate's stock differs between the books and the hand; the cases above are
 * those of the books.
 */
export function casesNote(rows: readonly WarehouseProduct[]): string {
  const many = plural(rows.filter(({ quantity }) => quantity !== 0).length, 'of # product', 'of # products');
  if (rows.every((row) => row.in_hand === undefined)) return many;
  const after = rows.reduce((sum, row) => sum + (row.in_hand ?? 0) / row.product.case_count, 0);
  return `in the books, ${casesFigure(after)} after sales, ${many}`;
}
