/** The texts of the payment form (PAY rows), their labels, and their merge with a colleague's values. */
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { formatMoney, koboOf, parseMoney, showNaira, typedKobo } from '#domain/money.ts';
import { isBilled } from '#domain/order.ts';
import {
  cleanMetaValue,
  DISCOUNT_LABEL,
  METHOD_LABEL,
  type MetaFields,
  type MetaTag,
  RETURNS_LABEL,
  signedDiscount,
} from '#domain/orderMeta.ts';

/** The text of each field. Money is naira text. The discount has no sign (B5.0d). */
export type PaymentValues = Record<
  | 'discount'
  | 'discount_reason'
  | 'returns'
  | 'returns_reason'
  | 'payment_method'
  | 'payment_cash'
  | 'payment_transfer'
  | 'comment',
  string
>;

const plain = (money: string) => (Number(money) === 0 ? '' : money.replace(/^-/, '').replace(/\.00$/, ''));

/** The form's values for a stored order group. */
export function paymentValues(group: OrderGroupRow): PaymentValues {
  const meta = (tag: string) => group.meta_obj[tag] ?? { value: '', meta: '' };
  return {
    discount: plain(group.discount),
    discount_reason: group.discount_reason,
    returns: plain(meta('returns').value),
    returns_reason: meta('returns').meta,
    payment_method: group.payment_method ?? '',
    payment_cash: group.payment_method === null ? plain(group.cash) : group.cash.replace(/\.00$/, ''),
    payment_transfer: group.payment_method === null ? plain(group.transfer) : group.transfer.replace(/\.00$/, ''),
    comment: group.comment,
  };
}

/** The due amount of an order in kobo, never below 0. The field `outstanding` of an unpaid order is negative. */
export const dueOf = ({ outstanding }: Pick<OrderGroupRow, 'outstanding'>): number =>
  Math.max(0, 0 - koboOf(outstanding));

/** Whether the order is billed and not paid in full, so that a payment can be recorded. */
export const owes = (group: Pick<OrderGroupRow, 'outstanding' | 'tag'>): boolean =>
  isBilled(group.tag) && dueOf(group) > 0;

/** The first values of a payment form: the due amount (kobo; 0: nothing), by the stored method, else as cash. */
export function beginning(stored: PaymentValues, due: number): PaymentValues {
  const now = due > 0 ? formatMoney(due).replace(/\.00$/, '') : '';
  return stored.payment_method === 'transfer'
    ? { ...stored, payment_method: 'transfer', payment_cash: '0', payment_transfer: now }
    : { ...stored, payment_method: 'cash', payment_cash: now, payment_transfer: '0' };
}

export const LABEL: Readonly<Record<keyof PaymentValues, string>> = {
  payment_method: 'Payment method',
  payment_cash: 'Cash',
  payment_transfer: 'Transfer',
  discount: 'Discount',
  discount_reason: 'Discount reason',
  returns: 'Returns',
  returns_reason: 'Returns reason',
  comment: 'Comment',
};
const CHOICES: Readonly<Partial<Record<keyof PaymentValues, Readonly<Record<string, string>>>>> = {
  payment_method: METHOD_LABEL,
  discount_reason: DISCOUNT_LABEL,
  returns_reason: RETURNS_LABEL,
};

const NAMES = Object.keys(LABEL) as (keyof PaymentValues)[];

/** A value as a person reads it. "0" and an empty text mean the same money. */
function wordOf(name: keyof PaymentValues, value: string): string {
  const kobo = name === 'comment' ? null : parseMoney(value);
  const money = kobo === null ? value : kobo === 0 ? '' : showNaira(kobo);
  return CHOICES[name]?.[value] ?? money;
}

/** Each field with its label and its value as a person reads it. */
export const paymentTexts = (values: PaymentValues): [string, string][] =>
  NAMES.map((name) => [LABEL[name], wordOf(name, values[name])]);

