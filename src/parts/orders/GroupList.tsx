import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readingPage } from '#client/queries.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { ExportButton } from '#crud/ExportButton.tsx';
import { NotLoaded, StoredCopy } from '#crud/Saved.tsx';
import type { ListControl } from '#crud/useListState.ts';
import { PAGE_SIZES } from '#domain/limits.ts';
import { Card } from '#ui/Card.tsx';
import { SwitchField } from '#ui/Field.tsx';
import { Pager } from '#ui/Pager.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { EmptyState, SkeletonRows } from '#ui/States.tsx';
import { GroupTable } from './GroupTable.tsx';
import { DETAIL_COLUMNS, GROUP_SHEET, type GroupColumn } from './groupColumns.tsx';

interface Props {
  control: ListControl;
  label: string;
  /** Fields of `order_group/read_all` besides page, search and sort. */
  asked: Readonly<Record<string, string>>;
  defaultSort?: string;
  retailer?: boolean;
  more?: readonly GroupColumn[];
  filterBar?: ReactNode;
}

/** Order groups with search, pages, optional detail columns and export. */
export function GroupList({
  control,
  label,
  asked,
  defaultSort = '-created',
  retailer = true,
  more = [],
  filterBar,
}: Props) {
  const { state, set } = control;
  const [details, setDetails] = useState(false);
  const filter = { ...asked, search: state.search || undefined, sort: state.sort || defaultSort };
  const query = useQuery({
    ...readingPage(orderGroup, { ...filter, page: state.page, per_page: state.per_page }),
    placeholderData: keepPreviousData,
  });
  const answer = query.data?.data;
  return (
    <>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      <Card padded={false} label={label}>
        <div className="flex flex-wrap items-end gap-3 border-b p-3 sm:px-5">
          <SearchBox label="Search orders" value={state.search} onSearch={(search) => set({ search })} />
          {filterBar}
          <SwitchField label="Details" checked={details} onChange={setDetails} />
          <ExportButton sheet={GROUP_SHEET} of={orderGroup} asked={filter} disabled={!answer?.total} />
        </div>
        {answer && answer.total > 0 && (
          <p className="border-b px-5 py-2 text-sm text-ink-faint" role="status">
            {answer.total.toLocaleString('en-NG')} {answer.total === 1 ? 'order' : 'orders'}
          </p>
        )}
        {query.isPending ? (
          <SkeletonRows />
        ) : !answer ? (
          <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
        ) : answer.rows.length === 0 ? (
          <EmptyState icon="search" title="No orders found" />
        ) : (
          <GroupTable
            label={label}
            rows={answer.rows}
            first={(state.page - 1) * state.per_page + 1}
            sort={state.sort || defaultSort}
            onSort={(sort) => set({ sort })}
            retailer={retailer}
            more={[...more, ...(details ? DETAIL_COLUMNS : [])]}
          />
        )}
        {answer && answer.total > 0 && (
          <Pager
            page={state.page}
            perPage={state.per_page}
            total={answer.total}
            sizes={PAGE_SIZES}
            onChange={({ page, per_page }) =>
              set(per_page === state.per_page ? { page: String(page) } : { per_page: String(per_page) })
            }
          />
        )}
      </Card>
    </>
  );
}
