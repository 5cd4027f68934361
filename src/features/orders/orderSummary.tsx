import { useQuery } from '@tanstack/react-query';
import { allQuery, queryFor } from '#client/reads/queries.ts';
import { type SummaryGroup, summaryByBuyer, summaryByDistributor } from '#contract/orders/orderReportCalls.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { COUNTED_TAGS } from '#domain/order.ts';
import { isHubSide } from '#domain/permissions.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { SelectField } from '#ui/fields/Field.tsx';
import { Page } from '#ui/Page.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { type MoneyName, moneyColumns, moneyOf, moneyTotals, someNotBilled } from './billed.ts';
import { DayPlots, useValueByDay } from './dayPlots.tsx';
import { ALL_HUBS, HubPicker, HubRangeForm, useHubRange } from './hubRange.tsx';

type Item = SummaryGroup['items'][number];
type Row = { key: string; group: string; item: Item | null } & Pick<SummaryGroup, MoneyName>;

/** The order summary (RPT-05 to RPT-07). */
export function Screen() {
  const hubRange = useHubRange((search) => ({
    by: search.by === 'buyer' ? 'buyer' : 'distributor',
    officer: search.officer ?? '',
  }));
  const { asked, seller } = hubRange;
  const { by, officer } = hubRange.more;
  const { profile } = useSession();
  // Accounts of a hub may read the names of their own hub's people.
  const mayPick = useCan('view_sales_officers') || isHubSide(profile?.role ?? '');
  const officers = useQuery({ ...allQuery(salesOfficer), enabled: mayPick });
  const query = useQuery({
    ...queryFor(asked?.by === 'buyer' ? summaryByBuyer : summaryByDistributor, {
      from_timestamp: asked?.from,
      to_timestamp: asked?.to,
      seller_id: asked?.seller ?? '',
      sales_officer: asked?.officer ?? '*',
    }),
    enabled: asked !== null,
  });
  const days = useValueByDay(asked, COUNTED_TAGS);
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
    <Page
      title="Order Summary"
      note={(answer && hubRange.days) ?? '\u00a0'}
      actions={
        <>
          <Button icon="print" disabled={rows.length === 0} onClick={() => window.print()}>
            Print
          </Button>
          <ExportButton sheet={sheetOf(some)} rows={rows.filter((row) => row.item)} disabled={rows.length === 0} />
        </>
      }
    >
      <HubRangeForm of={hubRange} busy={query.isFetching} onRefresh={() => hubRange.ask(query.refetch)}>
        <SelectField
          label="Group by"
          value={by}
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
          <SelectField
            label="Delivery Associate"
            value={officer}
            onChange={(next) => hubRange.setMore({ officer: next })}
            blank="All"
            options={(officers.data?.data ?? [])
              .filter((row) => seller === ALL_HUBS || row.seller_id === seller)
              .map((row) => ({ value: row._id, label: row.name }))}
          />
        )}
      </HubRangeForm>
      <QueryCard
        query={query}
        instead={!asked && <EmptyState icon="chart" title="Set filters to fetch order summary" />}
      >
        {(answer) => (
          <>
            <DayPlots
              query={days}
              parts={{
                title: asked?.by === 'buyer' ? 'Value by retailer' : 'Value by distributor',
                first: asked?.by === 'buyer' ? 'Retailer' : 'Distributor',
                parts: answer.groups.map(({ name, amount }) => ({ name, kobo: koboOf(amount) })),
              }}
            />
            {/* Below the plots, whose parts have no height before they are there. */}
            {!days.isLoading && (
              <Card padded={false} label="Order Summary">
                {rows.length === 0 ? (
                  <EmptyState icon="search" title={emptyTexts.entries} />
                ) : (
                  <Table
                    label="Order Summary"
                    rows={rows}
                    keyOf={(row) => row.key}
                    toneOf={(row) => (row.item ? undefined : 'bg-surface-sunken font-bold')}
                    columns={columnsOf(asked?.by === 'buyer' ? 'Retailer' : 'Distributor', some)}
                    foot={
                      <tr className="border-t bg-surface-sunken font-bold">
                        <th scope="row" colSpan={9} className="h-14 px-2 pl-5 text-left">
                          Grand Total
                        </th>
                        {moneyTotals(answer, some).map(([name, naira]) => (
                          <td key={name} className="px-2 text-right last:pr-5">
                            {showNaira(naira)}
                          </td>
                        ))}
                      </tr>
                    }
                  />
                )}
              </Card>
            )}
          </>
        )}
      </QueryCard>
    </Page>
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

/** The columns in the documents' order (RPT-06), then the billed amounts (K7). */
function columnsOf(group: string, some: boolean): Column<Row>[] {
  return [
    { key: 'group', title: group, cell: (row) => (row.item ? row.group : `${row.group}, subtotal`) },
    {
      key: 'item',
      title: 'Item',
      grow: true,
      cell: (row) => <span className="block min-w-44 whitespace-normal">{row.item?.name}</span>,
    },
    ...FIGURES.map(([title, name]) => ({
      key: name,
      title,
      align: 'right' as const,
      cell: (row: Row) => row.item?.[name].toLocaleString('en-NG') ?? '',
    })),
    { key: 'price', title: 'Hub Price', align: 'right', cell: (row) => (row.item ? showNaira(row.item.price) : '') },
    ...moneyColumns(some).map(([name, title]) => ({
      key: name,
      title,
      align: 'right' as const,
      cell: (row: Row) => showNaira(row[name]),
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
