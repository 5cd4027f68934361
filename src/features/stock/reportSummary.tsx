import { koboOf, shortNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { daysBefore, trendOf, trendWords } from '#domain/trend.ts';
import { showFixed } from '#domain/units.ts';
import { wholeNaira } from '#domain/wholeNaira.ts';
import { Strip } from '#ui/Strip.tsx';

interface Before {
  kobo: number;
  cases: number;
  days: number;
}

/**
 * The sums of the shown rows (REP-04, K28). `before`: the same sums of the previous period, or null if they cannot be compared. `isLevel`: the sums are a
 * stock and not movements.
 */
export function ReportSummary({
  sums,
  before,
  isLevel,
}: {
  sums: { total: string; skus: number; cases: number };
  before: Before | null;
  isLevel: boolean;
}) {
  /** One line of a narrow cell, in any typeface: what there was before is said where a percentage says nothing. */
  const words = (now: number, then: number, shown: string, days: number) => {
    const trend = trendOf(now, then);
    if (trend === '↑') return `${trend} from ${shown}`;
    const isMore = trend?.startsWith('↑') || trend?.startsWith('↓');
    if (!isLevel) return isMore ? `${trend} on ${daysBefore(days)}` : trendWords(now, then, shown, daysBefore(days));
    if (trend === null) return plural(days, 'none # day ago', 'none # days ago');
    return isMore ? plural(days, `${trend} in # day`, `${trend} in # days`) : `${trend} as ${days} days ago`;
  };
  // The sum has as many decimals as the columns of the table.
  const cases = (value: number) => showFixed(value, 2);
  return (
    <Strip
      label="Summary"
      stacks
      cells={[
        {
          label: 'Value',
          value: wholeNaira(sums.total),
          short: shortNaira(koboOf(sums.total)),
          note:
            before &&
            words(koboOf(sums.total), before.kobo, shortNaira(before.kobo) ?? wholeNaira(before.kobo), before.days),
        },
        { label: 'SKU count', value: showNumber(sums.skus), note: 'different products' },
        {
          label: 'Cases',
          value: cases(sums.cases),
          note: before && words(sums.cases, before.cases, cases(before.cases), before.days),
        },
      ]}
    />
  );
}
