/** The limits of a group's figures: nothing that is billed, owed or paid may be below 0 (K3, S12). */
import { isMoney } from '#domain/money.ts';
import { isCancelledOrDeleted, type OrderTag } from '#domain/order.ts';
import { DISCOUNT_ABOVE } from '#domain/orderMeta.ts';
import { invalid, Refusal } from '../calls/refusal.ts';

/** A group's tag and its figures in kobo. */
interface Figures {
  tag: OrderTag;
  orders_kobo: number;
  adjustment_kobo: number;
  delivery_fee_kobo: number;
  discount_kobo: number;
  amount_kobo: number;
  cash_kobo: number;
  transfer_kobo: number;
}

const subtotalOf = (of: Figures) => of.orders_kobo + of.adjustment_kobo;
export const totalKobo = (of: Figures) => subtotalOf(of) + of.delivery_fee_kobo + of.discount_kobo;

/** The rules, each with the field to correct, the text of the refusal and the figure in kobo. */
const NOT_BELOW_ZERO: readonly (readonly [field: string, text: string, figure: (of: Figures) => number])[] = [
  ['subtotal', 'Subtotal must not be less than 0', subtotalOf],
  ['delivery_fee', 'Delivery fee must not be less than 0', (of) => of.delivery_fee_kobo],
  ['discount', DISCOUNT_ABOVE, totalKobo],
  ['amount', 'Amount must not be less than 0', (of) => of.amount_kobo],
];

/**
 * Throws 422 (`limit`) for a figure that is too large, and 422 with the field for a figure below 0. A figure that was below 0 before this rule
 * existed may be corrected step by step. It must not get worse, and the group must not change its tag meanwhile. A cancelled or deleted group bills
 * nothing, so only the upper limits are checked. `at`: the field that names a discount that is too large.
 */
export function refuseFigures(before: Figures, next: Figures, at = 'discount'): void {
  for (const kobo of [totalKobo(next), next.amount_kobo, next.orders_kobo, next.cash_kobo + next.transfer_kobo]) {
    if (!isMoney(kobo)) throw new Refusal('limit', 'Amount is too large.');
  }
  if (isCancelledOrDeleted(next.tag)) return;
  for (const [field, text, figure] of NOT_BELOW_ZERO) {
    if (figure(next) < 0 && (figure(next) < figure(before) || next.tag !== before.tag))
      throw invalid({ [field === 'discount' ? at : field]: text });
  }
}

/** The amount of a cart is its total until a person types an amount. A typed amount then moves by the difference of the items (B5.0b). */
export function movedAmount(before: Figures, next: Figures, empty: boolean): number {
  if (next.tag === 'draft' && (empty || before.amount_kobo === totalKobo(before))) return totalKobo(next);
  const moved = before.amount_kobo + next.orders_kobo - before.orders_kobo;
  // If the items would take an edited amount below 0, the edit no longer fits the order and the total is used.
  return moved < 0 && before.amount_kobo >= 0 ? totalKobo(next) : moved;
}
