import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { type CloseOutDays, closeOutDays } from '#contract/closeout/closeOutCalls.ts';
import { useGo } from '#crud/address.ts';
import { Link } from '#crud/Link.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, oneRule } from '#domain/money.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { FilterSelect } from '#ui/list/FilterSelect.tsx';
import { ListPage } from '#ui/list/ListPage.tsx';
import { Counted } from '#ui/tables/Counted.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { dayText } from '#ui/when.ts';

type Row = CloseOutDays[number];

const columns = (rows: readonly Row[]): Column<Row>[] => [
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
    cell: (row) => oneRule(rows.map((one) => one.cash_taken))(koboOf(row.cash_taken)),
  },
  {
    key: 'handed',
    title: 'Handed in',
    align: 'right',
    card: 'fact',
    cell: (row) => oneRule(rows.map((one) => one.handed_in))(koboOf(row.handed_in)),
  },
  {
    key: 'state',
    title: 'Status',
    card: 'state',
    cell: (row) => (row.ref === null ? <Badge tone="wait">Open</Badge> : <Badge tone="good">Closed</Badge>),
  },
];

/** The days of the last two weeks on which an associate had goods or cash, the newest first (CLO-10). */
export function Screen() {
  const { state, set, turning } = useListState(20, { state: 'open' }, true);
  const isOpen = state.filters.state !== 'all';
  const query = useQuery(queryFor(closeOutDays, isOpen ? { open_only: true } : {}));
  const go = useGo();
  return (
    <ListPage
      title={<Counted title="Close-outs" count={query.data?.data.length} />}
      note="Days of delivery associates in the last two weeks."
      bar={
        <FilterBar on={isOpen ? 1 : 0}>
          <FilterSelect
            label="Show"
            value={isOpen ? 'open' : 'all'}
            onChange={(next) => set({ state: next })}
            options={[
              { value: 'open', label: 'Open days' },
              { value: 'all', label: 'All days' },
            ]}
          />
        </FilterBar>
      }
    >
      <QueryBoundary query={query} rows={12}>
        {(rows) => (
          <PagedTable
            page
            {...turning}
            label="Days"
            rows={rows}
            columns={columns(rows)}
            keyOf={(row) => `${row.officer._id} ${row.day}`}
            empty={<EmptyState scene="done" title={isOpen ? 'Every day is closed' : 'No day with goods or cash'} />}
            onOpen={(row) => void go(`/close-outs/${row.officer._id}`, { search: { day: String(row.day) } })}
          />
        )}
      </QueryBoundary>
    </ListPage>
  );
}
