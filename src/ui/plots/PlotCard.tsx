import { type ReactNode, useId, useRef, useState } from 'react';
import type { PlotFigures } from './figures.ts';
import { Legend } from './Legend.tsx';
import type { Panel } from './layout.ts';
import { PlotActs } from './PlotActs.tsx';
import { PlotTable } from './PlotTable.tsx';

interface Props {
  title: string;
  /** Beside the title in small letters: a comparison, a unit. */
  note?: ReactNode;
  /** The figures of the plot inside: for the legend, the table and the files. */
  of: PlotFigures;
  /** The heading of the first column of the table; "Day" if absent. */
  first?: string;
  /** How the series are drawn, for the legend; all are bars if absent. */
  panels?: readonly Pick<Panel, 'kind' | 'keys'>[];
  /** The figure in a file, such as naira for kobo. */
  number?: (value: number) => number;
  /** Without a surface of its own, inside another card. */
  bare?: boolean;
  /** The plot. */
  children?: ReactNode;
}

const FRAME = '@container min-w-0 rounded-card border bg-surface px-5 py-4 shadow-card';

/** The frame of a plot that still loads, with the same height as {@link PlotCard}. */
export function PlotFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={FRAME}>
      <p className="mb-3 min-h-8 text-base font-semibold leading-8">{title}</p>
      {children}
    </div>
  );
}

/** A plot with its title, legend and menu. Its figures are always there as a table too. */
export function PlotCard({ title, note, of, first = 'Day', panels, number, bare = false, children }: Props) {
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const [asTable, setAsTable] = useState(false);
  const drawn = panels ?? [{ kind: 'bars' as const, keys: of.series.map((one) => one.key) }];
  return (
    <figure ref={figure} aria-labelledby={id} className={bare ? '@container min-w-0' : FRAME}>
      <figcaption className="mb-3 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 @max-md:gap-x-1">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {note && <span className="text-sm text-ink-faint @max-md:order-2 @max-md:basis-full">{note}</span>}
        {/* Legend and menu are in one element, so that the menu never has a line of its own; in a narrow card the menu is beside the title. */}
        <div className="contents @md:ml-auto @md:flex @md:items-center @md:gap-x-4">
          <div className="@max-md:order-3">
            <Legend series={of.series} panels={drawn} />
          </div>
          <div className="@max-md:order-1 @max-md:ml-auto">
            <PlotActs {...{ title, of, first, number, within: figure, asTable, onTable: setAsTable }} />
          </div>
        </div>
      </figcaption>
      {children}
      <PlotTable of={of} title={title} first={first} shown={asTable} />
    </figure>
  );
}
