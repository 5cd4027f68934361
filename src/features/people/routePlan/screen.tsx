import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type BulkRow, writeRows } from '#client/bulk.ts';
import { UNEXPECTED } from '#client/callError.ts';
import { queryFor } from '#client/reads/queries.ts';
import { newUuid } from '#client/uuid.ts';
import type { RoutePlanBuyer } from '#contract/people/routePlan.ts';
import { planOfOfficer, unattachedBuyers } from '#contract/people/routePlanCalls.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { useId } from '#crud/address.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { LeaveGuard } from '#crud/form/LeaveGuard.tsx';
import { Loaded } from '#crud/query/Loaded.tsx';
import { combineQueries, QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useRecord } from '#crud/query/useRecord.ts';
import { emptyTexts } from '#crud/texts.ts';
import { firstVisit, keptChanges, type PlannedVisit, planChanges, sameVisit, type Visit } from '#domain/routePlan.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { tabClasses } from '#ui/Tabs.tsx';
import { kitTexts } from '#ui/texts.ts';
import { NOTHING_CHANGED, whenReady } from '#ui/whenReady.ts';
import { peopleTexts } from '../texts.ts';
import { AllBuyers } from './AllBuyers.tsx';
import { SelectedBuyers } from './SelectedBuyers.tsx';
import type { Stop } from './stop.ts';

/** An unsaved visit. */
interface Change extends Visit {
  /** The idempotency key of the change. It stays the same while Save gets no response. */
  send: string;
  /** The version of the plan that was seen (B12.5). Null: there was no plan. */
  seen: number | null;
}

/** The retailers that a sales officer visits (SO-09, RTE-01). */
export function Screen() {
  const id = useId();
  return (
    <Loaded query={useRecord(salesOfficer, id)} title="Retailers" missing={peopleTexts.noSalesOfficer}>
      {([officer]) => <Plan id={id} name={officer.name} />}
    </Loaded>
  );
}

