import { useMemo } from 'react';
import { Plot, type PlotProps } from './Plot.tsx';

/** Bars by day. Series are stacked, those that go down hang from zero, and dashed ones are lines for the period before. */
export function BarPlot({ axis, ...plot }: PlotProps & { axis?: (value: number) => string }) {
  const { series, show } = plot;
  const panels = useMemo(
    () => [{ kind: 'bars' as const, keys: series.map((one) => one.key), axis: axis ?? show }],
    [series, axis, show],
  );
  return <Plot {...plot} panels={panels} />;
}
