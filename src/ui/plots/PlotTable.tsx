import { pointTitle } from './axisText.ts';
import { figureText, type PlotFigures } from './figures.ts';

/** The figures of a plot as a table. It is always there for screen readers; `shown` shows it to all. Paper has the plot alone, because a table out of sight makes pages too. */
export function PlotTable({
  of: { points, series, show },
  title,
  first,
  shown,
}: {
  of: PlotFigures;
  title: string;
  /** The heading of the first column. */
  first: string;
  shown: boolean;
}) {
  const now = Math.floor(Date.now() / 1_000);
  const table = (
    <table className="w-full border-collapse text-sm" aria-label={title}>
      <thead>
        <tr className="border-b text-left text-[0.8125rem] text-ink-soft">
          <th scope="col" className="sticky top-0 bg-surface py-2 pr-3 font-semibold">
            {first}
          </th>
          {series.map((one) => (
            <th key={one.key} scope="col" className="sticky top-0 bg-surface py-2 pl-3 text-right font-semibold">
              {one.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.name ?? point.at} className="border-b last:border-0">
            <th scope="row" className="py-1.5 pr-3 text-left font-medium">
              {pointTitle(point, now)}
            </th>
            {series.map((one) => (
              <td key={one.key} className="py-1.5 pl-3 text-right whitespace-nowrap">
                {figureText(point, one, show)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return shown ? (
    <section aria-label={`${title}: figures`} tabIndex={0} className="ring-inside mt-3 max-h-80 overflow-auto border-t">
      {table}
    </section>
  ) : (
    <div className="sr-only print:hidden">{table}</div>
  );
}
