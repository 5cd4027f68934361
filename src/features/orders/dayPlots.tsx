/** The plots of both order summaries: the amount of the goods by day beside the previous period, and by hub or manufacturer (RPT-17). */

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type OrderDay, valueByDay } from '#contract/orders/orderReportCalls.ts';
import { QueryPlot } from '#crud/report/QueryPlot.tsx';
import { koboOf, showNaira } from '#domain/money.ts';
import type { OrderTag } from '#domain/order.ts';
import { plural } from '#domain/plural.ts';
import { daysBefore, trendWords } from '#domain/trend.ts';
import { axisNaira, plotCount, plotNaira } from '#ui/plots/axisText.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import type { PlotFigures, PlotPoint, PlotSeries } from '#ui/plots/figures.ts';
import { PlotCard } from '#ui/plots/PlotCard.tsx';
import { SideBars } from '#ui/plots/SideBars.tsx';

interface DaysRequest {
  from?: string | undefined;
  to?: string | undefined;
  seller: string;
  officer?: string | undefined;
}

export interface ValuePart {
  name: string;
  kobo: number;
}

const HEIGHT = 220;
/** The largest number of bars. The rest is one bar, "Other". */
const MOST_BARS = 8;

/** Reads the value by day of the orders of a summary. `tags`: the counted tags; without `tags` all but deleted and draft. */
export const useValueByDay = (request: DaysRequest | null, tags?: readonly OrderTag[]) =>
  useQuery({
    ...queryFor(valueByDay, {
      timestamp_min: request?.from,
      timestamp_max: request?.to,
      seller_id: request?.seller ?? '',
      ...(request?.officer ? { sales_officer: request.officer } : {}),
      ...(tags ? { tags: [...tags] } : {}),
    }),
    enabled: request !== null,
  });

/**
 * The plots, and below them the table (`children`). The table waits for the plots, because the answer decides how many plots there are and how high.
 * `parts`: a further split of the value, such as by manufacturer.
 */
export function DayPlots({
  query,
  parts,
  children,
}: {
  query: ReturnType<typeof useValueByDay>;
  parts: { title: string; first: string; parts: readonly ValuePart[] };
  children: ReactNode;
}) {
  return (
    <>
      <QueryPlot title="Amount by day" query={query} height={HEIGHT}>
        {({ days, before, hubs }) => {
          const byHub = hubs.map((hub) => ({ name: hub.name || 'No hub', kobo: koboOf(hub.amount) }));
          const bars = [
            ...(byHub.length > 1 ? [{ title: 'Amount by hub', first: 'Hub', parts: byHub }] : []),
            ...(parts.parts.length > 1 ? [parts] : []),
          ];
          return (
            <>
              <ByDay days={days} before={before} />
              {bars.length > 0 && (
                <div className="grid items-start gap-5 lg:grid-cols-2 print:grid-cols-2">
                  {bars.map((one) => (
                    <Shares key={one.title} {...one} />
                  ))}
                </div>
              )}
            </>
          );
        }}
      </QueryPlot>
      {!query.isLoading && children}
    </>
  );
}

const sumOf = (days: readonly OrderDay[]) => days.reduce((sum, day) => sum + koboOf(day.amount), 0);
const DRAWN = ['amount', 'before'];
/** The series of a report without a previous period. A second line would lie on zero. */
const ALONE = ['amount'];

function ByDay({ days, before }: { days: readonly OrderDay[]; before: readonly OrderDay[] }) {
  const series: PlotSeries[] = [
    { key: 'amount', title: 'Amount', tone: 1, kobo: true },
    {
      key: 'before',
      title: plural(days.length, 'Day before', '# days before'),
      tone: 'mute',
      dash: true,
      kobo: true,
    },
    { key: 'billed', title: 'Billed', tone: 'mute', kobo: true },
    { key: 'orders', title: 'Orders', tone: 'mute' },
  ];
  const points = days.map(
    ({ at, amount, billed, orders }, place): PlotPoint => ({
      at,
      values: {
        amount: koboOf(amount),
        before: koboOf(before[place]?.amount ?? '0'),
        billed: koboOf(billed),
        orders,
      },
    }),
  );
  const then = sumOf(before);
  const drawn = then === 0 ? ALONE : DRAWN;
  const figures: PlotFigures = {
    label: `Amount of the orders of each of ${days.length} days, beside ${daysBefore(days.length)}.`,
    points,
    series,
    show: plotCount,
  };
  return (
    <PlotCard
      title="Amount by day"
      note={`${showNaira(sumOf(days))}, ${trendWords(sumOf(days), then, showNaira(then), daysBefore(days.length))}`}
      of={figures}
      panels={[{ kind: 'bars', keys: drawn }]}
    >
      <BarPlot
        {...figures}
        keys={drawn}
        axis={axisNaira}
        height={HEIGHT}
        empty="No orders in these days. Widen the period."
      />
    </PlotCard>
  );
}

/** The largest shares as bars. One more bar sums the rest. */
function Shares({ title, first, parts }: { title: string; first: string; parts: readonly ValuePart[] }) {
  const sorted = parts.toSorted((a, b) => b.kobo - a.kobo);
  const few = sorted.length > MOST_BARS ? sorted.slice(0, MOST_BARS - 1) : sorted;
  const rest = sorted.slice(few.length);
  const shown = [
    ...few,
    ...(rest.length > 0
      ? [{ name: `Other (${rest.length})`, kobo: rest.reduce((sum, one) => sum + one.kobo, 0) }]
      : []),
  ];
  const figures: PlotFigures = {
    label: `${title}: ${few
      .slice(0, 3)
      .map((one) => `${one.name} ${plotNaira(one.kobo)}`)
      .join(', ')}.`,
    points: shown.map(({ name, kobo }) => ({ name, values: { amount: kobo } })),
    series: [{ key: 'amount', title: 'Amount', tone: 1, kobo: true }],
    show: plotNaira,
  };
  return (
    <PlotCard title={title} of={figures} first={first}>
      <SideBars {...figures} />
    </PlotCard>
  );
}
