/** Computes new prices when many products are changed at once. All prices in kobo. */
import { roundDiv } from './money.ts';

export const PRICE_CHANGES = ['set', 'raise', 'lower', 'add'] as const;
export type PriceChange = (typeof PRICE_CHANGES)[number];

/**
 * Returns the changed price in kobo. `percent` is in hundredths of a percent, for raise and lower (12.5 % = 1250); `kobo` is for set and add (add may
 * be negative). Percentages round half away from zero to whole naira, because no case is priced in kobo. The result of raise, lower and add is never
 * below 0.
 */
export function changedPrice(price: number, change: { how: PriceChange; percent: number; kobo: number }): number {
  if (change.how === 'set') return change.kobo;
  if (change.how === 'add') return Math.max(0, price + change.kobo);
  const part = change.how === 'raise' ? 10_000 + change.percent : 10_000 - change.percent;
  return Math.max(0, Number(roundDiv(BigInt(price) * BigInt(part), 10_000n * 100n)) * 100);
}

/** Parses a percentage into hundredths: "12.5" -> 1250. null if it is no number from 0 to 1000 with at most two decimals. */
export function parsePercent(text: string): number | null {
  const found = /^(\d{1,4})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return null;
  const hundredths = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return hundredths <= 100_000 ? hundredths : null;
}
