/** Payment and meta of an order group (document 001 section 5, PAY rows): one set of rules for the form and the server. */
import { formatMoney, parseMoney, typedKobo } from './money.ts';

export const PAYMENT_METHODS = ['cash', 'transfer', 'cash_transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** RPT-12. */
export const METHOD_LABEL: Record<PaymentMethod, string> = {
  cash: 'Cash',
  transfer: 'Transfer',
  cash_transfer: 'Cash & Transfer',
};

/** PAY-03. */
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

/** PAY-05. */
export const RETURNS_REASONS = ['rejected_products', 'wrong_products', 'other'] as const;
export const RETURNS_LABEL: Record<(typeof RETURNS_REASONS)[number], string> = {
  rejected_products: 'Rejected products',
  wrong_products: 'Wrong products',
  other: 'Other',
};

/** Meta tags a client may write; the others are the server's own (B5.1). */
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
/** ORD-19. */
export interface MetaEntry {
  readonly tag: string;
  readonly value: string;
  readonly meta: string;
}

export type MetaFields = Readonly<Partial<Record<MetaTag, { value: string; meta: string }>>>;

/** B5.0d: the form asks a positive figure; a delivery fee adds to the total, every other reason takes off. Kobo. */
export function signedDiscount(size: number, reason: string): number {
  return reason === 'delivery_fee' ? Math.abs(size) : 0 - Math.abs(size);
}

/** K3: what is said of a discount that would take an order below 0. */
export const DISCOUNT_ABOVE = 'The discount is more than the order.';

const positive = (text: string) => (parseMoney(text) ?? -1) >= 0;

/**
 * PAY-02 to PAY-06 over the whole set as it would stand: texts by field (`discount`, `discount_reason`, `returns`, `returns_reason`,
 * `payment_method`, `payment_cash`, `payment_transfer`, `comment`), empty when it may be saved. Money is naira text. `order`: what a discount may
 * take off at most, subtotal and delivery fee, in kobo; null where the order is not known.
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

/** PAY-07, B5.0g: what is kept of a payment, in kobo; choosing cash sets transfer to zero and the other way round. */
export function paymentOf(fields: MetaFields): { method: PaymentMethod | null; cash: number; transfer: number } {
  const read = (tag: MetaTag) => typedKobo(fields[tag]?.value ?? '');
  const asked = fields.payment_method?.value ?? '';
  const method = PAYMENT_METHODS.find((one) => one === asked) ?? null;
  return {
    method,
    cash: method === 'transfer' ? 0 : read('payment_cash'),
    transfer: method === 'cash' ? 0 : read('payment_transfer'),
  };
}

const MONEY_META: readonly string[] = ['discount', 'returns', 'payment_cash', 'payment_transfer'];

/** API.md 4.15: money in meta values follows B1.2, two decimals. */
export function cleanMetaValue(tag: string, value: string): string {
  const kobo = MONEY_META.includes(tag) ? parseMoney(value) : null;
  return kobo === null ? value.trim() : formatMoney(kobo);
}

/** B5.0f: read-only lines between subtotal and total; their sum is total - subtotal. Kobo. */
export function chargesOf(group: { delivery_fee: number; discount: number; discount_reason: string }) {
  const label = DISCOUNT_LABEL[group.discount_reason as DiscountReason] ?? group.discount_reason;
  return [
    { _id: 'delivery_fee', title: 'Delivery fee', value: group.delivery_fee },
    { _id: 'discount', title: label ? `Discount (${label})` : 'Discount', value: group.discount },
  ]
    .filter((charge) => charge.value !== 0)
    .map((charge, index) => ({ ...charge, index }));
}
