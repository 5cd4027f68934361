import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { fragmentation } from '#contract/session/deviceCalls.ts';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { showDeviceVersion } from '#domain/deviceVersion.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { classes } from '#ui/classes.ts';
import type { PlotFigures } from '#ui/plots/figures.ts';
import { PlotCard } from '#ui/plots/PlotCard.tsx';
import { SideBars } from '#ui/plots/SideBars.tsx';

/** The most bars. One more bar sums the rest: "4 others". */
const MOST_BARS = 5;

interface Part {
  name: string;
  /** The number of devices. */
  value: number;
}

/** The app versions in use, inside and outside the served areas (DASH-02 to DASH-05). The charts are small, because no work depends on them. */
export function Devices() {
  const query = useQuery(queryFor(fragmentation, {}));
  const answer = query.data?.data;
  const zones: Part[] = [
    { name: 'In zone', value: sum(answer?.in_zone ?? {}) },
    { name: 'Out of zone', value: sum(answer?.out_of_zone ?? {}) },
  ];
  const byVersion = new Map<string, number>();
  for (const zone of answer ? [answer.in_zone, answer.out_of_zone] : [])
    for (const [digits, devices] of Object.entries(zone)) {
      const version = showDeviceVersion(digits);
      byVersion.set(version, (byVersion.get(version) ?? 0) + devices);
    }
  const versions = [...byVersion].map(([name, value]) => ({ name, value }));
  const failed = !answer && !query.isPending && (
    <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
  );
  return (
    <>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      <div className="grid gap-4 lg:grid-cols-2">
        {failed || (
          <>
            <Chart title="User zones" first="Zone" parts={answer && zones} note={ZONES_NOTE} />
            <Chart title="User device versions" first="Version" parts={answer && versions} />
          </>
        )}
      </div>
    </>
  );
}

/** The documents have one text for both empty charts, and it names no zones (DASH-04). */
const ZONES_NOTE = 'Zones count the devices that reported a version.';

interface ChartProps {
  title: string;
  first: string;
  parts: readonly Part[] | undefined;
  /** A note below the text of an empty chart. */
  note?: string;
}

function Chart({ title, first, parts, note }: ChartProps) {
  const isEmpty = parts?.every((part) => part.value <= 0);
  return (
    <section
      aria-label={title}
      className={classes(
        'min-w-0 rounded-card border bg-surface p-4 shadow-card',
        // An empty chart is as low as its text, because nothing follows below.
        !isEmpty && 'min-h-32',
      )}
    >
      {parts && !isEmpty ? (
        <Bars title={title} first={first} parts={together(parts)} />
      ) : (
        <>
          <h2 className="text-base font-semibold">{title}</h2>
          {isEmpty && <p className="mt-1 text-sm text-ink-faint">No device version data found</p>}
          {isEmpty && note && <p className="text-sm text-ink-faint">{note}</p>}
        </>
      )}
    </section>
  );
}

function Bars({ title, first, parts }: { title: string; first: string; parts: readonly Part[] }) {
  const total = parts.reduce((all, part) => all + part.value, 0);
  const show = (devices: number) => `${showNumber(devices)} (${Math.round((devices / total) * 100)}%)`;
  const figures: PlotFigures = {
    label: `${title}: ${parts.map(({ name, value }) => `${name} ${show(value)}`).join(', ')}.`,
    points: parts.map(({ name, value }) => ({ name, values: { devices: value } })),
    series: [{ key: 'devices', title: 'Devices', tone: 1 }],
    show,
  };
  return (
    <PlotCard bare title={title} of={figures} first={first} note={plural(total, '# device', '# devices')}>
      <SideBars {...figures} />
    </PlotCard>
  );
}

/** Sorts by devices, the most first, and sums the smallest ones into one part. */
function together(parts: readonly Part[]): Part[] {
  const sorted = parts.filter((part) => part.value > 0).toSorted((a, b) => b.value - a.value);
  if (sorted.length <= MOST_BARS) return sorted;
  const rest = sorted.slice(MOST_BARS - 1);
  return [
    ...sorted.slice(0, MOST_BARS - 1),
    { name: plural(rest.length, '# other', '# others'), value: rest.reduce((all, part) => all + part.value, 0) },
  ];
}

type Zone = Readonly<Record<string, number>>;

const sum = (zone: Zone) => Object.values(zone).reduce((total, devices) => total + devices, 0);
