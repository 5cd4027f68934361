/** Lots as a person types and chooses them at a desk. */

import { firstExpired, LOT_LENGTH, type LotUnits, type LotWhy, lotsIn, lotsText, MOST_LOTS } from './lots.ts';
import { two } from './time.ts';

/** A lot that a warehouse holds: name ('' is unknown), expiry day or '', units. */
export type StockLot = readonly [code: string, expires: string, units: number];

/** The contents of the fields "Lot" and "Expires", and the reason why this lot leaves before its turn. */
export interface TypedLot {
  code: string;
  /** As it is typed: "0327". */
  expires: string;
  why?: LotWhy;
}

/** The answer that there is no lot, or none that can be read. */
export const NO_LOT: Readonly<Omit<TypedLot, 'why'>> = { code: '', expires: '' };

/** The name of a lot as it is stored. */
export const lotCode = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .toUpperCase()
    .slice(0, LOT_LENGTH)
    .trim();

/** The day as `2027-03-01`, or null where there is no such day. */
function dayOf(year: number, month: number, day: number): string | null {
  const last = month < 1 || month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day < 1 || day > last ? null : `${year}-${two(month)}-${two(day)}`;
}

const lastOf = (year: number, month: number): string | null =>
  dayOf(year, month, month < 1 || month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate());

/** An expiry day as a person typed it. `isMonth`: only month and year were typed, so the day is the last one of the month. */
export interface ReadExpiry {
  /** `2027-03-31` */
  day: string;
  isMonth: boolean;
}

const read = (day: string | null, isMonth = false): ReadExpiry | null => (day === null ? null : { day, isMonth });

/** The result of reading a typed expiry: see {@link expiryTyped}. null: it is no valid day, or nothing was typed. */
export function expiryRead(typed: string): ReadExpiry | null {
  const text = typed.trim();
  const stored = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (stored) return read(dayOf(Number(stored[1]), Number(stored[2]), Number(stored[3])));
  const parts = /^\d+$/.test(text) ? null : text.split(/[\s/.-]+/).filter(Boolean);
  if (parts?.some((part) => !/^\d{1,4}$/.test(part)) || (parts && (parts.length < 2 || parts.length > 3))) return null;
  const digits = parts ? parts.map((part) => (part.length === 1 ? `0${part}` : part)).join('') : text;
  const [a, b, c] = [0, 2, 4].map((at) => Number(digits.slice(at, at + 2))) as [number, number, number];
  if (digits.length === 4) return read(lastOf(2_000 + b, a), true);
  if (digits.length === 8) return read(dayOf(Number(digits.slice(4)), b, a));
  if (digits.length !== 6) return null;
  const year = Number(digits.slice(2));
  return read(dayOf(2_000 + c, b, a)) ?? (year >= 2_000 && year < 2_100 ? read(lastOf(year, a), true) : null);
}

/**
 * The expiry day that a person typed, as `2027-03-01`: month and year (0327, 3/27, 032027: the last day of the month), or day, month and year (010327, 1.3.27,
 * 01032027), or a stored day. '' of an empty text, null where it is no day.
 */
export const expiryTyped = (typed: string): string | null =>
  typed.trim() === '' ? '' : (expiryRead(typed)?.day ?? null);

/** Whether what is typed can still become a day: "03" and "1503" can, "1399" and "45" cannot. The field shows no mistake before the last digit. */
export function isExpiryBegun(typed: string): boolean {
  const text = typed.trim();
  if (!/^\d+$/.test(text)) return /^\d{1,4}[\s/.-][\d\s/.-]{0,7}$/.test(text);
  const [first, second] = [Number(text.slice(0, 2)), Number(text.slice(2, 4))];
  const isDay = first >= 1 && first <= 31;
  const isMonth = second >= 1 && second <= 12;
  if (text.length === 1) return true;
  if (text.length < 4) return isDay;
  return text.length < 8 && isDay && (isMonth || (text.length === 5 && first <= 12 && second === 20));
}

/** The lots that leave for `units` units, as the text of a line: first expired first. The unknown lot has no name, so it is not named. '': none. */
export function firstOut(held: readonly StockLot[], units: number): string {
  let left = units;
  const lots = firstExpired(held.map(([code, expires, there]) => ({ code, expires, units: there }))).flatMap((lot) => {
    const part = Math.max(0, Math.min(lot.units, left));
    left -= part;
    return part > 0 && lot.code !== '' ? [{ ...lot, units: part }] : [];
  });
  return lotsText(lots.slice(0, MOST_LOTS));
}

/** The lots of a line from which `chosen` leaves first, and the others in their turn. */
export function chosenOut(held: readonly StockLot[], chosen: StockLot, units: number, why: LotWhy | undefined): string {
  const [code, expires, there] = chosen;
  const part = Math.min(there, units);
  const rest = held.filter((one) => one[0] !== code || one[1] !== expires);
  const first: LotUnits[] =
    code === '' || part === 0 ? [] : [{ code, expires, units: part, ...(why === undefined ? {} : { why }) }];
  return lotsText([...first, ...lotsIn(firstOut(rest, units - part))]);
}

/** The remaining lots of a warehouse that holds `units` units now: what expires first is assumed to have left first. */
export function heldAfter(held: readonly StockLot[], units: number): StockLot[] {
  let gone = held.reduce((sum, [, , there]) => sum + there, 0) - units;
  return firstExpired(held.map(([code, expires, there]) => ({ code, expires, there }))).flatMap(
    ({ code, expires, there }) => {
      const part = Math.max(0, Math.min(there, gone));
      gone -= part;
      return there > part ? [[code, expires, there - part] as const] : [];
    },
  );
}
