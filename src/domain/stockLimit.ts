/** Compares a requested quantity with the stock of the transfer's source. The server decides; the screen warns earlier. */
import { withThousands } from './number.ts';
import { casesText } from './units.ts';

/** Units. */
export interface Shortage {
  /** The stock of the source less what other unfinished transfers of this tablet take from it; never below 0. */
  there: number;
  /** The units by which the request exceeds it. */
  tooMany: number;
  /** The name of the person who has the goods; undefined: the source is a hub. */
  holder?: string;
  /** The name of the hub, on a screen that does not name it elsewhere. */
  hub?: string;
}

/**
 * The shortage of a product, or null when there is enough. All are units. `held`: the stock of the source, null when it is not in our books, as with a
 * distributor. `promised`: what other unfinished transfers of this tablet take of it.
 */
export function shortageOf(held: number | null, promised: number, wanted: number): Shortage | null {
  if (held === null) return null;
  const there = Math.max(0, held - promised);
  return wanted > there ? { there, tooMany: wanted - there } : null;
}

/** "43 cases there, 9,956 too many.", "43 cases in Mushin Hub, 9,956 too many.", or "Aisha holds 9 cases. This is 3 more." of a person. Where units are left over, both sides say so: "3 cases 7 units there, 2 cases 5 units too many." */
export function shortageText({ there, tooMany, holder, hub }: Shortage, caseCount: number): string {
  const whole = there % caseCount === 0 && tooMany % caseCount === 0;
  const more = whole ? withThousands(String(tooMany / caseCount)) : casesText(tooMany, caseCount);
  if (holder !== undefined) return `${holder} holds ${casesText(there, caseCount)}. This is ${more} more.`;
  return `${casesText(there, caseCount)} ${hub === undefined ? 'there' : `in ${hub}`}, ${more} too many.`;
}
