/** Converts figures to pixels: scales, ticks, stacks, and the choice of days that get a label. */
import { ticks } from 'd3-array';
import { type PlotPoint, type PlotSeries, readAt } from './figures.ts';

export interface Scale {
  from: number;
  to: number;
  /** The figures with a grid line, zero included if it is in the range. At most four beside zero. */
  ticks: readonly number[];
}

/** The most grid lines beside zero. */
export const MOST_LINES = 4;
/** The most labels of the time axis. */
export const MOST_LABELS = 8;

/** The range of `min` to `max` with a little space at its ends, and at most `most` round figures in it beside zero. */
export function scaleOf(min: number, max: number, most = MOST_LINES): Scale {
  // Without figures the grid stays; only zero has a label then.
  if (min === 0 && max === 0) return { from: 0, to: 1, ticks: [0] };
  const [low, high] = min === max ? [min - Math.abs(min) * 0.1, max + Math.abs(max) * 0.1] : [min, max];
  const air = (high - low) * 0.04;
  const [from, to] = [low === 0 ? 0 : low - air, high === 0 ? 0 : high + air];
  // The labels of whole numbers, such as people or kobo, are whole numbers too.
  const isWhole = Number.isInteger(min) && Number.isInteger(max);
  const inRange = (count: number) => ticks(from, to, count).filter((tick) => !isWhole || Number.isInteger(tick));
  for (let count = most + 1; count > 0; count -= 1) {
    const found = inRange(count);
    const lines = found.filter((tick) => tick !== 0).length;
    if (lines > 0 && lines <= most) return { from, to, ticks: found };
  }
  // Every second one, counted from zero.
  const fine = inRange(most + 1);
  return { from, to, ticks: fine.filter((_tick, at) => (at - fine.indexOf(0)) % 2 === 0) };
}

/** The pixels from the top of a panel, which is `height` high. */
export const yOf = ({ from, to }: Scale, height: number, value: number): number =>
  to === from ? height : height - ((value - from) / (to - from)) * height;

/** One piece of a bar: from `from` to `to`, figures of the panel's scale. */
export interface Piece {
  series: PlotSeries;
  from: number;
  to: number;
}

/** The pieces of one bar: figures are stacked away from zero, those of a series that goes down below it. Dashed series are lines. */
export function stackOf(point: PlotPoint, series: readonly PlotSeries[]): Piece[] {
  let [up, down] = [0, 0];
  return series.flatMap((one) => {
    const value = (one.dash ? 0 : (readAt(point, one) ?? 0)) * (one.down ? -1 : 1);
    if (value === 0) return [];
    const from = value > 0 ? up : down;
    const to = from + value;
    if (value > 0) up = to;
    else down = to;
    return [{ series: one, from, to }];
  });
}

/** The range of the bars and of the dashed lines over them; zero is always in it. */
export function rangeOfBars(points: readonly PlotPoint[], series: readonly PlotSeries[]): [number, number] {
  const ends = points.flatMap((point) => [
    ...stackOf(point, series).map((piece) => piece.to),
    ...series.filter((one) => one.dash).map((one) => (readAt(point, one) ?? 0) * (one.down ? -1 : 1)),
  ]);
  return [Math.min(0, ...ends), Math.max(0, ...ends)];
}

/** The range of lines. It starts at zero, unless `close` asks to see small changes of large figures. */
export function rangeOfLines(
  points: readonly PlotPoint[],
  series: readonly PlotSeries[],
  close = false,
): [number, number] {
  const all = points.flatMap((point) => series.flatMap((one) => readAt(point, one) ?? []));
  if (all.length === 0) return [0, 0];
  const [min, max] = [Math.min(...all), Math.max(...all)];
  return close ? [min, max] : [Math.min(0, min), Math.max(0, max)];
}

/**
 * The places of the points that get a label: at most `limit`, in even steps counted from the last one, each with at least `room` pixels.
 */
export function labelled(count: number, width: number, room = 64, limit = MOST_LABELS): number[] {
  const most = Math.max(1, Math.min(limit, Math.floor(width / room)));
  const step = Math.max(1, Math.ceil(count / most));
  const places: number[] = [];
  for (let at = count - 1; at >= 0; at -= step) places.unshift(at);
  return places;
}

/** The corners of a line as the path of an SVG; a missing figure is a gap. `stepped`: the level stays until the next point. */
export function pathOf(corners: readonly (readonly [x: number, y: number] | null)[], stepped = false): string {
  let path = '';
  let open = false;
  for (const corner of corners) {
    if (!corner) {
      open = false;
      continue;
    }
    const [x, y] = corner.map((one) => Math.round(one * 10) / 10) as [number, number];
    path += open ? (stepped ? `H${x}V${y}` : `L${x},${y}`) : `M${x},${y}`;
    open = true;
  }
  return path;
}
