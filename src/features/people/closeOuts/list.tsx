import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { type CloseOutDays, closeOutDays } from '#contract/closeout/closeOutCalls.ts';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { Link } from '#crud/Link.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { koboOf, oneRule } from '#domain/money.ts';
import { Card } from '#ui/Card.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { FilterSelect } from '#ui/list/FilterSelect.tsx';
import { Page } from '#ui/Page.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { dayText } from '#ui/when.ts';

type Row = CloseOutDays[number];

const columns = (rows: readonly Row[]): Column<Row>[] => [
  {
    key: 'officer',
    title: 'Delivery Associate',
    grow: true,
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
  { key: 'hub', title: 'Hub', aside: 1, cell: (row) => row.hub.name },
  {
    key: 'taken',
    title: 'Cash taken',
    align: 'right',
    card: 'figure',
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
    cell: (row) =>
      row.ref === null ? <Badge tone="wait">Open</Badge> : <Badge tone="good">{`Closed, ${row.ref}`}</Badge>,
  },
];

/** The days of the last two weeks on which an associate had goods or cash, the newest first (CLO-10). */
export function Screen() {
  const { state = 'open' } = useSearchValues();
  const setSearch = useSetSearch();
  const query = useQuery(queryFor(closeOutDays, state === 'open' ? { open_only: true } : {}));
  return (
    <Page title="Close-outs" note="Days of delivery associates in the last two weeks.">
      <div className="flex">
        <FilterSelect
          label="Show"
          value={state}
          onChange={(next) => void setSearch(next === 'all' ? { state: 'all' } : {})}
          options={[
            { value: 'open', label: 'Open days' },
            { value: 'all', label: 'All days' },
          ]}
        />
      </div>
      <QueryCard query={query}>
        {(rows) => (
          <Card label="Days" padded={false}>
            {rows.length === 0 ? (
              <EmptyState scene="done" title={state === 'open' ? 'Every day is closed' : 'No day with goods or cash'} />
            ) : (
              <Table
                cards="phone"
                label="Days"
                rows={rows}
                columns={columns(rows)}
                keyOf={(row) => `${row.officer._id} ${row.day}`}
              />
            )}
          </Card>
        )}
      </QueryCard>
    </Page>
  );
}
