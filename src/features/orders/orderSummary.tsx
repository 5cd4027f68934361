import { useQuery } from '@tanstack/react-query';
import { allQuery, queryFor } from '#client/reads/queries.ts';
import { type SummaryGroup, summaryByBuyer, summaryByDistributor } from '#contract/orders/orderReportCalls.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { koboOf, oneRule } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { COUNTED_TAGS } from '#domain/order.ts';
import { isHubSide } from '#domain/permissions.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { ReportPage } from '#ui/list/ListPage.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { NOTHING_TO_PRINT, whenReady } from '#ui/whenReady.ts';
import { type MoneyName, moneyColumns, moneyOf, moneyTotals, someNotBilled } from './billed.ts';
import { DayPlots, useValueByDay } from './dayPlots.tsx';
import { ALL_HUBS, HubPicker, HubRangeBar, useHubRange } from './hubRange.tsx';
import { MoneyStrip } from './moneyStrip.tsx';

type Item = SummaryGroup['items'][number];
type Row = { key: string; group: string; item: Item | null } & Pick<SummaryGroup, MoneyName>;

/** The order summary (RPT-05 to RPT-07). */
export function Screen() {
  const hubRange = useHubRange((search) => ({
    by: search.by === 'buyer' ? 'buyer' : 'distributor',
    officer: search.officer ?? '',
  }));
  const { request, seller } = hubRange;
  const { by, officer } = hubRange.more;
  const { profile } = useSession();
  // Accounts of a hub may read the names of their own hub's people.
  const mayPick = useCan('view_sales_officers') || isHubSide(profile?.role ?? '');
  const officers = useQuery({ ...allQuery(salesOfficer), enabled: mayPick });
  const query = useQuery({
    ...queryFor(request?.by === 'buyer' ? summaryByBuyer : summaryByDistributor, {
      from_timestamp: request?.from,
      to_timestamp: request?.to,
      seller_id: request?.seller ?? '',
      sales_officer: request?.officer ?? '*',
    }),
    enabled: request !== null,
  });
  const days = useValueByDay(request, COUNTED_TAGS);
  const answer = query.data?.data;
  const rows: Row[] = (answer?.groups ?? []).flatMap((group) => [
    ...group.items.map((item) => ({
      key: `${group._id} ${item.product_id}`,
      group: group.name,
      item,
      ...moneyOf(item),
    })),
    { key: `${group._id} subtotal`, group: group.name, item: null, ...moneyOf(group) },
  ]);
  const some = someNotBilled(answer);
  return (
    <ReportPage
      title="Order Summary"
      note={answer && hubRange.days ? `${hubRange.days}. Counts pending, delivered and completed orders.` : '\u00a0'}
      actions={
        <>
          <Button icon="print" {...whenReady(rows.length === 0 && NOTHING_TO_PRINT, () => window.print())}>
            Print
          </Button>
          <ExportButton sheet={sheetOf(some)} rows={rows.filter((row) => row.item)} disabled={rows.length === 0} />
        </>
      }
      bar={
        <HubRangeBar
          of={hubRange}
          on={[seller !== ALL_HUBS, officer].filter(Boolean).length}
          busy={query.isFetching}
          onRefresh={() => void query.refetch()}
        >
          <FilterSelect
            label="Group by"
            value={by}
            none="distributor"
            tells
            onChange={(next) => hubRange.setMore({ by: next })}
            options={[
              { value: 'distributor', label: 'Distributor' },
              { value: 'buyer', label: 'Retailer' },
            ]}
          />
          <HubPicker
            value={seller}
            // Another hub has other associates, so the choice is reset.
            onChange={(next) => hubRange.set({ seller: next, more: { by, officer: '' } })}
          />
          {mayPick && (
            <FilterSelect
              label="Delivery Associate"
              value={officer}
              onChange={(next) => hubRange.setMore({ officer: next })}
              blank="All"
              options={(officers.data?.data ?? [])
                .filter((row) => seller === ALL_HUBS || row.seller_id === seller)
                .map((row) => ({ value: row._id, label: row.name }))}
            />
          )}
        </HubRangeBar>
      }
    >
      <QueryCard
        query={query}
        instead={
          !request && (
            <EmptyState scene="board" title="Set filters to fetch order summary">
              <p>Choose the days above. You can also choose a hub and an associate.</p>
            </EmptyState>
          )
        }
      >
        {(answer) => (
          <>
            <MoneyStrip of={answer} ofAmount="the goods" notBilled="pending orders" />
            <DayPlots
              query={days}
              parts={{
                title: request?.by === 'buyer' ? 'Amount by retailer' : 'Amount by distributor',
                first: request?.by === 'buyer' ? 'Retailer' : 'Distributor',
                parts: answer.groups.map(({ name, amount }) => ({ name, kobo: koboOf(amount) })),
              }}
            >
              <Card padded={false} label="Order Summary">
                {rows.length === 0 ? (
                  <EmptyState scene="find" title={emptyTexts.entries}>
                    {emptyTexts.noOrder}
                  </EmptyState>
                ) : (
                  <div className="list-inset">
                    <Table
                      label="Order Summary"
                      rows={rows}
                      keyOf={(row) => row.key}
                      toneOf={(row) => (row.item ? undefined : 'bg-surface-sunken font-semibold')}
                      columns={columnsOf(request?.by === 'buyer' ? 'Retailer' : 'Distributor', some, rows)}
                      foot={
                        <tr className="border-t bg-surface-sunken font-semibold">
                          <th scope="row" colSpan={9} className="h-14 px-2 pl-5 text-left">
                            Grand Total
                          </th>
                          {moneyTotals(answer, some).map(([name, naira]) => (
                            <td
                              key={name}
                              className={classes(
                                'px-2 text-right last:pr-5',
                                name === STEPS_ASIDE && `aside-${NARROW}`,
                              )}
                            >
                              {ruleOf(rows, some)(koboOf(naira))}
                            </td>
                          ))}
                        </tr>
                      }
                    />
                  </div>
                )}
              </Card>
            </DayPlots>
          </>
        )}
      </QueryCard>
    </ReportPage>
  );
}

