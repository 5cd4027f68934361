import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type ProductWeek, productWeeks } from '#contract/catalogue/historyCalls.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { koboOf, showNaira } from '#domain/money.ts';
import { casesNumber, casesShort } from '#domain/units.ts';
import { Card } from '#ui/Card.tsx';
import { useIsMissing } from './useIsMissing.ts';

const Sparkline = lazyPart(() => import('#ui/plots/Sparkline.tsx'), 'Sparkline');

/** What was sold in the last weeks: delivered and completed orders, by the day of the order. */
export function Sales({ productId, caseCount }: { productId: string; caseCount: number }) {
  const query = useQuery(queryFor(productWeeks, { product_id: productId }));
  if (useIsMissing(query)) return null;
  return (
    <Card label="Sales" padded={false}>
      <h2 className="px-5 pt-3.5 text-base font-semibold">Sales</h2>
      <QueryBoundary query={query} rows={2}>
        {(weeks) => <Weeks weeks={weeks} caseCount={caseCount} />}
      </QueryBoundary>
    </Card>
  );
}

function Weeks({ weeks, caseCount }: { weeks: readonly ProductWeek[]; caseCount: number }) {
  const sum = weeks.reduce((all, week) => all + week.count, 0);
  const billed = weeks.reduce((all, week) => all + koboOf(week.billed), 0);
  const [before, now] = [weeks.at(-2)?.count ?? 0, weeks.at(-1)?.count ?? 0];
  const figures = [
    ['This week', now],
    ['Last week', before],
    [`${weeks.length} weeks`, sum],
  ] as const;
  if (sum === 0)
    return (
      <p className="px-5 pb-4 pt-1 text-sm text-ink-faint">{`Nothing was sold in the last ${weeks.length} weeks.`}</p>
    );
  return (
    <div className="px-5 pb-4 pt-2">
      <div className="h-10">
        <Suspense fallback={null}>
          <Sparkline
            label={`Cases sold in each of ${weeks.length} weeks: ${weeks.map((week) => casesShort(week.count, caseCount)).join(', ')}.`}
            values={weeks.map((week) => casesNumber(week.count, caseCount, 1))}
            width={190}
            height={40}
          />
        </Suspense>
      </div>
      <dl className="mt-2 grid grid-cols-3 gap-2">
        {figures.map(([title, count]) => (
          <div key={title}>
            <dt className="text-xs text-ink-faint">{title}</dt>
            <dd className="figures font-semibold">{casesShort(count, caseCount)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-ink-faint">{`Cases, for ${showNaira(billed)} altogether.`}</p>
    </div>
  );
}
