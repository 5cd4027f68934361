/** A line of a purchase order typed here, put over the one a colleague saved meanwhile (B12.6). */
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { formatMoney, lineAmount, parseMoney } from '#domain/money.ts';

/** Quantities in units, `amount` in naira text. */
export type LineChange = Pick<
  PurchaseOrderItem,
  'product_id' | 'quantity' | 'quantity_accepted' | 'amount' | 'reason' | 'note'
>;

/** `rate`: naira a case, where it was typed. It is not sent: the server works it out of the amount. */
export type TypedLine = LineChange & { rate?: string | undefined };

type Line = LineChange & Pick<PurchaseOrderItem, 'rate'> & { product: { case_count: number } };

export const changeOf = ({
  product_id,
  quantity,
  quantity_accepted,
  amount,
  reason,
  note,
}: LineChange): LineChange => ({ product_id, quantity, quantity_accepted, amount, reason, note });

/**
 * Only what differs between `seen`, the line that was typed over, and `mine` goes over `current`, the line as it is now. The amount follows from
 * the quantity and the rate that result; an edited quantity brings its accepted one (B3.8), and where all came there is no reason.
 */
export function lineOver(mine: TypedLine, seen: Line, current: Line): LineChange {
  const isQuantityMine = mine.quantity !== seen.quantity;
  const isAcceptedMine = isQuantityMine || mine.quantity_accepted !== seen.quantity_accepted;
  const quantity = isQuantityMine ? mine.quantity : current.quantity;
  const accepted = isAcceptedMine ? mine.quantity_accepted : current.quantity_accepted;
  const reason = isQuantityMine || mine.reason !== seen.reason ? mine.reason : (current.reason ?? mine.reason);
  return {
    product_id: mine.product_id,
    quantity,
    quantity_accepted: accepted,
    amount: amountOver(quantity, mine, current),
    reason: accepted === null || accepted === quantity ? null : reason,
    note: mine.note === seen.note ? current.note : mine.note,
  };
}

function amountOver(quantity: number, mine: TypedLine, current: Line): string {
  const kobo = parseMoney(mine.rate ?? '') ?? (quantity === current.quantity ? null : parseMoney(current.rate ?? ''));
  if (kobo !== null) return formatMoney(lineAmount(quantity, kobo, current.product.case_count));
  return quantity === current.quantity ? current.amount : mine.amount;
}
