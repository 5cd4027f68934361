/** The lots of a line in words, on screens and papers. A lot whose day is over says "expired". */

import { LOT_WHY_LABEL, lotsIn, unitsOf } from './lots.ts';
import { daysLeft, expiryWords } from './lotWords.ts';
import { casesText } from './units.ts';

/** "expires 1 Mar 2027"; "expired 31 Oct 2025" of a day before `now` (epoch seconds; undefined: it is not compared); '' without a day. */
const dayWords = (expires: string, now: number | undefined): string =>
  expires === ''
    ? ''
    : now !== undefined && (daysLeft(expires, now) ?? 0) < 0
      ? `expired ${expiryWords(expires)}`
      : `expires ${expiryWords(expires)}`;

/** A lot of a line in pieces that do not break: "A12", "expires 1 Mar 2027", "2 cases". `day` '': none. `size` '': it is the whole line. */
export interface LotPieces {
  name: string;
  day: string;
  size: string;
}

/**
 * The lots of a line in pieces: one lot that is the whole line is "Lot A12", several have their units. `moved`: the units of the line; what no lot names is said
 * last. `now`: epoch seconds, so that a day before it says "expired".
 */
export function lotPieces(text: string, caseCount: number, moved?: number, now?: number): LotPieces[] {
  const lots = lotsIn(text);
  const [first] = lots;
  const rest = (moved ?? 0) - unitsOf(lots);
  if (!first) return [];
  if (lots.length === 1 && rest <= 0)
    return [{ name: `Lot ${first.code}`, day: dayWords(first.expires, now), size: '' }];
  const each = lots.map(({ code, expires, units }) => ({
    ...{ name: code, day: dayWords(expires, now), size: casesText(units, caseCount) },
  }));
  return rest > 0 ? [...each, { name: 'no lot', day: '', size: casesText(rest, caseCount) }] : each;
}

/**
 * "Lot A12 · expires 1 Mar 2027: 2 cases; Lot B7: 12 units (The earlier lot is out of reach)" for a printed transfer. `at`: when the goods moved, epoch seconds: a
 * day before it says "expired".
 */
export const lotsOnPaper = (text: string, caseCount: number, at?: number): string =>
  lotsIn(text)
    .map((lot) => {
      const why = lot.why === undefined ? '' : ` (${LOT_WHY_LABEL[lot.why]})`;
      const day = dayWords(lot.expires, at);
      return `Lot ${lot.code}${day === '' ? '' : ` · ${day}`}: ${casesText(lot.units, caseCount)}${why}`;
    })
    .join('; ');
