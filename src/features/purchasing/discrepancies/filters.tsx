/** The filters of the list of discrepancies and of their trend. Both screens use the same keys in the address, so links keep the filters. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { discrepancySummary } from '#contract/purchasing/discrepancyCalls.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { splitList } from '#crud/form/formValues.ts';
import type { ListControl } from '#crud/list/useListState.ts';
import type { Search } from '#crud/routes.ts';
import { DISCREPANCY_KINDS, DISCREPANCY_LABEL } from '#domain/discrepancy.ts';
import { DAY, dateInput, fromInput, startOfDay } from '#domain/time.ts';
import { REASON_LABEL, REASONS } from '#domain/transfer.ts';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';

/** The text of an empty list. */
export const ALL_AS_EXPECTED = 'Everything came as it was expected.';

export const FILTERS = {
  ...{ from: '', to: '', supplier: '', product: '', hub: '', officer: '', kind: '', reason: '', claimed: '' },
} as const;

const today = () => dateInput(startOfDay(Math.floor(Date.now() / 1_000)));

/**
 * The input of the read for these filters. Null: the dates are invalid. Without chosen dates the input has no dates, so that the saved copy is also found
 * tomorrow.
 */
export function questionOf(filters: Readonly<Record<string, string>>, search: string) {
  const { from = '', to = '' } = filters;
  if (rangeFault(from, to, today())) return null;
  const [start, end] = [fromInput(from), fromInput(to)];
  const several = (value = '') => (value ? splitList(value) : undefined);
  const orUndefined = (value: string | undefined) => value || undefined;
  return {
    from_timestamp: start ?? undefined,
    to_timestamp: end === null ? undefined : end + DAY,
    supplier_id: several(filters.supplier),
    product_id: several(filters.product),
    seller_id: several(filters.hub),
    officer_id: several(filters.officer),
    kind: several(filters.kind),
    reason: several(filters.reason),
    claimed: orUndefined(filters.claimed),
    search: orUndefined(search),
  };
}
type Question = NonNullable<ReturnType<typeof questionOf>>;

/** The options of the other filters for the chosen days. The read has no other filter, so that choosing an option does not remove the others. */
function useChoices(question: Question | null) {
  const days = question && { from_timestamp: question.from_timestamp, to_timestamp: question.to_timestamp };
  return useQuery({
    ...queryFor(discrepancySummary, { ...days, by: 'supplier' }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
  }).data?.data.choices;
}

/** One chip for each filter. */
export function Filters({ state, set }: Pick<ListControl, 'state' | 'set'>) {
  const { filters } = state;
  const choices = useChoices(questionOf(filters, ''));
  const optionsOf = (of: 'suppliers' | 'products' | 'hubs' | 'officers') =>
    (choices?.[of] ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const chip = (label: string, name: keyof typeof FILTERS, options: readonly { value: string; label: string }[]) => (
    <FilterSelect
      many={name !== 'claimed'}
      label={label}
      blank="All"
      value={filters[name] ?? ''}
      onChange={(value) => set({ [name]: value })}
      options={options}
    />
  );
  return (
    <>
      <DateRange
        {...(filters.from || filters.to
          ? { from: filters.from ?? '', to: filters.to ?? '', clears: true }
          : // The default days of the server.
            { from: dateInput(startOfDay(Math.floor(Date.now() / 1_000)) - 29 * DAY), to: today() })}
        max={today()}
        onChange={({ from, to }) => set({ from, to } satisfies Search)}
      />
      {chip('Supplier', 'supplier', optionsOf('suppliers'))}
      {chip('Hub', 'hub', optionsOf('hubs'))}
      {chip(
        'Kind',
        'kind',
        DISCREPANCY_KINDS.map((value) => ({ value, label: DISCREPANCY_LABEL[value] })),
      )}
      {chip(
        'Reason',
        'reason',
        REASONS.map((value) => ({ value, label: REASON_LABEL[value] })),
      )}
      {chip('Product', 'product', optionsOf('products'))}
      {chip('Officer', 'officer', optionsOf('officers'))}
      {chip('Claim', 'claimed', [
        { value: 'no', label: 'Not claimed' },
        { value: 'yes', label: 'Claimed' },
      ])}
    </>
  );
}