/** The plan (RTE-02 to RTE-07). Changes are sent by Save. */
function Plan({ id, name }: { id: string; name: string }) {
  const planned = useQuery(queryFor(planOfOfficer, { sales_officer_id: id }));
  const free = useQuery(queryFor(unattachedBuyers, { location: '*' }));
  const [tab, setTab] = useState<'all' | 'selected'>('all');
  const [typed, setChanges] = useState<ReadonlyMap<string, Change>>(new Map());
  const [busy, setBusy] = useState(false);
  const { stops, changes } = useMemo(() => {
    const buyers = [...(planned.data?.data ?? []), ...(free.data?.data ?? [])];
    const known = buyers.map((buyer) => ({ buyer, stored: storedVisit(buyer) }));
    const changes = keptChanges(planned.data ? known.map((one) => one.stored) : null, typed);
    const stops = known.map<Stop>((one) => ({ ...one, now: changes.get(one.stored.key) ?? one.stored }));
    return { stops, changes };
  }, [planned.data, free.data, typed]);
  if (changes !== typed) setChanges(changes);
  const selected = stops.filter((stop) => stop.now.on);
  const set = (wanted: readonly (readonly [Stop, Visit])[]) =>
    setChanges((before) => {
      const next = new Map(before);
      for (const [{ stored, buyer }, visit] of wanted) {
        const seen = before.get(stored.key)?.seen ?? buyer.route_plan?.version ?? null;
        if (sameVisit(stored, visit)) next.delete(stored.key);
        else next.set(stored.key, { ...visit, seen, send: newUuid() });
      }
      return next;
    });
  const flip = (which: readonly Stop[], on: boolean) => {
    const visits: (readonly [Stop, Visit])[] = [];
    for (const stop of which.filter((one) => one.now.on !== on)) {
      const fresh = firstVisit([...selected.map((one) => one.now), ...visits.map(([, visit]) => visit)]);
      const back = stop.stored.planId === null ? fresh : { ...stop.stored, on: true };
      visits.push([stop, on ? back : { ...stop.now, on: false }]);
    }
    set(visits);
  };
  const save = async () => {
    setBusy(true);
    try {
      const refused = await send(id, stops, changes);
      setChanges(refused.left);
      if (refused.message) toast('bad', refused.message);
      else toast('good', `${name} retailers successfully updated.`);
    } catch (error) {
      toast('bad', messageFor(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Page
      title={name}
      note="Retailers and route plan"
      actions={
        <>
          {changes.size > 0 && <Button onClick={() => setChanges(new Map())}>{kitTexts.discard}</Button>}
          <ServerButton
            look="primary"
            busy={busy}
            {...whenReady(changes.size === 0 && NOTHING_CHANGED, () => void save())}
          >
            Save {changes.size} Change(s)
          </ServerButton>
        </>
      }
    >
      <nav aria-label="Tabs" className="flex flex-wrap gap-1 border-b">
        {(
          [
            ['all', 'All Buyers'],
            ['selected', `Selected Buyers (${selected.length})`],
          ] as const
        ).map(([key, title]) => (
          <button
            key={key}
            type="button"
            aria-current={tab === key ? 'page' : undefined}
            onClick={() => setTab(key)}
            className={tabClasses(tab === key)}
          >
            {title}
          </button>
        ))}
      </nav>
      <QueryCard query={combineQueries(planned, free)}>
        {() =>
          (tab === 'all' ? stops : selected).length === 0 ? (
            <Card>
              <EmptyState title={emptyTexts.retailers}>
                {tab === 'all' || stops.length === 0
                  ? 'No retailer of this hub is without a route.'
                  : 'Nobody is chosen yet. Choose retailers under “All Buyers”.'}
              </EmptyState>
            </Card>
          ) : tab === 'all' ? (
            <AllBuyers stops={stops} onFlip={flip} />
          ) : (
            <SelectedBuyers
              name={name}
              stops={selected}
              onVisit={(stop, visit) => set([[stop, visit]])}
              onFlip={flip}
            />
          )
        }
      </QueryCard>
      <LeaveGuard when={() => changes.size > 0} />
    </Page>
  );
}

function storedVisit(buyer: RoutePlanBuyer): PlannedVisit {
  const plan = buyer.route_plan;
  return {
    key: plan?._id ?? buyer._id,
    buyerId: buyer._id,
    planId: plan?._id ?? null,
    on: plan?.status === 'active',
    day: plan?.day ?? 1,
    week: plan?.week ?? 0,
    index: plan?.index ?? 0,
  };
}

/** Sends the changes. Returns the refused changes and the first message about them. */
async function send(
  officerId: string,
  stops: readonly Stop[],
  changes: ReadonlyMap<string, Change>,
): Promise<{ left: ReadonlyMap<string, Change>; message: string | null }> {
  const stored = stops.map((stop) => stop.stored);
  const { create, update, remove } = planChanges(stored, (key) => changes.get(key));
  const row = (one: PlannedVisit, fields: Record<string, string>): BulkRow => ({
    key: changes.get(one.key)?.send ?? '',
    fields,
  });
  const visit = (one: Visit) => ({ day: String(one.day), week: String(one.week), index: String(one.index) });
  const over = (one: PlannedVisit) => ({
    _id: one.planId ?? '',
    base_version: String(changes.get(one.key)?.seen ?? ''),
  });
  const jobs = [
    // Deletions go first, because another visit may take the freed day.
    ['delete_bulk', {}, remove.map((one) => row(one, over(one)))],
    ['update_bulk', { status: 'active' }, update.map((one) => row(one, { ...over(one), ...visit(one) }))],
    [
      'create_bulk',
      { sales_officer_id: officerId, status: 'active' },
      create.map((one) => row(one, { buyer_id: one.buyerId, ...visit(one) })),
    ],
  ] as const;
  const sent = new Map([...changes].map(([at, change]) => [change.send, { at, change }]));
  const left = new Map<string, Change>();
  // A visit that somebody removed meanwhile cannot be updated. A message says so.
  const there = new Set(stored.map((one) => one.key));
  let message: string | null = [...changes.keys()].every((at) => there.has(at)) ? null : peopleTexts.visitGone;
  for (const [call, shared, rows] of jobs) {
    if (rows.length === 0) continue;
    const { verdicts } = await writeRows(`route_plan/${call}`, shared, rows);
    for (const { key } of rows) {
      const verdict = verdicts.get(key);
      const { at, change } = sent.get(key) ?? {};
      if (verdict?.code === 200 || !at || !change) continue;
      // A refused change gets a new key. If the server sent a colleague's version, the next press writes over that version.
      const { current } = (verdict?.data ?? {}) as { current?: { version: number } };
      left.set(at, { ...change, seen: current?.version ?? change.seen, send: verdict ? newUuid() : key });
      message ??= verdict?.message ?? UNEXPECTED;
    }
  }
  return { left, message };
}
