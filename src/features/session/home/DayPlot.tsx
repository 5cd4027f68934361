import type { HomeFigures } from '#contract/home/homeCalls.ts';
import { formatMoney, koboOf, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { DAY } from '#domain/time.ts';
import { casesFigure } from '#domain/units.ts';
import { axisNaira, plotCount, plotNaira } from '#ui/plots/axisText.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import type { PlotFigures } from '#ui/plots/figures.ts';
import { PlotCard } from '#ui/plots/PlotCard.tsx';
import { headNaira, shareText } from './words.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const beforeText = (days: number) => `on the ${days} days before`;
const inText = (days: number) => `in ${days} days`;
const withShare = (total: string, share: string) => (share ? `${total} ${share}` : total);

/** The days as bars: cases in and out of hubs, or the value of orders. */
export function DayPlot({ answer: { from, cases, orders }, height }: { answer: HomeFigures; height: number }) {
  if (cases) return <CasesPlot from={from} cases={cases} height={height} />;
  return orders && <OrdersPlot from={from} orders={orders} height={height} />;
}

interface Place {
  /** The start of the first day, epoch seconds. */
  from: number;
  height: number;
}

function CasesPlot({ from, cases, height }: Place & { cases: NonNullable<HomeFigures['cases']> }) {
  const [came, left] = [sum(cases.in), sum(cases.out)];
  const of: PlotFigures = {
    label: `Cases in and out of hubs in ${cases.in.length} days: ${casesFigure(came)} in, ${casesFigure(left)} out.`,
    points: cases.in.map((value, day) => ({ at: from + day * DAY, values: { in: value, out: cases.out[day] ?? 0 } })),
    series: [
      { key: 'in', title: 'In', tone: 1 },
      { key: 'out', title: 'Out', tone: 2, down: true },
    ],
    show: plotCount,
  };
  const shares = [shareText(came, cases.before?.in ?? 0), shareText(left, cases.before?.out ?? 0)] as const;
  const figures = `In ${withShare(casesFigure(came), shares[0])}, out ${withShare(casesFigure(left), shares[1])}`;
  return (
    <PlotCard
      // The cases include returns. The figures "Received today" and "Issued today" leave returns and rejected goods out.
      title="Cases in and out, with returns"
      of={of}
      note={`${figures} ${(shares.some(Boolean) ? beforeText : inText)(cases.in.length)}`}
    >
      <BarPlot {...of} height={height} empty="No goods moved in these days." />
    </PlotCard>
  );
}

function OrdersPlot({ from, orders, height }: Place & { orders: NonNullable<HomeFigures['orders']> }) {
  const kobo = orders.amount.map(koboOf);
  const total = sum(kobo);
  const of: PlotFigures = {
    label: `Orders with discounts and fees in ${kobo.length} days: ${showNumber(sum(orders.count))} orders, ${showNaira(total)}.`,
    points: kobo.map((value, day) => ({ at: from + day * DAY, values: { value } })),
    series: [{ key: 'value', title: 'Total', tone: 1 }],
    show: plotNaira,
  };
  const share = orders.before ? shareText(total, koboOf(orders.before.amount)) : '';
  const figure = withShare(headNaira(formatMoney(total)), share);
  return (
    <PlotCard
      title="Total of orders"
      of={of}
      note={`${figure} ${(share ? beforeText : inText)(kobo.length)}`}
      number={(value) => value / 100}
    >
      <BarPlot {...of} height={height} axis={axisNaira} empty="No orders in these days." />
    </PlotCard>
  );
}
