/**
 * Money is integer kobo in a safe-integer number (B1.1). Products and quotients are computed with BigInt, never in floating point. On the wire
 * money is text with two decimals (B1.2).
 */

import { MINUS, moneyText, POINT } from './locale.ts';
import { withThousands } from './number.ts';

declare const unit: unique symbol;
/** A whole number of kobo from this file. The sum of two Kobo is a plain number for the compiler; `koboIn` makes it Kobo again. */
export type Kobo = number & { readonly [unit]: 'kobo' };

/** Declares a number to be kobo. It checks nothing; `isMoney` says whether the amount is in range. */
export const koboIn = (whole: number): Kobo => whole as Kobo;

/** 999,999,999,999.99 naira (B13). */
export const MAX_KOBO = 99_999_999_999_999;

/**
 * The kobo of a plain decimal of naira (B1.2); more than two decimals are rounded half away from zero (B1.4). null: not a number (grouping commas,
 * `+`, `e` notation, empty), or above MAX_KOBO; moneyError says which.
 */
export function parseMoney(text: string): Kobo | null {
  const found = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(text.trim());
  if (!found) return null;
  const [, sign = '', whole = '0', decimals = ''] = found;
  const kept =
    Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0')) + (Number(decimals[2] ?? '0') >= 5 ? 1 : 0);
  if (kept > MAX_KOBO) return null;
  return koboIn(sign === '-' && kept !== 0 ? -kept : kept);
}

/**
 * The kobo of a money text from the server or from this app. '' is an amount that the server did not tell (docs/anyServer.md): NaN, which screens show as
 * nothing and no sum hides. Throws RangeError for any other text, so that a broken price is noticed and never counts as 0.
 */
export function koboOf(text: string): Kobo {
  if (text === '') return koboIn(Number.NaN);
  const kobo = parseMoney(text);
  if (kobo === null) throw new RangeError(`Not an amount of money: "${text}"`);
  return kobo;
}

/** The kobo of a text that is being typed: 0 until it is an amount, because the field itself shows the error. */
export const typedKobo = (text: string): Kobo => parseMoney(text) || koboIn(0);

/** The message for a text that parseMoney refused: "{Label} must be a number." (B1.2; `wrong` replaces it), or "{Label} is too large." (B13). */
export function moneyError(text: string, label: string, wrong = `${label} must be a number.`): string {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? `${label} is too large.` : wrong;
}

/** true: the amount is whole kobo within MAX_KOBO, positive or negative. */
export function isMoney(kobo: number): boolean {
  return Number.isSafeInteger(kobo) && Math.abs(kobo) <= MAX_KOBO;
}

/** The wire text of an amount: `1250000` -> `"12500.00"`. Throws RangeError when it is not a whole number of kobo. */
export function formatMoney(kobo: number): string {
  if (!Number.isInteger(kobo)) throw new RangeError(`Not an amount in kobo: ${kobo}`);
  const size = Math.abs(kobo);
  const whole = Math.floor(size / 100);
  return `${kobo < 0 ? '-' : ''}${whole}.${String(size % 100).padStart(2, '0')}`;
}

/**
 * The text of an amount on screens: "₦12,500", "−₦340.50" (B1.3, CONST-10), with the sign for minus (U+2212). Whole naira have no decimals, other amounts exactly two. Takes kobo or
 * the wire's text; '' for a text that is not money.
 */
export function showNaira(amount: number | string): string {
  const kobo = typeof amount === 'string' ? parseMoney(amount) : amount;
  if (kobo === null || !Number.isFinite(kobo)) return '';
  const size = BigInt(Math.round(Math.abs(kobo)));
  const part = size % 100n;
  const whole = withThousands(String(size / 100n));
  return moneyText(kobo < 0 ? MINUS : '', part === 0n ? whole : `${whole}${POINT}${String(part).padStart(2, '0')}`);
}

