import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { formatMoney, koboOf, showNaira } from '#domain/money.ts';
import { isCancelledOrDeleted } from '#domain/order.ts';

/** The amount that is still due, or the overpaid amount (K8). The tooltip shows the computation. */
export function InvoiceDue({ group, className = '' }: { group: OrderGroupRow; className?: string }) {
  const over = Number(group.overpaid) > 0;
  return (
    <span title={madeOf(group)} className={`figures ${className}`}>
      {over ? overpaidText(group.overpaid) : showNaira(group.amount_due)}
    </span>
  );
}

/** The text of an overpaid order. `overpaid` is naira text. */
const overpaidText = (overpaid: string) => `Overpaid by ${showNaira(overpaid).replace('₦', 'NGN ')}`;

/** The tooltip with the computation (F9, A8). */
function madeOf(group: OrderGroupRow): string {
  const owed = formatMoney(0 - koboOf(group.buyer.ledgers.wallet.balance));
  const outstanding = `Retailer outstanding ${showNaira(owed)}`;
  if (isCancelledOrDeleted(group.tag)) return `Nothing is due on an order that is ${group.tag}. ${outstanding}`;
  // Accounts of a hub do not get the wallet balance that comes from other hubs.
  const other = group.other_balance === undefined ? '' : ` ${showNaira(group.other_balance)}`;
  const sum = `Total ${showNaira(group.total)} - paid ${showNaira(group.paid)} + other wallet balance${other}`;
  return `${sum}. ${outstanding}`;
}
