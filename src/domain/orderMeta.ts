/** Payment and meta of an order group (document 001 section 5, PAY rows): one set of rules for the form and the server. */
import { formatMoney, parseMoney, typedKobo } from './money.ts';

export const PAYMENT_METHODS = ['cash', 'transfer', 'cash_transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** Labels of the payment methods (RPT-12). */
export const METHOD_LABEL: Record<PaymentMethod, string> = {
  cash: 'Cash',
  transfer: 'Transfer',
  cash_transfer: 'Cash & Transfer',
};

/** Reasons for a discount (PAY-03). */
export const DISCOUNT_REASONS = [
  'promo',
  'delivery_discount',
  'product_discount',
  'custom_discount',
  'delivery_fee',
] as const;
export type DiscountReason = (typeof DISCOUNT_REASONS)[number];
export const DISCOUNT_LABEL: Record<DiscountReason, string> = {
  promo: 'Promo',
  delivery_discount: 'Delivery discount',
  product_discount: 'Product discount',
  custom_discount: 'Custom discount',
  delivery_fee: 'Delivery fee',
};

/** Reasons for returned goods (PAY-05). */
export const RETURNS_REASONS = ['rejected_products', 'wrong_products', 'other'] as const;
export const RETURNS_LABEL: Record<(typeof RETURNS_REASONS)[number], string> = {
  rejected_products: 'Rejected products',
  wrong_products: 'Wrong products',
  other: 'Other',
};

/** Meta tags that a client may write; only the server writes the others (B5.1). */
export const EDITABLE_META = [
  'discount',
  'returns',
  'payment_method',
  'payment_cash',
  'payment_transfer',
  'comment',
  'item_case_count',
] as const;
export const SERVER_META = [
  'created_by',
  'source',
  'completed_by',
  'cancelled_by',
  'delivered_by',
  'deleted_by',
  'restored_from',
  'reason',
  'delivery_outcome',
  'payment_outcome',
] as const;
export const META_TAGS = [...EDITABLE_META, ...SERVER_META] as const;
export type MetaTag = (typeof META_TAGS)[number];
/** One meta entry of an order group (ORD-19). */
export interface MetaEntry {
  readonly tag: string;
  readonly value: string;
  readonly meta: string;
}

export type MetaFields = Readonly<Partial<Record<MetaTag, { value: string; meta: string }>>>;

/**
 * Returns the discount with its sign, in kobo: a delivery fee adds to the total, every other reason reduces it (B5.0d). The form takes a positive
 * figure.
 */
export function signedDiscount(size: number, reason: string): number {
  return reason === 'delivery_fee' ? Math.abs(size) : 0 - Math.abs(size);
}

/** Shown if a discount would make an order negative (K3). */
export const DISCOUNT_ABOVE = 'The discount is more than the order.';

const positive = (text: string) => (parseMoney(text) ?? -1) >= 0;

/**
 * Checks the whole meta as it would be saved (PAY-02 to PAY-06). Returns texts by field (`discount`, `discount_reason`, `returns`, `returns_reason`,
 * `payment_method`, `payment_cash`, `payment_transfer`, `comment`); the result is empty if the meta may be saved. Money is naira text. `order` is the
 * most that a discount may take off (subtotal and delivery fee), in kobo; null if the order is not known.
 */
export function metaErrors(fields: MetaFields, order: number | null = null): Record<string, string> {
  const errors: Record<string, string> = {};
  const value = (tag: MetaTag) => fields[tag]?.value.trim() ?? '';
  const discount = value('discount');
  const reason = fields.discount?.meta ?? '';
  if (discount !== '' && parseMoney(discount) === null) errors.discount = 'Discount must be a number.';
  else if (discount !== '' && parseMoney(discount) !== 0) {
    if (reason === '') errors.discount_reason = 'Discount reason field is required';
    else if (!(DISCOUNT_REASONS as readonly string[]).includes(reason))
      errors.discount_reason = 'Discount reason is not valid.';
    if (order !== null && order + typedKobo(discount) < 0) errors.discount = DISCOUNT_ABOVE;
  }
  const returns = value('returns');
  if (returns !== '' && !positive(returns)) errors.returns = 'Returns must be a positive number.';
  else if (returns !== '' && parseMoney(returns) !== 0) {
    const why = fields.returns?.meta ?? '';
    if (why === '') errors.returns_reason = 'Returns reason field is required';
    else if (!(RETURNS_REASONS as readonly string[]).includes(why))
      errors.returns_reason = 'Returns reason is not valid.';
  }
  const method = value('payment_method');
  if (method !== '' && !(PAYMENT_METHODS as readonly string[]).includes(method))
    errors.payment_method = 'Payment method is not valid.';
  for (const [tag, label, unused] of [
    ['payment_cash', 'Cash', 'transfer'],
    ['payment_transfer', 'Transfer', 'cash'],
  ] as const) {
    const paid = value(tag);
    if (paid === '' && method !== '' && method !== unused) errors[tag] = `${label} field is required`;
    else if (paid !== '' && !positive(paid)) errors[tag] = `${label} must be a positive number.`;
  }
  if (value('comment').length > 4_000) errors.comment = 'Comment must be at most 4000 characters.';
  return errors;
}

/** Returns the payment that is stored, in kobo. The method cash sets transfer to zero, and the other way round (PAY-07, B5.0g). */
export function paymentOf(fields: MetaFields): { method: PaymentMethod | null; cash: number; transfer: number } {
  const read = (tag: MetaTag) => typedKobo(fields[tag]?.value ?? '');
  const requested = fields.payment_method?.value ?? '';
  const method = PAYMENT_METHODS.find((one) => one === requested) ?? null;
  return {
    method,
    cash: method === 'transfer' ? 0 : read('payment_cash'),
    transfer: method === 'cash' ? 0 : read('payment_transfer'),
  };
}

const MONEY_META: readonly string[] = ['discount', 'returns', 'payment_cash', 'payment_transfer'];

/** Returns a meta value as stored: money gets two decimals, other text is trimmed (API.md 4.15, B1.2). */
export function cleanMetaValue(tag: string, value: string): string {
  const kobo = MONEY_META.includes(tag) ? parseMoney(value) : null;
  return kobo === null ? value.trim() : formatMoney(kobo);
}

/** Returns the read-only lines between subtotal and total, in kobo. Their sum is total - subtotal (B5.0f). */
export function chargesOf(group: { delivery_fee: number; discount: number; discount_reason: string }) {
  const label = DISCOUNT_LABEL[group.discount_reason as DiscountReason] ?? group.discount_reason;
  return [
    { _id: 'delivery_fee', title: 'Delivery fee', value: group.delivery_fee },
    { _id: 'discount', title: label ? `Discount (${label})` : 'Discount', value: group.discount },
  ]
    .filter((charge) => charge.value !== 0)
    .map((charge, index) => ({ ...charge, index }));
}
