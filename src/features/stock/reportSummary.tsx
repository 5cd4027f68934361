import { koboOf, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { daysBefore, trendOf, trendWords } from '#domain/trend.ts';

interface Before {
  kobo: number;
  cases: number;
  days: number;
}

/** The sums of the shown rows (REP-04, K28). `before`: the same sums of the days before, if they can be compared. `isLevel`: a stock, not a sum. */
export function ReportSummary({
  sums,
  before,
  isLevel,
}: {
  sums: { total: string; skus: number; cases: number };
  before: Before | null;
  isLevel: boolean;
}) {
  const cases = (value: number) => showNumber(Math.round(value * 100) / 100);
  const words = (now: number, then: number, shown: string, days: number) => {
    if (!isLevel) return trendWords(now, then, shown, daysBefore(days));
    const trend = trendOf(now, then);
    if (trend === null) return plural(days, 'none # day ago', 'none # days ago');
    return trend.startsWith('↑') || trend.startsWith('↓')
      ? `${trend} from ${shown}, ${days} days ago`
      : `${trend} as ${days} days ago`;
  };
  const figures = [
    [
      'Value',
      showNaira(sums.total),
      before && words(koboOf(sums.total), before.kobo, showNaira(before.kobo), before.days),
    ],
    ['SKU count', showNumber(sums.skus), null],
    ['Case count', cases(sums.cases), before && words(sums.cases, before.cases, cases(before.cases), before.days)],
  ] as const;
  return (
    <section
      aria-label="Summary"
      className="grid rounded-card border bg-surface shadow-card max-sm:divide-y sm:grid-cols-3 sm:divide-x"
    >
      {figures.map(([title, figure, note]) => (
        <div
          key={title}
          className="px-5 py-3 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:items-baseline max-sm:gap-x-4 max-sm:py-2.5 sm:py-4"
        >
          <p className="text-sm text-ink-soft">{title}</p>
          <p className="figures text-2xl font-semibold max-sm:text-lg">{figure}</p>
          {/* The place is there before the comparison comes. */}
          <p className="text-sm text-ink-faint max-sm:col-span-2 sm:min-h-5">{note}</p>
        </div>
      ))}
    </section>
  );
}
