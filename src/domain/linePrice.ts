/** Computes the price per case of a line and its amount (K1), by the same rule for orders and purchase orders, on the tablet and on the server. */
import { lineAmount, rateOf } from './money.ts';

/** The billed price of a line. `amount` is in kobo; `rate` is in kobo per case, null if the quantity is 0. */
export interface LinePrice {
  readonly amount: number;
  readonly rate: number | null;
  /** true: the price was computed from an amount that a user typed. */
  readonly about: boolean;
}

interface PriceChoice {
  /** The quantity in units, and the units per case. */
  quantity: number;
  caseCount: number;
  /** The values of the request, in kobo: a price per case, an amount, or both. */
  rate?: number | undefined;
  amount?: number | undefined;
  /** The stored line; null: a new line. */
  line: (LinePrice & { readonly quantity: number }) | null;
  /** The price in kobo per case if neither the line nor the request has one (B3.6). */
  usual: number;
}

/**
 * The price per case of a stored line, in kobo: the stored price if it yields the stored amount. If the product's units per case changed since, the
 * price that the amount means now. null: no price is stored.
 */
export function standingPrice(
  line: { readonly quantity: number; readonly amount: number; readonly rate: number | null },
  caseCount: number,
): number | null {
  if (line.rate === null || lineAmount(line.quantity, line.rate, caseCount) === line.amount) return line.rate;
  return rateOf(line.amount, line.quantity, caseCount) ?? line.rate;
}

/**
 * The price and amount of a line. A given price is kept and determines the amount. A given amount is kept and determines the price, unless a known
 * price (of the request, the line, or the usual one) yields exactly that amount. Without either, the line's own price counts. The caller refuses
 * amounts beyond MAX_KOBO.
 */
export function linePrice(request: PriceChoice): LinePrice {
  const price = priceOf(request);
  // A line with quantity 0 stores no price: if goods arrive for it, the price of that day counts.
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
  // A given price comes before one that was computed from an amount.
  const known = [rate, line?.about ? null : own, usual, own];
  const price = known.find((one) => typeof one === 'number' && lineAmount(quantity, one, caseCount) === amount) ?? null;
  if (price !== null) return { amount, rate: price, about: isAbout(price) };
  return { amount, rate: rateOf(amount, quantity, caseCount), about: true };
}
