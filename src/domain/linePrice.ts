/** Computes the price per case of a line and the amount that follows from it; orders and purchase orders, tablet and server share the rule (K1). */
import { lineAmount, rateOf } from './money.ts';

/** What a line is billed. `amount` is in kobo; `rate` is in kobo per case, null if the quantity is 0. */
export interface LinePrice {
  readonly amount: number;
  readonly rate: number | null;
  /** True if the price was derived from an amount that a person typed. */
  readonly about: boolean;
}

interface PriceChoice {
  /** The quantity in units, and the units per case. */
  quantity: number;
  caseCount: number;
  /** The price per case, the amount, or both, as sent by the client, in kobo. */
  rate?: number | undefined;
  amount?: number | undefined;
  /** The stored line; null for a new line. */
  line: (LinePrice & { readonly quantity: number }) | null;
  /** The price in kobo per case if neither the stored line nor the client gives one (B3.6). */
  usual: number;
}

/**
 * Returns the current price per case of a stored line, in kobo. The stored price counts as long as it yields the line's amount. If the product's
 * units per case have changed since, the price is derived from the amount. null: no price is stored.
 */
export function standingPrice(
  line: { readonly quantity: number; readonly amount: number; readonly rate: number | null },
  caseCount: number,
): number | null {
  if (line.rate === null || lineAmount(line.quantity, line.rate, caseCount) === line.amount) return line.rate;
  return rateOf(line.amount, line.quantity, caseCount) ?? line.rate;
}

/**
 * Returns price and amount of a line. A price sent by the client is kept and determines the amount. An amount sent by the client is kept; it
 * determines the price, unless a known price (the client's, the line's, the usual one) yields exactly that amount. If neither is sent, the price of
 * the stored line counts. The caller must refuse figures beyond MAX_KOBO.
 */
export function linePrice(request: PriceChoice): LinePrice {
  const price = priceOf(request);
  // A line with quantity 0 keeps no price. If goods arrive for it later, the price of that day counts (B3.7).
  return request.quantity === 0 ? { amount: price.amount, rate: null, about: false } : price;
}

function priceOf({ quantity, caseCount, rate, amount, line: stored, usual }: PriceChoice): LinePrice {
  const line = stored && { amount: stored.amount, rate: standingPrice(stored, caseCount), about: stored.about };
  const stands = line !== null && quantity === stored?.quantity;
  const own = line?.rate ?? null;
  const isAbout = (price: number) => price === own && (line?.about ?? false);
  if (amount === undefined) {
    if (rate === undefined && stands) return line;
    const price = rate ?? own ?? usual;
    return { amount: lineAmount(quantity, price, caseCount), rate: price, about: isAbout(price) };
  }
  if (stands && amount === line.amount && (rate === undefined || rate === own)) return line;
  // A price that was given is preferred to one that was derived from an amount.
  const known = [rate, line?.about ? null : own, usual, own];
  const price = known.find((one) => typeof one === 'number' && lineAmount(quantity, one, caseCount) === amount) ?? null;
  if (price !== null) return { amount, rate: price, about: isAbout(price) };
  return { amount, rate: rateOf(amount, quantity, caseCount), about: true };
}
