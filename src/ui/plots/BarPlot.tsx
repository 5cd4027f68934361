import { useMemo } from 'react';
import { Plot, type PlotProps } from './Plot.tsx';

/** Bars by day. Series are stacked, those that go down hang from zero, and dashed ones are lines for the period before. */
export function BarPlot({
  axis,
  keys,
  ...plot
}: PlotProps & { axis?: (value: number) => string; keys?: readonly string[] }) {
  const { series, show } = plot;
  const panels = useMemo(
    // The box of a day shows all series; the bars show the series of `keys`.
    () => [{ kind: 'bars' as const, keys: keys ?? series.map((one) => one.key), axis: axis ?? show }],
    [series, keys, axis, show],
  );
  return <Plot {...plot} panels={panels} />;
}
