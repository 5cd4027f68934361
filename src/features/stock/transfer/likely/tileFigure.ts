import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { casesAndUnits, casesShort } from '#domain/units.ts';

/** From so many cases on a tile has no room for their decimals. */
const MANY_CASES = 1_000;

/**
 * The units of a line in the two short lines that a tile has: "1,500" and "cases", "2.5" and "cases", "6" and "units". "1,500+": 1,500 cases and some units. The
 * accessible name of the tile has cases and units in full.
 */
export function tileFigure(quantity: number, caseCount: number): readonly [string, string] {
  const { cases, units } = casesAndUnits(quantity, caseCount);
  if (cases === 0 && units > 0) return [showNumber(units), plural(units, 'unit', 'units')];
  if (units > 0 && cases >= MANY_CASES) return [`${showNumber(cases)}+`, plural(cases, 'case', 'cases')];
  return [casesShort(quantity, caseCount), plural(units > 0 ? 2 : cases, 'case', 'cases')];
}
