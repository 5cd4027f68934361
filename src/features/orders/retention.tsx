import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { orderRetention, type RetainedBuyer } from '#contract/people/retentionCalls.ts';
import { useGo } from '#crud/address.ts';
import { ExportButton, type Sheet } from '#crud/export/ExportButton.tsx';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { useManufacturerOptions } from '#crud/fields/pickers.ts';
import { NoneFound } from '#crud/list/NoneFound.tsx';
import { PrintButton, usePrintedList } from '#crud/list/PrintList.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { ChipChoice, ReportBar } from '#crud/report/ReportBar.tsx';
import { emptyTexts, sameTexts } from '#crud/texts.ts';
import { BUYER_CATEGORIES, CATEGORY_LABEL } from '#domain/buyerCategory.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showDate } from '#domain/longTime.ts';
import { koboOf, oneRule, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { dateFilters } from '#domain/orderFilters.ts';
import { PERIODS } from '#domain/periods.ts';
import { RETENTION_KINDS, RETENTION_LABEL } from '#domain/retention.ts';
import { DAY, dateInput, fromInput, startOfDay } from '#domain/time.ts';
import { Card } from '#ui/Card.tsx';
import { FILTER_BAR } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { ReportPage } from '#ui/list/ListPage.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { dayText } from '#ui/when.ts';
import { RetailerLink } from './parts/RetailerLink.tsx';
import { useHubs } from './parts/useHubs.ts';
import { type PeriodRow, RetentionPlot } from './retentionPlot.tsx';

const HEAD = { title: 'Buyer Retention', note: sameTexts.buyer } as const;

/** Retention of retailers (RPT-15, B7.5 to B7.8), by default the last 12 weeks by week. */
export function Screen() {
  const today = startOfDay(Math.floor(Date.now() / 1_000));
  const control = usePrintedList(
    useListState(20, {
      kind: 'week',
      from: dateInput(today + DAY - 12 * PERIODS.week),
      to: dateInput(today),
      seller: '',
      manufacturer: '',
      category: '',
    }),
  );
  const { state, set, turning } = control;
  const { kind = 'week', from = '', to = '', seller = '', manufacturer = '', category = '' } = state.filters;
  const [start, end] = [fromInput(from), fromInput(to)];
  const fault = rangeFault(from, to, dateInput(today));
  const ready = start !== null && end !== null && start <= end && !fault;
  const seesRetailers = useCan('view_buyers');
  const go = useGo();
  const hubs = useHubs();
  const makers = useManufacturerOptions(manufacturer ? [manufacturer] : []);
  const input = {
    kind,
    from_timestamp: start ?? 0,
    to_timestamp: (end ?? 0) + DAY,
    ...(seller ? { seller_id: seller } : {}),
    ...(manufacturer ? { manufacturer_id: manufacturer } : {}),
    ...(category ? { category } : {}),
    ...(state.search ? { search: state.search } : {}),
  };
  const query = useQuery({
    ...queryFor(orderRetention, { ...input, page: String(state.page), per_page: String(state.per_page) }),
    enabled: ready,
    placeholderData: keepPreviousData,
  });
  const again = { ready, busy: query.isFetching, run: () => void query.refetch() };
  const answer = query.data?.data;
  const buyers = answer?.buyers ?? [];
  return (
    <ReportPage
      {...HEAD}
      actions={
        <>
          <PrintButton control={control} count={answer?.total} of={query} />
          <ExportButton
            sheet={sheetOf(answer?.periods ?? [])}
            // The periods of an older response are not those of the filter.
            disabled={!ready || buyers.length === 0 || query.isPlaceholderData}
            // The export uses one response, because the server computes all retailers for any page.
            read={async (_page, signal) => {
              const answer = await callApi(orderRetention, input, { signal });
              return { rows: answer.buyers, total: answer.total };
            }}
          />
        </>
      }
      bar={
        <ReportBar on={[seller, manufacturer].filter(Boolean).length} opens={!ready} refresh={again}>
          <DateRange from={from} to={to} max={dateInput(today)} onChange={(range) => set(dateFilters(range))} />
          <FilterSelect
            label="Period"
            value={kind}
            none="week"
            tells
            onChange={(next) => set({ kind: next })}
            options={RETENTION_KINDS.map((one) => ({ value: one, label: RETENTION_LABEL[one] }))}
          />
          <FilterSelect
            label="Hub"
            value={seller}
            onChange={(next) => set({ seller: next })}
            blank="All"
            options={hubs.options}
          />
          <FilterSelect
            label="Manufacturer"
            value={manufacturer}
            onChange={(next) => set({ manufacturer: next })}
            blank="All"
            options={makers.options}
          />
        </ReportBar>
      }
    >
      <QueryCard
        query={query}
        instead={!ready && <EmptyState title={fault ? emptyTexts.wrongDates : emptyTexts.dates} />}
      >
        {(answer) => (
          <>
            <RetentionPlot periods={answer.periods} />
            <Periods rows={answer.periods} />
            <ChipChoice
              label="Category"
              options={BUYER_CATEGORIES.map((key) => ({
                key,
                label: `${CATEGORY_LABEL[key]} ${answer.categories[key] ?? 0}`,
              }))}
              value={category || null}
              onChange={(key) => set({ category: category === key ? '' : key })}
            />
            <Card padded={false} label="Retailers">
              <div className={FILTER_BAR}>
                <SearchBox label="Search retailers" value={state.search} onSearch={(search) => set({ search })} />
              </div>
              <PagedTable
                {...turning}
                cards="phone"
                label="Retailers"
                rows={buyers}
                total={answer.total}
                keyOf={(row) => row._id}
                {...(seesRetailers && { onOpen: (row: RetainedBuyer) => void go(`/buyers/${row._id}/orders`) })}
                columns={[
                  ...buyerColumns(ruleOf(buyers)),
                  // The newest period comes first.
                  ...answer.periods
                    .map((period, place) => ({
                      key: String(period.from),
                      title: dayText(period.from),
                      align: 'right' as const,
                      card: 'fact' as const,
                      cell: (row: RetainedBuyer) => <Cell cell={row.periods[place]} />,
                    }))
                    .toReversed(),
                ]}
                empty={<NoneFound title={emptyTexts.retailers} of={['search', 'seller', 'manufacturer']} />}
              />
            </Card>
          </>
        )}
      </QueryCard>
    </ReportPage>
  );
}

const count = (key: 'active' | 'new' | 'returning' | 'retained', title: string): Column<PeriodRow> => ({
  key,
  title,
  align: 'right',
  cell: (row) => showNumber(row[key]),
});
/** "26 Oct to 1 Nov", or the one day. `to` is the second after the period. The export keeps the documents' form. */
function spanText({ from, to }: PeriodRow): string {
  const [first, last] = [dayText(from), dayText(to - 1)];
  return first === last ? first : `${first} to ${last}`;
}
const PERIOD_COLUMNS: readonly Column<PeriodRow>[] = [
  { key: 'period', title: 'Period', cell: spanText },
  count('active', 'Active'),
  count('new', 'New'),
  count('returning', 'Returning'),
  count('retained', 'Retained'),
  {
    key: 'rate',
    title: 'Retention',
    align: 'right',
    word: 'Retention',
    cell: (row) =>
      row.retention_rate === null ? NO_VALUE : `${showNumber(Math.round(row.retention_rate * 1_000) / 10)}%`,
  },
];

/** The newest period comes first. */
const Periods = ({ rows }: { rows: readonly PeriodRow[] }) => (
  <Card padded={false} label="Periods">
    <Table
      cards="phone"
      label="Periods"
      columns={PERIOD_COLUMNS}
      rows={rows.toReversed()}
      keyOf={(row) => String(row.from)}
    />
  </Card>
);

/** One amount with kobo gives every amount of the table kobo. */
const ruleOf = (rows: readonly RetainedBuyer[]) =>
  oneRule(rows.flatMap(({ order_value, order_average }) => [order_value, order_average]));

const buyerColumns = (show: (kobo: number) => string): readonly Column<RetainedBuyer>[] => [
  { key: 'name', title: 'Retailer', cell: (row) => <RetailerLink _id={row._id} name={row.name} tab="orders" row /> },
  { key: 'phone', title: 'Phone', cell: (row) => <PhoneLink phone={row.phone} /> },
  { key: 'location', title: 'Location', cell: (row) => row.location?.name ?? NO_VALUE },
  { key: 'category', title: 'Category', cell: (row) => CATEGORY_LABEL[row.category] },
  { key: 'orders', title: 'Orders', align: 'right', cell: (row) => row.order_count },
  {
    key: 'value',
    title: 'Value',
    align: 'right',
    card: 'figure',
    word: 'Value',
    cell: (row) => show(koboOf(row.order_value)),
  },
  {
    key: 'average',
    title: 'Average',
    align: 'right',
    cell: (row) => show(koboOf(row.order_average)),
  },
  {
    key: 'last',
    title: 'Last ordered',
    cell: (row) => (row.last_ordered_on === null ? NO_VALUE : dayText(row.last_ordered_on)),
  },
];

/** The number of orders in one period. Its tooltip is their value. */
function Cell({ cell }: { cell: { count: number; value: string } | undefined }) {
  if (!cell || cell.count === 0) return <span className="no-value text-ink-faint">{NO_VALUE}</span>;
  return <span title={showNaira(cell.value)}>{cell.count}</span>;
}

/** The columns of the export: those of the screen, further fields of the response, and the orders of each period (B7.8). */
const sheetOf = (periods: readonly PeriodRow[]): Sheet<RetainedBuyer> => ({
  name: 'Buyer retention',
  columns: [
    { title: 'Retailer', value: (row) => row.name },
    { title: 'Phone', value: (row) => row.phone },
    { title: 'Location', value: (row) => row.location?.name ?? '' },
    { title: 'Category', value: (row) => CATEGORY_LABEL[row.category] },
    { title: 'Orders', value: (row) => row.order_count },
    { title: 'Value', value: (row) => Number(row.order_value) },
    { title: 'Average', value: (row) => Number(row.order_average) },
    { title: 'Last ordered', value: (row) => (row.last_ordered_on === null ? '' : showDate(row.last_ordered_on)) },
    { title: 'Cancelled', value: (row) => row.cancelled_count },
    { title: 'Carts', value: (row) => row.cart_count },
    { title: 'Items', value: (row) => row.order_items ?? '' },
    ...periods.map(({ label }, place) => ({
      title: label,
      value: (row: RetainedBuyer) => row.periods[place]?.count ?? 0,
    })),
  ],
});
