/**
 * Compares expected and accepted quantities of a transfer (B3.5, B3.7, B3.8): what a count means, what a scan changes, and which differences a user
 * must see before completing.
 */

import { MAX_QUANTITY } from './limits.ts';
import { type Kobo, koboOf, lineAmount, rateOf, shareOfAmount } from './money.ts';
import { showNumber } from './number.ts';
import { movedQuantity, REASONS } from './transfer.ts';
import { casesAndUnits } from './units.ts';

export type Reason = (typeof REASONS)[number];

export interface CountedLine {
  product_id: string;
  name: string;
  case_count: number;
  /** Expected units; 0: the product was not expected. */
  quantity: number;
  /** Counted units; null: not counted yet. */
  quantity_accepted: number | null;
  /** The amount of the expected units, in kobo. */
  amount: number;
  /** Kobo per case of goods that nobody expected, for whom `PriceOf` does not know. Null and absent: unknown. */
  unexpectedRate?: number | null | undefined;
}

/** The price of unexpected goods, kobo per case: the default price between the two parties, as the server takes it (B3.6, B3.7). */
export type PriceOf = (productId: string) => number;

export type DifferenceKind = 'short' | 'over' | 'unexpected';
export const DIFFERENCE_LABEL: Record<DifferenceKind, string> = {
  short: 'Short',
  over: 'Over',
  unexpected: 'Not expected',
};
/** The default reason of each kind of difference. */
export const USUAL_REASON: Record<DifferenceKind, Reason> = { short: 'short', over: 'excess', unexpected: 'excess' };

/** The reasons that a difference of this kind may have: "Short" of what is over, and the other way round, say nothing. */
export const reasonsFor = (kind: DifferenceKind): readonly Reason[] =>
  REASONS.filter((one) => one !== (kind === 'short' ? 'excess' : 'short'));

/** The reasons for a return: to a distributor, or from an associate to the hub. The expected quantity does not matter there. */
export const BACK_REASONS: readonly Reason[] = ['damaged', 'expired', 'wrong_product', 'other'];

/** The reasons of goods that came back and that nobody can sell. */
export const UNSELLABLE_REASONS: readonly Reason[] = ['damaged', 'expired'];

/** The reason why goods go back, as it stays with the line when its figure changes; null: it has none, or one of a count. */
export const keptReason = (reason: string | null): string | null =>
  BACK_REASONS.some((one) => one === reason) ? reason : null;

/**
 * The reason that a line is written with. A line has one. `isBack`: the goods go back, so it says why they do, whatever was counted; where nobody said so, and
 * for all other goods, it says why the figures differ. `reason`: what the person chose or the line had; '' and null: none.
 */
export function writtenReason(
  line: Pick<CountedLine, 'quantity' | 'quantity_accepted'>,
  reason: string | null,
  isBack: boolean,
): string | null {
  const kind = differenceKind(line);
  const usual = kind && USUAL_REASON[kind];
  if (isBack) return keptReason(reason) ?? usual;
  // "More than expected" of a line that is short now was true of an earlier figure.
  return kind && reason && reason !== 'short' && reason !== 'excess' ? reason : usual;
}

export function differenceKind(line: Pick<CountedLine, 'quantity' | 'quantity_accepted'>): DifferenceKind | null {
  const accepted = line.quantity_accepted;
  if (accepted === null || accepted === line.quantity) return null;
  if (line.quantity === 0) return 'unexpected';
  return accepted < line.quantity ? 'short' : 'over';
}

/** The value of a line's moved units in kobo, computed like the server's amount_accepted (B3.7). */
export function acceptedValue(line: CountedLine, priceOf: PriceOf): number {
  const moved = movedQuantity(line);
  if (moved === 0) return 0;
  if (line.quantity === 0)
    return lineAmount(moved, priceOf(line.product_id) || (line.unexpectedRate ?? 0), line.case_count);
  return shareOfAmount(line.amount, moved, line.quantity);
}

/**
 * The price at which the server values goods that nobody expected, kobo per case. Null: they were expected, or none came. `amount_accepted`: naira text;
 * undefined in a copy of an older build.
 */
export const priceOfUnexpected = (
  line: Pick<CountedLine, 'quantity' | 'quantity_accepted'> & { amount_accepted?: string | undefined },
  caseCount: number,
): Kobo | null =>
  line.quantity === 0 && line.quantity_accepted && line.amount_accepted !== undefined
    ? rateOf(koboOf(line.amount_accepted), line.quantity_accepted, caseCount)
    : null;

export interface CountDifference<L extends CountedLine = CountedLine> {
  line: L;
  kind: DifferenceKind;
  /** The accepted minus the expected units; negative if short. */
  units: number;
  /** The value in kobo, with the sign of `units`. */
  value: number;
}

export interface DifferenceGroup {
  kind: DifferenceKind;
  products: number;
  /** Full cases and remaining units, by the case size of each product, without sign. */
  cases: number;
  units: number;
  value: number;
}

export interface Discrepancies<L extends CountedLine = CountedLine> {
  differences: CountDifference<L>[];
  /** Sorted short, over, unexpected; kinds without a difference are left out. */
  groups: DifferenceGroup[];
  /** The number of lines that nobody counted; they move as expected (B3.8). */
  uncounted: number;
  expected: number;
  accepted: number;
  /** The value of the units counted so far, in kobo. */
  counted: number;
}

/** All differences that a user must see before "this cannot be reversed". */
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
    counted: lines.reduce((sum, line) => sum + (line.quantity_accepted === null ? 0 : acceptedValue(line, priceOf)), 0),
  };
}

/** true: some lines came uncounted from the office, so a scan counts received goods instead of adding to the expected ones. */
export function isBeingCounted(lines: readonly Pick<CountedLine, 'quantity_accepted'>[]): boolean {
  return lines.some((line) => line.quantity_accepted === null);
}

/**
 * The price per case with which a line continues: its own (K1). A line without a price keeps the offered one if that yields its amount, because a
 * price computed from a few units would be rounded.
 */
export function keptRate(
  line: Pick<CountedLine, 'amount' | 'quantity' | 'case_count'> & Priced,
  offered: number,
): number {
  if (line.rate !== null) return line.rate;
  if (line.quantity === 0 || lineAmount(line.quantity, offered, line.case_count) === line.amount) return offered;
  return rateOf(line.amount, line.quantity, line.case_count) ?? offered;
}

/** Thrown when a line would hold more than MAX_QUANTITY units. */
export class TooMany extends Error {}

interface Priced {
  /** Kobo per case; null: not known on this tablet. */
  rate: number | null;
}

export interface Scanned extends Priced {
  quantity: number;
  quantity_accepted: number | null;
  amount: number;
}

/**
 * The line after a scan of `units` of its product. With `counting` the goods have arrived: the accepted quantity grows and the expected one stays,
 * and a product that is not listed is unexpected. Otherwise the list itself grows. `rate`: kobo per case. Throws TooMany.
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
    throw new TooMany(`A line holds at most ${showNumber(MAX_QUANTITY)} units.`);
  return { quantity: next.quantity, quantity_accepted: next.quantity_accepted, amount: next.amount, rate: next.rate };
}
