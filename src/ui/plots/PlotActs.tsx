import type { RefObject } from 'react';
import { download, plotCsv, plotSvg } from './exportPlot.ts';
import type { PlotFigures } from './figures.ts';
import { PlotMenu } from './PlotMenu.tsx';

interface Props {
  title: string;
  of: PlotFigures;
  /** The heading of the first column of the file. */
  first: string;
  /** The figure in a file, such as naira for kobo. */
  number?: ((value: number) => number) | undefined;
  /** The element with the drawing. */
  within: RefObject<HTMLElement | null>;
  asTable: boolean;
  onTable: (asTable: boolean) => void;
}

/** The menu of a plot: its figures as a table, and its figures and its drawing as files. */
export function PlotActs({ title, of, first, number, within, asTable, onTable }: Props) {
  return (
    <PlotMenu
      label={`More: ${title}`}
      items={[
        { title: 'Table', act: () => onTable(!asTable), checked: asTable },
        { title: 'Export CSV', act: () => download(`${title}.csv`, plotCsv(of, first, number), 'text/csv') },
        {
          title: 'Export SVG',
          act: () => {
            const drawing = within.current?.querySelector<SVGSVGElement>('svg[role="img"]');
            if (drawing) download(`${title}.svg`, plotSvg(drawing, title), 'image/svg+xml');
          },
        },
      ]}
    />
  );
}
