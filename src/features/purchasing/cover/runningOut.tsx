import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { COVER_ROWS, type CoverRow, coverAll, orderCover } from '#contract/purchasing/coverCalls.ts';
import { useGo } from '#crud/address.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { ExportButton, type Sheet } from '#crud/export/ExportButton.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useCan, useContact } from '#crud/query/useSession.ts';
import { ChipChoice, ReportBar } from '#crud/report/ReportBar.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { shortNaira, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { casesNumber, casesText, showCases } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState, Notice } from '#ui/feedback/States.tsx';
import { FilterSelect } from '#ui/list/FilterSelect.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { Page } from '#ui/Page.tsx';
import { Strip } from '#ui/Strip.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { usePartyOptions } from '../../stock/parts/parties.ts';
import { ProductCell } from '../discrepancies/cells.tsx';
import { CasesField, CoverBar, whyText } from './cells.tsx';
import { bySupplier, casesIn, casesOf, keyOf, linesFor, orderable, type TypedCases, worthOf } from './rows.ts';

const OrderDialog = lazy(async () => ({ default: (await import('./OrderDialog.tsx')).OrderDialog }));
const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }));

const FILTERS = { hub: '', show: 'order' };
const SHOW = [
  { key: 'order', label: 'To order' },
  { key: 'all', label: 'All goods' },
] as const;

/** What runs out at which hub, and what to order from whom (COV-20, COV-21). */
export function Screen() {
  const { state, set } = useListState(30, FILTERS);
  const show = state.filters.show === 'all' ? 'all' : 'order';
  const hub = state.filters.hub || undefined;
  const [typed, setTyped] = useState<TypedCases>({});
  const [ordering, setOrdering] = useState<readonly CoverRow[] | null>(null);
  const [ruling, setRuling] = useState<CoverRow | null>(null);
  const orders = useCan('order_goods');
  const { online } = useContact();
  const go = useGo();
  const query = useQuery({ ...queryFor(coverAll, { seller_id: hub, show }), placeholderData: keepPreviousData });
  const rows = bySupplier(query.data?.data.rows ?? []);
  const ready = orderable(rows, typed);
  const lead = (ids: readonly string[]) => {
    setTyped({});
    void (ids.length === 1 ? go(`/purchase-orders/${ids[0]}`) : go('/purchase-orders'));
  };
  return (
    <Page
      title="Running out"
      note="At the pace of the last 28 days. Goods that are on their way count as there."
      actions={
        <>
          <Button icon="print" disabled={rows.length === 0} onClick={() => window.print()}>
            Print
          </Button>
          <ExportButton sheet={SHEET} rows={rows} disabled={rows.length === 0} />
          {orders && (
            <Button look="primary" disabled={!online || ready.length === 0} onClick={() => setOrdering(ready)}>
              {plural(casesIn(ready, typed), 'Order # case', 'Order # cases')}
            </Button>
          )}
        </>
      }
    >
      <ReportBar
        on={hub ? 1 : 0}
        opens={false}
        refresh={{ ready: true, busy: query.isFetching, run: () => void query.refetch() }}
      >
        <HubChip value={hub ?? ''} onChange={(next) => set({ hub: next })} />
        <ChipChoice label="Show" options={SHOW} value={show} onChange={(next) => set({ show: next })} />
      </ReportBar>
      {orders && !online && (
        <Notice tone="wait" icon="cloudOff">
          The list can be read without a connection. Ordering needs one.
        </Notice>
      )}
      <QueryCard query={query}>
        {(told) => (
          <>
            <Sums rows={told.rows} total={told.total} typed={typed} />
            <Card padded={false} label="Goods that run out">
              {rows.length === 0 ? (
                <EmptyState scene="done" title={show === 'order' ? 'Nothing to order' : 'No goods went out'}>
                  {show === 'order'
                    ? 'Stock and goods on their way last beyond the lead time.'
                    : 'Nothing left a hub in the last 28 days.'}
                </EmptyState>
              ) : (
                <Goods
                  rows={rows}
                  typed={typed}
                  onType={(row, text) => setTyped({ ...typed, [keyOf(row)]: text })}
                  onOrder={orders && online ? setOrdering : undefined}
                  onRule={orders ? setRuling : undefined}
                  onMoved={lead}
                />
              )}
            </Card>
            {told.total > COVER_ROWS && (
              <p className="text-sm text-ink-soft">{`The first ${showNumber(COVER_ROWS)} of ${showNumber(told.total)} lines are shown. Choose a hub to see the others.`}</p>
            )}
          </>
        )}
      </QueryCard>
      <Suspense>
        {ordering && <OrderDialog rows={ordering} typed={typed} onClose={() => setOrdering(null)} onDone={lead} />}
        {ruling && <RuleDialog key={keyOf(ruling)} row={ruling} onClose={() => setRuling(null)} />}
      </Suspense>
    </Page>
  );
}

