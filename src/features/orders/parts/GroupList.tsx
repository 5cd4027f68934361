import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { pageQuery } from '#client/reads/queries.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useGo } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { ListFrame } from '#crud/list/ListFrame.tsx';
import type { ListControl } from '#crud/list/useListState.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { Card } from '#ui/Card.tsx';
import { FILTER_BAR } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { NUMBER } from '#ui/tables/Table.tsx';
import { GroupActions } from './GroupActions.tsx';
import { DETAIL_COLUMNS, GROUP_SHEET, type GroupColumn, groupColumns } from './groupColumns.tsx';

interface Props {
  control: ListControl;
  label: string;
  /** Fields of `order_group/read_all` other than page, search and sort. Null when the chosen dates are invalid. */
  asked: Readonly<Record<string, string>> | null;
  defaultSort?: string;
  /** Columns next to the date. */
  more?: readonly GroupColumn[];
  filterBar?: ReactNode;
}

const ACTIONS: GroupColumn = {
  key: 'actions',
  card: 'menu',
  title: <span className="sr-only">Actions</span>,
  cell: (row) => <GroupActions row={row} />,
};
const NONE: readonly GroupColumn[] = [];

/** The rows of order groups (ORD-02), the optional columns and the export, for the page of all orders and for a retailer's card. */
function useGroups({ control, label, asked, defaultSort = '-created' }: Props) {
  const { state, set, turning } = control;
  const go = useGo();
  const [details, setDetails] = useState(false);
  const filter = { ...asked, search: state.search || undefined, sort: state.sort || defaultSort };
  const query = useQuery({
    ...pageQuery(orderGroup, { ...filter, page: state.page, per_page: state.per_page }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const answer = asked ? query.data?.data : undefined;
  return {
    details,
    total: answer?.total,
    detailsSwitch: <SwitchField label="Details" checked={details} onChange={setDetails} />,
    exports: <ExportButton sheet={GROUP_SHEET} of={orderGroup} asked={filter} disabled={!answer?.total} />,
    rows: (columns: readonly GroupColumn[], page: boolean) => (
      <QueryBoundary
        query={query}
        rows={page ? 12 : 6}
        instead={!asked && <EmptyState title={emptyTexts.wrongDates} />}
      >
        {(answer) => (
          <PagedTable
            page={page}
            cards
            {...turning}
            label={label}
            rows={answer.rows}
            total={answer.total}
            keyOf={(row: OrderGroupRow) => row._id}
            sort={state.sort || defaultSort}
            onSort={(sort) => set({ sort })}
            onOpen={(row) => void go(`/order-groups/${row._id}`)}
            columns={columns}
            empty={<EmptyState icon="search" title="No orders found" />}
          />
        )}
      </QueryBoundary>
    ),
  };
}

const columnsOf = (retailer: boolean, dated: readonly GroupColumn[], details: boolean): GroupColumn[] => [
  NUMBER,
  ...groupColumns({ retailer, dated }),
  ...(details ? DETAIL_COLUMNS : []),
  ACTIONS,
];

/** All orders: the list is the page. */
export function GroupList(props: Props) {
  const { control, label, defaultSort = '-created', more = NONE, filterBar } = props;
  const { details, total, detailsSwitch, exports, rows } = useGroups(props);
  const columns = useMemo(() => columnsOf(true, more, details), [more, details]);
  return (
    <ListFrame
      name={label}
      title={label}
      count={total}
      control={control}
      search="Search orders"
      columns={columns}
      defaultSort={defaultSort}
      actions={exports}
      filterBar={
        <>
          {filterBar}
          {detailsSwitch}
        </>
      }
    >
      {(shown) => rows(shown, true)}
    </ListFrame>
  );
}

/** The orders of one retailer, in a card beside the retailer's own. */
export function GroupCard(props: Props) {
  const { control, label, more = NONE, filterBar } = props;
  const { details, total, detailsSwitch, exports, rows } = useGroups(props);
  const columns = useMemo(() => columnsOf(false, more, details), [more, details]);
  return (
    <Card padded={false} label={label}>
      <div className={FILTER_BAR}>
        {filterBar}
        <SearchBox label="Search orders" value={control.state.search} onSearch={(search) => control.set({ search })} />
        {detailsSwitch}
        {exports}
      </div>
      {total !== undefined && total > 0 && (
        <p className="border-b px-5 py-2 text-sm text-ink-faint" role="status">
          {total.toLocaleString('en-NG')} {total === 1 ? 'order' : 'orders'}
        </p>
      )}
      {rows(columns, false)}
    </Card>
  );
}
