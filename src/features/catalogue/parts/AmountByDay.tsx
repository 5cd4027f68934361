import { DAY } from '#domain/time.ts';
import { axisNaira, plotCount, plotNaira } from '#ui/plots/axisText.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import type { PlotFigures } from '#ui/plots/figures.ts';
import { PlotCard } from '#ui/plots/PlotCard.tsx';

/** The height of the plot in px. */
export const AMOUNT_HEIGHT = 180;
const DRAWN = ['amount'];

/** Draws amounts by day as bars. `from`: the start of the first day, epoch seconds. `kobo` and `counts`: one figure for each day. `counts` is optional. */
export function AmountByDay({
  title,
  note,
  from,
  kobo,
  counts,
  things,
  empty,
}: {
  title: string;
  note?: string;
  from: number;
  kobo: readonly number[];
  counts?: readonly number[];
  /** What is counted: "Orders". */
  things: string;
  empty: string;
}) {
  const figures: PlotFigures = {
    label: `${title} of each of ${kobo.length} days.`,
    points: kobo.map((amount, at) => ({
      at: from + at * DAY,
      values: { amount, ...(counts ? { count: counts[at] ?? 0 } : {}) },
    })),
    series: [
      { key: 'amount', title: 'Amount', tone: 1, kobo: true, show: plotNaira },
      ...(counts ? [{ key: 'count', title: things, tone: 'mute' as const }] : []),
    ],
    show: plotCount,
  };
  return (
    <PlotCard title={title} note={note} of={figures} panels={[{ kind: 'bars', keys: DRAWN }]}>
      <BarPlot {...figures} keys={DRAWN} axis={axisNaira} height={AMOUNT_HEIGHT} empty={empty} />
    </PlotCard>
  );
}
