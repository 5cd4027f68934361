import type { HomeFigures } from '#contract/home/homeCalls.ts';
import { formatMoney, koboOf, showNaira } from '#domain/money.ts';
import { DAY } from '#domain/time.ts';
import { axisNaira, plotCount, plotNaira } from '#ui/plots/axisText.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import type { PlotFigures } from '#ui/plots/figures.ts';
import { PlotCard } from '#ui/plots/PlotCard.tsx';
import { headCases, headNaira, shareText } from './words.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const BEFORE = 'on the 30 days before';
const withShare = (total: string, share: string) => (share ? `${total} ${share}` : total);

/** The 30 days as bars: cases in and out of hubs, or the value of orders. */
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
    label: `Cases in and out of hubs in 30 days: ${headCases(came)} in, ${headCases(left)} out.`,
    points: cases.in.map((value, day) => ({ at: from + day * DAY, values: { in: value, out: cases.out[day] ?? 0 } })),
    series: [
      { key: 'in', title: 'In', tone: 1 },
      { key: 'out', title: 'Out', tone: 2, down: true },
    ],
    show: plotCount,
  };
  const shares = [shareText(came, cases.before?.in ?? 0), shareText(left, cases.before?.out ?? 0)] as const;
  const told = `In ${withShare(headCases(came), shares[0])}, out ${withShare(headCases(left), shares[1])}`;
  return (
    <PlotCard title="Cases in and out" of={of} note={`${told} ${shares.some(Boolean) ? BEFORE : 'in 30 days'}`}>
      <BarPlot {...of} height={height} empty="No goods moved in these days." />
    </PlotCard>
  );
}

function OrdersPlot({ from, orders, height }: Place & { orders: NonNullable<HomeFigures['orders']> }) {
  const kobo = orders.amount.map(koboOf);
  const total = sum(kobo);
  const of: PlotFigures = {
    label: `Value of orders in 30 days: ${sum(orders.count).toLocaleString('en-NG')} orders, ${showNaira(total)}.`,
    points: kobo.map((value, day) => ({ at: from + day * DAY, values: { value } })),
    series: [{ key: 'value', title: 'Value of orders', tone: 1 }],
    show: plotNaira,
  };
  const share = orders.before ? shareText(total, koboOf(orders.before.amount)) : '';
  const told = withShare(headNaira(formatMoney(total)), share);
  return (
    <PlotCard
      title="Value of orders"
      of={of}
      note={`${told} ${share ? BEFORE : 'in 30 days'}`}
      number={(value) => value / 100}
    >
      <BarPlot {...of} height={height} axis={axisNaira} empty="No orders in these days." />
    </PlotCard>
  );
}
