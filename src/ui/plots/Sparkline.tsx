import { type PlotTone, STROKE } from './figures.ts';
import { Mark } from './Marks.tsx';
import { pathOf, scaleOf, yOf } from './scale.ts';

/** A trend beside a figure, without axes. `values`: one for each day or month, null where there is none. */
export function Sparkline({
  label,
  values,
  tone = 1,
  width = 96,
  height = 24,
  isLevel = false,
}: {
  /** A sentence for people who cannot see the trend. */
  label: string;
  values: readonly (number | null)[];
  tone?: PlotTone;
  width?: number;
  height?: number;
  /** How much there was at each time: far above zero the plot begins at the least, because a level that hardly moves would be a straight line. */
  isLevel?: boolean;
}) {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const scale = scaleOf(isLevel && least > most / 2 && least < most ? least : Math.min(0, least), Math.max(0, most));
  const edge = 4;
  const step = (width - 2 * edge) / Math.max(1, values.length - 1);
  const corners = values.map((value, index) =>
    value === null ? null : ([edge + index * step, edge + yOf(scale, height - 2 * edge, value)] as const),
  );
  const last = corners.findLast((corner) => corner !== null);
  return (
    <svg role="img" aria-label={label} width={width} height={height} className="inline-block align-middle">
      <path
        d={pathOf(corners)}
        fill="none"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
        className={STROKE[tone]}
      />
      {last && <Mark tone={tone} x={last[0]} y={last[1]} size={2.5} />}
    </svg>
  );
}
