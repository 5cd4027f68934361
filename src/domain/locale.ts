/**
 * How the language of the build writes numbers, money, dates and plurals: English as Nigeria writes it. A build for another language has
 * src/locales/<language>.ts in place of this file (src/tools/words/plugin.mjs). By hand and without Intl, which costs a slow tablet 40 ms of its start.
 */

/** Between the thousands, and before the decimals. */
export const [GROUP, POINT] = [',', '.'];

/** Which form of a plural stands for `n`: 0 for one, 1 for many. */
export const pluralForm = (n: number): number => (n === 1 ? 0 : 1);

/** Before a figure below zero: the sign for minus (U+2212), as wide as a digit, in money, cases and plots alike (decision 0351). */
export const MINUS = '−';

/** In a cell or behind a label that has no value. */
export const NO_VALUE = '–';

/** "−₦12,500". `sign`: MINUS or ''. */
export const moneyText = (sign: string, amount: string): string => `${sign}₦${amount}`;

/** "5 Nov", and "5 Nov 2025" with a year. */
export const dayOf = (day: number | string, month = '', year?: number): string =>
  year === undefined ? `${day} ${month}` : `${day} ${month} ${year}`;

/** "Nov 05, 2025 - 5:55 PM", the documents' form of a time. */
export const longMoment = (day: string, month = '', year: number, hour: number, minute: string): string =>
  `${month} ${day}, ${year} - ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
