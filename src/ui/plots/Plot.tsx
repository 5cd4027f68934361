import { useId, useMemo, useRef } from 'react';
import { DayBox } from './DayBox.tsx';
import { Days, useChosen } from './Days.tsx';
import { NO_FIGURES, type PlotFigures, readAt } from './figures.ts';
import { type Layout, layoutOf, type Panel } from './layout.ts';
import { Hatching, PanelMarks } from './Marks.tsx';
import { useWidth } from './useWidth.ts';

export interface PlotProps extends PlotFigures {
  /** The whole height in pixels, with the labels of the time axis. The place has it before anything is drawn. */
  height: number;
  /** The sentence in the middle of a plot without figures: what is missing, and the next step. */
  empty?: string;
}

/** Drawings over one time axis. Pointer and arrow keys choose a day: a band marks the day, and a box beside it shows all its figures. */
export function Plot({ panels, ...plot }: PlotProps & { panels: readonly Panel[] }) {
  const { label, points, series, show, height, empty = NO_FIGURES } = plot;
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const hatch = useId();
  const now = Math.floor(Date.now() / 1_000);
  const layout = useMemo(
    () => layoutOf({ points, series }, panels, { width, height, now }),
    [points, series, panels, width, height, now],
  );
  const chosen = useChosen(points.length);
  const drawn = series.filter((one) => panels.some((panel) => panel.keys.includes(one.key)));
  const isEmpty = points.every((point) => drawn.every((one) => (readAt(point, one) ?? 0) === 0));
  const day = chosen.at === null ? undefined : points[chosen.at];
  return (
    <div ref={place} className="relative min-w-0" style={{ height }}>
      {width > 0 && (
        <>
          <svg
            role="img"
            aria-label={label}
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            className="block overflow-visible"
          >
            <defs>
              <Hatching id={hatch} />
            </defs>
            {chosen.at !== null && (
              <rect
                x={layout.left + layout.step * chosen.at}
                y={0}
                width={layout.step}
                height={height - 24}
                className="fill-ink opacity-[0.07]"
                data-band
              />
            )}
            <Grid of={layout} width={width} height={height} />
            {layout.panels.map((one) => (
              <PanelMarks
                key={one.panel.keys.join()}
                of={one}
                points={points}
                layout={layout}
                hatch={hatch}
                chosen={chosen.at}
                now={now}
              />
            ))}
          </svg>
          {isEmpty && (
            <p className="pointer-events-none absolute inset-x-4 top-1/2 -translate-y-1/2 text-center text-sm text-ink-soft">
              <span className="rounded-field bg-surface px-2 py-1">{empty}</span>
            </p>
          )}
          {points.length > 0 && !isEmpty && (
            <Days of={{ points, series, show }} layout={layout} chosen={chosen} now={now} />
          )}
          {day && chosen.at !== null && !isEmpty && (
            <DayBox
              of={{ series, show, drawn, panels }}
              point={day}
              place={chosen.at}
              layout={layout}
              width={width}
              now={now}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Horizontal lines, their figures, and the days below. */
function Grid({ of, width, height }: { of: Layout; width: number; height: number }) {
  return (
    <>
      {of.panels.map((panel) => (
        <g key={panel.panel.keys.join()}>
          {panel.lines.map((line) => (
            <g key={line.y}>
              <line
                x1={of.left}
                x2={width}
                y1={Math.round(line.y) + 0.5}
                y2={Math.round(line.y) + 0.5}
                className={line.isZero ? 'stroke-line-strong' : 'stroke-plot-grid'}
              />
              <text x={of.left - 8} y={line.y + 4} textAnchor="end" className="figures fill-ink-faint text-[11px]">
                {line.text}
              </text>
            </g>
          ))}
        </g>
      ))}
      {of.labels.map(({ x, text, anchor }) => (
        <text
          key={`${x} ${text}`}
          x={x}
          y={height - 6}
          textAnchor={anchor}
          className="figures fill-ink-faint text-[11px]"
        >
          {text}
        </text>
      ))}
    </>
  );
}
