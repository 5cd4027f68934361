import { useRef } from 'react';
import { FILL, figureText, NO_FIGURES, type PlotFigures, type PlotPoint, readAt } from './figures.ts';
import { cut } from './layout.ts';
import { useWidth } from './useWidth.ts';

const [ROW, BAR] = [32, 12];
/** The width of a character of 13 px, rounded up. */
const LETTER = 7.3;

/** The height of side bars in pixels. A plot without bars has room for its sentence. */
export const sideBarsHeight = (bars: number): number => Math.max(bars, 2) * ROW;

/** Horizontal bars of few things, each with its figure beside. Several series are parts of one bar. */
export function SideBars({ label, points, series, show, empty = NO_FIGURES }: PlotFigures & { empty?: string }) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const height = sideBarsHeight(points.length);
  const figureOf = (point: PlotPoint) => series.map((one) => figureText(point, one, show)).join(' / ');
  const figures = Math.max(0, ...points.map((point) => figureOf(point).length)) * LETTER + 12;
  const names = Math.min(
    Math.max(0, ...points.map((point) => (point.name ?? '').length)) * LETTER + 12,
    Math.max(96, width * 0.4),
  );
  const room = Math.max(24, width - names - figures);
  const most = Math.max(1, ...points.map((point) => sumOf(point, series)));
  return (
    <div ref={place} className="relative min-w-0" style={{ height }}>
      {width > 0 && points.length === 0 && (
        <p className="absolute inset-x-4 top-1/2 -translate-y-1/2 text-center text-sm text-ink-soft">{empty}</p>
      )}
      {width > 0 && points.length > 0 && (
        // Paper is narrower than the screen, and the figures stand at the end of the bars.
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="xMinYMin"
          className="block"
        >
          {points.map((point, index) => (
            <Row
              key={point.name}
              of={{ point, series, figure: figureOf(point) }}
              top={index * ROW}
              at={{ names, room, width }}
              most={most}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

const sumOf = (point: PlotPoint, series: PlotFigures['series']) =>
  series.reduce((sum, one) => sum + Math.max(0, readAt(point, one) ?? 0), 0);

function Row({
  of: { point, series, figure },
  top,
  at: { names, room, width },
  most,
}: {
  of: { point: PlotPoint; series: PlotFigures['series']; figure: string };
  top: number;
  at: { names: number; room: number; width: number };
  most: number;
}) {
  const name = point.name ?? '';
  const base = top + ROW / 2 + 4.5;
  let x = names;
  return (
    <g>
      <title>{`${name}: ${figure}`}</title>
      <rect x={names} y={top + (ROW - BAR) / 2} width={room} height={BAR} rx={3} className="fill-page" />
      <text x={0} y={base} className="fill-ink text-[13px]">
        {cut(name, Math.floor((names - 12) / LETTER))}
      </text>
      {series.map((one) => {
        const part = (Math.max(0, readAt(point, one) ?? 0) / most) * room;
        const start = x;
        x += part;
        return part === 0 ? null : (
          <rect
            key={one.key}
            x={start}
            y={top + (ROW - BAR) / 2}
            width={Math.max(1.5, part)}
            height={BAR}
            rx={3}
            className={FILL[one.tone]}
          />
        );
      })}
      <text x={width} y={base} textAnchor="end" className="figures fill-ink text-[13px] font-semibold">
        {figure}
      </text>
    </g>
  );
}
