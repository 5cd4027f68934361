import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allQuery, queryFor } from '#client/reads/queries.ts';
import { type FoundBuyer, findBuyers } from '#contract/messages/notificationCalls.ts';
import { seller } from '#contract/network/seller.ts';
import { area } from '#contract/people/area.ts';
import { cohort } from '#contract/people/cohort.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { Gate } from '#crud/query/Gate.tsx';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { shownPhone } from '#domain/phone.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { whenReady } from '#ui/whenReady.ts';

/** The most rows that are drawn. "Add" also adds the retailers that are not drawn. */
const SHOWN = 200;
const QUIET_DAYS = [7, 14, 30, 60, 90];

interface GroupLimits {
  seller_id: string;
  area_id: string;
  cohort_id: string;
  quiet_days: string;
}
const NOBODY: GroupLimits = { seller_id: '', area_id: '', cohort_id: '', quiet_days: '' };

interface Props {
  /** The numbers that are recipients already. */
  chosen: readonly string[];
  onAdd: (phones: readonly string[]) => void;
}

/** Finds the retailers of a group, shows each of them with a tick, and adds the ticked ones to the recipients (decision 0372). */
export function FindGroup({ chosen, onAdd }: Props) {
  const [limits, setLimits] = useState(NOBODY);
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const hasLimits = Object.values(limits).some(Boolean);
  const query = useQuery({
    ...queryFor(findBuyers, Object.fromEntries(Object.entries(limits).filter(([, value]) => value))),
    enabled: hasLimits,
    placeholderData: keepPreviousData,
  });
  const found = hasLimits ? query.data?.data : undefined;
  const ask = (change: Partial<GroupLimits>) => {
    setLimits((before) => ({ ...before, ...change }));
    setWithout(new Set());
  };
  const turn = (id: string) =>
    setWithout((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Or a group of retailers</legend>
      <Limits limits={limits} ask={ask} />
      {hasLimits && !found && query.isError && (
        <p className="text-sm">
          <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
        </p>
      )}
      {found && (
        <People
          found={found}
          chosen={chosen}
          without={without}
          turn={turn}
          onAdd={(phones) => {
            onAdd(phones);
            ask(NOBODY);
          }}
        />
      )}
    </fieldset>
  );
}

interface LimitsProps {
  limits: GroupLimits;
  ask: (change: Partial<GroupLimits>) => void;
}

const isLive = (one: { status: string }) => one.status === 'active';

/** Each filter narrows the group. The filters of areas and cohorts need the right to see these. */
function Limits(props: LimitsProps) {
  const { limits, ask } = props;
  const hubs = useQuery(allQuery(seller)).data?.data ?? [];
  return (
    <div className="flex flex-wrap gap-2">
      <FilterSelect
        label="Hub"
        blank="All hubs"
        value={limits.seller_id}
        // No retailer of this hub has an area of another hub, so the area is reset.
        onChange={(seller_id) => ask({ seller_id, area_id: '' })}
        options={hubs.filter(isLive).map(({ _id, name }) => ({ value: _id, label: name }))}
      />
      <Gate needs={['view_areas']}>
        <AreaLimit {...props} />
      </Gate>
      <Gate needs={['view_cohorts']}>
        <CohortLimit {...props} />
      </Gate>
      <FilterSelect
        label="No order for"
        blank="Any time"
        value={limits.quiet_days}
        onChange={(quiet_days) => ask({ quiet_days })}
        options={QUIET_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))}
      />
    </div>
  );
}

function AreaLimit({ limits, ask }: LimitsProps) {
  const areas = useQuery(allQuery(area)).data?.data ?? [];
  return (
    <FilterSelect
      label="Area"
      blank="All areas"
      value={limits.area_id}
      onChange={(area_id) => ask({ area_id })}
      options={areas
        .filter((one) => isLive(one) && (limits.seller_id === '' || one.seller._id === limits.seller_id))
        .map(({ _id, name }) => ({ value: _id, label: name }))}
    />
  );
}

function CohortLimit({ limits, ask }: LimitsProps) {
  const cohorts = useQuery(allQuery(cohort)).data?.data ?? [];
  return (
    <FilterSelect
      label="Cohort"
      blank="All cohorts"
      value={limits.cohort_id}
      onChange={(cohort_id) => ask({ cohort_id })}
      options={cohorts.filter(isLive).map(({ _id, title }) => ({ value: _id, label: title }))}
    />
  );
}

interface PeopleProps {
  found: readonly FoundBuyer[];
  chosen: readonly string[];
  /** The ids of the retailers without a tick. */
  without: ReadonlySet<string>;
  turn: (id: string) => void;
  onAdd: (phones: readonly string[]) => void;
}

function People({ found, chosen, without, turn, onAdd }: PeopleProps) {
  const known = new Set(chosen);
  const fresh = found.filter(({ phone }) => !known.has(phone));
  const taken = fresh.filter(({ _id }) => !without.has(_id));
  return (
    <div className="rounded-field border">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1 pl-3 pr-1.5">
        <p role="status" className="figures text-sm">
          {plural(found.length, '# retailer', '# retailers')}
          {fresh.length < found.length && (
            <span className="text-ink-faint">, {found.length - fresh.length} already added</span>
          )}
        </p>
        <Button
          {...whenReady(
            taken.length === 0 &&
              (fresh.length === 0 ? 'All retailers of the group are added.' : 'Tick a retailer first.'),
            () => onAdd(taken.map(({ phone }) => phone)),
          )}
        >
          {plural(taken.length, 'Add # retailer', 'Add # retailers')}
        </Button>
      </div>
      {found.length > 0 && (
        <ul
          aria-label="Retailers of the group"
          tabIndex={0}
          className="ring-inside max-h-56 divide-y overflow-y-auto border-t"
        >
          {found.slice(0, SHOWN).map((one) => (
            <li key={one._id}>
              <label className="flex min-h-tap items-center gap-3 px-3 text-sm max-sm:py-1 compact:min-h-8">
                <input
                  type="checkbox"
                  checked={known.has(one.phone) || !without.has(one._id)}
                  disabled={known.has(one.phone)}
                  onChange={() => turn(one._id)}
                  className="size-4 shrink-0 accent-(--accent)"
                />
                <span className="min-w-0 flex-1">
                  <span className="font-medium">{one.name}</span>{' '}
                  <span className="figures text-ink-faint max-sm:block">
                    {shownPhone(one.phone)}
                    {one.location && `, ${one.location}`}
                  </span>
                </span>
              </label>
            </li>
          ))}
          {found.length > SHOWN && (
            <li className="px-3 py-2 text-sm text-ink-faint">
              {plural(found.length - SHOWN, 'and # more, all ticked', 'and # more, all ticked')}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
