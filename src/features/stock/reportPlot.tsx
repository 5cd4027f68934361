/** The plot of the inventory report: the worth of the stock and the movements, by day (REP-14). */

import type { MovedDay } from '#contract/stock/stockCalls.ts';
import { QueryPlot } from '#crud/report/QueryPlot.tsx';
import { koboOf } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { CONTEXT_LABEL, type Context } from '#domain/report.ts';
import { daysBefore } from '#domain/trend.ts';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { axisNaira, plotCount } from '#ui/plots/axisText.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import type { PlotFigures, PlotPoint, PlotSeries, PlotTone } from '#ui/plots/figures.ts';
import type { Panel } from '#ui/plots/layout.ts';
import { Plot } from '#ui/plots/Plot.tsx';
import { PlotCard } from '#ui/plots/PlotCard.tsx';
import type { useReportDays } from './reportQuery.ts';

interface Days {
  days: readonly MovedDay[];
  before: readonly MovedDay[];
}

const HEIGHT = 300;
const BARS = 220;
/** On a desktop the plot stands beside the figures, so that the first window has rows of the table too. */
const DESKTOP = '(min-width: 64rem)';
const DESKTOP_HEIGHT = 168;

/** `filtered`: the table shows a part of the products. The plot always shows all. */
export function ReportPlot({
  context,
  query,
  filtered,
}: {
  context: Context;
  query: ReturnType<typeof useReportDays>;
  filtered: boolean;
}) {
  const isNow = context === 'current_inventory';
  // The title differs from the report's name, because the table already has that name.
  // Its legend of seven has one line on a desktop of 1280 px.
  const title = isNow ? 'Value and movements' : 'Value and cases by day';
  const note = filtered ? 'of all products' : undefined;
  const isDesktop = useMedia(DESKTOP);
  const height = isDesktop ? DESKTOP_HEIGHT : isNow ? HEIGHT : BARS;
  return (
    <QueryPlot title={title} query={query} height={height}>
      {(answer) =>
        isNow ? (
          <StockPlot title={title} note={note} answer={answer} height={height} />
        ) : (
          <MovementPlot title={title} note={note} answer={answer} context={context} height={height} />
        )
      }
    </QueryPlot>
  );
}

interface Shown {
  title: string;
  note: string | undefined;
  answer: Days;
  height: number;
}

const STOCK_PANELS: readonly Panel[] = [
  { kind: 'lines', keys: ['worth', 'before'], axis: axisNaira, close: true },
  { kind: 'bars', keys: ['received', 'returned', 'issued', 'rejected'], axis: plotCount, share: 1.3 },
];

/** The value as a line. Below it, on the same days, the cases that came in (up) and went out (down). */
function StockPlot({ title, note, answer: { days, before }, height }: Shown) {
  const someOther = days.some((day) => day.other !== 0);
  const series: PlotSeries[] = [
    { key: 'worth', title: 'Value', tone: 1, kobo: true },
    { key: 'before', title: beforeTitle(days.length), tone: 'mute', dash: true, kobo: true },
    { key: 'received', title: 'Received', tone: 1 },
    { key: 'returned', title: 'Returned', tone: 3 },
    { key: 'issued', title: 'Issued', tone: 2, down: true },
    { key: 'rejected', title: 'Rejected', tone: 4, down: true },
    ...(someOther ? [{ key: 'other', title: 'Counted or moved', tone: 'mute' as const }] : []),
    { key: 'held', title: 'Cases at the end', tone: 'mute' },
  ];
  const points = days.map(
    ({ at, worth, received, returned, issued, rejected, other, held }, place): PlotPoint => ({
      at,
      values: {
        ...{ worth: koboOf(worth), received, returned, issued, rejected, other, held },
        ...valueAt('before', before[place]?.worth),
      },
    }),
  );
  const figures: PlotFigures = {
    label: `${title}: value of the stock at the end of each of ${days.length} days, and cases received, returned, issued and rejected.`,
    points,
    series,
    show: plotCount,
  };
  return (
    <PlotCard title={title} note={note} of={figures} panels={STOCK_PANELS}>
      <Plot
        {...figures}
        panels={STOCK_PANELS}
        height={height}
        empty="No stock and no movement in these days. Choose another warehouse."
      />
    </PlotCard>
  );
}

const MOVED: Record<Exclude<Context, 'current_inventory' | 'sales'>, { name: keyof typeof TITLES; tone: PlotTone }> = {
  shipment_received: { name: 'received', tone: 1 },
  shipment_rejected: { name: 'rejected', tone: 4 },
  stock_issued: { name: 'issued', tone: 2 },
  stock_returned: { name: 'returned', tone: 3 },
};
const TITLES = { received: 'Received', rejected: 'Rejected', issued: 'Issued', returned: 'Returned' };

/** The value of the report's movements by day. The table below the plot also has the cases. */
function MovementPlot({
  title,
  note,
  answer: { days, before },
  context,
  height,
}: Shown & { context: Exclude<Context, 'current_inventory'> }) {
  const isSales = context === 'sales';
  const names = isSales ? (['issued', 'returned'] as const) : [MOVED[context].name];
  const series: PlotSeries[] = [
    ...names.map((name) => ({
      key: name,
      title: TITLES[name],
      tone: isSales ? (name === 'issued' ? 1 : 3) : MOVED[context].tone,
      down: isSales && name === 'returned',
      kobo: true,
    })),
    { key: 'before', title: beforeTitle(days.length), tone: 'mute', dash: true, kobo: true },
    ...names.map((name) => ({ key: `${name}_cases`, title: `${TITLES[name]}, cases`, tone: 'mute' as const })),
  ];
  const points = days.map((day, place): PlotPoint => {
    const values: Record<string, number> = {};
    for (const name of names) {
      values[name] = koboOf(day[`${name}_value`]);
      values[`${name}_cases`] = day[name];
    }
    return {
      at: day.at,
      values: { ...values, ...valueAt('before', before[place]?.[`${names[0] ?? 'issued'}_value`]) },
    };
  });
  const drawn = points.some((point) => point.values.before) ? [...names, 'before'] : names;
  const figures: PlotFigures = {
    label: `${CONTEXT_LABEL[context]}: value of each of ${days.length} days, beside ${daysBefore(days.length)}.`,
    points,
    series,
    show: plotCount,
  };
  return (
    <PlotCard title={title} note={note} of={figures} panels={[{ kind: 'bars', keys: drawn }]}>
      <BarPlot
        {...figures}
        keys={drawn}
        axis={axisNaira}
        height={height}
        empty="No movement in these days. Widen the period."
      />
    </PlotCard>
  );
}

const beforeTitle = (count: number) => plural(count, 'Day before', '# days before');
const valueAt = (key: string, naira: string | undefined) => (naira === undefined ? {} : { [key]: koboOf(naira) });

/** The report's value (kobo) and cases in the previous period. Null: there is no previous period to compare with. */
export function sumBefore(context: Context, { before }: Days): { kobo: number; cases: number; days: number } | null {
  const last = before.at(-1);
  if (!last) return null;
  const sum = (of: (day: MovedDay) => number) => before.reduce((all, day) => all + of(day), 0);
  if (context === 'current_inventory') return { kobo: koboOf(last.worth), cases: last.held, days: before.length };
  if (context === 'sales')
    return {
      kobo: sum((day) => koboOf(day.issued_value) - koboOf(day.returned_value)),
      cases: sum((day) => day.issued - day.returned),
      days: before.length,
    };
  const { name } = MOVED[context];
  return { kobo: sum((day) => koboOf(day[`${name}_value`])), cases: sum((day) => day[name]), days: before.length };
}
