/** Retention as lines: who ordered in each period, who of them came back, who was new (B7.7). */

import { plotCount } from '#ui/plots/axisText.ts';
import type { PlotFigures, PlotPoint, PlotSeries } from '#ui/plots/figures.ts';
import { LinePlot } from '#ui/plots/LinePlot.tsx';
import { PlotCard } from '#ui/plots/PlotCard.tsx';

export interface PeriodRow {
  from: number;
  label: string;
  active: number;
  new: number;
  returning: number;
  retained: number;
  retention_rate: number | null;
}

const SERIES: readonly PlotSeries[] = [
  { key: 'active', title: 'Active', tone: 1 },
  { key: 'new', title: 'New', tone: 2 },
  { key: 'returning', title: 'Returning', tone: 4 },
  { key: 'retained', title: 'Retained', tone: 3 },
  // In the box and the table alone: a share is no count of retailers.
  { key: 'rate', title: 'Retention', tone: 'mute', show: (rate) => `${Math.round(rate * 1_000) / 10}%` },
];
const DRAWN = ['active', 'new', 'returning', 'retained'];

export function RetentionPlot({ periods }: { periods: readonly PeriodRow[] }) {
  const figures: PlotFigures = {
    label: `Retailers who ordered in each of ${periods.length} periods: all, new ones, those who came back, and those of the period before.`,
    points: periods.map(
      ({ from, label, active, new: fresh, returning, retained, retention_rate }): PlotPoint => ({
        at: from,
        name: label,
        values: {
          active,
          new: fresh,
          returning,
          retained,
          ...(retention_rate === null ? {} : { rate: retention_rate }),
        },
      }),
    ),
    series: SERIES,
    show: plotCount,
  };
  return (
    <PlotCard title="Retention by period" of={figures} first="Period" panels={[{ kind: 'lines', keys: DRAWN }]}>
      <LinePlot {...figures} keys={DRAWN} height={240} empty="No orders in these periods. Widen the dates." />
    </PlotCard>
  );
}
