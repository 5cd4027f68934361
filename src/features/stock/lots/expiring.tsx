import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { allQuery, queryFor } from '#client/reads/queries.ts';
import { type ExpiringLot, expiringLots, traceLot } from '#contract/stock/lotCalls.ts';
import { warehouse } from '#contract/stock/warehouse.ts';
import { useGo } from '#crud/address.ts';
import { ExportButton, type Sheet } from '#crud/export/ExportButton.tsx';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { Pack } from '#crud/fields/Pack.tsx';
import { splitList } from '#crud/form/formValues.ts';
import { useListState } from '#crud/list/useListState.ts';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { ChipChoice, ReportBar } from '#crud/report/ReportBar.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, oneRule, shortNaira, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { casesNumber, casesText } from '#domain/units.ts';
import { wholeNaira } from '#domain/wholeNaira.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { ReportPage } from '#ui/list/ListPage.tsx';
import { Strip, type StripCell } from '#ui/Strip.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { NOTHING_TO_PRINT, whenReady } from '#ui/whenReady.ts';
import { ExpiryDay } from '../../catalogue/parts/ExpiryDay.tsx';
import { LotLink, traceOf } from '../../catalogue/parts/LotLink.tsx';

const FILTERS = { hub: '', within: '30' };
const WITHIN = [
  { key: '0', label: 'Expired' },
  { key: '30', label: '30 days' },
  { key: '60', label: '60 days' },
  { key: '90', label: '90 days' },
] as const;
type Within = (typeof WITHIN)[number]['key'];

const keyOf = ({ warehouse: hub, product, code, expires }: ExpiringLot) =>
  `${hub._id} ${product._id} ${code} ${expires}`;

/** The lots that expire soon or have expired, the first expired first (LOT-17). */
export function Screen() {
  const { state, set } = useListState(30, FILTERS);
  const within: Within = WITHIN.find((one) => one.key === state.filters.within)?.key ?? '30';
  const hub = state.filters.hub ?? '';
  const traces = useMayAsk(traceLot);
  const go = useGo();
  const query = useQuery({
    ...queryFor(expiringLots, { days: Number(within), warehouse_id: splitList(hub) }),
    placeholderData: keepPreviousData,
  });
  const all = query.data?.data.rows ?? [];
  // The server's answer for 0 days also has the lots that expire today.
  const rows = within === '0' ? all.filter((row) => row.days < 0) : all;
  return (
    <ReportPage
      title="Expiring"
      note="Goods that are tracked by lot. A lot can be sold until the end of its day."
      actions={
        <>
          <Button icon="print" {...whenReady(rows.length === 0 && NOTHING_TO_PRINT, () => window.print())}>
            Print
          </Button>
          <ExportButton sheet={SHEET} rows={rows} disabled={rows.length === 0} />
        </>
      }
      bar={
        <ReportBar
          on={hub ? 1 : 0}
          opens={false}
          refresh={{ ready: true, busy: query.isFetching, run: () => void query.refetch() }}
        >
          <WarehouseChip value={hub} onChange={(next) => set({ hub: next })} />
          <ChipChoice label="Within" options={WITHIN} value={within} onChange={(next) => set({ within: next })} />
        </ReportBar>
      }
    >
      <QueryCard query={query}>
        {({ count, expired, value }) => (
          <>
            <Strip label="Totals" cells={sumsOf(rows, within === '0' ? expired : count, expired, value)} />
            <Card padded={false} label="Expiring lots">
              {rows.length === 0 ? (
                <EmptyState
                  scene="done"
                  title={within === '0' ? 'Nothing has expired' : 'Nothing expires in this time'}
                />
              ) : (
                <Table
                  cards
                  label="Expiring lots"
                  columns={columnsOf(oneRule(rows.map((row) => row.value ?? '')))}
                  rows={rows}
                  keyOf={keyOf}
                  {...(traces ? { onOpen: (row: ExpiringLot) => void go(...traceOf(row.product, row)) } : {})}
                />
              )}
            </Card>
            {count > rows.length && within !== '0' && (
              <p className="text-sm text-ink-soft">{`The first ${showNumber(rows.length)} of ${showNumber(count)} lots are shown. Choose a hub to see the others.`}</p>
            )}
          </>
        )}
      </QueryCard>
    </ReportPage>
  );
}

