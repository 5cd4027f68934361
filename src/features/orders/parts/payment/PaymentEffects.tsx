import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { showNaira } from '#domain/money.ts';
import { isBilled } from '#domain/order.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { otherBalance } from './InvoiceDue.tsx';
import type { PaymentSums } from './paymentSums.ts';

/** What happens with the payments beyond the order's total. '' without such an excess. */
export function excessText(group: OrderGroupRow, sums: PaymentSums | null): string {
  if (!sums || sums.left >= 0) return '';
  const over = 0 - sums.left;
  const debt = Math.max(0, otherBalance(group) ?? 0);
  const lowered = Math.min(over, debt);
  const name = group.buyer.name;
  const when = isBilled(group.tag) ? '' : ' when the order is billed';
  const parts = [
    lowered > 0 && `${showNaira(lowered)} lowers what ${name} owes for other orders`,
    over > lowered && `${showNaira(over - lowered)} ${when ? 'becomes' : 'stays as'} credit of ${name}`,
  ];
  return `${parts.filter(Boolean).join(', and ')}${when}.`;
}

/** Who has the cash that is recorded here. '' without cash or without a delivery associate. */
export const collectedText = ({ sales_officer_name: name }: OrderGroupRow, cash: number): string =>
  cash > 0 && name ? `Cash counts as collected by ${name}, who hands it in.` : '';

/** What saving a payment does beside the order. `cash`: the kobo of new cash. */
export function PaymentEffects({
  group,
  sums,
  cash,
}: {
  group: OrderGroupRow;
  sums: PaymentSums | null;
  cash: number;
}) {
  const excess = excessText(group, sums);
  const collected = collectedText(group, cash);
  return (
    <>
      {excess && (
        <Notice tone="wait" icon="alert">
          {excess}
        </Notice>
      )}
      {collected && <p className="text-sm text-ink-soft">{collected}</p>}
    </>
  );
}
