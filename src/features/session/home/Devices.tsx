import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { fragmentation } from '#contract/session/deviceCalls.ts';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { showDeviceVersion } from '#domain/deviceVersion.ts';
import { Pie, type Slice } from '#ui/tables/Pie.tsx';

/** The app versions in use, inside and outside the served areas (DASH-02 to DASH-05): small, because nobody's work hangs on them. */
export function Devices() {
  const query = useQuery(queryFor(fragmentation, {}));
  const answer = query.data?.data;
  const zones: Slice[] = [
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
            <Chart title="User zones" slices={answer && zones} />
            <Chart title="User device versions" slices={answer && versions} />
          </>
        )}
      </div>
    </>
  );
}

type Zone = Readonly<Record<string, number>>;

function Chart({ title, slices }: { title: string; slices: readonly Slice[] | undefined }) {
  return (
    <section aria-label={title} className="min-h-32 min-w-0 rounded-card border bg-surface p-4 shadow-card">
      <h2 className="mb-2 text-sm font-semibold text-ink-soft">{title}</h2>
      {slices &&
        (slices.some((slice) => slice.value > 0) ? (
          <Pie label={title} slices={slices} unit="Devices" />
        ) : (
          <p className="text-sm text-ink-faint">No device version data found</p>
        ))}
    </section>
  );
}

const sum = (zone: Zone) => Object.values(zone).reduce((total, devices) => total + devices, 0);
