/** Lots in words. */

import { type LotUnits, lotsIn } from './lots.ts';
import type { ReadExpiry } from './lotTyping.ts';
import { MONTH_NAMES } from './months.ts';
import { plural } from './plural.ts';
import { DAY, LAGOS_OFFSET, MONTHS, startOfDay } from './time.ts';
import { casesText } from './units.ts';

/** "1 Mar 2027" of `2027-03-01`; '' where nobody said a day. */
export function expiryWords(expires: string): string {
  const [year, month, day] = expires.split('-');
  return expires === '' ? '' : `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

/** "010327" of `2027-03-01`, as a hand types it; any other text as it is. */
function expiryDigits(text: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return year === '' ? text : `${day}${month}${year.startsWith('20') ? year.slice(2) : year}`;
}

/** What the field of an expiry day shows: the day in words, and as digits while it is typed. Any other text as it is. */
export const expiryShown = (text: string, isTyped: boolean): string =>
  isTyped ? expiryDigits(text) : /^\d{4}-\d\d-\d\d$/.test(text) ? expiryWords(text) : text;

/** "March 2027" of a typed 0327, "1 March 2027" of 010327: what was read, while it is typed. */
export function expiryInWords({ day, isMonth }: ReadExpiry): string {
  const [year, month, date] = day.split('-');
  const name = `${MONTH_NAMES[Number(month) - 1] ?? ''} ${year}`;
  return isMonth ? name : `${Number(date)} ${name}`;
}

/** Days from the day of `now` (epoch seconds) to the expiry day, below 0: expired; null where nobody said a day. */
export const daysLeft = (expires: string, now: number): number | null =>
  expires === ''
    ? null
    : Math.round((Date.parse(`${expires}T00:00:00Z`) / 1_000 - LAGOS_OFFSET - startOfDay(now)) / DAY);

/** A single word in lower case is a text for the catalogue where it stands as `text`. */
const TODAY = { text: 'today' };

/** "in 12 days", "today", "3 days ago". */
export const whenExpires = (days: number): string =>
  days === 0 ? TODAY.text : days > 0 ? plural(days, 'in # day', 'in # days') : plural(-days, '# day ago', '# days ago');

/** "A12 · expires 1 Mar 2027"; the lot without a name is "Unknown lot". */
export const lotName = ({ code, expires }: Pick<LotUnits, 'code' | 'expires'>): string =>
  `${code === '' ? 'Unknown lot' : code}${expires === '' ? '' : ` · expires ${expiryWords(expires)}`}`;

/** "lot A12 · expires 1 Mar 2027: 2 cases, lot B7: 12 units" of the text that a line stores. */
export const lotsWords = (text: string, caseCount: number): string =>
  lotsIn(text)
    .map((lot) => `lot ${lotName(lot)}: ${casesText(lot.units, caseCount)}`)
    .join(', ');
