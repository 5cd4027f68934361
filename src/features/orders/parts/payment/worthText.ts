/** The line below the amount due of an order in a list (decision 1351). */
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { isCancelledOrDeleted } from '#domain/order.ts';
import { otherBalance } from './InvoiceDue.tsx';

/** Whether the order itself has something to pay. */
export const isUnpaid = ({ tag, outstanding }: OrderGroupRow) => !isCancelledOrDeleted(tag) && koboOf(outstanding) < 0;

const NO_BREAK = '\u00a0';

/** The value of an order and its unpaid part, and what of the amount due belongs to other orders or is taken off by a credit. The unpaid part is an amount if it differs from the amount due, which is rounded up. */
export function worthText(row: OrderGroupRow, show: (kobo: number) => string = showNaira): string {
  const worth = `order ${show(koboOf(row.total))}`;
  if (isCancelledOrDeleted(row.tag)) return worth;
  // The amount due of a paid order belongs to other orders.
  if (!isUnpaid(row)) return koboOf(row.amount_due) > 0 ? `${worth} paid, others due` : `${worth}, paid`;
  const unpaid = -koboOf(row.outstanding);
  const isWhole = unpaid >= koboOf(row.total);
  const other = otherBalance(row) ?? 0;
  if (other !== 0) {
    // The parts of the amount due, which by themselves say what is unpaid. A narrow card breaks the line between the parts.
    const rest = other > 0 ? `+ others ${show(other)}` : `− credit ${show(-other)}`;
    return `${isWhole ? worth : `unpaid ${show(unpaid)} of ${show(koboOf(row.total))}`} ${rest.replaceAll(' ', NO_BREAK)}`;
  }
  if (isWhole) return `${worth}, unpaid`;
  return unpaid === koboOf(row.amount_due) ? `${worth}, part paid` : `${worth}, ${show(unpaid)} unpaid`;
}
