/** Expected against accepted (B3.5, B3.7, B3.8): what a count means, what a scan changes, and what differs before it is final. */
import { MAX_QUANTITY } from './limits.ts';
import { lineAmount, partOf, rateOf } from './money.ts';
import { movedQuantity, type REASONS } from './transfer.ts';
import { casesAndUnits } from './units.ts';

export type Reason = (typeof REASONS)[number];

export interface CountedLine {
  product_id: string;
  name: string;
  case_count: number;
  /** Units that were expected; 0: nobody expected this product. */
  quantity: number;
  /** Units that were counted; null: not counted yet. */
  quantity_accepted: number | null;
  /** Kobo, of the expected units. */
  amount: number;
}

/** Kobo per case of goods that nobody expected (the server takes the list price, B3.7). */
export type PriceOf = (productId: string) => number;

export type DifferenceKind = 'short' | 'over' | 'unexpected';
export const DIFFERENCE_LABEL: Record<DifferenceKind, string> = {
  short: 'Short',
  over: 'Over',
  unexpected: 'Not expected',
};
/** The reason that is meant unless a person says otherwise. */
export const USUAL_REASON: Record<DifferenceKind, Reason> = { short: 'short', over: 'excess', unexpected: 'excess' };

export function differenceKind(line: Pick<CountedLine, 'quantity' | 'quantity_accepted'>): DifferenceKind | null {
  const accepted = line.quantity_accepted;
  if (accepted === null || accepted === line.quantity) return null;
  if (line.quantity === 0) return 'unexpected';
  return accepted < line.quantity ? 'short' : 'over';
}

/** What the moved units of a line are worth, in kobo: as the server reckons amount_accepted (B3.7). */
export function acceptedValue(line: CountedLine, priceOf: PriceOf): number {
  const moved = movedQuantity(line);
  if (moved === 0) return 0;
  if (line.quantity === 0) return lineAmount(moved, priceOf(line.product_id), line.case_count);
  return partOf(line.amount, moved, line.quantity);
}

export interface CountDifference<L extends CountedLine = CountedLine> {
  line: L;
  kind: DifferenceKind;
  /** Units accepted beyond the expected; negative: short. */
  units: number;
  /** Kobo, with the same sign. */
  value: number;
}

export interface DifferenceGroup {
  kind: DifferenceKind;
  products: number;
  /** Full cases and single units, each product in its own cases; without sign. */
  cases: number;
  units: number;
  value: number;
}

export interface Discrepancies<L extends CountedLine = CountedLine> {
  differences: CountDifference<L>[];
  /** In the order short, over, unexpected; only those that exist. */
  groups: DifferenceGroup[];
  /** Lines nobody counted: they move as expected (B3.8). */
  uncounted: number;
  expected: number;
  accepted: number;
}

/** Everything that a person should see before "this cannot be reversed". */
export function discrepancies<L extends CountedLine>(lines: readonly L[], priceOf: PriceOf): Discrepancies<L> {
  const differences = lines.flatMap((line): CountDifference<L>[] => {
    const kind = differenceKind(line);
    if (kind === null) return [];
    return [
      { line, kind, units: movedQuantity(line) - line.quantity, value: acceptedValue(line, priceOf) - line.amount },
    ];
  });
  const groups = (['short', 'over', 'unexpected'] as const).flatMap((kind): DifferenceGroup[] => {
    const own = differences.filter((one) => one.kind === kind);
    if (own.length === 0) return [];
    const sizes = own.map((one) => casesAndUnits(Math.abs(one.units), one.line.case_count));
    return [
      {
        kind,
        products: own.length,
        cases: sizes.reduce((sum, size) => sum + size.cases, 0),
        units: sizes.reduce((sum, size) => sum + size.units, 0),
        value: own.reduce((sum, one) => sum + one.value, 0),
      },
    ];
  });
  return {
    differences,
    groups,
    uncounted: lines.filter((line) => line.quantity_accepted === null).length,
    expected: lines.reduce((sum, line) => sum + line.amount, 0),
    accepted: lines.reduce((sum, line) => sum + acceptedValue(line, priceOf), 0),
  };
}

/** Lines came uncounted, from the office: a scan then counts what came instead of adding to what is expected. */
export function isBeingCounted(lines: readonly Pick<CountedLine, 'quantity_accepted'>[]): boolean {
  return lines.some((line) => line.quantity_accepted === null);
}

/**
 * The price per case that a line goes on with: its own (K1); of a line that says none the offered one as long as its amount says so, because a few
 * units round it away.
 */
export function keptRate(
  line: Pick<CountedLine, 'amount' | 'quantity' | 'case_count'> & Priced,
  offered: number,
): number {
  if (line.rate !== null) return line.rate;
  if (line.quantity === 0 || lineAmount(line.quantity, offered, line.case_count) === line.amount) return offered;
  return rateOf(line.amount, line.quantity, line.case_count) ?? offered;
}

/** Too many units for one line. */
export class TooMany extends Error {}

interface Priced {
  /** Kobo per case; null: not known here. */
  rate: number | null;
}

export interface Scanned extends Priced {
  quantity: number;
  quantity_accepted: number | null;
  amount: number;
}

/**
 * What a line becomes when `units` of its product were scanned. `counting`: they came, so accepted grows and what was expected stays;
 * a product that is not on the list is not expected. Otherwise the list itself grows. `rate`: kobo per case.
 */
export function scanned(
  line: (Pick<CountedLine, 'quantity' | 'quantity_accepted' | 'amount'> & Priced) | null,
  units: number,
  about: { case_count: number; rate: number; counting: boolean },
): Scanned {
  const { case_count, rate, counting } = about;
  const known = line ?? { quantity: 0, quantity_accepted: counting ? 0 : null, amount: 0, rate: null };
  const kept = keptRate({ ...known, case_count }, rate);
  const next = counting
    ? { ...known, quantity_accepted: (known.quantity_accepted ?? 0) + units }
    : {
        quantity: known.quantity + units,
        quantity_accepted: (known.quantity_accepted ?? known.quantity) + units,
        amount: lineAmount(known.quantity + units, kept, case_count),
        rate: kept,
      };
  if (Math.max(next.quantity, next.quantity_accepted) > MAX_QUANTITY)
    throw new TooMany(`A line holds at most ${MAX_QUANTITY.toLocaleString('en-NG')} units.`);
  return { quantity: next.quantity, quantity_accepted: next.quantity_accepted, amount: next.amount, rate: next.rate };
}
