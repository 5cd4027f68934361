import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allQuery, queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { location } from '#contract/network/location.ts';
import { type FulfilmentRow, fulfilmentOfBuyers, fulfilmentOfLocations } from '#contract/orders/fulfilmentCalls.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { byLabel, useManufacturerOptions } from '#crud/fields/pickers.ts';
import { useListState } from '#crud/list/useListState.ts';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { FULFILMENT_PAGE_SIZES } from '#domain/limits.ts';
import { Card } from '#ui/Card.tsx';
import { FILTER_BAR } from '#ui/classes.ts';
import { EmptyState, FailedState, RowsOfBefore, SkeletonRows } from '#ui/feedback/States.tsx';
import { MultiPicker } from '#ui/fields/MultiPicker.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { Page } from '#ui/Page.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { Matrix } from '#ui/tables/Matrix.tsx';
import { Pager } from '#ui/tables/Pager.tsx';
import type { Column } from '#ui/tables/Table.tsx';

const TABS = [
  { key: 'locations', title: 'Locations' },
  { key: 'buyers', title: 'Buyers' },
] as const;
const listOf = (text: string) => text.split(',').filter(Boolean);

/** The fulfilment report: which retailer ordered from which manufacturer (FUL-01 to FUL-07). */
export function Screen() {
  const { state, set, turning } = useListState(50, {
    tab: 'locations',
    manufacturers: '',
    locations: '',
  });
  const tab = state.filters.tab === 'buyers' ? 'buyers' : 'locations';
  const makers = listOf(state.filters.manufacturers ?? '');
  const places = listOf(state.filters.locations ?? '');
  const makerOptions = useManufacturerOptions(makers);
  const locations = useQuery(allQuery(location));
  const call = tab === 'buyers' ? fulfilmentOfBuyers : fulfilmentOfLocations;
  const asked = {
    ...(state.search ? { search: state.search } : {}),
    ...(makers.length > 0 ? { manufacturer_id: makers } : {}),
    ...(places.length > 0 ? { location_id: places } : {}),
  };
  const query = useQuery({
    ...queryFor(call, { ...asked, page: String(state.page), per_page: String(state.per_page) }),
    placeholderData: keepPreviousData,
  });
  const told = query.data?.data;
  const answer = told && 'rows' in told ? told : null;
  const columns = answer?.columns ?? NONE;
  const rows = answer?.rows ?? [];
  const before = (state.page - 1) * state.per_page;
  const parts = useMemo(
    () => ({
      lead: [
        numbered(before),
        ...(tab === 'buyers' ? [...BUYER_COLUMNS, summaryColumn(columns.length)] : [NAME('Location')]),
      ],
      many: columns.map(({ _id, name }) => ({ key: _id, title: name })),
    }),
    [before, tab, columns],
  );
  return (
    <Page
      title="Order Fulfilment"
      actions={
        <ExportButton
          sheet={sheetOf(tab, columns)}
          disabled={rows.length === 0}
          notes={state.search ? [`Search: ${state.search}`] : []}
          read={async ({ page, per_page }, signal) => {
            const part = await callApi(call, { ...asked, page: String(page), per_page: String(per_page) }, { signal });
            return 'rows' in part ? part : { rows: part.data, total: part.data.length };
          }}
        />
      }
    >
      <Tabs label="Fulfilment of" tabs={TABS} current={tab} onPick={(key) => set({ tab: key })} />
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      <Card padded={false} label="Order Fulfilment">
        <div className={FILTER_BAR}>
          <SearchBox
            label="Search name, phone or location"
            value={state.search}
            onSearch={(search) => set({ search })}
          />
          <MultiPicker
            label="Manufacturers"
            all="All manufacturers"
            value={makers}
            onChange={(next) => set({ manufacturers: next.join(',') })}
            options={makerOptions.options}
            matches={byLabel}
          />
          <MultiPicker
            label="Locations"
            all="All locations"
            value={places}
            onChange={(next) => set({ locations: next.join(',') })}
            options={(locations.data?.data ?? []).map((row) => ({ value: row._id, label: row.name, note: row.state }))}
            matches={byLabel}
          />
        </div>
        {query.isPlaceholderData && <RowsOfBefore />}
        {query.isPending ? (
          <SkeletonRows />
        ) : !answer ? (
          <FailedState title="Route fulfilment unavailable" onRetry={() => void query.refetch()} />
        ) : rows.length === 0 ? (
          <EmptyState icon="search" title="No order fulfilment found" />
        ) : (
          <Matrix label="Order Fulfilment" rows={rows} keyOf={idOf} cell={tickOf} {...parts} />
        )}
        {answer && answer.total > 0 && (
          <Pager
            page={state.page}
            perPage={state.per_page}
            total={answer.total}
            sizes={FULFILMENT_PAGE_SIZES}
            onChange={turning.onTurn}
          />
        )}
      </Card>
    </Page>
  );
}

const NONE: readonly { _id: string; name: string }[] = [];
const idOf = (row: FulfilmentRow) => row._id;
const tickOf = (row: FulfilmentRow, maker: string) => <Tick found={row.manufacturers[maker]?.found ?? false} />;
const numbered = (before: number): Column<FulfilmentRow> => ({
  key: '#',
  title: '#',
  cell: (_row, index) => <span className="text-ink-faint">{before + index + 1}</span>,
});
const summaryColumn = (columns: number): Column<FulfilmentRow> => ({
  key: 'summary',
  title: 'Summary',
  cell: (row) => summaryOf(row, columns),
});

const NAME = (title: string): Column<FulfilmentRow> => ({
  key: 'name',
  title,
  grow: true,
  cell: (row) => <span className="font-semibold">{row.name}</span>,
});
const BUYER_COLUMNS: readonly Column<FulfilmentRow>[] = [
  NAME('Buyer'),
  { key: 'phone', title: 'Phone', cell: (row) => row.phone ?? '' },
  { key: 'location', title: 'Location', cell: (row) => row.location?.name ?? '-' },
];

/** "{found} of {columns}" (B5.14). */
const summaryOf = (row: FulfilmentRow, columns: number) =>
  `${Object.values(row.manufacturers).filter((one) => one.found).length} of ${columns}`;

function Tick({ found }: { found: boolean }) {
  return <span role="img" aria-label={found ? 'Found' : 'Not found'} className={found ? 'tick tick-found' : 'tick'} />;
}

function sheetOf(tab: 'locations' | 'buyers', columns: readonly { _id: string; name: string }[]) {
  return {
    name: `Order fulfilment of ${tab}`,
    columns: [
      { title: tab === 'buyers' ? 'Buyer' : 'Location', value: (row: FulfilmentRow) => row.name },
      ...(tab === 'buyers'
        ? [
            { title: 'Phone', value: (row: FulfilmentRow) => row.phone ?? '' },
            { title: 'Location', value: (row: FulfilmentRow) => row.location?.name ?? '' },
            { title: 'Summary', value: (row: FulfilmentRow) => summaryOf(row, columns.length) },
          ]
        : []),
      ...columns.map((column) => ({
        title: column.name,
        value: (row: FulfilmentRow) => (row.manufacturers[column._id]?.found ? 'yes' : 'no'),
      })),
    ],
  };
}
