/** The figures of a stocktake for the person who approves it. Money is kobo, quantities are units. */
import type { AdjustReason } from '#contract/stock/stockCalls.ts';
import type { Stocktake, StocktakeResult } from '#contract/stock/stocktakeCalls.ts';
import { koboOf } from '#domain/money.ts';
import { sizeText, sumOf } from '#domain/units.ts';

/** The lines that posting would write now, or that it wrote. */
export interface Results extends Stocktake {
  lines: StocktakeResult[];
  digest: string;
  counted_yourself: boolean;
}

/** The reasons that the person chose, by product id. Products without a choice have the reason "count". */
export type ReasonsOf = Readonly<Record<string, AdjustReason>>;

export const STATUS_WORDS: Readonly<Record<Stocktake['status'], string>> = {
  open: 'Open',
  posted: 'Posted',
  cancelled: 'Cancelled',
};

/** Whether posting moves any units of the product, from or to the books or between lots. */
export const isDiffering = ({ difference, lots }: StocktakeResult): boolean =>
  (difference ?? 0) !== 0 || (lots ?? []).some((lot) => lot.difference !== 0);

/** A result with a difference, in units or between lots. */
export type Differing = StocktakeResult & { difference: number; value: string };

export const differing = (lines: readonly StocktakeResult[]): Differing[] =>
  lines.filter((line): line is Differing => isDiffering(line) && line.difference !== null && line.value !== null);

const sizeOf = (line: StocktakeResult) => Math.abs(koboOf(line.value ?? '0'));

/** Sorts the lines: the largest value of a difference first, then products to count again, then other differences. Equal lines keep their order. */
export const byValue = (lines: readonly StocktakeResult[]): StocktakeResult[] =>
  [...lines].sort(
    (a, b) =>
      sizeOf(b) - sizeOf(a) ||
      Number(b.state === 'recount') - Number(a.state === 'recount') ||
      Number(isDiffering(b)) - Number(isDiffering(a)),
  );

export interface ShortOrOver {
  /** The number of products, and their cases and units by the case size of each. */
  products: number;
  size: string;
  /** Kobo, never below zero. */
  kobo: number;
}

/** The sums of missing goods and of excess goods. */
export function sidesOf(lines: readonly StocktakeResult[]): { short: ShortOrOver; over: ShortOrOver } {
  const all = differing(lines);
  return {
    short: sideOf(all.filter((one) => one.difference < 0)),
    over: sideOf(all.filter((one) => one.difference > 0)),
  };
}

function sideOf(lines: readonly Differing[]): ShortOrOver {
  return {
    products: lines.length,
    size: sizeText(
      sumOf(lines.map((line) => ({ moved: Math.abs(line.difference), case_count: line.product.case_count }))),
    ),
    kobo: lines.reduce((sum, line) => sum + sizeOf(line), 0),
  };
}

/** The names of the people who still count. */
export const stillCounting = ({ people }: Pick<Stocktake, 'people'>): string[] =>
  people.filter((one) => one.finished_at === null).map((one) => one.name);
