/** The price per case of a line, and the amount that follows from it (K1): one rule for orders and purchase orders, on the tablet and on the server. */
import { lineAmount, rateOf } from './money.ts';

/** What a line bills. `amount` in kobo; `rate` in kobo per case, null where nothing was ordered. */
export interface LinePrice {
  readonly amount: number;
  readonly rate: number | null;
  /** The price was worked back from an amount that somebody typed. */
  readonly about: boolean;
}

interface PriceChoice {
  /** Units, and units per case. */
  quantity: number;
  caseCount: number;
  /** What was sent, in kobo: a price per case, an amount, or both. */
  rate?: number | undefined;
  amount?: number | undefined;
  /** The line as it stands; null: a new one. */
  line: (LinePrice & { readonly quantity: number }) | null;
  /** Kobo per case where neither the line nor the writer says one (B3.6). */
  usual: number;
}

/**
 * What a line that stands costs per case, in kobo: the price that it was given, as long as that makes its amount. Where the product's units per case
 * changed since, the price that its amount means by now. null: no price is kept.
 */
export function standingPrice(
  line: { readonly quantity: number; readonly amount: number; readonly rate: number | null },
  caseCount: number,
): number | null {
  if (line.rate === null || lineAmount(line.quantity, line.rate, caseCount) === line.amount) return line.rate;
  return rateOf(line.amount, line.quantity, caseCount) ?? line.rate;
}

/**
 * A price that was given stays and makes the amount. An amount that was given stays and makes the price, unless a price that is known (of the writer,
 * the line, the usual one) gives that very amount. Of neither, the line's own price counts. Sizes beyond MAX_KOBO are the caller's to refuse.
 */
export function linePrice(request: PriceChoice): LinePrice {
  const price = priceOf(request);
  // Of a line of nothing no price is kept: that of the day counts, when something comes for it (B3.7).
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
  // A price that was given before one that was worked back.
  const known = [rate, line?.about ? null : own, usual, own];
  const price = known.find((one) => typeof one === 'number' && lineAmount(quantity, one, caseCount) === amount) ?? null;
  if (price !== null) return { amount, rate: price, about: isAbout(price) };
  return { amount, rate: rateOf(amount, quantity, caseCount), about: true };
}
