/**
 * Money is integer kobo, kept as a safe-integer number (B1.1); products and quotients go through BigInt, so that nothing passes a
 * floating point. On the wire it is text with two decimals (B1.2).
 */

declare const unit: unique symbol;
/** A whole number of kobo that came out of this file. A sum of two is a plain number again: `koboIn` says that it is kobo. */
export type Kobo = number & { readonly [unit]: 'kobo' };

/** The one place where a number is declared to be kobo. It checks nothing: `isMoney` says whether the product keeps the amount. */
export const koboIn = (whole: number): Kobo => whole as Kobo;

/** 999,999,999,999.99 naira (B13). */
export const MAX_KOBO = 99_999_999_999_999;

/**
 * B1.2: kobo of a plain decimal of naira; more than two decimals are rounded half away from zero (B1.4). null: not a number
 * (grouping commas, `+`, `e` notation, nothing), or above MAX_KOBO; moneyError says which.
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

/** Kobo of money that the server sent or this app wrote. Throws RangeError on what is no money: a broken price must show, and never count as 0. */
export function koboOf(text: string): Kobo {
  const kobo = parseMoney(text);
  if (kobo === null) throw new RangeError(`Not an amount of money: "${text}"`);
  return kobo;
}

/** Kobo of what somebody is typing: 0 until it is an amount, for its own field says what is wrong with it. */
export const typedKobo = (text: string): Kobo => parseMoney(text) || koboIn(0);

/** Why parseMoney refused a text: B1.2 "{Label} must be a number." (`wrong`, where a field has words of its own), B13 "{Label} is too large.". */
export function moneyError(text: string, label: string, wrong = `${label} must be a number.`): string {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? `${label} is too large.` : wrong;
}

/** True for an amount the product keeps: whole kobo within MAX_KOBO either way. */
export function isMoney(kobo: number): boolean {
  return Number.isSafeInteger(kobo) && Math.abs(kobo) <= MAX_KOBO;
}

/** Wire text: `1250000` -> `"12500.00"`. Throws RangeError on what is no whole number of kobo. */
export function formatMoney(kobo: number): string {
  if (!Number.isInteger(kobo)) throw new RangeError(`Not an amount in kobo: ${kobo}`);
  const size = Math.abs(kobo);
  const whole = Math.floor(size / 100);
  return `${kobo < 0 ? '-' : ''}${whole}.${String(size % 100).padStart(2, '0')}`;
}

/**
 * B1.3, CONST-10: "₦12,500", "-₦340.50": "at most 2 decimals" is whole naira without any, kobo as two digits (never "₦340.5"). Takes kobo
 * or the wire's text; '' for a text that is no money.
 */
export function showNaira(amount: number | string): string {
  const kobo = typeof amount === 'string' ? parseMoney(amount) : amount;
  if (kobo === null || !Number.isFinite(kobo)) return '';
  const size = BigInt(Math.round(Math.abs(kobo)));
  const part = size % 100n;
  return `${kobo < 0 ? '-' : ''}₦${withThousands(String(size / 100n))}${part === 0n ? '' : `.${String(part).padStart(2, '0')}`}`;
}

/** B6.3: a figure of a log, kobo always as two digits: "₦5,000.00". */
export function showLogged(kobo: number): string {
  const shown = showNaira(kobo);
  return kobo % 100 === 0 ? `${shown}.00` : shown;
}

/** Digits in groups of three: "12,500". By hand, because making one Intl.NumberFormat costs a tablet 40 ms of its start. */
export function withThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Quotient of two integers, half away from zero (B1.4). Throws RangeError when the denominator is 0. */
export function roundDiv(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const parts = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * size + parts) / (2n * parts);
  return numerator < 0n !== denominator < 0n ? -rounded : rounded;
}

/**
 * B1.5: units x price per case / units per case, in kobo. Beyond MAX_KOBO the figure is only a size, not exact: ask isMoney and
 * say the limit text, rather than have a screen fall over while somebody types.
 */
export function lineAmount(units: number, rateKobo: number, caseCount: number): Kobo {
  return quotient(BigInt(units) * BigInt(rateKobo), caseCount);
}

/** B1.5: the price per case that a line's amount means; null without units. Kobo, units, units per case. */
export function rateOf(amountKobo: number, units: number, caseCount: number): Kobo | null {
  if (units === 0) return null;
  return quotient(BigInt(amountKobo) * BigInt(caseCount), units);
}

/** The part of an amount that some of its units carry (B3.7 amount_accepted). */
export function partOf(amountKobo: number, part: number, whole: number): Kobo {
  return quotient(BigInt(amountKobo) * BigInt(part), whole);
}

/** B4.2: the average price per case after `units` came in at `cost`; units that leave (0 or less) do not change it. */
export function movingAverage(heldUnits: number, heldCost: number, units: number, cost: number): Kobo {
  if (units <= 0) return koboIn(heldCost);
  if (heldUnits <= 0) return koboIn(cost);
  return quotient(BigInt(heldUnits) * BigInt(heldCost) + BigInt(units) * BigInt(cost), heldUnits + units);
}

/** B1.4 "rounded up": to the whole naira, towards +infinity. */
export function ceilToNaira(kobo: number): Kobo {
  const rest = ((kobo % 100) + 100) % 100;
  return koboIn(rest === 0 ? kobo : kobo - rest + 100);
}

function quotient(numerator: bigint, denominator: number): Kobo {
  return koboIn(Number(roundDiv(numerator, BigInt(denominator))));
}
