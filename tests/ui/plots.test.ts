import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { DAY, fromInput } from '#domain/time.ts';
import { axisDay, axisLabel, axisNaira, dayText, plotCount, plotNaira } from '#ui/plots/axisText.ts';
import { daySentence } from '#ui/plots/Days.tsx';
import { plotCsv } from '#ui/plots/exportPlot.ts';
import type { PlotFigures, PlotPoint } from '#ui/plots/figures.ts';
import { layoutOf } from '#ui/plots/layout.ts';
import { PlotCard } from '#ui/plots/PlotCard.tsx';
import { labelled, pathOf, rangeOfBars, rangeOfLines, scaleOf, stackOf, yOf } from '#ui/plots/scale.ts';

const NOON = (fromInput('2026-11-24') ?? 0) + DAY / 2;
const TODAY = fromInput('2026-11-24') ?? 0;
const days = (count: number) => Array.from({ length: count }, (_, at) => TODAY - (count - 1 - at) * DAY);

const FIGURES: PlotFigures = {
  label: 'Cases in and out by day',
  points: [
    { at: TODAY - DAY, values: { in: 30, back: 10, out: 25 } },
    { at: TODAY, values: { in: 0, out: 5 } },
  ],
  series: [
    { key: 'in', title: 'Received', tone: 1 },
    { key: 'back', title: 'Returned', tone: 3 },
    { key: 'out', title: 'Issued', tone: 2, down: true },
  ],
  show: plotCount,
};

