import { Suspense } from 'react';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { KINDS } from '#domain/transfer.ts';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';

// Charts load after the first screen, so that officers, who do not see them, never load them.
const Devices = lazyPart(() => import('./devices.tsx'), 'Devices');

const WorkToDo = lazyPart(() => import('./workToDo.tsx'), 'WorkToDo');

const WHAT = {
  shipment_in: { icon: 'arrowDown', text: 'Goods from a distributor come into a hub' },
  shipment_out: { icon: 'arrowUp', text: 'Goods go back to a distributor' },
  stock_out: { icon: 'truck', text: 'A delivery associate takes goods from a hub' },
  stock_in: { icon: 'swap', text: 'A delivery associate brings goods back' },
} as const;

/** The dashboard (DASH-01): name, e-mail and role; officers also get links to the four transfers. */
export function Screen() {
  const { profile } = useSession();
  if (!profile) return null;
  const kinds = Object.values(KINDS).filter((kind) => profile.permissions.includes(kind.permission));
  return (
    <Page title={`Welcome, ${profile.name}`}>
      <Card label="Your account">
        <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-3">
          {(
            [
              ['Name', profile.name],
              ['Email', profile.email],
              ['Role', profile.role_name],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-ink-faint">{name}</dt>
              <dd className="text-lg font-semibold [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {kinds.length > 0 && (
        <section aria-label="Transfers" className="grid gap-4 sm:grid-cols-2">
          {kinds.map((kind) => (
            <Link
              key={kind.kind}
              to={`/inventory/${kind.type}/${kind.direction}`}
              className="group flex min-h-28 items-center gap-4 rounded-card border bg-surface p-5 shadow-card transition-colors hover:border-accent"
            >
              <span className="grid size-14 shrink-0 place-items-center rounded-card bg-accent-soft text-accent group-hover:bg-accent group-hover:text-accent-ink">
                <Icon name={WHAT[kind.kind].icon} size={28} />
              </span>
              <span>
                <span className="block text-xl font-bold">{kind.title}</span>
                <span className="text-ink-faint">{WHAT[kind.kind].text}</span>
              </span>
            </Link>
          ))}
        </section>
      )}
      <Suspense fallback={null}>
        <WorkToDo>
          <Gate needs={['view_dashboard_charts']}>
            <Suspense fallback={null}>
              <Devices />
            </Suspense>
          </Gate>
        </WorkToDo>
      </Suspense>
    </Page>
  );
}
