import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { formatMoney, koboOf, showNaira } from '#domain/money.ts';
import { isGone } from '#domain/order.ts';

/** K8: what is still to be paid, or by how much too much was paid; the sum that makes it is its tooltip. */
export function InvoiceDue({ group, className = '' }: { group: OrderGroupRow; className?: string }) {
  const over = Number(group.overpaid) > 0;
  return (
    <span title={madeOf(group)} className={`figures ${className}`}>
      {over ? overpaidText(group.overpaid) : showNaira(group.amount_due)}
    </span>
  );
}

/** The text of an order that was paid too much, naira text. */
const overpaidText = (overpaid: string) => `Overpaid by ${showNaira(overpaid).replace('₦', 'NGN ')}`;

/** F9, A8. */
function madeOf(group: OrderGroupRow): string {
  const owed = formatMoney(0 - koboOf(group.buyer.ledgers.wallet.balance));
  const outstanding = `Retailer outstanding ${showNaira(owed)}`;
  if (isGone(group.tag)) return `Nothing is due on an order that is ${group.tag}. ${outstanding}`;
  // Hubs are not told what stands in the wallet because of others.
  const other = group.other_balance === undefined ? '' : ` ${showNaira(group.other_balance)}`;
  const sum = `Total ${showNaira(group.total)} - paid ${showNaira(group.paid)} + other wallet balance${other}`;
  return `${sum}. ${outstanding}`;
}
