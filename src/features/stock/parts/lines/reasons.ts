/** The documents' reasons in words: why goods go back, and why another quantity came than was expected. */
import { BACK_REASONS, keptReason } from '#domain/receiving.ts';
import { movedQuantity, REASON_LABEL, type REASONS, type TransferKind } from '#domain/transfer.ts';
import { sizeText, sumOf } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { lineTexts } from './texts.ts';

type Reason = (typeof REASONS)[number];

/** The reason in words ("Damaged"). Undefined: no reason was given. A reason that this release does not know is shown as stored. */
export const reasonText = (reason: string | null): string | undefined =>
  reason ? (REASON_LABEL[reason as Reason] ?? reason) : undefined;

/** The label of the reason why goods go back. Differences of quantities have their own label (DIFFERENCE_LABEL). */
export const whyLabel = (kind: TransferKind): string =>
  kind === 'stock_in' ? 'Why it comes back' : 'Why it goes back';

/**
 * The reason why goods go back ("Damaged"). Undefined: no reason was given. "Short" and "More than expected" are reasons of a count, so they do not count.
 */
export const backText = (reason: string | null): string | undefined =>
  reason === 'short' || reason === 'excess' ? undefined : reasonText(reason);

/**
 * The reason why a line goes back, for papers and for the last page. A line to a distributor without a reason says so, because the distributor asks.
 * Unsold goods of an associate need no reason. Null: nothing to say.
 */
export function shownReason(
  line: Pick<LineView, 'reason' | 'quantity' | 'quantity_accepted'>,
  kind: TransferKind,
): string | null {
  const why = backText(line.reason);
  return why ?? (kind === 'shipment_out' && movedQuantity(line) > 0 ? lineTexts.noReasonGiven : null);
}

/** Whether returned goods are damaged, expired or wrong. Such goods count as stock, and somebody has to reject them. */
export const isSpoilt = (reason: string | null): boolean =>
  reason === 'damaged' || reason === 'expired' || reason === 'wrong_product';

/** "Why it comes back: damaged 4 cases, no reason given 1 case.", in the order of the reasons. '' if no line has a reason. */
export function whyText(
  lines: readonly Pick<LineView, 'reason' | 'case_count' | 'quantity' | 'quantity_accepted'>[],
  kind: TransferKind,
): string {
  const moving = lines.filter((line) => movedQuantity(line) > 0);
  if (!moving.some((line) => keptReason(line.reason))) return '';
  const groups = [...BACK_REASONS, null].flatMap((reason) => {
    const own = moving.filter((line) => keptReason(line.reason) === reason);
    if (own.length === 0) return [];
    const size = sumOf(own.map((line) => ({ moved: movedQuantity(line), case_count: line.case_count })));
    return [`${reason ? REASON_LABEL[reason].toLowerCase() : 'no reason given'} ${sizeText(size)}`];
  });
  return `${whyLabel(kind)}: ${groups.join(', ')}.`;
}
