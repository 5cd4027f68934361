/** Sales by month: one plot of all shown products, and a trend beside the total of each. */
import type { ProductHistory } from '#contract/catalogue/historyCalls.ts';
import { dateInput } from '#domain/time.ts';
import { axisNaira, plotCount, plotNaira } from '#ui/plots/axisText.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import type { PlotFigures } from '#ui/plots/figures.ts';
import { PlotCard } from '#ui/plots/PlotCard.tsx';
import { Sparkline } from '#ui/plots/Sparkline.tsx';
import { figureOf, MEASURES, type Measure, MONTH_NAMES, type Sum } from './historyFigures.ts';

interface Shown {
  year: string;
  months: readonly number[];
  measure: Measure;
}

/** The months that have begun: the others have no figures yet. */
const begun = (year: string, months: readonly number[]): readonly number[] => {
  const today = dateInput(Math.floor(Date.now() / 1_000));
  return months.filter((month) => `${year}-${String(month).padStart(2, '0')}` <= today.slice(0, 7));
};

/** Units, cases with decimals, or kobo. */
function sizeOf(row: ProductHistory, sum: Sum, measure: Measure): number {
  if (measure === 'units') return sum.count;
  return measure === 'cases' ? sum.count / row.case_count : sum[measure];
}

export function HistoryPlot({ rows, year, months, measure }: Shown & { rows: readonly ProductHistory[] }) {
  const isMoney = measure !== 'units' && measure !== 'cases';
  const title = MEASURES.find((one) => one.value === measure)?.label ?? '';
  const figures: PlotFigures = {
    label: `${title} of ${rows.length} products in each month of ${year}.`,
    points: begun(year, months).map((month) => ({
      name: MONTH_NAMES[month - 1] ?? '',
      values: {
        sold: rows.reduce((all, row) => all + sizeOf(row, figureOf(row, year, [month]), measure), 0),
      },
    })),
    series: [{ key: 'sold', title, tone: 1, kobo: isMoney }],
    show: isMoney ? plotNaira : plotCount,
  };
  return (
    <PlotCard title={`${title} by month`} of={figures} first="Month">
      <BarPlot
        {...figures}
        axis={isMoney ? axisNaira : plotCount}
        height={200}
        empty="Nothing was sold in these months. Choose more of them."
      />
    </PlotCard>
  );
}

/** The months of one product, without axes: the figures stand beside it. */
export function HistoryTrend({ row, year, months, measure }: Shown & { row: ProductHistory }) {
  if (begun(year, months).length < 2) return null;
  return (
    <span aria-hidden="true">
      <Sparkline
        label={`${row.name} by month`}
        values={begun(year, months).map((month) => sizeOf(row, figureOf(row, year, [month]), measure))}
        width={72}
      />
    </span>
  );
}
