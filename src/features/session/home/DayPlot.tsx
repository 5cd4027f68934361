import type { HomeFigures } from '#contract/home/homeCalls.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { DAY } from '#domain/time.ts';
import { axisNaira, plotCount, plotNaira } from '#ui/plots/axisText.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import type { PlotFigures } from '#ui/plots/figures.ts';
import { PlotCard } from '#ui/plots/PlotCard.tsx';
import { headCases, headNaira, shareText } from './words.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The 30 days as bars: cases in and out of hubs, or the value of orders. */
export function DayPlot({ answer, height }: { answer: HomeFigures; height: number }) {
  const { from, cases, orders } = answer;
  if (cases) {
    const [came, left] = [sum(cases.in), sum(cases.out)];
    const of: PlotFigures = {
      label: `Cases in and out of hubs in 30 days: ${headCases(came)} in, ${headCases(left)} out.`,
      points: cases.in.map((value, day) => ({ at: from + day * DAY, values: { in: value, out: cases.out[day] ?? 0 } })),
      series: [
        { key: 'in', title: `In ${headCases(came)}`, tone: 1 },
        { key: 'out', title: `Out ${headCases(left)}`, tone: 2, down: true },
      ],
      show: plotCount,
    };
    const note = cases.before && bothTrends(shareText(came, cases.before.in), shareText(left, cases.before.out));
    return (
      <PlotCard title="Cases in and out" of={of} note={note}>
        <BarPlot {...of} height={height} empty="No goods moved in these days." />
      </PlotCard>
    );
  }
  if (!orders) return null;
  const kobo = orders.amount.map(koboOf);
  const of: PlotFigures = {
    label: `Value of orders in 30 days: ${counts(orders.count)} orders, ${showNaira(sum(kobo))}.`,
    points: kobo.map((value, day) => ({ at: from + day * DAY, values: { value, count: orders.count[day] ?? 0 } })),
    series: [{ key: 'value', title: 'Value of orders', tone: 1 }],
    show: plotNaira,
  };
  return (
    <PlotCard
      title="Value of orders"
      of={of}
      note={`${headNaira((sum(kobo) / 100).toFixed(2))} in 30 days${withComma(orders.before ? shareText(sum(kobo), koboOf(orders.before.amount)) : '')}`}
      number={(value) => value / 100}
    >
      <BarPlot {...of} height={height} axis={axisNaira} empty="No orders in these days." />
    </PlotCard>
  );
}

const counts = (of: readonly number[]) => sum(of).toLocaleString('en-NG');
const BEFORE = 'on the 30 days before';
const withComma = (share: string) => (share ? `, ${share} ${BEFORE}` : '');

/** "In ↑ 12%, out ↑ 4% on the 30 days before". */
const bothTrends = (came: string, left: string) =>
  came || left
    ? `${[came && `in ${came}`, left && `out ${left}`].filter(Boolean).join(', ')} ${BEFORE}`.replace(/^./, (first) =>
        first.toUpperCase(),
      )
    : '';
