import { startOfDay } from '#domain/time.ts';
import { classes } from '../classes.ts';
import { FILL, type PlotPoint, type PlotSeries, type PlotTone, readAt, STROKE } from './figures.ts';
import { CHARACTER, type Layout, type PlacedPanel } from './layout.ts';
import { pathOf, stackOf } from './scale.ts';

/** Lines with more points than this have no marks. */
const MOST_MARKS = 40;

/** Bars, lines and marks of one panel. `chosen`: the position of the chosen day. `hatch`: the id of the hatching. `now`: epoch seconds. */
export function PanelMarks({
  of,
  points,
  layout,
  hatch,
  chosen,
  now,
}: {
  of: PlacedPanel;
  points: readonly PlotPoint[];
  layout: Layout;
  hatch: string;
  chosen: number | null;
  now: number;
}) {
  const today = startOfDay(now);
  const lines = of.series.filter((one) => of.panel.kind === 'lines' || one.dash);
  return (
    <>
      {of.panel.kind === 'bars' &&
        points.map((point, index) => (
          <Bar
            key={point.name ?? point.at}
            of={of}
            point={point}
            middle={layout.x(index)}
            layout={layout}
            hatch={hatch}
            isOpen={point.name === undefined && point.at === today}
          />
        ))}
      {lines.map((series) => (
        <Line key={series.key} of={of} series={series} points={points} layout={layout} chosen={chosen} />
      ))}
    </>
  );
}

/** One bar with its pieces. The bar of a day that is not over yet (`isOpen`) is pale with an edge. A piece on top of another piece of its direction is hatched, so that nobody needs its colour. */
function Bar({
  of,
  point,
  middle,
  layout,
  hatch,
  isOpen,
}: {
  of: PlacedPanel;
  point: PlotPoint;
  middle: number;
  layout: Layout;
  hatch: string;
  isOpen: boolean;
}) {
  const width = Math.max(1, Math.min(28, layout.step * 0.68));
  return stackOf(point, of.series).map(({ series, from, to }) => {
    const [start, end] = [of.y(from), of.y(to)];
    // Pieces are a pixel apart.
    const gap = from === 0 ? 0 : 1;
    const box = {
      x: middle - width / 2,
      y: Math.min(start, end) + (end > start ? gap : 0),
      width,
      height: Math.max(1, Math.abs(start - end) - gap),
      rx: Math.min(1.5, width / 4),
    };
    return (
      <g key={series.key}>
        <rect
          {...box}
          className={classes(
            FILL[series.tone],
            isOpen && `${STROKE[series.tone]} [fill-opacity:.4] [stroke-dasharray:2_2]`,
          )}
        />
        {isHatched(series, of.series) && <rect {...box} fill={`url(#${hatch})`} />}
      </g>
    );
  });
}

/** true: before it comes another series that is stacked in the same direction. */
export function isHatched(series: PlotSeries, all: readonly PlotSeries[]): boolean {
  const same = all.filter((one) => !one.dash && one.down === series.down);
  return same.indexOf(series) > 0;
}

export function Hatching({ id }: { id: string }) {
  return (
    <pattern id={id} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={1.25} height={4} className="fill-surface" opacity={0.55} />
    </pattern>
  );
}

/** Where the words of a line begin: where they are the farthest from the other lines. */
function wordsAt(
  series: PlotSeries,
  of: PlacedPanel,
  points: readonly PlotPoint[],
  layout: Layout,
): { x: number; y: number } | undefined {
  const wide = Math.ceil(((series.words?.length ?? 0) * CHARACTER) / layout.step);
  const others = of.series.filter((one) => one !== series);
  let best = -1;
  let found: { x: number; y: number } | undefined;
  for (let at = 0; at + wide <= points.length; at += 1) {
    const value = readAt(points[at] as PlotPoint, series);
    if (value === null) continue;
    const y = of.y(value) - 5;
    const far = Math.min(
      ...points.slice(at, at + wide).flatMap((point) => {
        const near = others.flatMap((one) => readAt(point, one) ?? []);
        return near.map((other) => Math.abs(of.y(other) - y + 4));
      }),
      1_000,
    );
    if (far <= best) continue;
    best = far;
    found = { x: layout.x(at) + 4, y };
  }
  return found;
}

function Line({
  of,
  series,
  points,
  layout,
  chosen,
}: {
  of: PlacedPanel;
  series: PlotSeries;
  points: readonly PlotPoint[];
  layout: Layout;
  chosen: number | null;
}) {
  const corners = points.map((point, index) => {
    const value = readAt(point, series);
    return value === null ? null : ([layout.x(index), of.y(series.down ? -value : value)] as const);
  });
  const last = corners.findLastIndex((corner) => corner !== null);
  const several = of.series.filter((one) => !one.dash).length > 1;
  const marked = (index: number) =>
    index === chosen || (!series.dash && (index === last || (several && points.length <= MOST_MARKS)));
  const path = pathOf(corners, of.panel.stepped);
  const words = series.words && wordsAt(series, of, points, layout);
  return (
    <g>
      {series.dash && <path d={path} fill="none" strokeWidth={4} strokeDasharray="4 3" className="stroke-surface" />}
      <path
        d={path}
        fill="none"
        strokeWidth={series.dash ? 1.5 : 2}
        strokeDasharray={series.dash ? '4 3' : undefined}
        strokeLinejoin="round"
        strokeLinecap={series.dash ? 'butt' : 'round'}
        className={STROKE[series.tone]}
      />
      {words && (
        <text
          {...words}
          strokeWidth={3}
          className="figures fill-ink-soft stroke-surface text-[11px] [paint-order:stroke]"
        >
          {series.words}
        </text>
      )}
      {corners.map((corner, index) =>
        corner && marked(index) ? (
          <Mark
            key={points[index]?.name ?? points[index]?.at}
            tone={series.tone}
            x={corner[0]}
            y={corner[1]}
            size={index === last || index === chosen ? 3.5 : 2.5}
          />
        ) : null,
      )}
    </g>
  );
}

/** The mark of a series: circle, square, triangle, diamond by its tone. */
export function Mark({ tone, x, y, size }: { tone: PlotTone; x: number; y: number; size: number }) {
  const look = classes(FILL[tone], 'stroke-surface');
  if (tone === 2) return <rect x={x - size} y={y - size} width={2 * size} height={2 * size} className={look} />;
  if (tone === 3)
    return <path d={`M${x},${y - size * 1.2}L${x + size * 1.2},${y + size}H${x - size * 1.2}Z`} className={look} />;
  if (tone === 4)
    return (
      <path
        d={`M${x},${y - size * 1.3}L${x + size * 1.3},${y}L${x},${y + size * 1.3}L${x - size * 1.3},${y}Z`}
        className={look}
      />
    );
  return <circle cx={x} cy={y} r={size} className={look} />;
}
