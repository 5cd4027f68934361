import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { formatMoney, koboOf, showNaira } from '#domain/money.ts';
import { isCancelledOrDeleted } from '#domain/order.ts';

/** The amount that is still due, or the overpaid amount (K8). The tooltip shows the computation. */
export function InvoiceDue({
  group,
  className = '',
  show = showNaira,
}: {
  group: OrderGroupRow;
  className?: string;
  /** Writes an amount of the list that the figure belongs to. Takes kobo. */
  show?: (kobo: number) => string;
}) {
  const over = Number(group.overpaid) > 0;
  return (
    <span title={madeOf(group)} className={`figures ${className}`}>
      {over ? `Overpaid by ${show(koboOf(group.overpaid)).replace('₦', 'NGN ')}` : show(koboOf(group.amount_due))}
    </span>
  );
}

/**
 * The kobo of the amount due that do not come from the order itself: above 0 a debt of other orders, below 0 a credit. 0 for a cancelled or deleted
 * order, of which nothing is due. null for accounts of a hub, because the amount comes from other hubs too.
 */
export function otherBalance({ tag, other_balance }: OrderGroupRow): number | null {
  if (isCancelledOrDeleted(tag)) return 0;
  return other_balance === undefined ? null : koboOf(other_balance);
}

/** The other balance in words, below the amount due. '' for none. */
export function otherText(group: OrderGroupRow): string {
  const other = otherBalance(group) ?? 0;
  if (other === 0 || Number(group.overpaid) > 0) return '';
  return other > 0 ? `with ${showNaira(other)} of other orders` : `less ${showNaira(-other)} of credit`;
}

/** The tooltip with the computation (F9, A8). */
function madeOf(group: OrderGroupRow): string {
  const owed = formatMoney(0 - koboOf(group.buyer.ledgers.wallet.balance));
  const outstanding = `Retailer outstanding ${showNaira(owed)}`;
  if (isCancelledOrDeleted(group.tag)) return `Nothing is due on an order that is ${group.tag}. ${outstanding}`;
  const other = otherBalance(group);
  const sum = `Total ${showNaira(group.total)} - paid ${showNaira(group.paid)} + other wallet balance`;
  return `${other === null ? sum : `${sum} ${showNaira(other)}`}. ${outstanding}`;
}
