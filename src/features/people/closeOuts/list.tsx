import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type CloseOutDays, closeOutDays } from '#contract/closeout/closeOutCalls.ts';
import { useGo } from '#crud/address.ts';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { Link } from '#crud/Link.tsx';
import { ListFrame } from '#crud/list/ListFrame.tsx';
import { usePrintedList } from '#crud/list/PrintList.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, oneRule } from '#domain/money.ts';
import { containsWords } from '#domain/text.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import { dayText } from '#ui/when.ts';

type Row = CloseOutDays[number];

/** One amount with kobo gives every amount of the table kobo. */
const ruleOf = (rows: readonly Row[]) => oneRule(rows.flatMap(({ cash_taken, handed_in }) => [cash_taken, handed_in]));

const columns = (show: (kobo: number) => string): Column<Row>[] => [
  {
    key: 'officer',
    title: 'Delivery Associate',
    grow: true,
    stick: true,
    card: 'lead',
    cell: (row) => (
      <Link
        to={`/close-outs/${row.officer._id}`}
        search={{ day: String(row.day) }}
        className="touch-tap row-link"
        aria-label={`${row.officer.name}, ${dayText(row.day)}`}
      >
        {row.officer.name}
      </Link>
    ),
  },
  { key: 'day', title: 'Day', card: 'time', cell: (row) => dayText(row.day) },
  { key: 'hub', title: 'Hub', grow: true, aside: 1, cell: (row) => row.hub.name },
  { key: 'ref', title: 'Ref', card: 'fact', cell: (row) => row.ref ?? NO_VALUE },
  {
    key: 'taken',
    title: 'Cash taken',
    align: 'right',
    card: 'figure',
    word: 'Cash taken',
    cell: (row) => show(koboOf(row.cash_taken)),
  },
  {
    key: 'handed',
    title: 'Handed in',
    align: 'right',
    card: 'fact',
    cell: (row) => show(koboOf(row.handed_in)),
  },
  {
    key: 'state',
    title: 'Status',
    card: 'state',
    cell: (row) => (row.ref === null ? <Badge tone="wait">Open</Badge> : <Badge tone="good">Closed</Badge>),
  },
];

const keyOf = ({ officer, day }: Row) => `${officer._id} ${day}`;

const menu: Column<Row> = {
  key: 'actions',
  title: <span className="sr-only">Actions</span>,
  card: 'menu',
  cell: (row) => (
    <RowMenu of={`${row.officer.name}, ${dayText(row.day)}`}>
      <Link to={`/close-outs/${row.officer._id}`} search={{ day: String(row.day) }}>
        View
      </Link>
      <Gate needs={['view_sales_officers']}>
        <Link to={`/sales-officers/${row.officer._id}/balance`}>View wallet</Link>
      </Gate>
    </RowMenu>
  ),
};

const NONE: CloseOutDays = [];
const SHOWN = [
  { value: 'open', label: 'Open days' },
  { value: 'all', label: 'All days' },
];
/** The list opens with the open days. */
const TABS = SHOWN.map(({ value, label }) => ({ name: label, search: value === 'open' ? {} : { state: value } }));

/** The days of the last two weeks on which an associate had goods or cash, the newest first (CLO-10). */
export function Screen() {
  const control = usePrintedList(useListState(20, { state: 'open' }, true));
  const { state, set, turning } = control;
  const isOpen = state.filters.state !== 'all';
  const query = useQuery(queryFor(closeOutDays, isOpen ? { open_only: true } : {}));
  const all = query.data?.data ?? NONE;
  const rows = useMemo(
    () => all.filter((row) => containsWords(`${row.officer.name} ${row.hub.name} ${row.ref ?? ''}`, state.search)),
    [all, state.search],
  );
  const go = useGo();
  return (
    <ListFrame
      name="close_out"
      title="Close-outs"
      count={query.data && rows.length}
      note="Days of the last two weeks"
      control={control}
      of={query}
      search="Search associates"
      defaultSort=""
      tabs={TABS}
      columns={[NUMBER as Column<Row>, ...columns(ruleOf(rows)), menu]}
      on={isOpen ? 1 : 0}
      filterBar={
        <FilterSelect
          label="Show"
          value={isOpen ? 'open' : 'all'}
          onChange={(next) => set({ state: next })}
          options={SHOWN}
        />
      }
    >
      {(shown) => (
        <QueryBoundary query={query} rows={12}>
          {() => (
            <PagedTable
              page
              {...turning}
              label="Days"
              rows={rows}
              columns={shown}
              keyOf={keyOf}
              empty={
                <NoRows
                  title={isOpen ? 'Every day is closed' : 'No day with goods or cash'}
                  search={state.search}
                  onClear={() => set({ search: '' })}
                  scene="done"
                />
              }
              onOpen={(row) => void go(`/close-outs/${row.officer._id}`, { search: { day: String(row.day) } })}
            />
          )}
        </QueryBoundary>
      )}
    </ListFrame>
  );
}
