import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allQuery, queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { location } from '#contract/network/location.ts';
import { type FulfilmentRow, fulfilmentOfBuyers, fulfilmentOfLocations } from '#contract/orders/fulfilmentCalls.ts';
import { useGo } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { useManufacturerOptions } from '#crud/fields/pickers.ts';
import { Link } from '#crud/Link.tsx';
import { NoneFound } from '#crud/list/NoneFound.tsx';
import { PrintButton, usePrintedList } from '#crud/list/PrintList.tsx';
import { useListState } from '#crud/list/useListState.ts';
import type { Address } from '#crud/paths.ts';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { sameTexts } from '#crud/texts.ts';
import { FULFILMENT_PAGE_SIZES } from '#domain/limits.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { FailedState, RowsOfBefore, SkeletonRows } from '#ui/feedback/States.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { ReportPage } from '#ui/list/ListPage.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { ReportTabs } from '#ui/Tabs.tsx';
import { type LeadColumn, Matrix } from '#ui/tables/Matrix.tsx';
import { Pager } from '#ui/tables/Pager.tsx';
import { FulfilmentCards } from './fulfilmentCards.tsx';
import { Key, leftOutText, tickOf } from './fulfilmentMarks.tsx';

const TABS = [
  { key: 'locations', title: 'Locations' },
  { key: 'buyers', title: 'Buyers' },
] as const;
const listOf = (text: string) => text.split(',').filter(Boolean);

