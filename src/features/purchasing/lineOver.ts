/** Rebases an edited line of a purchase order onto the line that a colleague saved meanwhile (B12.6). */
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { formatMoney, lineAmount, parseMoney } from '#domain/money.ts';

/** Quantities in units, `amount` as naira text, `rate` as naira text per case (null if the line has none). */
export type LineChange = Pick<
  PurchaseOrderItem,
  'product_id' | 'quantity' | 'quantity_accepted' | 'amount' | 'rate' | 'reason' | 'note'
>;

type Line = LineChange & { product: { case_count: number } };

export const changeOf = ({
  product_id,
  quantity,
  quantity_accepted,
  amount,
  rate,
  reason,
  note,
}: LineChange): LineChange => ({ product_id, quantity, quantity_accepted, amount, rate, reason, note });

/**
 * Rebases `mine` onto `current`: only the fields that differ between `seen` (the line that the person edited) and `mine` are changed. The amount
 * follows from the resulting quantity and rate. An edited quantity also sets the accepted one (B3.8). A line without a difference has no reason.
 */
export function lineOver(mine: LineChange, seen: Line, current: Line): LineChange {
  const isQuantityMine = mine.quantity !== seen.quantity;
  const isAcceptedMine = isQuantityMine || mine.quantity_accepted !== seen.quantity_accepted;
  const quantity = isQuantityMine ? mine.quantity : current.quantity;
  const accepted = isAcceptedMine ? mine.quantity_accepted : current.quantity_accepted;
  const reason = isQuantityMine || mine.reason !== seen.reason ? mine.reason : (current.reason ?? mine.reason);
  return {
    product_id: mine.product_id,
    quantity,
    quantity_accepted: accepted,
    ...billedOver(quantity, mine, seen, current),
    reason: accepted === null || accepted === quantity ? null : reason,
    note: mine.note === seen.note ? current.note : mine.note,
  };
}

function billedOver(
  quantity: number,
  mine: LineChange,
  seen: Line,
  current: Line,
): Pick<LineChange, 'amount' | 'rate'> {
  const [typed, before] = [mine, seen].map(({ rate }) => parseMoney(rate ?? ''));
  const isMine = typed !== null && typed !== undefined && typed !== before;
  if (!isMine && quantity === current.quantity) return { amount: current.amount, rate: current.rate };
  const kobo = isMine ? typed : parseMoney(current.rate ?? '');
  if (kobo === null) return { amount: mine.amount, rate: mine.rate };
  return { amount: formatMoney(lineAmount(quantity, kobo, current.product.case_count)), rate: formatMoney(kobo) };
}