/** The office chooses a hub; an account of a hub sees its own. */
function HubChip({ value, onChange }: { value: string; onChange: (hub: string) => void }) {
  const office = useCan('view_purchase_orders');
  return office ? <HubChoice value={value} onChange={onChange} /> : null;
}
function HubChoice({ value, onChange }: { value: string; onChange: (hub: string) => void }) {
  const { options } = usePartyOptions('seller');
  return <FilterSelect label="Hub" blank="All hubs" value={value} onChange={onChange} options={options} />;
}

function Sums({ rows, total, typed }: { rows: readonly CoverRow[]; total: number; typed: TypedCases }) {
  const worth = worthOf(rows, typed);
  const suppliers = new Set(rows.flatMap((row) => (row.supplier ? [row.supplier._id] : []))).size;
  return (
    <Strip
      label="Sums"
      cells={[
        { label: 'Lines', value: showNumber(total), note: plural(suppliers, 'of # supplier', 'of # suppliers') },
        {
          label: 'Last less than 3 days',
          value: showNumber(rows.filter((row) => row.days_left < 3).length),
          bad: rows.some((row) => row.days_left < 3),
        },
        { label: 'Cases to order', value: showNumber(casesIn(rows, typed)) },
        ...(worth === null ? [] : [{ label: 'At the last prices', value: showNaira(worth), short: shortNaira(worth) }]),
      ]}
    />
  );
}

interface GoodsProps {
  rows: readonly CoverRow[];
  typed: TypedCases;
  onType: (row: CoverRow, text: string) => void;
  /** Undefined: the person may not order, or there is no connection. */
  onOrder: ((rows: readonly CoverRow[]) => void) | undefined;
  onRule: ((row: CoverRow) => void) | undefined;
  onMoved: (ids: readonly string[]) => void;
}

function Goods({ rows, typed, onType, onOrder, onRule, onMoved }: GoodsProps) {
  const edits = onRule !== undefined;
  const of = (supplier: string | undefined) => rows.filter((row) => row.supplier?._id === supplier);
  return (
    <Table
      cards
      label="Goods that run out"
      columns={columnsOf(typed, edits, onType, onRule, onMoved)}
      rows={rows}
      keyOf={keyOf}
      headOf={(row, before) =>
        before && before.supplier?._id === row.supplier?._id ? null : (
          <SupplierHead rows={of(row.supplier?._id)} typed={typed} onOrder={onOrder} />
        )
      }
    />
  );
}

/** The supplier of the lines below, what they sum up to, and the button that orders them alone. */
function SupplierHead({ rows, typed, onOrder }: Pick<GoodsProps, 'rows' | 'typed' | 'onOrder'>) {
  const supplier = rows[0]?.supplier;
  const worth = worthOf(rows, typed);
  const cases = casesIn(rows, typed);
  const ready = orderable(rows, typed);
  return (
    <span className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="font-semibold">{supplier?.name ?? 'No supplier is known'}</span>
      <span className="flex items-center gap-4 text-sm font-normal text-ink-soft">
        {!supplier && 'Link the product and the hub with a distributor.'}
        <span className="figures">{plural(cases, '# case', '# cases')}</span>
        {worth !== null && <span className="figures">{showNaira(worth)}</span>}
        {onOrder && ready.length > 0 && supplier && (
          <Button look="quiet" aria-label={`Order from ${supplier.name}`} onClick={() => onOrder(ready)}>
            Order
          </Button>
        )}
      </span>
    </span>
  );
}

