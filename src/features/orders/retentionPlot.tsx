/** Retention as bars and a line. The bars count the new, returning and retained retailers of each period; the line is the retention rate (B7.7). */

import { useMemo } from 'react';
import { plotCount } from '#ui/plots/axisText.ts';
import type { PlotFigures, PlotPoint, PlotSeries } from '#ui/plots/figures.ts';
import type { Panel } from '#ui/plots/layout.ts';
import { Plot } from '#ui/plots/Plot.tsx';
import { PlotCard } from '#ui/plots/PlotCard.tsx';

export interface PeriodRow {
  from: number;
  /** The end of the period, exclusive, epoch seconds. */
  to: number;
  label: string;
  active: number;
  new: number;
  returning: number;
  retained: number;
  retention_rate: number | null;
}

const SERIES: readonly PlotSeries[] = [
  // Active retailers are the whole bar: new, returning and retained ones. The tooltip and the table name their number.
  { key: 'active', title: 'Active', tone: 'mute' },
  { key: 'retained', title: 'Retained', tone: 3 },
  { key: 'returning', title: 'Returning', tone: 4 },
  { key: 'new', title: 'New', tone: 2 },
  // The rate is no count of retailers, so it has a panel of its own.
  { key: 'rate', title: 'Retention', tone: 1, show: (rate) => `${Math.round(rate * 1_000) / 10}%` },
];
const BARS: Panel = { kind: 'bars', keys: ['retained', 'returning', 'new'], share: 2, axis: plotCount };
const RATE: Panel = { kind: 'lines', keys: ['rate'], share: 1, axis: (rate) => `${Math.round(rate * 100)}%` };

export function RetentionPlot({ periods }: { periods: readonly PeriodRow[] }) {
  // The line is left out if the rate of every period is zero. The table still has the zeros.
  const panels = useMemo(
    () => (periods.some(({ retention_rate }) => (retention_rate ?? 0) > 0) ? [BARS, RATE] : [BARS]),
    [periods],
  );
  const figures: PlotFigures = {
    label: `Retailers who ordered in each of ${periods.length} periods: those of the period before, those who came back and new ones; and the share of the period before that stayed.`,
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
    <PlotCard title="Retention by period" of={figures} first="Period" panels={panels}>
      <Plot
        {...figures}
        panels={panels}
        height={panels.length > 1 ? 300 : 240}
        empty="No orders in these periods. Widen the dates."
      />
    </PlotCard>
  );
}
