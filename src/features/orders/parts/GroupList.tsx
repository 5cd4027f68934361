import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { copyFirst, pageQuery } from '#client/reads/queries.ts';
import type { Model } from '#contract/model.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useGo } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { ListFrame } from '#crud/list/ListFrame.tsx';
import type { LeftRow } from '#crud/list/leftList.ts';
import { NoneFound } from '#crud/list/NoneFound.tsx';
import { PeekButton, PeekItem, PeekPanel, peekProps, usePeek } from '#crud/list/Peek.tsx';
import { PrintButton, usePrintedList } from '#crud/list/PrintList.tsx';
import type { ListTab } from '#crud/list/SavedFilters.tsx';
import { ChosenBar, useChosen } from '#crud/list/useChosen.tsx';
import { useLeftPage } from '#crud/list/useLeftPage.ts';
import type { ListControl } from '#crud/list/useListState.ts';
import { useSoonOpened } from '#crud/list/useSoonOpened.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import type { Search } from '#crud/routes.ts';
import { emptyTexts } from '#crud/texts.ts';
import { koboOf, oneRule, showNaira } from '#domain/money.ts';
import { ALWAYS } from '#domain/time.ts';
import { casesFigure } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { Counted } from '#ui/tables/Counted.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { Sum } from '#ui/tables/Pager.tsx';
import { NUMBER } from '#ui/tables/Table.tsx';
import { GroupActions } from './GroupActions.tsx';
import { GroupPeek } from './GroupPeek.tsx';
import { type GroupColumn, groupColumns, ruleOf, sheetOf } from './groupColumns.tsx';
import { groupInput, groupPage } from './groupReads.ts';
import { PayOnly } from './PayOnly.tsx';

// Loaded when the first row is chosen.
const MoveChosen = lazyPart(() => import('./MoveChosen.tsx'), 'MoveChosen');

interface Props {
  control: ListControl;
  label: string;
  /** The line under the title. */
  note?: string;
  /** Fields of `order_group/read_all` other than page, search and sort. Null when the chosen dates are invalid. */
  input: Readonly<Record<string, string>> | null;
  defaultSort?: string;
  /** Columns that are shown beside the date. */
  more?: readonly GroupColumn[];
  filterBar?: ReactNode;
  /** The list is about debts: each row says what is unpaid of it. */
  owing?: boolean;
  /** The filled button of the page. */
  act?: ReactNode;
  /** Filters that everybody sees as tabs. `inputOf` turns the search of a tab into the fields of the call that counts the tab. */
  tabs?: readonly ListTab[];
  inputOf?: (tab: Search) => Readonly<Record<string, string>>;
  /** Shown if the list has no rows although no filter is on. */
  none?: ReactNode;
}

const actionsOf = (peek?: (row: OrderGroupRow) => void): GroupColumn => ({
  key: 'actions',
  card: 'menu',
  title: <span className="sr-only">Actions</span>,
  cell: (row) => (
    <>
      {peek && <PeekButton of={row.ref} onPress={() => peek(row)} />}
      <GroupActions row={row}>{peek && <PeekItem onPress={() => peek(row)} />}</GroupActions>
    </>
  ),
});
const NO_ROWS: readonly OrderGroupRow[] = [];
const NONE: readonly GroupColumn[] = [];

const leftRow = ({ _id }: { _id: string }): LeftRow => ({ id: _id, to: `/order-groups/${_id}` });

/** The rows of order groups (ORD-02), the optional columns and the export, for the page of all orders and for a retailer's card. */
function useGroups({ control: ownControl, label, input, defaultSort = '-created', none }: Props) {
  const control = usePrintedList(ownControl);
  const { state, set, turning } = control;
  const go = useGo();
  const [details, setDetails] = useState(false);
  const filter = groupInput(input, state, defaultSort);
  const query = useQuery({
    ...groupPage(filter, state),
    ...copyFirst,
    enabled: input !== null,
    placeholderData: keepPreviousData,
  });
  const answer = input ? query.data?.data : undefined;
  useLeftPage(orderGroup, filter, state, answer, leftRow);
  const first = answer?.rows[0];
  useSoonOpened(first && `/order-groups/${first._id}`, null);
  const chosen = useChosen({
    rows: answer?.rows ?? [],
    keyOf: (row: OrderGroupRow) => row._id,
    nameOf: (row) => row.ref,
    question: JSON.stringify([input, state.search]),
  });
  const peek = usePeek(answer?.rows ?? NO_ROWS, (row: OrderGroupRow) => row._id, true);
  return {
    control,
    query,
    chosen,
    peek,
    details,
    show: ruleOf(answer?.rows ?? NO_ROWS, details),
    total: answer?.total,
    detailsSwitch: <SwitchField label="Show details" checked={details} onChange={setDetails} />,
    exports: <ExportButton sheet={sheetOf(details)} of={orderGroup} input={filter} disabled={!answer?.total} />,
    rows: (columns: readonly GroupColumn[], page: boolean) => (
      <QueryBoundary
        query={query}
        rows={page ? 12 : 6}
        instead={!input && <EmptyState title={emptyTexts.wrongDates} />}
      >
        {(answer) => (
          <>
            {page && <PayOnly of={answer} isAnswered={!query.isFetching && !query.isPlaceholderData} />}
            <PagedTable
              page={page}
              cards
              {...turning}
              label={label}
              rows={answer.rows}
              total={answer.total}
              sum={answer.sums && <Sums of={answer.sums} />}
              keyOf={(row: OrderGroupRow) => row._id}
              sort={state.sort || defaultSort}
              onSort={(sort) => set({ sort })}
              onOpen={(row) => void go(`/order-groups/${row._id}`)}
              {...(page ? peekProps(peek) : {})}
              columns={columns}
              toneOf={(row) => (chosen.has(row) ? 'is-chosen' : page && row === peek.row ? 'is-peeked' : undefined)}
              empty={
                none || (
                  <NoneFound
                    title="No orders found"
                    why={state.filters.from === undefined ? 'No order waits for its delivery.' : NONE_PLACED}
                  >
                    {state.filters.from !== undefined && state.filters.from !== ALWAYS && (
                      <Button onClick={() => set({ from: ALWAYS, to: '' })}>Show all dates</Button>
                    )}
                  </NoneFound>
                )
              }
            />
          </>
        )}
      </QueryBoundary>
    ),
  };
}

