/** The price of a case of a line, for the page of a purchase order and for its paper. */
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { formatMoney, koboOf, rateOf } from '#domain/money.ts';
import { movedQuantity } from '#domain/transfer.ts';

/** The price of a case, naira text. Null: nothing moved and nothing was ordered. `about`: the price was computed back from an amount (K1). */
export function priceOf(
  item: Pick<PurchaseOrderItem, 'quantity' | 'quantity_accepted' | 'amount_accepted' | 'rate' | 'rate_about'> & {
    product: { case_count: number };
  },
): { rate: string | null; about: boolean } {
  if (item.rate !== null) return { rate: item.rate, about: item.rate_about };
  const moved = movedQuantity(item);
  const kobo = rateOf(koboOf(item.amount_accepted), moved, item.product.case_count);
  if (item.quantity > 0 || !kobo) return { rate: null, about: false };
  return { rate: formatMoney(kobo), about: moved % item.product.case_count !== 0 };
}
