import { classes } from '../classes.ts';

export interface Slice {
  name: string;
  value: number;
}

/** The colours of the slices in order. They differ in lightness too; the table beside the pie names them. */
const FILLS = ['fill-chart-1', 'fill-chart-2', 'fill-chart-3', 'fill-chart-4', 'fill-chart-5'] as const;
const DOTS = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5'] as const;

/** A pie with a table of its figures beside it. Slices of 0 are only in the table; if there are more than five slices, the smallest are merged. */
export function Pie({ label, slices, unit }: { label: string; slices: readonly Slice[]; unit: string }) {
  const shown = together(slices);
  const total = shown.reduce((sum, slice) => sum + slice.value, 0);
  let turned = 0;
  const arcs = shown.map((slice, index) => {
    const from = turned;
    turned += slice.value / total;
    return { ...slice, fill: FILLS[index] ?? FILLS[0], path: arc(from, turned) };
  });
  return (
    <div className="flex flex-wrap items-center gap-6">
      <svg viewBox="-1 -1 2 2" className="size-16 shrink-0 -rotate-90" aria-hidden="true" focusable="false">
        {arcs.length === 1 ? (
          <circle r="1" className={FILLS[0]} />
        ) : (
          arcs.map((one) => (
            <path key={one.name} d={one.path} className={classes(one.fill, 'stroke-surface')} strokeWidth="0.03" />
          ))
        )}
      </svg>
      <table aria-label={label} className="text-[0.8125rem]">
        <thead className="sr-only">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">{unit}</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((slice, index) => (
            <tr key={slice.name}>
              <th scope="row" className="py-0.5 pr-4 text-left font-medium">
                <span
                  aria-hidden="true"
                  className={classes('mr-2 inline-block size-2.5 rounded-full', DOTS[index] ?? DOTS[0])}
                />
                {slice.name}
              </th>
              <td className="figures py-0.5 pr-4 text-right font-semibold">{slice.value.toLocaleString('en-NG')}</td>
              <td className="figures py-0.5 text-right text-ink-faint">{Math.round((slice.value / total) * 100)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function together(slices: readonly Slice[]): Slice[] {
  const sorted = slices.filter((slice) => slice.value > 0).sort((a, b) => b.value - a.value);
  if (sorted.length <= FILLS.length) return sorted;
  const rest = sorted.slice(FILLS.length - 1);
  return [
    ...sorted.slice(0, FILLS.length - 1),
    { name: `${rest.length} others`, value: rest.reduce((sum, slice) => sum + slice.value, 0) },
  ];
}

/** The SVG path of a slice between two shares (0 to 1) of the circle. */
function arc(from: number, to: number): string {
  const point = (share: number) => `${Math.cos(share * 2 * Math.PI)} ${Math.sin(share * 2 * Math.PI)}`;
  return `M0 0L${point(from)}A1 1 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)}Z`;
}
