import { MINUS } from '#domain/locale.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { casesAndUnits, sizeText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';

/**
 * A quantity as full cases and the remaining units (UI-22); a line breaks only between the two. `signed`: a change, which has a plus too. `bare`: a heading
 * says "cases", so the word is for screen readers alone, and the units are small.
 */
export function CasesUnits({
  units: quantity,
  caseCount,
  signed = false,
  bare = false,
}: {
  units: number;
  caseCount: number;
  signed?: boolean;
  bare?: boolean;
}) {
  const { cases, units } = casesAndUnits(Math.abs(quantity), caseCount);
  const sign = quantity < 0 ? MINUS : signed ? '+' : '';
  const hasCases = cases > 0 || units === 0;
  return (
    <>
      {hasCases && (
        <span className="whitespace-nowrap">
          {bare ? `${sign}${showNumber(cases)}` : `${sign}${sizeText({ cases, units: 0 })}`}
          {bare && <span className="sr-only"> {plural(cases, 'case', 'cases')}</span>}
        </span>
      )}
      {hasCases && units > 0 && ' '}
      {units > 0 && (
        <span className={classes('whitespace-nowrap', bare && 'text-xs leading-4 font-normal')}>
          {`${hasCases ? '' : sign}${sizeText({ cases: 0, units })}`}
        </span>
      )}
    </>
  );
}