const valueIn = (rows: readonly ExpiringLot[]) => rows.reduce((sum, row) => sum + koboOf(row.value ?? '0'), 0);

/**
 * The figures above the list. `value`: the value of all lots of the answer, also of lots that are not listed; naira text, or null for accounts that see no
 * values.
 */
function sumsOf(rows: readonly ExpiringLot[], count: number, expired: number, value: string | null): StripCell[] {
  const gone = rows.filter((row) => row.days < 0);
  // A list that is cut has more lots than rows, so the values of the missing lots are only known as a sum.
  const isAll = rows.length === count;
  const kobo = value === null ? null : isAll ? valueIn(rows) : koboOf(value);
  return [
    {
      label: 'Lots',
      value: showNumber(count),
      note:
        isAll && count > 0 && plural(new Set(rows.map((row) => row.product._id)).size, 'of # product', 'of # products'),
    },
    {
      label: 'Already expired',
      value: showNumber(expired),
      bad: expired > 0,
      note: kobo !== null && gone.length === expired && expired > 0 && `worth ${showNaira(valueIn(gone))}`,
    },
    ...(kobo === null
      ? []
      : [{ label: 'Value at cost', value: wholeNaira(kobo), short: shortNaira(kobo), note: 'of all these lots' }]),
  ];
}

function WarehouseChip({ value, onChange }: { value: string; onChange: (warehouseId: string) => void }) {
  const rows = useQuery(allQuery(warehouse)).data?.data ?? [];
  const options = rows
    .filter((row) => row.parent_type === 'seller' && row.status === 'active')
    .map((row) => ({ value: row._id, label: row.parent.name }));
  return <FilterSelect many label="Hub" blank="All hubs" value={value} onChange={onChange} options={options} />;
}

const columnsOf = (show: (kobo: number) => string): Column<ExpiringLot>[] => [
  {
    key: 'product',
    title: 'Product',
    grow: true,
    card: 'lead',
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Pack product={row.product} size={28} />
        <span className="cut font-medium" title={row.product.name}>
          {row.product.name}
        </span>
      </span>
    ),
  },
  {
    key: 'warehouse',
    title: 'Warehouse',
    grow: true,
    cell: (row) => (
      <span className="cut" title={row.warehouse.name}>
        {row.warehouse.name}
      </span>
    ),
  },
  { key: 'lot', title: 'Lot', cell: (row) => <LotLink product={row.product} lot={row} /> },
  { key: 'expires', title: 'Expires', cell: (row) => <ExpiryDay expires={row.expires} /> },
  {
    key: 'quantity',
    title: 'In stock',
    align: 'right',
    cell: (row) => <span className="figures whitespace-nowrap">{casesText(row.quantity, row.product.case_count)}</span>,
  },
  {
    key: 'value',
    title: 'Value',
    align: 'right',
    card: 'figure',
    cell: (row) => <span className="figures">{row.value === null ? NO_VALUE : show(koboOf(row.value))}</span>,
  },
];

const SHEET: Sheet<ExpiringLot> = {
  name: 'Expiring',
  columns: [
    { title: 'Product', value: (row) => row.product.name },
    { title: 'Hub', value: (row) => row.warehouse.name },
    { title: 'Lot', value: (row) => row.code },
    { title: 'Expires', value: (row) => row.expires },
    { title: 'Days left', value: (row) => row.days },
    { title: 'Cases in stock', value: (row) => casesNumber(row.quantity, row.product.case_count, 2) },
    { title: 'Value at cost', value: (row) => (row.value === null ? null : Number(row.value)) },
  ],
};
