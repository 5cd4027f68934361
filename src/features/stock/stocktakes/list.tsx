import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { type Stocktake, stocktakesAll } from '#contract/stock/stocktakeCalls.ts';
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
import { plural } from '#domain/plural.ts';
import { STOCKTAKE_STATUSES } from '#domain/stocktake.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Icon } from '#ui/Icon.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
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
  { key: 'scope', title: 'Scope', cell: (row) => <span className="lg:whitespace-nowrap">{row.scope_name}</span> },
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

const menu: Column<Stocktake> = {
  key: 'actions',
  title: <span className="sr-only">Actions</span>,
  card: 'menu',
  cell: (row) => (
    <RowMenu of={row.ref}>
      <Link to={`/inventory/stocktakes/${row._id}`}>View</Link>
      <Link to={`/warehouses/${row.warehouse_id}/products`}>View warehouse</Link>
    </RowMenu>
  ),
};

/** All stocktakes, the newest first (STK-36). */
export function Screen() {
  const control = usePrintedList(useListState(20, { status: '' }, true));
  const { state, set, turning } = control;
  const status = STOCKTAKE_STATUSES.find((one) => one === state.filters.status);
  const go = useGo();
  const query = useQuery({
    ...queryFor(stocktakesAll, {
      status,
      ...(state.search ? { search: state.search } : {}),
      page: String(state.page),
      per_page: String(state.per_page),
    }),
    placeholderData: keepPreviousData,
  });
  const answer = query.data?.data;
  return (
    <ListFrame
      name="stocktake"
      title="Stocktakes"
      count={answer?.total}
      control={control}
      of={query}
      search="Search stocktakes"
      defaultSort=""
      columns={[NUMBER as Column<Stocktake>, ...columnsOf(answer?.rows ?? []), menu]}
      actions={
        <Gate needs={['count_stock']}>
          <Link to="/inventory/count" className={buttonClasses('primary')}>
            <Icon name="count" />
            Count
          </Link>
        </Gate>
      }
      filterBar={
        <FilterSelect
          label="Status"
          value={status ?? ''}
          onChange={(next) => set({ status: next })}
          blank="All"
          options={STOCKTAKE_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
        />
      }
    >
      {(columns) => (
        <QueryBoundary query={query} rows={12}>
          {(answer) => (
            <PagedTable
              page
              {...turning}
              label="Stocktakes"
              rows={answer.rows}
              total={answer.total}
              keyOf={(row: Stocktake) => row._id}
              columns={columns}
              onOpen={(row: Stocktake) => void go(`/inventory/stocktakes/${row._id}`)}
              empty={
                <NoRows
                  title="No stocktakes found"
                  search={state.search}
                  isFiltered={Boolean(status)}
                  onClear={() => set({ status: '', search: '' })}
                  why="Officers start one under Count."
                />
              }
            />
          )}
        </QueryBoundary>
      )}
    </ListFrame>
  );
}
