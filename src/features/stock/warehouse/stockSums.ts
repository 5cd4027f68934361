import type { WarehouseProduct } from '#contract/stock/stockCalls.ts';

/** A row of the stock with what else is known of it. */
export interface StockLine {
  row: WarehouseProduct;
  /** Days that the stock lasts (decision 0232); null: nothing leaves, undefined: not known. */
  days: number | null | undefined;
  /** Worth in kobo at cost; undefined: not known. */
  worth: number | undefined;
}

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
