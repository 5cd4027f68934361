/** Adds a new payment to the earlier ones. The documents store the sums of all payments (B5.0g), and people record one payment at a time. */
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { formatMoney, koboOf, parseMoney, showNaira, typedKobo } from '#domain/money.ts';
import { isCancelledOrDeleted } from '#domain/order.ts';
import { orderTexts } from '../texts.ts';
import { metaOf, methodOf, type PaymentValues } from './paymentValues.ts';

const textOf = (kobo: number) => formatMoney(kobo).replace(/\.00$/, '');

/** Changes the method of a recorded payment. The typed amounts move to the new method. */
export function methodChosen(now: PaymentValues, method: string): PaymentValues {
  const { payment_cash: cash, payment_transfer: transfer } = now;
  if (method === 'cash_transfer') return { ...now, payment_method: method };
  const typed = [cash, transfer].filter((text) => text.trim() !== '' && parseMoney(text) !== 0);
  const sum = typed.length === 2 ? textOf(typedKobo(cash) + typedKobo(transfer)) : (typed[0] ?? '');
  return method === 'cash'
    ? { ...now, payment_method: method, payment_cash: sum, payment_transfer: '0' }
    : { ...now, payment_method: method, payment_cash: '0', payment_transfer: sum };
}

/**
 * The values with a new payment added. `now`: the cash and transfer of the new payment, and a comment, which counts only if it differs from `seen`.
 * `over`: the stored values, which may include a payment that a colleague recorded meanwhile.
 */
export function withPayment(now: PaymentValues, seen: PaymentValues, over: PaymentValues): PaymentValues {
  const sums = {
    payment_cash: textOf(typedKobo(over.payment_cash) + typedKobo(now.payment_cash)),
    payment_transfer: textOf(typedKobo(over.payment_transfer) + typedKobo(now.payment_transfer)),
  };
  return {
    ...over,
    payment_method: methodOf(sums) || 'cash',
    ...sums,
    comment: now.comment === seen.comment ? over.comment : now.comment,
  };
}

/** All figures are kobo. */
export interface PaymentSums {
  total: number;
  /** The stored paid amount. */
  before: number;
  /** The amount that saving adds. A negative amount is taken back. */
  now: number;
  after: number;
  /** The due amount after saving. Negative: overpaid. */
  left: number;
  /** The stored due amount. Negative: overpaid. */
  due: number;
}

/** The sums of an order if `mine` replaces `stored`; null while a figure of `mine` cannot be read. */
export function paymentSums(
  group: Pick<OrderGroupRow, 'total' | 'tag'>,
  stored: PaymentValues,
  mine: PaymentValues,
): PaymentSums | null {
  const figures = [mine.payment_cash, mine.payment_transfer, mine.discount];
  if (figures.some((text) => text.trim() !== '' && parseMoney(text) === null)) return null;
  const paid = (of: PaymentValues) => typedKobo(of.payment_cash) + typedKobo(of.payment_transfer);
  const discount = (of: PaymentValues) => typedKobo(metaOf(of).discount?.value ?? '');
  const was = koboOf(group.total);
  const total = was - discount(stored) + discount(mine);
  const [before, after] = [paid(stored), paid(mine)];
  const open = (of: number, by: number) => (isCancelledOrDeleted(group.tag) ? 0 : of - by);
  return { total, before, now: after - before, after, left: open(total, after), due: open(was, before) };
}

/**
 * The kobo by which the payments exceed the order's total, if saving makes the excess larger; otherwise 0. The documents allow the excess, which becomes
 * credit of the retailer (K8, B5.3). So the dialog asks and does not refuse.
 */
export const overpaidBy = ({ left, due }: PaymentSums): number => (left < 0 && left < due ? 0 - left : 0);

/**
 * The toast of a saved payment. Edit Payment has the documents' sentence (ORD-43), and the recorded amount on a second line. `records`: the form of one new
 * payment, which says only what was recorded (decision 1502).
 */
export function savedText(sums: PaymentSums | null, ref: string, records: boolean): string {
  if (!sums || sums.now === 0) return orderTexts.updated;
  const size = showNaira(Math.abs(sums.now));
  const words = sums.now > 0 ? `${size} recorded for ${ref}.` : `${size} taken back from ${ref}.`;
  return records ? words : `${orderTexts.updated}\n${words}`;
}
