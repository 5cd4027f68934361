import { useSearchValues } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { sameTexts } from '#crud/texts.ts';
import { AGES } from '#domain/age.ts';
import { showNaira } from '#domain/money.ts';
import { ORDER_TAGS, OWED, TAG_LABEL } from '#domain/order.ts';
import { dateFilters, defaultOrderFilters, type OrderFilters, orderQuery } from '#domain/orderFilters.ts';
import { ALWAYS, dateInput } from '#domain/time.ts';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { GroupList } from './parts/GroupList.tsx';
import { ageColumn } from './parts/groupColumns.tsx';
import { GROUPS, PENDING } from './parts/lists.ts';
import { TakeOrder } from './parts/TakeOrder.tsx';

const TAGS = [
  { value: 'all', label: 'All' },
  { value: 'pencom', label: 'Pending and Completed', alone: true },
  { value: 'billed', label: 'Delivered and Completed', alone: true },
  { value: 'counted', label: 'Pending, Delivered and Completed', alone: true },
  ...ORDER_TAGS.map((tag) => ({ value: tag as string, label: TAG_LABEL[tag] })),
];
const PAYMENTS = [
  { value: 'all', label: 'All' },
  { value: 'paid', label: 'Paid' },
  { value: 'owing', label: 'Owing' },
  { value: 'unpaid', label: 'Unpaid' },
];

/**
 * The list opens with the last five days (ORD-09), and its tab says so. "Pending" and "Owing" cover all dates, because an old unpaid order is still
 * unpaid. "All dates" includes the orders of both.
 */
const TABS = [
  { name: 'Last 5 days', search: {} },
  { name: 'Pending', search: { from: ALWAYS, tag: 'pending' } },
  { name: 'Owing', search: { from: ALWAYS, ...OWED } },
  { name: 'All dates', search: { from: ALWAYS } },
];

/** A debt is late after seven days, as on the home. */
const AGE_OF_DEBT = [ageColumn(AGES.owing)];
/** The oldest debt is first, as in the work of the home. The largest one is first by a press on "Owing" (decision 1503). */
const DEBTS = { owing: true, more: AGE_OF_DEBT, defaultSort: PENDING.defaultSort };
const isOfDebts = (payment: string) => payment === 'owing' || payment === 'unpaid';

/** The order groups of the last days, ten per page (ORD-01 to ORD-12). */
export function Screen() {
  const now = Math.floor(Date.now() / 1_000);
  const defaults = defaultOrderFilters(now);
  const control = useListState(GROUPS, { ...defaults }, true);
  const { set } = control;
  // Filters of a list are texts by name. `defaults` gives this list the names and values of `OrderFilters`.
  const filters = control.state.filters as unknown as OrderFilters;
  const today = dateInput(now);
  // The command bar gave a payment and its amount in the address.
  const sum = showNaira(useSearchValues().sum ?? '');
  return (
    <GroupList
      control={control}
      label="Order Groups"
      note={sum ? `Record payment: ${sum}` : sameTexts.group}
      tabs={TABS}
      act={<TakeOrder />}
      {...(isOfDebts(filters.payment) ? DEBTS : {})}
      inputOf={(tab) => orderQuery({ ...defaults, ...tab })}
      input={rangeFault(filters.from, filters.to, today) ? null : orderQuery(filters)}
      filterBar={
        <>
          <DateRange
            clears
            from={filters.from}
            to={filters.to}
            max={today}
            onChange={(range) => set(dateFilters(range))}
          />
          <FilterSelect many label="Tag" value={filters.tag} onChange={(tag) => set({ tag })} options={TAGS} />
          <FilterSelect
            label="Payment"
            value={filters.payment}
            onChange={(payment) => set({ payment })}
            options={PAYMENTS}
          />
        </>
      }
    />
  );
}