describe('scales', () => {
  test('have zero and at most four round grid lines, all within the range', () => {
    for (const [min, max] of [
      [0, 3],
      [0, 1],
      [0, 440],
      [-280, 440],
      [0, 187_752_960_00],
      [15_003_000_000, 19_100_000_000],
      [-3, 0],
      [7, 7],
    ] as const)
      for (const most of [2, 3, 4]) {
        const scale = scaleOf(min, max, most);
        const lines = scale.ticks.filter((tick) => tick !== 0);
        expect(lines.length, `${min} to ${max}`).toBeLessThanOrEqual(most);
        expect(lines.length, `${min} to ${max}`).toBeGreaterThan(0);
        for (const tick of scale.ticks) {
          expect(Number.isInteger(tick)).toBe(true);
          expect(tick).toBeGreaterThanOrEqual(scale.from);
          expect(tick).toBeLessThanOrEqual(scale.to);
        }
        expect(scale.from).toBeLessThanOrEqual(min);
        expect(scale.to).toBeGreaterThanOrEqual(max);
      }
    expect(scaleOf(0, 440).ticks).toEqual([0, 100, 200, 300, 400]);
    expect(scaleOf(0, 0)).toEqual({ from: 0, to: 1, ticks: [0] });
  });

  test('stack figures away from zero, and figures that go down hang below it', () => {
    const [first = FIGURES.points[0], second] = FIGURES.points;
    expect(stackOf(first as never, FIGURES.series).map(({ from, to }) => [from, to])).toEqual([
      [0, 30],
      [30, 40],
      [0, -25],
    ]);
    expect(stackOf(second as never, FIGURES.series).map(({ from, to }) => [from, to])).toEqual([[0, -5]]);
    expect(rangeOfBars(FIGURES.points, FIGURES.series)).toEqual([-25, 40]);
    // The previous period is a line over the bars. It widens the range, and is in no stack.
    const before = [
      { key: 'in', title: 'Received', tone: 1 as const },
      { key: 'back', title: 'Before', tone: 'mute' as const, dash: true },
    ];
    expect(rangeOfBars([{ at: TODAY, values: { in: 3, back: 9 } }], before)).toEqual([0, 9]);
  });

  test('start at zero for lines, unless small changes are asked for; no figures give no range', () => {
    const points: PlotPoint[] = [
      { at: TODAY, values: { a: 90 } },
      { at: TODAY + DAY, values: {} },
      { at: TODAY + 2 * DAY, values: { a: 100 } },
    ];
    const series = [{ key: 'a', title: 'A', tone: 1 as const }];
    expect(rangeOfLines(points, series)).toEqual([0, 100]);
    expect(rangeOfLines(points, series, true)).toEqual([90, 100]);
    expect(rangeOfLines([], series)).toEqual([0, 0]);
    expect(yOf({ from: 0, to: 100, ticks: [] }, 200, 25)).toBe(150);
  });

  test('label at most eight days in even steps, always including the last one', () => {
    expect(labelled(30, 1_000)).toEqual([1, 5, 9, 13, 17, 21, 25, 29]);
    expect(labelled(7, 1_000)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(labelled(30, 300)).toHaveLength(4);
    expect(labelled(30, 300).at(-1)).toBe(29);
    expect(labelled(0, 300)).toEqual([]);
    for (const count of [1, 2, 8, 9, 31, 90, 366]) expect(labelled(count, 2_000).length).toBeLessThanOrEqual(8);
  });

  test('leave a gap in a line for a missing figure; a stepped line keeps its level', () => {
    expect(pathOf([[0, 10], [10, 20], null, [30, 5], [40, 6]])).toBe('M0,10L10,20M30,5L40,6');
    expect(
      pathOf(
        [
          [0, 10],
          [10, 20],
        ],
        true,
      ),
    ).toBe('M0,10H10V20');
    expect(pathOf([null])).toBe('');
  });
});

describe('axis texts', () => {
  test('name days of Lagos, and call the last one Today only if it is today', () => {
    expect(axisDay(TODAY)).toBe('24 Nov');
    expect(dayText(TODAY, NOON)).toBe('Tue 24 Nov');
    expect(dayText(TODAY - 365 * DAY, NOON)).toBe('Mon 24 Nov 2025');
    expect(axisLabel({ at: TODAY }, NOON, true)).toBe('Today');
    expect(axisLabel({ at: TODAY }, NOON + DAY, true)).toBe('24 Nov');
    expect(axisLabel({ at: TODAY }, NOON, false)).toBe('24 Nov');
    expect(axisLabel({ name: 'Bódìjà Hub' }, NOON, true)).toBe('Bódìjà Hub');
  });

  test('shorten millions on an axis but not in the tooltip; minus is as wide as plus', () => {
    expect(
      [0, 50_00, 450_000_00, 1_500_000_00, 190_000_000_00, 1_250_000_000_00, -2_000_000_00].map((kobo) =>
        axisNaira(kobo),
      ),
    ).toEqual(['₦0', '₦50', '₦450,000', '₦1.5m', '₦190m', '₦1.25bn', '−₦2m']);
    // One axis has one unit of money.
    expect([0, 500_000_00, 1_000_000_00].map((kobo) => axisNaira(kobo, 1_000_000_00))).toEqual(['₦0', '₦0.5m', '₦1m']);
    expect([190_000_000_00, -340_50].map(plotNaira)).toEqual(['₦190,000,000', '−₦340.50']);
    expect([0, 1_204, -3.5, 2.999, 12.345].map(plotCount)).toEqual(['0', '1,204', '−3.5', '3', '12.35']);
  });
});

describe('the layout', () => {
  const panels = [{ kind: 'bars' as const, keys: ['in', 'back', 'out'], axis: plotCount }];
  test('has one zero, and figures that go down are positive on the axis', () => {
    const layout = layoutOf(FIGURES, panels, { width: 600, height: 220, now: NOON });
    const [panel] = layout.panels;
    expect(panel?.lines.filter((line) => line.isZero)).toHaveLength(1);
    expect(panel?.lines.map((line) => line.text)).not.toContain('−20');
    expect(panel?.y(40)).toBeLessThan(panel?.y(-25) ?? 0);
    expect(layout.labels.map((label) => label.text)).toEqual(['23 Nov', 'Today']);
    expect(layout.x(1) - layout.x(0)).toBeCloseTo(layout.step);
  });

  test('keeps the grid without figures, and labels only zero', () => {
    const points = days(30).map((at) => ({ at, values: {} }));
    const layout = layoutOf({ ...FIGURES, points }, panels, { width: 600, height: 220, now: NOON });
    expect(layout.panels[0]?.lines.map((line) => line.text).filter(Boolean)).toEqual(['0']);
    expect(layout.panels[0]?.lines).toHaveLength(5);
  });

  test('shares the days between two drawings, which do not overlap', () => {
    const two = [
      { kind: 'lines' as const, keys: ['in'], axis: plotCount },
      { kind: 'bars' as const, keys: ['out'], axis: plotCount, share: 2 },
    ];
    const { panels: placed } = layoutOf(FIGURES, two, { width: 600, height: 300, now: NOON });
    expect((placed[0]?.top ?? 0) + (placed[0]?.height ?? 0)).toBeLessThan(placed[1]?.top ?? 0);
    expect(placed[1]?.height).toBeCloseTo(2 * (placed[0]?.height ?? 0));
  });
});

describe('the same figures without the drawing', () => {
  test('say a day as one sentence, with a dash for a missing figure', () => {
    expect(FIGURES.points.map((point) => daySentence(point, FIGURES, NOON))).toEqual([
      'Mon 23 Nov: Received 30, Returned 10, Issued 25',
      'Today: Received 0, Returned –, Issued 5',
    ]);
  });

  test('are in a table from the start', () => {
    const drawn = renderToStaticMarkup(
      createElement(PlotCard, { title: 'Movements by day', of: FIGURES }, createElement('p')),
    );
    expect(drawn).toContain('<div class="sr-only print:hidden"><table');
    for (const text of ['Received', 'Returned', 'Issued', '30', '25', 'aria-label="More: Movements by day"'])
      expect(drawn).toContain(text);
  });

  test('are plain numbers and days in the file, and names that a spreadsheet would run are disarmed', () => {
    expect(plotCsv(FIGURES, 'Day')).toBe(
      '\uFEFFDay,Received,Returned,Issued\r\n2026-11-23,30,10,25\r\n2026-11-24,0,,5\r\n',
    );
    const money = { ...FIGURES, points: [{ name: '=1+1', values: { in: 150 } }], series: FIGURES.series.slice(0, 1) };
    expect(plotCsv(money, 'Hub', (kobo) => kobo / 100)).toContain(`"'=1+1",1.5`);
  });
});
