import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { casesAndUnits, casesShort } from '#domain/units.ts';

/** From this number of cases on a tile has no space for decimals. */
const MANY_CASES = 1_000;

/**
 * The units of a line as two short lines for a tile: "1,500" and "cases", "2.5" and "cases", "6" and "units". "1,500+" is 1,500 cases and some units.
 * The accessible name of the tile has the exact quantity.
 */
export function tileFigure(quantity: number, caseCount: number): readonly [string, string] {
  const { cases, units } = casesAndUnits(quantity, caseCount);
  if (cases === 0 && units > 0) return [showNumber(units), plural(units, 'unit', 'units')];
  if (units > 0 && cases >= MANY_CASES) return [`${showNumber(cases)}+`, plural(cases, 'case', 'cases')];
  return [casesShort(quantity, caseCount), plural(units > 0 ? 2 : cases, 'case', 'cases')];
}
