import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { pointTitle } from './axisText.ts';
import { figureText, type PlotFigures, type PlotPoint } from './figures.ts';
import type { Layout } from './layout.ts';

export interface ChosenDay {
  /** The position of the chosen day; null: none. */
  at: number | null;
  choose: (at: number | null) => void;
}

export function useChosen(count: number): ChosenDay {
  const [at, choose] = useState<number | null>(null);
  return { at: at !== null && at < count ? at : null, choose };
}

/** All figures of a day as one sentence. */
export const daySentence = (
  point: PlotPoint,
  { series, show }: Pick<PlotFigures, 'series' | 'show'>,
  now: number,
): string =>
  `${pointTitle(point, now)}: ${series.map((one) => `${one.title} ${figureText(point, one, show)}`).join(', ')}`;

/** The area over the days. A pointer or the arrow keys choose a day; a screen reader reads its figures as the value. */
export function Days({
  of,
  layout,
  chosen,
  now,
}: {
  of: Pick<PlotFigures, 'points' | 'series' | 'show'>;
  layout: Layout;
  chosen: ChosenDay;
  now: number;
}) {
  const last = of.points.length - 1;
  const at = chosen.at ?? last;
  const point = of.points[at];
  const byPointer = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    chosen.choose(Math.max(0, Math.min(last, Math.floor((event.clientX - left) / layout.step))));
  };
  const byKey = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last }[
      event.key
    ];
    if (event.key === 'Escape' && chosen.at !== null) {
      event.stopPropagation();
      chosen.choose(null);
    }
    if (next === undefined) return;
    event.preventDefault();
    chosen.choose(Math.max(0, Math.min(last, chosen.at === null ? last : next)));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={of.points[0]?.at === undefined ? 'Bars' : 'Days'}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={point ? daySentence(point, of, now) : ''}
      className="absolute inset-y-0 touch-pan-y cursor-crosshair focus-visible:outline-2 focus-visible:outline-offset-0"
      style={{ left: layout.left, width: layout.step * of.points.length }}
      onPointerMove={byPointer}
      onPointerDown={byPointer}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') chosen.choose(null);
      }}
      onKeyDown={byKey}
      onFocus={() => {
        if (chosen.at === null) chosen.choose(last);
      }}
      onBlur={() => chosen.choose(null)}
    />
  );
}
