import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { COVER_ROWS, type CoverRow, coverAll } from '#contract/purchasing/coverCalls.ts';
import { useGo } from '#crud/address.ts';
import { ExportButton, type Sheet } from '#crud/export/ExportButton.tsx';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { splitList } from '#crud/form/formValues.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useCan, useContact } from '#crud/query/useSession.ts';
import { ChipChoice, ReportBar } from '#crud/report/ReportBar.tsx';
import { shortNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { casesNumber } from '#domain/units.ts';
import { wholeNaira } from '#domain/wholeNaira.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState, Notice } from '#ui/feedback/States.tsx';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { ReportPage } from '#ui/list/ListPage.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { Strip } from '#ui/Strip.tsx';
import { NOTHING_TO_PRINT, whenReady } from '#ui/whenReady.ts';
import { usePartyOptions } from '../../stock/parts/parties.ts';
import { Goods } from './Goods.tsx';
import { casesIn, keyOf, orderAtCases, orderable, sorted, type TypedCases, worthOf } from './rows.ts';

const OrderDialog = lazyPart(() => import('./OrderDialog.tsx'), 'OrderDialog');
const RuleDialog = lazyPart(() => import('./RuleDialog.tsx'), 'RuleDialog');

const FILTERS = { hub: '', show: 'order' };
const SHOW = [
  { key: 'order', label: 'To order' },
  { key: 'supplier', label: 'By supplier' },
  { key: 'all', label: 'All goods' },
] as const;

/** The goods that run out at each hub, the most urgent first, with the supplier and the quantity to order (COV-20, COV-21). */
export function Screen() {
  const { state, set } = useListState(30, FILTERS);
  const show = SHOW.find(({ key }) => key === state.filters.show)?.key ?? 'order';
  const hub = state.filters.hub ?? '';
  const [typed, setTyped] = useState<TypedCases>({});
  const [ordering, setOrdering] = useState<readonly CoverRow[] | null>(null);
  /** The rows to order are those of the whole page. */
  const [asks, setAsks] = useState(false);
  const order = (these: readonly CoverRow[], isWhole = false) => {
    setAsks(isWhole);
    setOrdering(these);
  };
  const [ruling, setRuling] = useState<CoverRow | null>(null);
  const orders = useCan('order_goods');
  const isOff = !useContact().online && orders;
  const isPhone = useMedia('(width < 40rem)');
  const go = useGo();
  const query = useQuery({
    ...queryFor(coverAll, { seller_id: splitList(hub), show: show === 'all' ? 'all' : 'order' }),
    placeholderData: keepPreviousData,
  });
  // Without a stored copy there is no list to read.
  const isAway = isOff && query.data !== undefined;
  const rows = sorted(query.data?.data.rows ?? [], show);
  const ready = orderable(rows, typed);
  const lead = (ids: readonly string[]) => {
    setTyped({});
    void (ids.length === 1 ? go(`/purchase-orders/${ids[0]}`) : go('/purchase-orders'));
  };
  return (
    <ReportPage
      title="Running Out"
      note={<HowLong isAway={isAway} />}
      actions={
        <>
          <Button icon="print" {...whenReady(rows.length === 0 && NOTHING_TO_PRINT, () => window.print())}>
            Print
          </Button>
          <ExportButton sheet={SHEET} rows={rows} disabled={rows.length === 0} />
          {orders && (query.data || query.isPending) && (
            <ServerButton
              look={show === 'all' ? 'plain' : 'primary'}
              icon="truck"
              {...whenReady(ready.length === 0 && 'No goods have to be ordered now.', () => order(ready, true))}
            >
              {/* The text has a minimum width, so that the button keeps its width when the figure arrives. */}
              {/* Each figure has a new key. React would otherwise keep the element, and its newly centred text would count as a layout shift. */}
              <span key={casesIn(ready, typed)} className="keeps min-w-32 text-center max-sm:min-w-0">
                {plural(casesIn(ready, typed), 'Order # case', 'Order # cases')}
              </span>
            </ServerButton>
          )}
        </>
      }
      bar={
        <ReportBar
          on={hub ? 1 : 0}
          opens={false}
          refresh={{ ready: true, busy: query.isFetching, run: () => void query.refetch() }}
        >
          <HubChip value={hub} onChange={(next) => set({ hub: next })} />
          <ChipChoice label="Show" options={SHOW} value={show} onChange={(next) => set({ show: next })} />
        </ReportBar>
      }
    >
      <QueryCard query={query}>
        {(answer) => (
          <>
            <Sums rows={answer.rows} total={answer.total} typed={typed} isOrder={show !== 'all'} />
            <Card padded={false} label="Goods that run out">
              {rows.length === 0 ? (
                <EmptyState scene="done" title={show === 'all' ? 'No goods went out' : 'Nothing to order'}>
                  {show === 'all'
                    ? 'No goods left a hub in the last 28 days.'
                    : 'Stock and goods on the way last long enough for now.'}
                </EmptyState>
              ) : (
                <Goods
                  rows={rows}
                  show={show}
                  typed={typed}
                  onType={(row, text) => setTyped({ ...typed, [keyOf(row)]: text })}
                  onOrder={orders ? order : undefined}
                  onRule={orders ? setRuling : undefined}
                  onMoved={lead}
                />
              )}
            </Card>
            {answer.total > COVER_ROWS && (
              <p className="text-sm text-ink-soft">{`The first ${showNumber(COVER_ROWS)} of ${showNumber(answer.total)} lines are shown. Choose a hub to see the others.`}</p>
            )}
          </>
        )}
      </QueryCard>
      {isAway && isPhone && (
        // A phone shows no note. Below the goods the message moves none of them.
        <Notice tone="wait" icon="cloudOff">
          {AWAY}
        </Notice>
      )}
      <Suspense>
        {ordering && (
          <OrderDialog rows={ordering} typed={typed} asks={asks} onClose={() => setOrdering(null)} onDone={lead} />
        )}
        {ruling && <RuleDialog key={keyOf(ruling)} row={ruling} onClose={() => setRuling(null)} />}
      </Suspense>
    </ReportPage>
  );
}

const AWAY = 'The list can be read without a connection. Ordering needs one.';
const DAYS_LEFT =
  'Days left are worked out from the last 28 days and include goods on the way. Order goods when their days left reach “Order at”.';

/** The note of the page. Both of its texts have one place, so that nothing below moves when the connection goes. */
const HowLong = ({ isAway }: { isAway: boolean }) => (
  <span className="grid *:[grid-area:1/1]">
    <span className={isAway ? 'invisible' : undefined}>{DAYS_LEFT}</span>
    {isAway && (
      <span role="status" className="font-semibold text-wait">
        {AWAY}
      </span>
    )}
  </span>
);

/** The office chooses a hub. An account of a hub sees its own hub only. */
function HubChip({ value, onChange }: { value: string; onChange: (hub: string) => void }) {
  const office = useCan('view_purchase_orders');
  return office ? <HubChoice value={value} onChange={onChange} /> : null;
}
function HubChoice({ value, onChange }: { value: string; onChange: (hub: string) => void }) {
  const { options } = usePartyOptions('seller');
  return <FilterSelect many label="Hub" blank="All hubs" value={value} onChange={onChange} options={options} />;
}

function Sums({
  rows,
  total,
  typed,
  isOrder,
}: {
  rows: readonly CoverRow[];
  total: number;
  typed: TypedCases;
  /** Only goods to order are listed. The home counts the goods that end within 14 days, which are others. */
  isOrder: boolean;
}) {
  const worth = worthOf(rows, typed);
  const suppliers = new Set(rows.flatMap((row) => (row.supplier ? [row.supplier._id] : []))).size;
  return (
    <Strip
      label="Totals"
      cells={[
        {
          label: isOrder ? 'Lines to order' : 'Lines',
          value: showNumber(total),
          note: plural(suppliers, 'of # supplier', 'of # suppliers'),
        },
        {
          label: 'Less than 3 days left',
          value: showNumber(rows.filter((row) => row.days_left < 3).length),
          bad: rows.some((row) => row.days_left < 3),
        },
        { label: 'Cases to order', value: showNumber(casesIn(rows, typed)) },
        ...(worth === null
          ? []
          : [{ label: 'At the last prices', value: wholeNaira(worth), short: shortNaira(worth) }]),
      ]}
    />
  );
}

const SHEET: Sheet<CoverRow> = {
  name: 'Running Out',
  columns: [
    { title: 'Supplier', value: (row) => row.supplier?.name ?? '' },
    { title: 'Hub', value: (row) => row.seller.name },
    { title: 'Product', value: (row) => row.product.name },
    { title: 'Days left', value: (row) => row.days_left },
    { title: 'Cases in stock', value: (row) => casesNumber(row.quantity, row.product.case_count, 2) },
    { title: 'Cases on the way', value: (row) => casesNumber(row.expected, row.product.case_count, 2) },
    { title: 'Cases that went out', value: (row) => casesNumber(row.gone, row.product.case_count, 2) },
    { title: 'Counted days', value: (row) => row.days },
    { title: 'Order at (cases)', value: orderAtCases },
    { title: 'Cases to order', value: (row) => row.order_cases },
    { title: 'Last price', value: (row) => (row.rate === null ? null : Number(row.rate)) },
    { title: 'Another hub has (cases)', value: (row) => row.from?.cases ?? null },
    { title: 'Other hub', value: (row) => row.from?.name ?? '' },
  ],
};