/** Which retailer or location ordered from which manufacturer (FUL-01 to FUL-07). */
export function Screen() {
  const control = usePrintedList(useListState(50, { tab: 'locations', manufacturers: '', locations: '', all: '' }));
  const { state, set, turning } = control;
  const tab = state.filters.tab === 'buyers' ? 'buyers' : 'locations';
  const makers = listOf(state.filters.manufacturers ?? '');
  const places = listOf(state.filters.locations ?? '');
  const makerOptions = useManufacturerOptions(makers);
  const locations = useQuery(allQuery(location));
  const call = tab === 'buyers' ? fulfilmentOfBuyers : fulfilmentOfLocations;
  const input = {
    ...(state.search ? { search: state.search } : {}),
    ...(makers.length > 0 ? { manufacturer_id: makers } : {}),
    ...(places.length > 0 ? { location_id: places } : {}),
    ...(state.filters.all ? {} : { ordered: true }),
  };
  const query = useQuery({
    ...queryFor(call, { ...input, page: String(state.page), per_page: String(state.per_page) }),
    placeholderData: keepPreviousData,
  });
  const data = query.data?.data;
  const answer = data && 'rows' in data ? data : null;
  const columns = answer?.columns ?? NONE;
  const rows = answer?.rows ?? [];
  const before = (state.page - 1) * state.per_page;
  return (
    <ReportPage
      title="Fulfilment"
      note={sameTexts.buyer}
      tabs={<ReportTabs label="Fulfilment of" tabs={TABS} current={tab} onPick={(key) => set({ tab: key })} />}
      bar={
        <FilterBar
          on={makers.length + places.length}
          search={
            <SearchBox
              label="Search by name, phone or location"
              // The whole words have no room in the field.
              placeholder="Search"
              value={state.search}
              onSearch={(search) => set({ search })}
            />
          }
        >
          <FilterSelect
            many
            label="Manufacturers"
            blank="All manufacturers"
            value={makers.join(',')}
            onChange={(manufacturers) => set({ manufacturers })}
            options={makerOptions.options}
          />
          <FilterSelect
            many
            label="Locations"
            blank="All locations"
            value={places.join(',')}
            onChange={(locations) => set({ locations })}
            options={(locations.data?.data ?? []).map((row) => ({
              value: row._id,
              label: row.name,
              note: row.state,
            }))}
          />
          <SwitchField
            filters
            label="Only with orders"
            checked={!state.filters.all}
            onChange={(on) => set({ all: on ? '' : '1' })}
          />
        </FilterBar>
      }
      actions={
        <>
          <PrintButton control={control} count={answer?.total} of={query} />
          <ExportButton
            sheet={sheetOf(tab, columns)}
            disabled={rows.length === 0}
            notes={state.search ? [`Search: ${state.search}`] : []}
            read={async ({ page, per_page }, signal) => {
              const part = await callApi(
                call,
                { ...input, page: String(page), per_page: String(per_page) },
                { signal },
              );
              return 'rows' in part ? part : { rows: part.data, total: part.data.length };
            }}
          />
        </>
      }
    >
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      <Card padded={false} label="Order Fulfilment">
        {query.isPlaceholderData && <RowsOfBefore />}
        {query.isPending ? (
          <SkeletonRows />
        ) : !answer ? (
          <FailedState title="Route fulfilment unavailable" onRetry={() => void query.refetch()} />
        ) : rows.length === 0 ? (
          <NoneFound
            title="No order fulfilment found"
            of={['search', 'manufacturers', 'locations']}
            why="No orders match these days."
          >
            {answer.left_out && answer.left_out.rows > 0 && (
              <Button onClick={() => set({ all: '1' })}>
                {plural(answer.left_out.rows, 'Show # without an order', 'Show # without an order')}
              </Button>
            )}
          </NoneFound>
        ) : (
          <>
            <Key leftOut={leftOutText(tab, answer.left_out)} />
            <Rows tab={tab} rows={rows} columns={columns} before={before} />
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
    </ReportPage>
  );
}

interface RowsProps {
  tab: 'locations' | 'buyers';
  rows: readonly FulfilmentRow[];
  columns: readonly { _id: string; name: string }[];
  /** The number of rows on the pages before. */
  before: number;
}

/** The rows as a matrix. A phone shows cards, because a phone has the width of only one and a half columns. */
function Rows({ tab, rows, columns, before }: RowsProps) {
  const parts = useMemo(
    () => ({
      lead: [
        numbered(before),
        ...(tab === 'buyers' ? [...BUYER_COLUMNS, summaryColumn(columns.length)] : LOCATION_COLUMNS),
      ],
      many: columns.map(({ _id, name }) => ({ key: _id, title: name })),
    }),
    [before, tab, columns],
  );
  const model = tab === 'buyers' ? 'buyer' : 'location';
  const opens = useCan(RECORDS[model].needs);
  const go = useGo();
  const onOpen = useMemo(
    () => (opens ? (row: FulfilmentRow) => void go(RECORDS[model].to(row._id)) : undefined),
    [opens, go, model],
  );
  const own = { label: 'Order Fulfilment', rows, onOpen };
  return useMedia(PHONE) ? (
    <FulfilmentCards {...own} lead={tab === 'buyers' ? BUYER_COLUMNS : LOCATION_COLUMNS} makers={columns} />
  ) : (
    <Matrix {...own} keyOf={idOf} cell={tickOf} {...parts} />
  );
}

/** The width in CSS below which lists show cards, as in theme/cards.css. */
const PHONE = 'screen and (width < 40rem)';
const NONE: readonly { _id: string; name: string }[] = [];
const idOf = (row: FulfilmentRow) => row._id;
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

/** The page that a row opens, and the right that the page needs. */
const RECORDS = {
  buyer: { to: (id: string): Address => `/buyers/${id}/orders`, needs: 'view_buyers' },
  location: { to: (id: string): Address => `/locations/${id}/update`, needs: 'update_location' },
} as const;

/** The name, which links to the record for people who may see the record. */
function Name({ of, model }: { of: FulfilmentRow; model: 'buyer' | 'location' }) {
  const { to, needs } = RECORDS[model];
  return useCan(needs) ? (
    <Link to={to(of._id)} className="touch-tap row-link" title={of.name}>
      {/* The name may take both lines of the row. */}
      <span className="cut wraps">{of.name}</span>
    </Link>
  ) : (
    <span className="cut wraps font-medium" title={of.name}>
      {of.name}
    </span>
  );
}
const nameOf = (title: string, model: 'buyer' | 'location'): LeadColumn<FulfilmentRow> => ({
  key: 'name',
  title,
  grow: true,
  cell: (row) => <Name of={row} model={model} />,
});
const LOCATION_COLUMNS: readonly LeadColumn<FulfilmentRow>[] = [nameOf('Location', 'location')];
const BUYER_COLUMNS: readonly LeadColumn<FulfilmentRow>[] = [
  nameOf('Buyer', 'buyer'),
  {
    key: 'phone',
    title: 'Phone',
    width: 11,
    cell: (row) => row.phone && <PhoneLink phone={row.phone} inLine />,
  },
  { key: 'location', title: 'Location', width: 8, cell: (row) => row.location?.name ?? NO_VALUE },
];

/** "{found} of {columns}" (B5.14). */
const summaryOf = (row: FulfilmentRow, columns: number) =>
  `${Object.values(row.manufacturers).filter((one) => one.found).length} of ${columns}`;

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
