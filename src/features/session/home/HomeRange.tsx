import { useQuery } from '@tanstack/react-query';
import { allQuery, copyFirst } from '#client/reads/queries.ts';
import { seller as hubs } from '#contract/network/seller.ts';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { HOME_RANGES, type HomeRange, USUAL_RANGE } from '#domain/home.ts';
import { isHubSide } from '#domain/permissions.ts';
import { classes } from '#ui/classes.ts';

/** The days and the hub of the home's figures. The address holds values that differ from the usual ones. */
export function useHomeRange() {
  const { days, seller = '' } = useSearchValues();
  const setSearch = useSetSearch();
  const range: HomeRange = HOME_RANGES.find((one) => one === days) ?? USUAL_RANGE;
  const set = (change: { days?: HomeRange; seller?: string }) =>
    void setSearch(
      ({ days: _days, seller: _seller, ...others }) => {
        const next = { days: range, seller, ...change };
        return {
          ...others,
          ...(next.days === USUAL_RANGE ? {} : { days: next.days }),
          ...(next.seller ? { seller: next.seller } : {}),
        };
      },
      { replace: true },
    );
  return {
    range,
    seller,
    set,
    isUsual: range === USUAL_RANGE && seller === '',
    /** The input of the read. The usual range is empty, so that all addresses of it share one saved copy. */
    input: { ...(range === USUAL_RANGE ? {} : { days: range }), ...(seller ? { seller_id: seller } : {}) },
  };
}

/** The switch in the head of the home, for people whose figures come first. */
export function HeadRange() {
  const { profile } = useSession();
  const range = useHomeRange();
  return <HomeRangeBar of={range} isOffice={!isHubSide(profile?.role ?? '')} />;
}

/** The switch over the figures: the days, and for the office all hubs or one hub. */
export function HomeRangeBar({
  of: { range, seller, set },
  isOffice,
}: {
  of: ReturnType<typeof useHomeRange>;
  isOffice: boolean;
}) {
  const { data, isPending } = useQuery({ ...allQuery(hubs), ...copyFirst, enabled: isOffice });
  const known = data?.data ?? [];
  const options = known
    .filter(({ _id, status }) => status === 'active' || _id === seller)
    .map(({ _id, name }) => ({ value: _id, label: name }));
  const isKnown = seller === '' || options.some(({ value }) => value === seller);
  return (
    <div className="no-print flex flex-wrap items-center gap-2 sm:justify-end">
      {/* The filter is drawn before the hubs are loaded, so that nothing moves. */}
      {isOffice && (isPending || options.length > 1 || seller !== '') && (
        <FilterSelect
          label="Hub"
          tells
          blank="All hubs"
          value={seller}
          onChange={(next) => set({ seller: next })}
          // The names come with the list of hubs. The id in the address may belong to no hub of the list.
          options={isKnown ? options : [...options, { value: seller, label: '…' }]}
        />
      )}
      <fieldset className="flex rounded-field border border-line-strong/50 bg-surface">
        <legend className="sr-only">Days</legend>
        {HOME_RANGES.map((one, index) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === range}
            onClick={() => set({ days: one })}
            className={classes(
              'min-h-tap px-2 text-sm sm:px-3',
              index === 0 ? 'rounded-l-[0.4375rem]' : index === HOME_RANGES.length - 1 && 'rounded-r-[0.4375rem]',
              one === range ? 'bg-accent-soft font-semibold text-accent' : 'text-ink-soft hover:bg-surface-sunken',
            )}
          >
            {one} days
          </button>
        ))}
      </fieldset>
    </div>
  );
}
