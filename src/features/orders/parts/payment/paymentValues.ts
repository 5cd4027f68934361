/** The texts of the payment form (PAY rows), what they are called, and how mine go over a colleague's. */
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { formatMoney, parseMoney, showNaira } from '#domain/money.ts';
import {
  cleanMetaValue,
  DISCOUNT_LABEL,
  METHOD_LABEL,
  type MetaFields,
  type MetaTag,
  RETURNS_LABEL,
  signedDiscount,
} from '#domain/orderMeta.ts';

/** What stands in each field; money is naira text, the discount without its sign (B5.0d). */
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

/** The form of an order group as it is stored. */
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

/** "0" and nothing are the same money. */
function wordOf(name: keyof PaymentValues, value: string): string {
  const kobo = name === 'comment' ? null : parseMoney(value);
  const money = kobo === null ? value : kobo === 0 ? '' : showNaira(kobo);
  return CHOICES[name]?.[value] ?? money;
}

/** Each field as a person reads it. */
export const paymentTexts = (values: PaymentValues): [string, string][] =>
  NAMES.map((name) => [LABEL[name], wordOf(name, values[name])]);

/**
 * Mine over theirs (B12.6): a field that reads as it did when the form opened is not mine and stays as they saved it. A method of mine empties
 * the side of the payment that it does not use (PAY-07).
 */
export function mineOver(mine: PaymentValues, seen: PaymentValues, theirs: PaymentValues): PaymentValues {
  const own = NAMES.filter((name) => wordOf(name, mine[name]) !== wordOf(name, seen[name]));
  const merged = { ...theirs, ...Object.fromEntries(own.map((name) => [name, mine[name]])) };
  return own.includes('payment_method') ? { ...merged, ...emptied(merged.payment_method) } : merged;
}

/** PAY-07: choosing cash sets transfer to zero and the other way round. */
export function emptied(method: string): Partial<PaymentValues> {
  if (method === 'cash') return { payment_transfer: '0' };
  return method === 'transfer' ? { payment_cash: '0' } : {};
}

/** The discount as it is stored: the form asks a positive figure (B5.0d). Of 0 it is none, and none has no reason. */
function discountOf({ discount, discount_reason: meta }: PaymentValues) {
  const size = discount.trim() === '' ? 0 : parseMoney(discount);
  if (size === 0) return { value: '', meta: '' };
  return { value: size === null ? discount : formatMoney(signedDiscount(size, meta)), meta };
}

/** As the server keeps them: a value and its reason per tag. */
export const metaOf = (values: PaymentValues): MetaFields => ({
  discount: discountOf(values),
  returns: { value: values.returns, meta: values.returns_reason },
  payment_method: { value: values.payment_method, meta: '' },
  payment_cash: { value: values.payment_cash, meta: '' },
  payment_transfer: { value: values.payment_transfer, meta: '' },
  comment: { value: values.comment, meta: '' },
});

/** What of mine says something else than `over` does: the same money in other figures is nothing to save. */
export function changedTags(mine: PaymentValues, over: PaymentValues): MetaTag[] {
  const [said, stored] = [metaOf(mine), metaOf(over)];
  const wordsIn = (fields: MetaFields, tag: MetaTag) =>
    [cleanMetaValue(tag, fields[tag]?.value ?? ''), fields[tag]?.meta].join('\n');
  return (Object.keys(said) as MetaTag[]).filter((tag) => wordsIn(said, tag) !== wordsIn(stored, tag));
}