/** The sums of the filtered orders. Carts and cancelled orders do not count, so their filters have no sums. */
function Sums({ of: { total, unpaid, cases } }: { of: Readonly<Record<string, string>> }) {
  if (koboOf(total ?? '0') === 0) return null;
  const show = oneRule([total ?? '0', unpaid ?? '0']);
  return (
    <>
      <Sum name="Cases">{casesFigure(Number(cases))}</Sum>
      <Sum
        name="Order totals"
        rule="The total of all these orders. “Invoice Due” in a row is what is still to be paid."
      >
        {show(koboOf(total ?? '0'))}
      </Sum>
      <Sum name="Unpaid" rule="All these orders, billed or not">
        {show(koboOf(unpaid ?? '0'))}
      </Sum>
    </>
  );
}

const columnsOf = (
  number: GroupColumn,
  of: Parameters<typeof groupColumns>[0],
  peek?: (row: OrderGroupRow) => void,
): GroupColumn[] => [number, ...groupColumns(of), actionsOf(peek)];

/** All orders: the list is the page. */
export function GroupList(props: Props) {
  const {
    label,
    note,
    defaultSort = '-created',
    more: dated = NONE,
    owing = false,
    filterBar,
    act,
    tabs,
    inputOf,
  } = props;
  const { control, query, details, show, total, detailsSwitch, exports, rows, chosen, peek } = useGroups(props);
  const columns = columnsOf(chosen.column, { dated, owing, details, show }, peek.toggle);
  return (
    <ListFrame
      name={label}
      title={label}
      note={note}
      count={total}
      control={control}
      of={query}
      search="Search orders"
      columns={columns}
      defaultSort={defaultSort}
      tabs={tabs}
      questionOf={
        inputOf &&
        ((tab) => pageQuery<Model>(orderGroup, { page: 1, per_page: 1, search: tab.search, ...inputOf(tab) }))
      }
      actions={
        <>
          {exports}
          {act}
        </>
      }
      filterBar={
        <>
          {filterBar}
          {detailsSwitch}
        </>
      }
    >
      {(shown) => (
        <>
          {rows(shown, true)}
          <PeekPanel peek={peek} nameOf={(row) => row.ref} addressOf={(row) => `/order-groups/${row._id}`}>
            {(row) => <GroupPeek row={row} />}
          </PeekPanel>
          <ChosenBar
            chosen={chosen}
            sheet={sheetOf(details)}
            acts={
              <Suspense fallback={null}>
                <MoveChosen rows={chosen.rows} onDone={chosen.clear} />
              </Suspense>
            }
            sum={sumOfChosen(chosen.rows)}
          />
        </>
      )}
    </ListFrame>
  );
}

/** The list shows the due amount of each order. So the sum of the totals is named, and stands beside the unpaid sum. */
const sumOfChosen = (rows: readonly OrderGroupRow[]): string => {
  const total = rows.reduce((sum, row) => sum + koboOf(row.total), 0);
  const unpaid = rows.reduce((sum, row) => sum + Math.max(0, -koboOf(row.outstanding)), 0);
  return `Order totals ${showNaira(total)}, unpaid ${showNaira(unpaid)}`;
};

/** The orders of one retailer in a card, beside the card of the retailer. */
export function GroupCard(props: Props) {
  const { control, label, filterBar } = props;
  const groups = useGroups(props);
  const { details, show, total, detailsSwitch, exports, rows } = groups;
  const columns = useMemo(() => columnsOf(NUMBER, { retailer: false, details, show }), [details, show]);
  return (
    <Card padded={false} label={label}>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 pt-3 sm:px-5">
        <p className="text-base font-semibold" role="status">
          <Counted title={label} count={total} />
        </p>
        <span className="flex gap-2">
          <PrintButton control={groups.control} count={total} of={groups.query} />
          {exports}
        </span>
      </div>
      <div className="[&>.filter-bar]:px-3 sm:[&>.filter-bar]:px-5">
        <FilterBar
          on={['', 'all'].includes(control.state.filters.tag ?? '') ? 0 : 1}
          search={
            <SearchBox
              label="Search orders"
              value={control.state.search}
              onSearch={(search) => control.set({ search })}
              shortcut="/"
            />
          }
        >
          {filterBar}
          {detailsSwitch}
        </FilterBar>
      </div>
      {rows(columns, false)}
    </Card>
  );
}

const NONE_PLACED = 'No order was placed in these days.';
