/** Computes the positions of the parts of a plot, in pixels. The functions are pure, so tests need no browser. */
import { axisLabel } from './axisText.ts';
import type { PlotPoint, PlotSeries } from './figures.ts';
import { labelled, MOST_LABELS, MOST_LINES, rangeOfBars, rangeOfLines, type Scale, scaleOf, yOf } from './scale.ts';

/** One of the drawings that share a time axis. */
export interface Panel {
  kind: 'bars' | 'lines';
  /** The keys of its series. */
  keys: readonly string[];
  /** Its part of the height; 1 if absent. */
  share?: number;
  /** The texts of its axis. */
  axis: (value: number, top?: number) => string;
  /** A level that stays until the next point, such as stock. */
  stepped?: boolean;
  /** Lines whose axis may start above zero, for small changes of large figures. */
  close?: boolean;
}

export interface PlacedPanel {
  panel: Panel;
  series: readonly PlotSeries[];
  top: number;
  height: number;
  scale: Scale;
  lines: readonly { y: number; text: string; isZero: boolean }[];
  /** The pixels from the top of the plot. */
  y: (value: number) => number;
}

export interface Layout {
  left: number;
  /** The width of one point. */
  step: number;
  /** The middle of a point. */
  x: (index: number) => number;
  panels: readonly PlacedPanel[];
  labels: readonly { x: number; text: string; anchor: 'start' | 'middle' | 'end' }[];
}

const [TOP, GAP, FOOT, RIGHT] = [8, 18, 26, 6];
/** The width of a character of 11 px, rounded up. */
export const CHARACTER = 6.4;
/** A grid line needs this many pixels. */
const LINE = 34;

export function layoutOf(
  { points, series }: { points: readonly PlotPoint[]; series: readonly PlotSeries[] },
  panels: readonly Panel[],
  { width, height, now }: { width: number; height: number; now: number },
): Layout {
  const room = height - TOP - FOOT - GAP * (panels.length - 1);
  const shares = panels.reduce((sum, panel) => sum + (panel.share ?? 1), 0);
  let top = TOP;
  const placed = panels.map((panel) => {
    const its = { panel, series: series.filter((one) => panel.keys.includes(one.key)), top };
    const high = (room * (panel.share ?? 1)) / shares;
    top += high + GAP;
    return placedPanel(its, points, high);
  });
  const longest = Math.max(1, ...placed.flatMap((one) => one.lines.map(({ text }) => text.length)));
  const left = Math.ceil(longest * CHARACTER) + 10;
  const step = Math.max(0, width - left - RIGHT) / Math.max(1, points.length);
  const x = (index: number) => left + step * (index + 0.5);
  return { left, step, x, panels: placed, labels: labelsOf(points, x, step, { width, left, now }) };
}

function placedPanel(
  { panel, series, top }: Pick<PlacedPanel, 'panel' | 'series' | 'top'>,
  points: readonly PlotPoint[],
  height: number,
): PlacedPanel {
  const [min, max] =
    panel.kind === 'bars' ? rangeOfBars(points, series) : rangeOfLines(points, series, panel.close === true);
  const scale = scaleOf(min, max, Math.max(2, Math.min(MOST_LINES, Math.floor(height / LINE))));
  const y = (value: number) => top + yOf(scale, height, value);
  // Figures of series that go down are shown as positive numbers, on the axis too.
  const goesDown = panel.kind === 'bars' && series.some((one) => one.down);
  const isEmpty = min === 0 && max === 0;
  const largest = Math.max(...scale.ticks.map(Math.abs));
  const lines = isEmpty
    ? [0, 0.25, 0.5, 0.75, 1].map((at) => ({ y: y(at), text: at === 0 ? panel.axis(0) : '', isZero: at === 0 }))
    : scale.ticks.map((tick) => ({
        y: y(tick),
        text: panel.axis(goesDown ? Math.abs(tick) : tick, largest),
        isZero: tick === 0,
      }));
  return { panel, series, top, height, scale, lines, y };
}

function labelsOf(
  points: readonly PlotPoint[],
  x: (index: number) => number,
  step: number,
  { width, left, now }: { width: number; left: number; now: number },
): Layout['labels'] {
  const texts = points.map((point, index) => axisLabel(point, now, index === points.length - 1));
  const longest = Math.min(Math.max(1, ...texts.map((text) => text.length)), 22);
  // Names are not times, so every name that fits gets a label.
  const limit = points[0]?.at === undefined ? points.length : MOST_LABELS;
  return labelled(points.length, step * points.length, longest * CHARACTER + 16, limit).map((index) => {
    const text = cut(texts[index] ?? '', 22);
    const half = (text.length * CHARACTER) / 2;
    const middle = x(index);
    if (middle + half > width) return { x: width, text, anchor: 'end' as const };
    if (middle - half < left - 24) return { x: left - 24, text, anchor: 'start' as const };
    return { x: middle, text, anchor: 'middle' as const };
  });
}

/** The text with at most `most` characters. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
