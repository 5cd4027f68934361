import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { type Stocktake, stocktakesAll } from '#contract/stock/stocktakeCalls.ts';
import { useGo } from '#crud/address.ts';
import { Link } from '#crud/Link.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, oneRule } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { STOCKTAKE_STATUSES } from '#domain/stocktake.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { FilterSelect } from '#ui/list/FilterSelect.tsx';
import { ListPage } from '#ui/list/ListPage.tsx';
import { Counted } from '#ui/tables/Counted.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { STATUS_WORDS } from './results.ts';

const TONES = { open: 'accent', posted: 'good', cancelled: 'neutral' } as const;

/** The state of a stocktake in colour and words. */
export const StatusMark = ({ status }: { status: Stocktake['status'] }) => (
  <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>
);

/** An amount of a column. All amounts of the column have the same number of decimals. */
const moneyOf = (text: string | null, all: readonly (string | null)[]) =>
  text === null ? NO_VALUE : oneRule(all.map((one) => one ?? ''))(koboOf(text));

const columnsOf = (rows: readonly Stocktake[]): readonly Column<Stocktake>[] => [
  {
    key: 'ref',
    title: 'Ref',
    stick: true,
    cell: (row) => (
      <Link to={`/inventory/stocktakes/${row._id}`} className="touch-tap row-link figures whitespace-nowrap">
        {row.ref}
      </Link>
    ),
  },
  { key: 'warehouse', title: 'Warehouse', grow: true, cell: (row) => row.warehouse.name },
  { key: 'scope', title: 'Scope', cell: (row) => <span className="whitespace-nowrap">{row.scope_name}</span> },
  { key: 'since', title: 'Since', cell: (row) => <Moment at={row.created} /> },
  {
    key: 'progress',
    title: 'Counted',
    align: 'right',
    card: 'figure',
    word: 'Counted',
    cell: (row) => (
      <>
        {row.counted} of {row.products}
        {row.recounts > 0 && (
          <span className="text-wait">, {plural(row.recounts, '# to recount', '# to recount')}</span>
        )}
      </>
    ),
  },
  {
    key: 'people',
    title: 'People',
    aside: 1,
    cell: ({ people }) => {
      const names = people.map((one) => one.name).join(', ');
      return (
        <span className="cut min-w-40" title={names}>
          {names || NO_VALUE}
        </span>
      );
    },
  },
  {
    key: 'short',
    title: 'Short',
    align: 'right',
    card: 'fact',
    cell: (row) =>
      moneyOf(
        row.short_value,
        rows.map((one) => one.short_value),
      ),
  },
  {
    key: 'over',
    title: 'Over',
    align: 'right',
    card: 'fact',
    cell: (row) =>
      moneyOf(
        row.over_value,
        rows.map((one) => one.over_value),
      ),
  },
  { key: 'status', title: 'Status', cell: (row) => <StatusMark status={row.status} /> },
];

/** All stocktakes, the newest first (STK-36). */
export function Screen() {
  const { state, set, turning } = useListState(20, { status: '' }, true);
  const status = STOCKTAKE_STATUSES.find((one) => one === state.filters.status);
  const go = useGo();
  const query = useQuery({
    ...queryFor(stocktakesAll, { status, page: String(state.page), per_page: String(state.per_page) }),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.data.total;
  return (
    <ListPage
      title={<Counted title="Stocktakes" count={total} />}
      actions={
        <Gate needs={['count_stock']}>
          <Link to="/inventory/count" className={buttonClasses('primary')}>
            <Icon name="count" />
            Count
          </Link>
        </Gate>
      }
      bar={
        <FilterBar on={status ? 1 : 0}>
          <FilterSelect
            label="Status"
            value={status ?? ''}
            onChange={(next) => set({ status: next })}
            blank="All"
            options={STOCKTAKE_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
          />
        </FilterBar>
      }
    >
      <QueryBoundary query={query} rows={8}>
        {(answer) => (
          <PagedTable
            page
            cards
            {...turning}
            label="Stocktakes"
            rows={answer.rows}
            total={answer.total}
            keyOf={(row: Stocktake) => row._id}
            columns={columnsOf(answer.rows)}
            onOpen={(row: Stocktake) => void go(`/inventory/stocktakes/${row._id}`)}
            empty={
              <EmptyState title="No stocktakes found">
                {status ? 'Choose another status.' : 'Officers begin one under Count.'}
              </EmptyState>
            }
          />
        )}
      </QueryBoundary>
    </ListPage>
  );
}
