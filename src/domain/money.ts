/**
 * Money is integer kobo, kept as a safe-integer number (B1.1); products and quotients go through BigInt, so that nothing passes a
 * floating point. On the wire it is text with two decimals (B1.2).
 */

/** 999,999,999,999.99 naira (B13). */
export const MAX_KOBO = 99_999_999_999_999;

/** Kobo of a plain decimal; more than two decimals are rounded half away from zero. null: not a number, or above the limit. */
export function parseMoney(text: string): number | null {
  const found = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text.trim());
  if (!found) return null;
  const [, sign = '', whole = '0', decimals = ''] = found;
  const kept = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0')) + (Number(decimals[2] ?? '0') >= 5 ? 1 : 0);
  if (kept > MAX_KOBO) return null;
  return sign === '-' && kept !== 0 ? -kept : kept;
}

/** `1250000` -> `"12500.00"`. */
export function formatMoney(kobo: number): string {
  const size = Math.abs(kobo);
  const whole = Math.floor(size / 100);
  return `${kobo < 0 ? '-' : ''}${whole}.${String(size % 100).padStart(2, '0')}`;
}

const NAIRA = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', maximumFractionDigits: 2, minimumFractionDigits: 0 });

/** CONST-10: NGN, en-NG, at most two decimals. Takes kobo or the wire's text. */
export function showNaira(amount: number | string): string {
  const kobo = typeof amount === 'string' ? parseMoney(amount) : amount;
  return kobo === null ? '' : NAIRA.format(kobo / 100);
}

/** Quotient of two integers, half away from zero (B1.4). The denominator is positive. */
export function roundDiv(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

function safe(kobo: bigint): number {
  const plain = Number(kobo);
  if (!Number.isSafeInteger(plain)) throw new RangeError('Amount beyond what kobo can hold');
  return plain;
}

/** B1.5: units x price per case / units per case, in kobo. */
export function lineAmount(units: number, rateKobo: number, caseCount: number): number {
  return safe(roundDiv(BigInt(units) * BigInt(rateKobo), BigInt(caseCount)));
}

/** B1.5: the price per case that a line's amount means; null without units. */
export function rateOf(amountKobo: number, units: number, caseCount: number): number | null {
  if (units === 0) return null;
  return safe(roundDiv(BigInt(amountKobo) * BigInt(caseCount), BigInt(units)));
}

/** The part of an amount that some of its units carry (B3.7 amount_accepted). */
export function partOf(amountKobo: number, part: number, whole: number): number {
  return safe(roundDiv(BigInt(amountKobo) * BigInt(part), BigInt(whole)));
}

/** B4.2: the average price per case after `units` came in at `cost`. */
export function movingAverage(heldUnits: number, heldCost: number, units: number, cost: number): number {
  const all = heldUnits + units;
  if (all <= 0) return cost;
  return safe(roundDiv(BigInt(heldUnits) * BigInt(heldCost) + BigInt(units) * BigInt(cost), BigInt(all)));
}

/** B1.4 "rounded up": to the whole naira, towards +infinity. */
export function ceilToNaira(kobo: number): number {
  return Math.ceil(kobo / 100) * 100 + 0;
}
