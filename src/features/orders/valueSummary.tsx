import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type SalesAnswer, salesOfAll } from '#contract/orders/orderReportCalls.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { koboOf, oneRule, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { ORDER_TAGS, type OrderTag, TAG_LABEL } from '#domain/order.ts';
import { groupSales, SALES_BY, SALES_BY_LABEL, type SalesBy, type SoldGroup } from '#domain/orderReports.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { ReportPage } from '#ui/list/ListPage.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { NOTHING_TO_PRINT, whenReady } from '#ui/whenReady.ts';
import { type MoneyName, moneyColumns, someNotBilled } from './billed.ts';
import { DayPlots, useValueByDay } from './dayPlots.tsx';
import { ALL_HUBS, HubPicker, HubRangeBar, useHubRange } from './hubRange.tsx';
import { MoneyStrip } from './moneyStrip.tsx';

const TAGS = [
  { value: '', label: 'All' },
  ...(['delivered', 'completed', 'pending', 'cancelled', 'deleted', 'draft'] as const).map((tag) => ({
    value: tag as string,
    label: TAG_LABEL[tag],
  })),
];

/** The order value summary (RPT-01 to RPT-04). */
export function Screen() {
  const hubRange = useHubRange((search) => ({
    tag: search.tag ?? '',
    by: SALES_BY.find((one) => one === search.by) ?? ('manufacturer' as SalesBy),
  }));
  const { request } = hubRange;
  const { tag, by } = hubRange.more;
  const known = ORDER_TAGS.find((one) => one === request?.tag);
  const query = useQuery({
    ...queryFor(salesOfAll, {
      timestamp_min: request?.from,
      timestamp_max: request?.to,
      seller_id: request?.seller ?? '',
      ...(known ? { tags: [known] } : {}),
    }),
    enabled: request !== null,
  });
  const days = useValueByDay(request, known && [known]);
  const answer = query.data?.data;
  const groups = useMemo(
    () =>
      groupSales(
        (answer?.products ?? []).map((row) => ({ ...row, ...figuresOf(row) })),
        by,
      ),
    [answer, by],
  );
  const rows = useMemo(() => rowsOf(groups, by), [groups, by]);
  const makers = useMemo(() => partsOf(groups), [groups]);
  const some = someNotBilled(answer);
  return (
    <ReportPage
      title="Order Value Summary"
      note={answer && hubRange.days ? `${hubRange.days}. ${countsText(known)}` : '\u00a0'}
      actions={
        <>
          <Button icon="print" {...whenReady(groups.length === 0 && NOTHING_TO_PRINT, () => window.print())}>
            Print
          </Button>
          <ExportButton sheet={sheetOf(some)} rows={rows} disabled={groups.length === 0} />
        </>
      }
      bar={
        <HubRangeBar
          of={hubRange}
          on={[tag, hubRange.seller !== ALL_HUBS].filter(Boolean).length}
          busy={query.isFetching}
          onRefresh={() => void query.refetch()}
        >
          <FilterSelect label="Tag" value={tag} onChange={(next) => hubRange.setMore({ tag: next })} options={TAGS} />
          <FilterSelect
            label="Sales By"
            value={by}
            none="manufacturer"
            tells
            onChange={(next) => hubRange.setMore({ by: next as SalesBy })}
            options={SALES_BY.map((one) => ({ value: one, label: SALES_BY_LABEL[one] }))}
          />
          <HubPicker value={hubRange.seller} onChange={(seller) => hubRange.set({ seller })} />
        </HubRangeBar>
      }
    >
      <QueryCard
        query={query}
        instead={
          !request && (
            <EmptyState scene="board" title="Set filters to fetch order sales">
              <p>Choose the days above, then a status or a hub.</p>
            </EmptyState>
          )
        }
      >
        {(answer) => (
          <>
            <MoneyStrip {...stripOf(answer, known)} />
            <DayPlots
              query={days}
              parts={{
                title: `Amount by ${SALES_BY_LABEL[by].toLowerCase()}`,
                first: SALES_BY_LABEL[by],
                parts: makers,
              }}
            >
              <Card padded={false} label="Sales">
                {groups.length === 0 ? (
                  <EmptyState scene="find" title={emptyTexts.entries}>
                    {emptyTexts.noOrder}
                  </EmptyState>
                ) : (
                  <Table
                    label="Sales"
                    columns={columnsOf(some, ruleOf(rows, some))}
                    rows={rows}
                    keyOf={(row) => `${row.of} ${row._id}`}
                    toneOf={(row) => (row.of === 'group' ? 'bg-surface-sunken font-semibold' : undefined)}
                    foot={<Total groups={groups} rows={rows} some={some} />}
                  />
                )}
              </Card>
            </DayPlots>
          </>
        )}
      </QueryCard>
    </ReportPage>
  );
}

