/** The `meta` of a hub product: JSON text with a discount in percent and a market price in naira, as typed (B8.5). */
import { formatMoney, parseMoney, showNaira } from './money.ts';

export interface SellerMeta {
  /** Percent off, e.g. "12.5"; '' = none. */
  discount: string;
  /** Naira per case, two decimals; '' = none. */
  market_price: string;
}

/** Reads the stored text. Any other text counts as empty, so that an odd row never breaks a form. */
export function readSellerMeta(text: string): SellerMeta {
  try {
    const found: unknown = JSON.parse(text);
    const part = (name: string) => {
      const value = (found as Record<string, unknown> | null)?.[name];
      return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    };
    return { discount: part('discount'), market_price: part('market_price') };
  } catch {
    return { discount: '', market_price: '' };
  }
}

/** The name of both values in a log. */
export const META_LABEL = 'Discount and market price';

/** Both values in words, '' if there are none: "5 % off, market price ₦2,300". */
export function metaText(text: string): string {
  const { discount, market_price } = readSellerMeta(text);
  return [discount && `${discount} % off`, market_price && `market price ${showNaira(market_price)}`]
    .filter(Boolean)
    .join(', ');
}

/** The messages by field; {} when both values are valid. Both are optional numbers (PROD-28). */
export function sellerMetaErrors({ discount, market_price }: SellerMeta): Partial<Record<keyof SellerMeta, string>> {
  const wrong: Partial<Record<keyof SellerMeta, string>> = {};
  if (discount !== '') {
    if (!/^\d{1,3}(\.\d+)?$/.test(discount)) wrong.discount = 'Discount must be a number.';
    else if (Number(discount) > 100) wrong.discount = 'Discount must be between 0 and 100';
  }
  if (market_price !== '') {
    const kobo = parseMoney(market_price);
    if (kobo === null) wrong.market_price = 'Market price must be a number.';
    else if (kobo < 0) wrong.market_price = 'Market price must not be less than 0';
  }
  return wrong;
}

/** The text to store: only the given values, money with two decimals. */
export function writeSellerMeta({ discount, market_price }: SellerMeta): string {
  const kobo = parseMoney(market_price);
  return JSON.stringify({
    ...(discount === '' ? {} : { discount }),
    ...(kobo === null ? {} : { market_price: formatMoney(kobo) }),
  });
}

/**
 * "original=<n>" typed into the discount becomes the percent by which `price` is below n, to two decimals; any other text is unchanged (PROD-29,
 * B8.5). null: the original is not a positive amount or is below the price.
 */
export function discountTyped(typed: string, price: string): string | null {
  const found = /^\s*original\s*=\s*(.*)$/i.exec(typed);
  if (!found) return typed;
  const [original, now] = [parseMoney((found[1] ?? '').replaceAll(',', '')), parseMoney(price)];
  if (original === null || now === null || original <= 0 || now < 0 || now > original) return null;
  const hundredths = Math.round(((original - now) * 10_000) / original);
  return String(hundredths / 100);
}
