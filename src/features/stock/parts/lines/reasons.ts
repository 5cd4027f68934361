/** Why goods come back, or another quantity came than was expected: the documents' reasons in words. */
import { BACK_REASONS, keptReason } from '#domain/receiving.ts';
import { movedQuantity, REASON_LABEL, type REASONS, type TransferKind } from '#domain/transfer.ts';
import { casesAndUnits, sizeText } from '#domain/units.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { lineTexts } from './texts.ts';

type Reason = (typeof REASONS)[number];

/** "Damaged"; undefined: nobody said why. A reason that this release does not know is said as it is stored. */
export const reasonText = (reason: string | null): string | undefined =>
  reason ? (REASON_LABEL[reason as Reason] ?? reason) : undefined;

/** Why goods of this kind go back, as a fact with its name. How the figures differ is another one (DIFFERENCE_LABEL). */
export const whyLabel = (kind: TransferKind): string =>
  kind === 'stock_in' ? 'Why it comes back' : 'Why it goes back';

/** "Damaged", of goods that go back; undefined: nobody said why. "Short" and "More than expected" are about figures and say nothing of it. */
export const backText = (reason: string | null): string | undefined =>
  reason === 'short' || reason === 'excess' ? undefined : reasonText(reason);

/**
 * Why goods of a line go back, on paper and on the last page. Of what goes back to a distributor it says also that nobody said why, because who takes it asks;
 * what an associate brings back unsold has no reason. null: nothing to say.
 */
export function shownReason(
  line: Pick<LineView, 'reason' | 'quantity' | 'quantity_accepted'>,
  kind: TransferKind,
): string | null {
  const why = backText(line.reason);
  return why ?? (kind === 'shipment_out' && movedQuantity(line) > 0 ? lineTexts.noReasonGiven : null);
}

/** Whether goods of a return came back for another reason than that nobody bought them: they count as stock, and somebody has to send them on. */
export const isSpoilt = (reason: string | null): boolean =>
  reason === 'damaged' || reason === 'expired' || reason === 'wrong_product';

/** "Why it comes back: damaged 4 cases, no reason given 1 case." in the order of the reasons; '' if no line has a reason. */
export function whyText(
  lines: readonly Pick<LineView, 'reason' | 'case_count' | 'quantity' | 'quantity_accepted'>[],
  kind: TransferKind,
): string {
  const moving = lines.filter((line) => movedQuantity(line) > 0);
  if (!moving.some((line) => keptReason(line.reason))) return '';
  const groups = [...BACK_REASONS, null].flatMap((reason) => {
    const own = moving.filter((line) => keptReason(line.reason) === reason);
    if (own.length === 0) return [];
    const sizes = own.map((line) => casesAndUnits(movedQuantity(line), line.case_count));
    const cases = sizes.reduce((sum, size) => sum + size.cases, 0);
    const units = sizes.reduce((sum, size) => sum + size.units, 0);
    return [`${reason ? REASON_LABEL[reason].toLowerCase() : 'no reason given'} ${sizeText({ cases, units })}`];
  });
  return `${whyLabel(kind)}: ${groups.join(', ')}.`;
}
