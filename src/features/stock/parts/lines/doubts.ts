/** The doubts about figures and lots that are probably slips. A doubt is a question and never refuses anything. All quantities are units. */
import { lotsIn } from '#domain/lots.ts';
import { daysLeft } from '#domain/lotWords.ts';
import { plural } from '#domain/plural.ts';
import { movedQuantity, type TransferKind } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';

/** Above this number of cases a figure is more probably a slip than a delivery. */
export const MANY_CASES = 500;

export const isRightText = (figure: string): string => `${figure}: is that right?`;

/** "6,737 cases: is that right?" for a figure that is probably a slip. Null: no doubt. */
export const doubtOf = (units: number | null, expected: number | undefined, caseCount: number): string | null =>
  units === null || units <= MANY_CASES * caseCount || units === expected
    ? null
    : isRightText(casesText(units, caseCount));

/** Fewer other lines say nothing about what is usual in a delivery. */
const FEWEST_OTHERS = 3;
/** A figure of fewer cases is no obvious slip. */
const FEWEST_CASES = 50;

/**
 * Whether a number of cases is far above those of the other lines: at least ten times the middle one and three times the highest one. Two figures that were
 * typed into one field, "7" and "2", are usually that far.
 */
function isFarAbove(cases: number, others: readonly number[]): boolean {
  if (others.length < FEWEST_OTHERS || cases < FEWEST_CASES) return false;
  const sorted = [...others].sort((a, b) => a - b);
  return cases >= 10 * (sorted[Math.floor(sorted.length / 2)] ?? 0) && cases >= 3 * (sorted.at(-1) ?? 0);
}

type Line = Pick<LineView, 'product_id' | 'case_count' | 'quantity' | 'quantity_accepted' | 'lots'>;

function farAbove(line: Line, lines: readonly Line[]): string | null {
  const cases = (one: Line) => movedQuantity(one) / one.case_count;
  const others = lines.filter((one) => one !== line).map(cases);
  return isFarAbove(cases(line), others)
    ? `${casesText(movedQuantity(line), line.case_count)}, much more than the others: is that right?`
    : null;
}

/** "Lot A12 expired 3 days ago." Null: no lot of the line has expired. `now`: epoch seconds. */
function expiredText(line: Line, now: number): string | null {
  if (movedQuantity(line) === 0) return null;
  const [first, ...more] = lotsIn(line.lots).flatMap((lot) => {
    const days = daysLeft(lot.expires, now);
    return days === null || days >= 0 ? [] : [{ lot, days: -days }];
  });
  if (!first) return null;
  return more.length > 0
    ? plural(more.length + 1, '# lot has expired.', '# lots have expired.')
    : `Lot ${first.lot.code} expired ${plural(first.days, '# day', '# days')} ago.`;
}

/** {@link expiredText}, where the goods are to be sold: expired goods that go back are no slip. */
export const expiredLotText = (line: Line, kind: TransferKind, now: number): string | null =>
  kind === 'shipment_in' || kind === 'stock_out' ? expiredText(line, now) : null;

/** What is compared: the kind of the transfer, whether it is a count, and the time, epoch seconds. */
interface Case {
  kind: TransferKind;
  isCount: boolean;
  now: number;
}

/**
 * The doubts about saved lines, by product id. Only the figures of goods from a distributor are checked, because the books limit the goods of our own
 * warehouses. `isCount`: only counted lines are checked.
 */
export function doubtsOf(lines: readonly Line[], { kind, isCount, now }: Case): ReadonlyMap<string, string> {
  const figureDoubt = (line: Line) =>
    kind !== 'shipment_in'
      ? null
      : (doubtOf(
          isCount ? line.quantity_accepted : movedQuantity(line),
          isCount ? line.quantity : undefined,
          line.case_count,
        ) ?? (isCount ? null : farAbove(line, lines)));
  const lotDoubt = (line: Line) =>
    isCount && line.quantity_accepted === null ? null : expiredLotText(line, kind, now);
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const doubts = [figureDoubt(line), lotDoubt(line)].filter((one) => one !== null);
      return doubts.length === 0 ? [] : [[line.product_id, doubts.join(' ')]];
    }),
  );
}
