/** The lots of a line of a handover, as the taker counts them one by one (decision 0790). Quantities are units. */
import { firstExpired, type LotUnits, lotsIn, lotsText, unitsOf } from '../lots.ts';

interface GivenLine {
  /** As the giver confirmed them; absent or '': none were named. */
  lots?: string | null | undefined;
  /** Units that were given. */
  moved: number;
}

/** The parts of a line that the taker counts: each lot, first expired first, and under an empty code the units without a lot. Empty: the line names no lots. */
export function givenParts({ lots: text, moved }: GivenLine): LotUnits[] {
  const lots = firstExpired(lotsIn(text)).map(({ code, expires, units }) => ({ code, expires, units }));
  const rest = moved - unitsOf(lots);
  return lots.length > 0 && rest > 0 ? [...lots, { code: '', expires: '', units: rest }] : lots;
}

/** The text of the lots that were counted, part by part; units without a lot are in no lot. */
export const countedLots = (parts: readonly LotUnits[], units: readonly number[]): string =>
  lotsText(
    parts.flatMap((part, at) => {
      const there = units[at] ?? 0;
      return part.code === '' || there === 0 ? [] : [{ ...part, units: there }];
    }),
  );

/** Whether lots that a taker named are others than those that were given. undefined: the goods were not counted by lot. */
export function isOtherLots(counted: string | undefined, line: GivenLine): boolean {
  if (counted === undefined) return false;
  const parts = givenParts(line);
  return (
    counted !==
    countedLots(
      parts,
      parts.map(({ units }) => units),
    )
  );
}
