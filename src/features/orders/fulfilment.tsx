import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allQuery, queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { location } from '#contract/network/location.ts';
import { type FulfilmentRow, fulfilmentOfBuyers, fulfilmentOfLocations } from '#contract/orders/fulfilmentCalls.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { byLabel, useManufacturerOptions } from '#crud/fields/pickers.ts';
import { ClearFilters } from '#crud/list/ClearFilters.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { FULFILMENT_PAGE_SIZES } from '#domain/limits.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { waitText } from '#domain/longTime.ts';
import { plural } from '#domain/plural.ts';
import { DAY } from '#domain/time.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState, FailedState, RowsOfBefore, SkeletonRows } from '#ui/feedback/States.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import { MultiPicker } from '#ui/fields/MultiPicker.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { Page } from '#ui/Page.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { type LeadColumn, Matrix } from '#ui/tables/Matrix.tsx';
import { Pager } from '#ui/tables/Pager.tsx';

const TABS = [
  { key: 'locations', title: 'Locations' },
  { key: 'buyers', title: 'Buyers' },
] as const;
const listOf = (text: string) => text.split(',').filter(Boolean);

/** Which retailer or location ordered from which manufacturer (FUL-01 to FUL-07). */
export function Screen() {
  const { state, set, turning } = useListState(50, {
    tab: 'locations',
    manufacturers: '',
    locations: '',
    all: '',
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
    ...(state.filters.all ? {} : { ordered: true }),
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
        <div className="[&>.filter-bar]:px-3 sm:[&>.filter-bar]:px-5">
          <FilterBar
            on={makers.length + places.length}
            search={
              <SearchBox
                label="Search name, phone or location"
                placeholder="Search"
                value={state.search}
                onSearch={(search) => set({ search })}
              />
            }
          >
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
              options={(locations.data?.data ?? []).map((row) => ({
                value: row._id,
                label: row.name,
                note: row.state,
              }))}
              matches={byLabel}
            />
            <SwitchField
              label="Only with orders"
              checked={!state.filters.all}
              onChange={(on) => set({ all: on ? '' : '1' })}
            />
          </FilterBar>
        </div>
        {query.isPlaceholderData && <RowsOfBefore />}
        {query.isPending ? (
          <SkeletonRows />
        ) : !answer ? (
          <FailedState title="Route fulfilment unavailable" onRetry={() => void query.refetch()} />
        ) : rows.length === 0 ? (
          <EmptyState scene="find" title="No order fulfilment found">
            {answer.left_out && answer.left_out.rows > 0 ? (
              <Button onClick={() => set({ all: '1' })}>
                {plural(answer.left_out.rows, 'Show # without an order', 'Show # without an order')}
              </Button>
            ) : (
              <ClearFilters of={['search', 'manufacturers', 'locations']} />
            )}
          </EmptyState>
        ) : (
          <>
            <Key leftOut={leftOutText(tab, answer.left_out)} />
            <Matrix label="Order Fulfilment" rows={rows} keyOf={idOf} cell={tickOf} {...parts} />
          </>
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
const tickOf = (row: FulfilmentRow, maker: string) => {
  const cell = row.manufacturers[maker];
  return cell?.open_since === undefined ? (
    <Tick found={cell?.found ?? false} />
  ) : (
    <Open age={Math.max(0, Math.floor(Date.now() / 1_000) - cell.open_since)} />
  );
};
const numbered = (before: number): LeadColumn<FulfilmentRow> => ({
  key: '#',
  title: '#',
  cell: (_row, index) => <span className="text-ink-faint">{before + index + 1}</span>,
});
const summaryColumn = (columns: number): LeadColumn<FulfilmentRow> => ({
  key: 'summary',
  title: 'Summary',
  width: 6,
  cell: (row) => summaryOf(row, columns),
});

const NAME = (title: string): LeadColumn<FulfilmentRow> => ({
  key: 'name',
  title,
  grow: true,
  cell: (row) => <span className="font-semibold">{row.name}</span>,
});
const BUYER_COLUMNS: readonly LeadColumn<FulfilmentRow>[] = [
  NAME('Buyer'),
  { key: 'phone', title: 'Phone', width: 8, cell: (row) => row.phone ?? '' },
  { key: 'location', title: 'Location', width: 8, cell: (row) => row.location?.name ?? NO_VALUE },
];

/** "{found} of {columns}" (B5.14). */
const summaryOf = (row: FulfilmentRow, columns: number) =>
  `${Object.values(row.manufacturers).filter((one) => one.found).length} of ${columns}`;

function Tick({ found }: { found: boolean }) {
  return <span role="img" aria-label={found ? 'Found' : 'Not found'} className={found ? 'tick tick-found' : 'tick'} />;
}

const shortAge = (seconds: number) =>
  seconds < DAY ? `${Math.max(1, Math.floor(seconds / 3_600))} h` : `${Math.floor(seconds / DAY)} d`;
/** Amber and red as for pending orders (B5.10). */
const openLook = (seconds: number) =>
  classes(
    'figures inline-grid h-7 min-w-7 place-items-center rounded-full px-1.5 align-middle text-xs font-semibold',
    seconds > 2 * DAY ? 'bg-bad-soft text-bad' : seconds > DAY ? 'bg-wait-soft text-wait' : 'bg-good-soft text-good',
  );

/** An order that still waits: how long its oldest one has waited. */
function Open({ age }: { age: number }) {
  return (
    <span role="img" aria-label={`Found, open for ${waitText(age)}`} className={openLook(age)}>
      {shortAge(age)}
    </span>
  );
}

/** "Left out: 12 locations, 5 manufacturers without orders" */
function leftOutText(tab: 'locations' | 'buyers', leftOut: { rows: number; columns: number } | undefined): string {
  if (!leftOut || leftOut.rows + leftOut.columns === 0) return '';
  const rows =
    tab === 'buyers'
      ? plural(leftOut.rows, '# retailer', '# retailers')
      : plural(leftOut.rows, '# location', '# locations');
  return `Left out: ${rows}, ${plural(leftOut.columns, '# manufacturer', '# manufacturers')} without orders`;
}

/** What the ticks and ages mean, and what is left out. */
function Key({ leftOut }: { leftOut: string }) {
  const parts = [
    [<span key="found" className="tick tick-found" />, 'ordered'],
    [<span key="none" className="tick" />, 'not ordered'],
    ...[
      [20 * 3_600, 'order open'],
      [1.5 * DAY, 'open over 24 hours'],
      [3 * DAY, 'open over 48 hours'],
    ].map(([age, words]) => [
      <span key={words} className={openLook(Number(age))}>
        {shortAge(Number(age))}
      </span>,
      words,
    ]),
  ] as const;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-b px-5 py-2 text-sm text-ink-soft">
      <ul aria-label="Legend" className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {parts.map(([mark, words]) => (
          <li key={String(words)} className="flex items-center gap-2">
            {mark}
            {words}
          </li>
        ))}
      </ul>
      {leftOut && <p className="text-ink-faint">{leftOut}</p>}
    </div>
  );
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