/** How a column writes its amounts (texts of calls, or kobo): with kobo in every row as soon as one has some, else in none. */
export const oneRule = (amounts: readonly (string | number)[]): ((kobo: number) => string) =>
  amounts.some((amount) => amount !== '' && (typeof amount === 'string' ? koboOf(amount) : amount) % 100 !== 0)
    ? showLogged
    : showNaira;

/** From here on an amount is too long for half of a phone: a hundred million naira, in kobo. */
const LONG = 10_000_000_000;

/** The short form of a long amount, "₦258.8 million"; undefined where the whole amount is short enough. */
export function shortNaira(kobo: number): string | undefined {
  if (Math.abs(kobo) < LONG) return undefined;
  const tenths = Math.round(Math.abs(kobo) / 10_000_000);
  const millions = `${withThousands(String(Math.floor(tenths / 10)))}${POINT}${tenths % 10}`;
  return `${moneyText(kobo < 0 ? MINUS : '', millions)} million`;
}

/** The text of an amount in a log, always with two decimals: "₦5,000.00" (B6.3). */
export function showLogged(kobo: number): string {
  const shown = showNaira(kobo);
  return shown !== '' && kobo % 100 === 0 ? `${shown}.00` : shown;
}

/** The quotient of two integers, rounded half away from zero (B1.4). Throws RangeError when the denominator is 0. */
export function roundDiv(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const parts = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * size + parts) / (2n * parts);
  return numerator < 0n !== denominator < 0n ? -rounded : rounded;
}

/**
 * The amount of a line in kobo: units x price per case / units per case (B1.5). Beyond MAX_KOBO the result is not exact; check it with isMoney and
 * show the limit text. Nothing is thrown, so that a screen does not crash while a user types.
 */
export function lineAmount(units: number, rateKobo: number, caseCount: number): Kobo {
  return quotient(BigInt(units) * BigInt(rateKobo), caseCount);
}

/** The price per case in kobo that an amount means; null without units (B1.5). Takes kobo, units and units per case. */
export function rateOf(amountKobo: number, units: number, caseCount: number): Kobo | null {
  if (units === 0) return null;
  return quotient(BigInt(amountKobo) * BigInt(caseCount), units);
}

/** The share of an amount that `part` of `whole` units carry, in kobo (B3.7 amount_accepted). */
export function shareOfAmount(amountKobo: number, part: number, whole: number): Kobo {
  return quotient(BigInt(amountKobo) * BigInt(part), whole);
}

/** The average price per case in kobo after `units` came in at `cost` per case (B4.2). Leaving units (0 or less) do not change it. */
export function movingAverage(heldUnits: number, heldCost: number, units: number, cost: number): Kobo {
  if (units <= 0) return koboIn(heldCost);
  if (heldUnits <= 0) return koboIn(cost);
  return quotient(BigInt(heldUnits) * BigInt(heldCost) + BigInt(units) * BigInt(cost), heldUnits + units);
}

/**
 * The average price per case in kobo after `units` that had come in at `cost` per case were taken out again: {@link movingAverage} the other way round. The
 * average stays where nothing is left, or where the rest would cost less than nothing because others left at the average meanwhile.
 */
export function averageWithout(heldUnits: number, heldCost: number, units: number, cost: number): Kobo {
  const left = heldUnits - units;
  if (left <= 0) return koboIn(heldCost);
  const rest = quotient(BigInt(heldUnits) * BigInt(heldCost) - BigInt(units) * BigInt(cost), left);
  return isMoney(rest) && rest >= 0 ? rest : koboIn(heldCost);
}

/** Rounds up to the whole naira, towards +infinity (B1.4). */
export function ceilToNaira(kobo: number): Kobo {
  const rest = ((kobo % 100) + 100) % 100;
  return koboIn(rest === 0 ? kobo : kobo - rest + 100);
}

function quotient(numerator: bigint, denominator: number): Kobo {
  return koboIn(Number(roundDiv(numerator, BigInt(denominator))));
}
