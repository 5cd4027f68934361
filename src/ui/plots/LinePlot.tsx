import { useMemo } from 'react';
import { Plot, type PlotProps } from './Plot.tsx';

interface Props extends PlotProps {
  axis?: (value: number) => string;
  /** The keys of the series that are lines; the box of a day shows all series. */
  keys?: readonly string[];
  /** A level that stays until the next point, such as stock. */
  stepped?: boolean;
  /** The axis may start above zero, for small changes of large figures. */
  close?: boolean;
}

/** Levels over time as lines. */
export function LinePlot({ axis, keys, stepped = false, close = false, ...plot }: Props) {
  const { series, show } = plot;
  const panels = useMemo(
    () => [{ kind: 'lines' as const, keys: keys ?? series.map((one) => one.key), axis: axis ?? show, stepped, close }],
    [series, keys, axis, show, stepped, close],
  );
  return <Plot {...plot} panels={panels} />;
}
