/** The plot of discrepancies by day. Long periods are plotted by week (DISC-21). */
import type { DiscrepancyDay, DiscrepancySummary } from '#contract/purchasing/discrepancyCalls.ts';
import { DISCREPANCY_LABEL } from '#domain/discrepancy.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { DAY } from '#domain/time.ts';
import { daysBefore, trendWords } from '#domain/trend.ts';
import { casesSum } from '#domain/units.ts';
import { axisNaira, plotCount } from '#ui/plots/axisText.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import type { PlotFigures, PlotPoint, PlotSeries } from '#ui/plots/figures.ts';
import { PlotCard } from '#ui/plots/PlotCard.tsx';

const HEIGHT = 220;
const KINDS = [
  { key: 'short', tone: 4 },
  { key: 'damaged', tone: 2 },
  { key: 'over', tone: 1 },
] as const;

/** The figure of a day or week: kobo, or cases for an account of a hub. */
const figureOf = (day: DiscrepancyDay, key: 'short' | 'damaged' | 'over', isMoney: boolean) =>
  isMoney ? koboOf(day[key] ?? '0') : day.cases[key];
const sumOf = (day: DiscrepancyDay, isMoney: boolean) =>
  KINDS.reduce((sum, { key }) => sum + figureOf(day, key, isMoney), 0);

export function TrendPlot({ summary }: { summary: DiscrepancySummary }) {
  const { days, before_days, step, total, before } = summary;
  const isMoney = total.value !== null;
  const count = Math.round((summary.to - summary.from) / DAY);
  const isWeeks = step > DAY;
  const title = `${isMoney ? 'Value' : 'Cases'} by ${isWeeks ? 'week' : 'day'}`;
  const kobo = isMoney ? { kobo: true } : {};
  const series: PlotSeries[] = [
    ...KINDS.map(({ key, tone }) => ({ key, title: DISCREPANCY_LABEL[key], tone, ...kobo })),
    {
      key: 'before',
      title: isWeeks
        ? plural(days.length, 'Week before', '# weeks before')
        : plural(days.length, 'Day before', '# days before'),
      tone: 'mute',
      dash: true,
      ...kobo,
    },
    { key: 'lines', title: 'Lines', tone: 'mute', show: plotCount },
  ];
  const points = days.map((day, place): PlotPoint => {
    const then = before_days[place];
    return {
      at: day.at,
      values: {
        ...Object.fromEntries(KINDS.map(({ key }) => [key, figureOf(day, key, isMoney)])),
        before: then ? sumOf(then, isMoney) : 0,
        lines: day.count,
      },
    };
  });
  const kinds = KINDS.map(({ key }) => key as string);
  // The previous period is drawn only if it has more than two days with discrepancies. A line on zero would compare nothing.
  const isCompared = before_days.filter((day) => day.count > 0).length > 2;
  const drawn = isCompared ? [...kinds, 'before'] : kinds;
  const figures: PlotFigures = {
    label: `${title}: short, damaged and over of ${count} days, beside ${daysBefore(count)}.`,
    points,
    series,
    show: plotCount,
  };
  const note = isMoney
    ? `${showNaira(total.value ?? '0')}, ${trendWords(koboOf(total.value ?? '0'), koboOf(before.value ?? '0'), showNaira(before.value ?? '0'), daysBefore(count))}`
    : `${casesSum(total.cases)}, ${trendWords(total.cases, before.cases, casesSum(before.cases), daysBefore(count))}`;
  return (
    <PlotCard
      title={title}
      note={note}
      of={figures}
      first={isWeeks ? 'Week from' : 'Day'}
      panels={[{ kind: 'bars', keys: drawn }]}
    >
      <BarPlot
        {...figures}
        keys={drawn}
        axis={isMoney ? axisNaira : plotCount}
        height={HEIGHT}
        empty="No discrepancies in these days. Widen the period."
      />
    </PlotCard>
  );
}
