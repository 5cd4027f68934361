import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { pageQuery } from '#client/reads/queries.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { useGo } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
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
  retailer?: boolean;
  /** Columns next to the date. */
  more?: readonly GroupColumn[];
  filterBar?: ReactNode;
}

/** A table of order groups (ORD-02) with search, pages, optional columns and export, for all orders or those of one retailer. */
export function GroupList({
  control,
  label,
  asked,
  defaultSort = '-created',
  retailer = true,
  more = [],
  filterBar,
}: Props) {
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
  return (
    <Card padded={false} label={label}>
      <div className={FILTER_BAR}>
        {filterBar}
        <SearchBox label="Search orders" value={state.search} onSearch={(search) => set({ search })} />
        <SwitchField label="Details" checked={details} onChange={setDetails} />
        <ExportButton sheet={GROUP_SHEET} of={orderGroup} asked={filter} disabled={!answer?.total} />
      </div>
      {answer && answer.total > 0 && (
        <p className="border-b px-5 py-2 text-sm text-ink-faint" role="status">
          {answer.total.toLocaleString('en-NG')} {answer.total === 1 ? 'order' : 'orders'}
        </p>
      )}
      <QueryBoundary query={query} instead={!asked && <EmptyState title={emptyTexts.wrongDates} />}>
        {(answer) => (
          <PagedTable
            {...turning}
            label={label}
            rows={answer.rows}
            total={answer.total}
            keyOf={(row) => row._id}
            sort={state.sort || defaultSort}
            onSort={(sort) => set({ sort })}
            onOpen={(row) => void go(`/order-groups/${row._id}`)}
            columns={[
              NUMBER,
              ...groupColumns({ retailer, dated: more }),
              ...(details ? DETAIL_COLUMNS : []),
              {
                key: 'actions',
                // Beside a retailer's card there is not enough width, so the amount due stays visible there instead of the actions.
                end: retailer,
                title: <span className="sr-only">Actions</span>,
                cell: (row) => <GroupActions row={row} />,
              },
            ]}
            empty={<EmptyState icon="search" title="No orders found" />}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}
