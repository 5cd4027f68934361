import { useId } from 'react';
import { FILL, type PlotSeries, STROKE } from './figures.ts';
import type { Panel } from './layout.ts';
import { Hatching, isHatched, Mark } from './Marks.tsx';

/** The series of a plot with their marks, as they are drawn. */
export function Legend({
  series,
  panels,
}: {
  series: readonly PlotSeries[];
  panels: readonly Pick<Panel, 'kind' | 'keys'>[];
}) {
  const drawn = series.filter((one) => panels.some((panel) => panel.keys.includes(one.key)));
  if (drawn.length < 2) return null;
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.8125rem] text-ink-soft" aria-label="Legend">
      {drawn.map((one) => (
        <li key={one.key} className="flex items-center gap-1.5">
          <SeriesMark series={one} drawn={drawn} panels={panels} />
          {one.title}
        </li>
      ))}
    </ul>
  );
}

/** A square for bars, a line with its mark for lines, dashes for the period before. */
export function SeriesMark({
  series,
  drawn,
  panels,
  onNight = false,
}: {
  series: PlotSeries;
  drawn: readonly PlotSeries[];
  panels: readonly Pick<Panel, 'kind' | 'keys'>[];
  /** On the dark box of a day, whose colours are those of the dark theme. */
  onNight?: boolean;
}) {
  const id = useId();
  const panel = panels.find((one) => one.keys.includes(series.key));
  const its = drawn.filter((one) => panel?.keys.includes(one.key));
  const isLine = series.dash || panel?.kind === 'lines';
  return (
    <svg width={isLine ? 16 : 10} height={10} aria-hidden="true" className={onNight ? 'plot-night' : 'shrink-0'}>
      <defs>
        <Hatching id={id} />
      </defs>
      {isLine ? (
        <>
          <path
            d="M0,5H16"
            strokeWidth={2}
            strokeDasharray={series.dash ? '4 3' : undefined}
            className={STROKE[series.tone]}
          />
          {!series.dash && its.filter((one) => !one.dash).length > 1 && (
            <Mark tone={series.tone} x={8} y={5} size={3.5} />
          )}
        </>
      ) : (
        <>
          <rect width={10} height={10} rx={2} className={FILL[series.tone]} />
          {isHatched(series, its) && <rect width={10} height={10} rx={2} fill={`url(#${id})`} />}
        </>
      )}
    </svg>
  );
}
