/** Money: integer kobo as a safe-integer number inside, a two-decimal string on the wire (DECISIONS B1.1 to B1.5). */

/** B13: 999,999,999,999.99 naira. */
export const MAX_KOBO = 99_999_999_999_999;

/**
 * B1.2: a plain decimal of naira -> kobo, rounded half away from zero (B1.4). null for grouping commas, `+`, `e` notation,
 * blanks, an empty text, or a value beyond MAX_KOBO (see moneyError for which).
 */
export function parseMoney(text: string): number | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = '', decimals = ''] = match;
  const kobo =
    Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0')) + (decimals[2] && decimals[2] >= '5' ? 1 : 0);
  if (kobo > MAX_KOBO) return null;
  return sign && kobo !== 0 ? -kobo : kobo;
}

/** Why parseMoney refused: B1.2 "{Label} must be a number.", B13 "{Label} is too large."; null when the text is fine. */
export function moneyError(text: string, label: string): string | null {
  if (parseMoney(text) !== null) return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? `${label} is too large.` : `${label} must be a number.`;
}

/** Kobo -> wire text with exactly two decimals and no grouping: 1250000 -> "12500.00", -34050 -> "-340.50". Throws RangeError on a non-integer. */
export function formatMoney(kobo: number): string {
  if (!Number.isSafeInteger(kobo)) throw new RangeError(`not an amount in kobo: ${kobo}`);
  const digits = String(Math.abs(kobo)).padStart(3, '0');
  return `${kobo < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const naira = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  maximumFractionDigits: 2,
  // "At most 2 decimals": whole naira without, kobo always as two digits.
  trailingZeroDisplay: 'stripIfInteger',
});

/** B1.3, CONST-10: screen text of kobo or of a wire text, e.g. "₦12,500" or "-₦340.50"; '' for a text that is not money. */
export function showNaira(money: number | string): string {
  const kobo = typeof money === 'string' ? parseMoney(money) : money;
  return kobo === null ? '' : naira.format(kobo / 100);
}

/** B1.4: integer division rounded half away from zero. Throws RangeError when the denominator is 0. */
export function roundDiv(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero');
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * n + d) / (2n * d);
  return numerator < 0n !== denominator < 0n ? -rounded : rounded;
}

/**
 * B1.5: round(quantity_units * rate_kobo / case_count); rate is per case. A result beyond MAX_KOBO is returned as it is
 * (compare with isMoney and answer the limit text). Throws RangeError unless all are integers and caseCount is positive.
 */
export function lineAmount(quantity: number, rateKobo: number, caseCount: number): number {
  return divide(BigInt(quantity) * BigInt(rateKobo), wholeCases(caseCount));
}

/** B1.5: rate per case behind a line amount, round(amount * case_count / quantity); null when quantity is 0. */
export function rateOf(amountKobo: number, caseCount: number, quantity: number): number | null {
  if (quantity === 0) return null;
  return divide(BigInt(amountKobo) * wholeCases(caseCount), BigInt(quantity));
}

/** B1.4 "rounded up": to the whole naira, towards plus infinity. */
export function ceilToNaira(kobo: number): number {
  const rest = ((kobo % 100) + 100) % 100;
  return rest === 0 ? kobo : kobo - rest + 100;
}

/**
 * B4.2: cost per case after a log row of q units at `cost`. A row that is not positive leaves the cost alone; a first cost
 * (old cost unknown, or nothing in stock) is taken as it is. Costs in kobo per case, quantities in units.
 */
export function movingAverage(oldQ: number, oldCost: number, q: number, cost: number): number;
export function movingAverage(oldQ: number, oldCost: number | null, q: number, cost: number): number | null;
export function movingAverage(oldQ: number, oldCost: number | null, q: number, cost: number): number | null {
  if (q <= 0) return oldCost;
  if (oldCost === null || oldQ <= 0) return cost;
  return divide(BigInt(oldQ) * BigInt(oldCost) + BigInt(q) * BigInt(cost), BigInt(oldQ + q));
}

/** True for an amount the product stores: an integer of kobo within +-MAX_KOBO. */
export function isMoney(kobo: number): boolean {
  return Number.isSafeInteger(kobo) && Math.abs(kobo) <= MAX_KOBO;
}

function divide(numerator: bigint, denominator: bigint): number {
  return Number(roundDiv(numerator, denominator));
}

function wholeCases(caseCount: number): bigint {
  if (!Number.isSafeInteger(caseCount) || caseCount < 1) throw new RangeError(`not a case count: ${caseCount}`);
  return BigInt(caseCount);
}
