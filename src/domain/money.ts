/**
 * Money is whole kobo in a safe integer (B1.1). Products and quotients use BigInt, so that nothing is computed in floating point. On the wire money
 * is naira text with two decimals (B1.2).
 */

/** The largest amount, in kobo: 999,999,999,999.99 naira (B13). */
export const MAX_KOBO = 99_999_999_999_999;

/**
 * Parses a plain decimal of naira into kobo (B1.2). More than two decimals are rounded half away from zero (B1.4). Returns null for a text that is no
 * number (grouping commas, `+`, `e` notation, empty) or is above MAX_KOBO; moneyError tells the two apart.
 */
export function parseMoney(text: string): number | null {
  const found = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(text.trim());
  if (!found) return null;
  const [, sign = '', whole = '0', decimals = ''] = found;
  const kept =
    Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0')) + (Number(decimals[2] ?? '0') >= 5 ? 1 : 0);
  if (kept > MAX_KOBO) return null;
  return sign === '-' && kept !== 0 ? -kept : kept;
}

/** Returns why parseMoney refused a text: "{Label} is too large." (B13), or "{Label} must be a number." (B1.2), which `wrong` replaces. */
export function moneyError(text: string, label: string, wrong = `${label} must be a number.`): string {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? `${label} is too large.` : wrong;
}

/** True for whole kobo within MAX_KOBO, positive or negative. */
export function isMoney(kobo: number): boolean {
  return Number.isSafeInteger(kobo) && Math.abs(kobo) <= MAX_KOBO;
}

/** Formats kobo for the wire: `1250000` -> `"12500.00"`. Throws RangeError if `kobo` is not a whole number. */
export function formatMoney(kobo: number): string {
  if (!Number.isInteger(kobo)) throw new RangeError(`Not an amount in kobo: ${kobo}`);
  const size = Math.abs(kobo);
  const whole = Math.floor(size / 100);
  return `${kobo < 0 ? '-' : ''}${whole}.${String(size % 100).padStart(2, '0')}`;
}

/**
 * Formats an amount for people: "₦12,500", "-₦340.50" (B1.3, CONST-10). Whole naira have no decimals, all others have two (never "₦340.5"). Takes
 * kobo or the text of the wire; returns '' for a text that is no money.
 */
export function showNaira(amount: number | string): string {
  const kobo = typeof amount === 'string' ? parseMoney(amount) : amount;
  if (kobo === null || !Number.isFinite(kobo)) return '';
  const size = BigInt(Math.round(Math.abs(kobo)));
  const part = size % 100n;
  return `${kobo < 0 ? '-' : ''}₦${withThousands(String(size / 100n))}${part === 0n ? '' : `.${String(part).padStart(2, '0')}`}`;
}

/** Formats kobo for a log, always with two decimals: "₦5,000.00" (B6.3). */
export function showLogged(kobo: number): string {
  const shown = showNaira(kobo);
  return kobo % 100 === 0 ? `${shown}.00` : shown;
}

/** Groups digits in threes: "12,500". Intl.NumberFormat is avoided because creating one costs a tablet 40 ms at start. */
export function withThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Divides two integers and rounds half away from zero (B1.4). Throws RangeError if the denominator is 0. */
export function roundDiv(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const parts = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * size + parts) / (2n * parts);
  return numerator < 0n !== denominator < 0n ? -rounded : rounded;
}

/**
 * Returns units × price per case / units per case, in kobo (B1.5). Beyond MAX_KOBO the figure is not exact: callers check it with isMoney and show
 * the limit text, so that a screen does not fail while somebody types.
 */
export function lineAmount(units: number, rateKobo: number, caseCount: number): number {
  return quotient(BigInt(units) * BigInt(rateKobo), caseCount);
}

/** Returns the price per case that the amount of a line means, in kobo (B1.5); null if `units` is 0. */
export function rateOf(amountKobo: number, units: number, caseCount: number): number | null {
  if (units === 0) return null;
  return quotient(BigInt(amountKobo) * BigInt(caseCount), units);
}

/** Returns the part of an amount that belongs to `part` of its `whole` units, in kobo (amount_accepted, B3.7). */
export function partOf(amountKobo: number, part: number, whole: number): number {
  return quotient(BigInt(amountKobo) * BigInt(part), whole);
}

/** Returns the average price per case after `units` arrived at `cost`, in kobo (B4.2). Units that leave (0 or less) do not change it. */
export function movingAverage(heldUnits: number, heldCost: number, units: number, cost: number): number {
  if (units <= 0) return heldCost;
  if (heldUnits <= 0) return cost;
  return quotient(BigInt(heldUnits) * BigInt(heldCost) + BigInt(units) * BigInt(cost), heldUnits + units);
}

/** Rounds up to whole naira, towards +infinity; kobo in, kobo out (B1.4). */
export function ceilToNaira(kobo: number): number {
  const rest = ((kobo % 100) + 100) % 100;
  return rest === 0 ? kobo : kobo - rest + 100;
}

function quotient(numerator: bigint, denominator: number): number {
  return Number(roundDiv(numerator, BigInt(denominator)));
}