/**
 * Merges `mine` into `theirs` (B12.6). Only fields that differ from `seen` count as typed here. A method that was chosen here empties the side of the
 * payment that it does not use (PAY-07).
 */
export function mineOver(mine: PaymentValues, seen: PaymentValues, theirs: PaymentValues): PaymentValues {
  const own = NAMES.filter((name) => wordOf(name, mine[name]) !== wordOf(name, seen[name]));
  const merged = { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) };
  return own.includes('payment_method') ? { ...merged, ...emptied(merged.payment_method) } : merged;
}

/** The same where nobody chose a method: the amounts of both persons tell it. */
export function amountsOver(mine: PaymentValues, seen: PaymentValues, theirs: PaymentValues): PaymentValues {
  const merged = mineOver({ ...mine, payment_method: seen.payment_method }, seen, theirs);
  return { ...merged, payment_method: methodOf(merged) || merged.payment_method };
}

/** The amount that a method sets to zero: cash empties transfer, and transfer empties cash (PAY-07). "Not paid yet" empties both. */
export function emptied(method: string): Partial<PaymentValues> {
  if (method === 'cash_transfer') return {};
  return { ...(method !== 'cash' && { payment_cash: '0' }), ...(method !== 'transfer' && { payment_transfer: '0' }) };
}

/** The method of amounts that were typed without a method. '': no amount. */
export function methodOf({ payment_cash, payment_transfer }: Pick<PaymentValues, 'payment_cash' | 'payment_transfer'>) {
  const [cash, transfer] = [typedKobo(payment_cash), typedKobo(payment_transfer)];
  if (cash > 0 && transfer > 0) return 'cash_transfer';
  if (transfer > 0) return 'transfer';
  return cash > 0 ? 'cash' : '';
}

/** The discount as it is stored. The form takes a positive figure (B5.0d). A discount of 0 is stored as none, without a reason. */
function discountOf({ discount, discount_reason: meta }: PaymentValues) {
  const size = discount.trim() === '' ? 0 : parseMoney(discount);
  if (size === 0) return { value: '', meta: '' };
  return { value: size === null ? discount : formatMoney(signedDiscount(size, meta)), meta };
}

/** The values as the server stores them: a value and a reason per tag. */
export const metaOf = (values: PaymentValues): MetaFields => ({
  discount: discountOf(values),
  returns: { value: values.returns, meta: values.returns_reason },
  payment_method: { value: values.payment_method, meta: '' },
  payment_cash: { value: values.payment_cash, meta: '' },
  payment_transfer: { value: values.payment_transfer, meta: '' },
  comment: { value: values.comment, meta: '' },
});

/** The fields to send so that `mine` replaces `theirs`, the values of `row`. Null: no field differs. */
export function metaInput(row: OrderGroupRow, mine: PaymentValues, theirs: PaymentValues) {
  const meta = metaOf(mine);
  const sent = changedTags(mine, theirs);
  if (sent.length === 0) return null;
  return {
    order_group_id: row._id,
    tag: sent,
    value: sent.map((tag) => meta[tag]?.value ?? ''),
    meta: sent.map((tag) => meta[tag]?.meta ?? ''),
    // Only a discount moves the stored amount of the order (B5.0b).
    update_amounts_too: sent.includes('discount'),
    base_version: row.version,
  };
}

/** The tags whose stored values would change. The same money in other digits is no change. */
export function changedTags(mine: PaymentValues, over: PaymentValues): MetaTag[] {
  const [typed, stored] = [metaOf(mine), metaOf(over)];
  const wordsIn = (fields: MetaFields, tag: MetaTag) =>
    [cleanMetaValue(tag, fields[tag]?.value ?? ''), fields[tag]?.meta].join('\n');
  return (Object.keys(typed) as MetaTag[]).filter((tag) => wordsIn(typed, tag) !== wordsIn(stored, tag));
}
