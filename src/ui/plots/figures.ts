/** The data of every plot: figures by day or by name. */
import { plotNaira } from './axisText.ts';

/** 1: in. 2: out. 3: returned. 4: rejected or counted. mute: the period before. */
export type PlotTone = 1 | 2 | 3 | 4 | 'mute';

export interface PlotPoint {
  /** The start of a Lagos day, in epoch seconds. */
  at?: number;
  /** The name of a thing, or of a period that is longer than a day. */
  name?: string;
  /** The figure of each series by its key. A series without a figure has a gap here. */
  values: Readonly<Record<string, number>>;
}

export interface PlotSeries {
  key: string;
  title: string;
  tone: PlotTone;
  /** Drawn down from zero; its figures are positive. */
  down?: boolean;
  /** A dashed line, for the period before or for a level that matters. */
  dash?: boolean;
  /** Words that stand on its line. */
  words?: string;
  /** Its figures are kobo: shown as naira, and written as naira into a file. */
  kobo?: boolean;
  /** Formats the figures of this series, if their kind differs from the plot's. */
  show?: (value: number) => string;
}

export interface PlotFigures {
  /** A sentence that says what the plot shows, for people who do not see it. */
  label: string;
  points: readonly PlotPoint[];
  series: readonly PlotSeries[];
  /** The text of a figure: money, cases, people. */
  show: (value: number) => string;
}

/** The text in the middle of a plot without figures, unless the screen gives another one. */
export const NO_FIGURES = 'No figures in these days. Widen the period.';

export const readAt = (point: PlotPoint, { key }: PlotSeries): number | null => point.values[key] ?? null;

/** The text of a point's figure; – where there is none. */
export function figureText(point: PlotPoint, series: PlotSeries, show: (value: number) => string): string {
  const value = readAt(point, series);
  return value === null ? '–' : (series.show ?? (series.kobo ? plotNaira : show))(value);
}

/** The colour of a series as classes of Tailwind. */
export const FILL: Record<PlotTone, string> = {
  1: 'fill-plot-1',
  2: 'fill-plot-2',
  3: 'fill-plot-3',
  4: 'fill-plot-4',
  mute: 'fill-plot-mute',
};
export const STROKE: Record<PlotTone, string> = {
  1: 'stroke-plot-1',
  2: 'stroke-plot-2',
  3: 'stroke-plot-3',
  4: 'stroke-plot-4',
  mute: 'stroke-plot-mute',
};
