import { startOfDay } from '#domain/time.ts';
import { pointTitle } from './axisText.ts';
import { figureText, type PlotFigures, type PlotPoint, type PlotSeries } from './figures.ts';
import { SeriesMark } from './Legend.tsx';
import type { Layout, Panel } from './layout.ts';

/** The figures of one day. The box stands right of the day, else left, else above the plot, and never over its day. Screen readers have the slider. */
export function DayBox({
  of: { series, show, drawn, panels },
  point,
  place,
  layout,
  width,
  now,
}: {
  of: Pick<PlotFigures, 'series' | 'show'> & { drawn: readonly PlotSeries[]; panels: readonly Panel[] };
  point: PlotPoint;
  place: number;
  layout: Layout;
  width: number;
  now: number;
}) {
  const start = layout.left + layout.step * place;
  const end = start + layout.step;
  const needed = roomOf(series, (one) => figureText(point, one, show)) + GAP;
  const style =
    width - end >= needed
      ? { left: end + GAP, top: 32 }
      : start >= needed
        ? { right: width - start + GAP, top: 32 }
        : { left: 0, maxWidth: width, bottom: '100%' };
  return (
    <div
      aria-hidden="true"
      data-day-box
      className="pointer-events-none absolute z-10 w-max rounded-field bg-brand px-3 py-2 text-[0.8125rem] leading-5 text-brand-ink shadow-pop"
      style={style}
    >
      <p className="text-brand-soft">
        {point.name === undefined && point.at === startOfDay(now) ? 'Today so far' : pointTitle(point, now)}
      </p>
      <dl className="figures grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2">
        {series.map((one) => (
          <div key={one.key} className="col-span-3 grid grid-cols-subgrid items-center">
            <span className="grid w-3 place-items-center">
              {drawn.includes(one) && <SeriesMark series={one} drawn={drawn} panels={panels} onNight />}
            </span>
            <dt className="min-w-0 break-words">{one.title}</dt>
            <dd className="text-right font-semibold whitespace-nowrap">{figureText(point, one, show)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const GAP = 6;
/** The width of a box with these series, in pixels: about 7.2 for each character of 13 px, and the marks and margins. */
const roomOf = (series: readonly PlotSeries[], textOf: (one: PlotSeries) => string): number =>
  Math.max(...series.map((one) => one.title.length)) * 7.2 +
  Math.max(...series.map((one) => textOf(one).length)) * 7.6 +
  56;