const FIGURES = [
  ['Cases', 'cases'],
  ['Units', 'units'],
  ['Cases (Iss.)', 'issued_cases'],
  ['Units (Iss.)', 'issued_units'],
  ['Cases (Ret.)', 'returned_cases'],
  ['Units (Ret.)', 'returned_units'],
] as const satisfies readonly (readonly [string, keyof Item])[];

/** The column that a narrow desktop hides. The strip above has its total, and the rows still have Amount and Billed. */
const STEPS_ASIDE: MoneyName = 'adjustments';
const NARROW: NonNullable<Column<Row>['aside']> = 2;

/** One amount or price with kobo gives every amount of the table kobo. */
const ruleOf = (rows: readonly Row[], some: boolean) =>
  oneRule(rows.flatMap((row) => [row.item?.price ?? '', ...moneyColumns(some).map(([name]) => row[name])]));

/** The columns in the documents' order (RPT-06), then the billed amounts (K7). */
function columnsOf(group: string, some: boolean, rows: readonly Row[]): Column<Row>[] {
  const show = ruleOf(rows, some);
  return [
    {
      key: 'group',
      title: group,
      cell: (row) => (
        <span className="block min-w-28 max-w-40 whitespace-normal">
          {row.item ? row.group : `${row.group}, subtotal`}
        </span>
      ),
    },
    {
      key: 'item',
      title: 'Item',
      grow: true,
      cell: (row) => <span className="block min-w-40 whitespace-normal">{row.item?.name}</span>,
    },
    ...FIGURES.map(([title, name]) => ({
      key: name,
      title,
      align: 'right' as const,
      cell: (row: Row) => (row.item ? showNumber(row.item[name]) : ''),
    })),
    {
      key: 'price',
      title: 'Hub Price',
      align: 'right',
      cell: (row) => (row.item ? show(koboOf(row.item.price)) : ''),
    },
    ...moneyColumns(some).map(([name, title]) => ({
      key: name,
      title,
      align: 'right' as const,
      aside: name === STEPS_ASIDE ? NARROW : undefined,
      cell: (row: Row) => show(koboOf(row[name])),
    })),
  ];
}

const sheetOf = (some: boolean) => ({
  name: 'Order summary',
  columns: [
    { title: 'Group', value: (row: Row) => row.group },
    { title: 'Item', value: (row: Row) => row.item?.name ?? '' },
    ...FIGURES.map(([title, name]) => ({ title, value: (row: Row) => row.item?.[name] ?? null })),
    { title: 'Hub Price', value: (row: Row) => (row.item ? Number(row.item.price) : null) },
    ...moneyColumns(some).map(([name, title]) => ({ title, value: (row: Row) => Number(row[name]) })),
  ],
});