/** Says which orders the summary counts. The Order Summary never counts cancelled orders. */
const countsText = (tag: OrderTag | undefined) =>
  tag ? `Counts ${TAG_LABEL[tag].toLowerCase()} orders.` : 'Unlike Order Summary, it counts cancelled orders too.';

function stripOf(of: SalesAnswer, tag: OrderTag | undefined) {
  const some = koboOf(of.total_cancelled) !== 0;
  return {
    of,
    ofAmount: some && !tag ? `the goods, ${showNaira(of.total_cancelled)} cancelled` : 'the goods',
    notBilled: tag ? '' : some ? 'pending and cancelled orders' : 'pending orders',
  };
}

const partsOf = (groups: readonly SoldGroup[]) => groups.map(({ name, amount }) => ({ name, kobo: amount }));

const figuresOf = (row: Readonly<Record<MoneyName, string>>) => ({
  amount: koboOf(row.amount),
  adjustments: koboOf(row.adjustments),
  billed: koboOf(row.billed),
  not_billed: koboOf(row.not_billed),
});

/** A row: a single product, the subtotal of a manufacturer or brand, or a product under one. */
type Row = Pick<SoldGroup, '_id' | 'name' | 'cases' | 'units' | MoneyName> & { of: 'product' | 'group' | 'part' };

function rowsOf(groups: readonly SoldGroup[], by: SalesBy): Row[] {
  if (by === 'product') return groups.map((group) => ({ ...group, of: 'product' }));
  return groups.flatMap((group) => [
    { ...group, of: 'group' as const },
    ...group.products.map((product) => ({ ...product, _id: product.product_id, of: 'part' as const })),
  ]);
}

const NAME_LOOK = { product: 'whitespace-normal font-semibold', group: '', part: 'whitespace-normal pl-4' };
/** One amount with kobo gives every amount of the table kobo. */
const ruleOf = (rows: readonly Row[], some: boolean) =>
  oneRule(rows.flatMap((row) => moneyColumns(some).map(([name]) => row[name])));

const columnsOf = (some: boolean, show: (kobo: number) => string): readonly Column<Row>[] => [
  {
    key: 'name',
    title: 'Name',
    grow: true,
    cell: (row) => <span className={NAME_LOOK[row.of]}>{row.name}</span>,
  },
  { key: 'cases', title: 'Cases', align: 'right', cell: (row) => showNumber(row.cases) },
  { key: 'units', title: 'Units', align: 'right', cell: (row) => showNumber(row.units) },
  ...moneyColumns(some).map(([name, title]) => ({
    key: name,
    title,
    align: 'right' as const,
    cell: (row: Row) => show(row[name]),
  })),
];

/** The name says that a row is a subtotal, because the file has no bold rows. */
const sheetOf = (some: boolean) => ({
  name: 'Order value summary',
  columns: [
    { title: 'Name', value: (row: Row) => (row.of === 'group' ? `${row.name}, subtotal` : row.name) },
    { title: 'Cases', value: (row: Row) => row.cases },
    { title: 'Units', value: (row: Row) => row.units },
    ...moneyColumns(some).map(([name, title]) => ({ title, value: (row: Row) => row[name] / 100 })),
  ],
});

const cell = 'h-12 whitespace-nowrap px-2 text-right last:pr-5';

function Total({ groups, rows, some }: { groups: readonly SoldGroup[]; rows: readonly Row[]; some: boolean }) {
  const sum = (of: (group: SoldGroup) => number) => groups.reduce((total, group) => total + of(group), 0);
  return (
    <tr className="border-t bg-surface-sunken font-semibold">
      <th scope="row" className="h-14 px-2 pl-5 text-left">
        Total
      </th>
      <td className={cell}>{showNumber(sum((group) => group.cases))}</td>
      <td className={cell}>{showNumber(sum((group) => group.units))}</td>
      {moneyColumns(some).map(([name]) => (
        <td key={name} className={cell}>
          {ruleOf(rows, some)(sum((group) => group[name]))}
        </td>
      ))}
    </tr>
  );
}