function columnsOf(
  typed: TypedCases,
  edits: boolean,
  onType: GoodsProps['onType'],
  onRule: GoodsProps['onRule'],
  onMoved: GoodsProps['onMoved'],
): Column<CoverRow>[] {
  return [
    {
      key: 'product',
      title: 'Product',
      grow: true,
      card: 'lead',
      cell: (row) => <ProductCell product={row.product} under={row.seller.name} />,
    },
    {
      key: 'cover',
      title: 'Lasts',
      align: 'right',
      cell: (row) => (
        <span title={whyText(row)}>
          <CoverBar days={row.days_left} />
        </span>
      ),
    },
    {
      key: 'stock',
      title: 'In stock',
      align: 'right',
      cell: (row) => showCases(row.quantity, row.product.case_count, 1),
    },
    {
      key: 'expected',
      title: 'On the way',
      align: 'right',
      aside: 3,
      cell: (row) => (row.expected === 0 ? NO_VALUE : showCases(row.expected, row.product.case_count, 1)),
    },
    {
      key: 'reorder',
      title: 'Order at',
      align: 'right',
      aside: 2,
      cell: (row) => showCases(row.reorder_at, row.product.case_count, 1),
    },
    {
      key: 'order',
      title: 'Cases to order',
      align: 'right',
      cell: (row) =>
        edits ? (
          <CasesField
            row={row}
            value={typed[keyOf(row)] ?? String(row.order_cases)}
            wrong={casesOf(row, typed) === null}
            onChange={(text) => onType(row, text)}
          />
        ) : (
          <span className="figures font-semibold">{row.order_cases}</span>
        ),
    },
    { key: 'from', title: 'Another hub has', aside: 3, cell: (row) => <Spare row={row} onMoved={onMoved} /> },
    {
      key: 'actions',
      title: <span className="sr-only">Actions</span>,
      card: 'menu',
      cell: (row) =>
        onRule && (
          <RowMenu of={`${row.product.name}, ${row.seller.name}`}>
            <button type="button" onClick={() => onRule(row)}>
              Reorder rule
            </button>
          </RowMenu>
        ),
    },
  ];
}

/** A hub with more than it needs. Whoever may make any purchase order moves the goods by one press; for others it is a proposal. */
function Spare({ row, onMoved }: { row: CoverRow; onMoved: GoodsProps['onMoved'] }) {
  const moves = useCan('create_purchase_order');
  const { online } = useContact();
  const { send, busy } = useCommand();
  const { from } = row;
  if (!from) return <span className="text-ink-faint max-sm:hidden">{NO_VALUE}</span>;
  const said = `${plural(from.cases, '# case', '# cases')}, ${from.name}`;
  if (!moves) return <span className="text-sm text-ink-soft">{said}</span>;
  return (
    <Button
      look="quiet"
      disabled={!online || busy}
      title={`Makes a transfer of ${casesText(from.cases * row.product.case_count, row.product.case_count)} to ${row.seller.name}`}
      onClick={() =>
        void send(
          orderCover,
          linesFor(
            [row],
            () => from.cases,
            () => from._id,
          ),
          'Transfer between hubs made. It is open until somebody completes it.',
        ).then((made) => made && onMoved(made.orders.map((one) => one._id)))
      }
    >
      {said}
    </Button>
  );
}

const SHEET: Sheet<CoverRow> = {
  name: 'Running out',
  columns: [
    { title: 'Supplier', value: (row) => row.supplier?.name ?? '' },
    { title: 'Hub', value: (row) => row.seller.name },
    { title: 'Product', value: (row) => row.product.name },
    { title: 'Days left', value: (row) => row.days_left },
    { title: 'Cases in stock', value: (row) => casesNumber(row.quantity, row.product.case_count, 2) },
    { title: 'Cases on the way', value: (row) => casesNumber(row.expected, row.product.case_count, 2) },
    { title: 'Cases that left', value: (row) => casesNumber(row.gone, row.product.case_count, 2) },
    { title: 'Counted days', value: (row) => row.days },
    { title: 'Order at, cases', value: (row) => casesNumber(row.reorder_at, row.product.case_count, 2) },
    { title: 'Cases to order', value: (row) => row.order_cases },
    { title: 'Last price', value: (row) => (row.rate === null ? null : Number(row.rate)) },
    { title: 'Another hub has, cases', value: (row) => row.from?.cases ?? null },
    { title: 'Other hub', value: (row) => row.from?.name ?? '' },
  ],
};
