import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { fragmentation } from '#contract/session/deviceCalls.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { showDeviceVersion } from '#domain/deviceVersion.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Pie, type Slice } from '#ui/tables/Pie.tsx';

/** The app versions in use, inside and outside the served areas (DASH-02 to DASH-05). */
export function Devices() {
  const query = useQuery(queryFor(fragmentation, {}));
  return (
    <QueryBoundary query={query} rows={3}>
      {(answer) => <Charts answer={answer} />}
    </QueryBoundary>
  );
}

type Zone = Readonly<Record<string, number>>;

function Charts({ answer }: { answer: { in_zone: Zone; out_of_zone: Zone } }) {
  const zones: Slice[] = [
    { name: 'In zone', value: sum(answer.in_zone) },
    { name: 'Out of zone', value: sum(answer.out_of_zone) },
  ];
  const byVersion = new Map<string, number>();
  for (const zone of [answer.in_zone, answer.out_of_zone])
    for (const [digits, devices] of Object.entries(zone)) {
      const version = showDeviceVersion(digits);
      byVersion.set(version, (byVersion.get(version) ?? 0) + devices);
    }
  const versions = [...byVersion].map(([name, value]) => ({ name, value }));
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Chart title="User zones" slices={zones} />
      <Chart title="User device versions" slices={versions} />
    </div>
  );
}

function Chart({ title, slices }: { title: string; slices: readonly Slice[] }) {
  return (
    <Card label={title}>
      <h2 className="mb-4 text-lg font-bold">{title}</h2>
      {slices.some((slice) => slice.value > 0) ? (
        <Pie label={title} slices={slices} unit="Devices" />
      ) : (
        <EmptyState icon="chart" title="No device version data found" />
      )}
    </Card>
  );
}

const sum = (zone: Zone) => Object.values(zone).reduce((total, devices) => total + devices, 0);
