/** Lots as a person types and chooses them at a desk. */

import { firstExpired, LOT_LENGTH, type LotUnits, type LotWhy, lotsIn, lotsText, MOST_LOTS } from './lots.ts';
import { two } from './time.ts';

/** A lot that a warehouse holds: name ('' is unknown), expiry day or '', units. */
export type HeldLot = readonly [code: string, expires: string, units: number];

/** What stands in the fields "Lot" and "Expires", and why this lot leaves before its turn. */
export interface TypedLot {
  code: string;
  /** As it is typed: "0327". */
  expires: string;
  why?: LotWhy;
}

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

/**
 * The expiry day that a person typed, as `2027-03-01`: month and year (0327, 3/27, 032027: the last day of the month), or day, month and year (010327, 1.3.27,
 * 01032027), or a stored day. '' of an empty text, null where it is no day.
 */
export function expiryTyped(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return '';
  const stored = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (stored) return dayOf(Number(stored[1]), Number(stored[2]), Number(stored[3]));
  const parts = /^\d+$/.test(text) ? null : text.split(/[\s/.-]+/).filter(Boolean);
  if (parts?.some((part) => !/^\d{1,4}$/.test(part)) || (parts && (parts.length < 2 || parts.length > 3))) return null;
  const digits = parts ? parts.map((part) => (part.length === 1 ? `0${part}` : part)).join('') : text;
  const [a, b, c] = [0, 2, 4].map((at) => Number(digits.slice(at, at + 2))) as [number, number, number];
  if (digits.length === 4) return lastOf(2_000 + b, a);
  if (digits.length === 8) return dayOf(Number(digits.slice(4)), b, a);
  if (digits.length !== 6) return null;
  const year = Number(digits.slice(2));
  return dayOf(2_000 + c, b, a) ?? (year >= 2_000 && year < 2_100 ? lastOf(year, a) : null);
}

/** What leaves of these lots for `units` units, as the text of a line: first expired first. The unknown lot has no name, so it is not named. '': none. */
export function firstOut(held: readonly HeldLot[], units: number): string {
  let left = units;
  const lots = firstExpired(held.map(([code, expires, there]) => ({ code, expires, units: there }))).flatMap((lot) => {
    const part = Math.max(0, Math.min(lot.units, left));
    left -= part;
    return part > 0 && lot.code !== '' ? [{ ...lot, units: part }] : [];
  });
  return lotsText(lots.slice(0, MOST_LOTS));
}

/** The lots of a line from which `chosen` leaves first, and the others in their turn. */
export function chosenOut(held: readonly HeldLot[], chosen: HeldLot, units: number, why: LotWhy | undefined): string {
  const [code, expires, there] = chosen;
  const part = Math.min(there, units);
  const rest = held.filter((one) => one[0] !== code || one[1] !== expires);
  const first: LotUnits[] =
    code === '' || part === 0 ? [] : [{ code, expires, units: part, ...(why === undefined ? {} : { why }) }];
  return lotsText([...first, ...lotsIn(firstOut(rest, units - part))]);
}

/** The lots that are left where a warehouse holds `units` units by now: what left since was what expires first. */
export function heldAfter(held: readonly HeldLot[], units: number): HeldLot[] {
  let gone = held.reduce((sum, [, , there]) => sum + there, 0) - units;
  return firstExpired(held.map(([code, expires, there]) => ({ code, expires, there }))).flatMap(
    ({ code, expires, there }) => {
      const part = Math.max(0, Math.min(there, gone));
      gone -= part;
      return there > part ? [[code, expires, there - part] as const] : [];
    },
  );
}
