import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { reading, readingAll } from '#client/queries.ts';
import { type SummaryGroup, summaryByBuyer, summaryByDistributor } from '#contract/orders/orderReportCalls.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { ExportButton } from '#crud/ExportButton.tsx';
import type { Search } from '#crud/routes.ts';
import { useCan, useSession } from '#crud/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import { containsWords } from '#domain/text.ts';
import { dateTimeInput, showDateTime } from '#domain/time.ts';
import { useHubs } from '#parts/orders/useHubs.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { SelectField } from '#ui/Field.tsx';
import { Page } from '#ui/Page.tsx';
import { Picker } from '#ui/Picker.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import { RangeFields, secondsOf } from './RangeFields.tsx';
import { ReportAnswer } from './ReportAnswer.tsx';

type By = 'distributor' | 'buyer';
type Item = SummaryGroup['items'][number];
type Row = { key: string; group: string; item: Item | null; amount: string };

/** RPT-05 to RPT-07. */
export function Screen() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const [by, setBy] = useState<By>(search.by === 'buyer' ? 'buyer' : 'distributor');
  const [sellerId, setSeller] = useState(search.seller ?? '');
  const [officer, setOfficer] = useState(search.officer ?? '');
  const [range, setRange] = useState({
    from: search.from ? dateTimeInput(Number(search.from)) : '',
    to: search.to ? dateTimeInput(Number(search.to)) : '',
  });
  const hubs = useHubs();
  const { profile } = useSession();
  // API.md 4.9: hub-side accounts read the names of their own hub.
  const mayPick = useCan('view_sales_officers') || isHubSide(profile?.role ?? '');
  const officers = useQuery({ ...readingAll(salesOfficer), enabled: mayPick });
  const seconds = secondsOf(range);
  const ready = sellerId !== '' && seconds !== null;
  const asked = search.seller && search.from && search.to ? search : null;
  const query = useQuery({
    ...reading(asked?.by === 'buyer' ? summaryByBuyer : summaryByDistributor, {
      from_timestamp: asked?.from ?? '',
      to_timestamp: asked?.to ?? '',
      seller_id: asked?.seller ?? '',
      sales_officer: asked?.officer ?? '*',
    }),
    enabled: asked !== null,
  });
  const answer = query.data?.data;
  const rows: Row[] = (answer?.groups ?? []).flatMap((group) => [
    ...group.items.map((item) => ({
      key: `${group._id} ${item.product_id}`,
      group: group.name,
      item,
      amount: item.amount,
    })),
    { key: `${group._id} subtotal`, group: group.name, item: null, amount: group.amount },
  ]);
  const refresh = () => {
    if (!seconds) return;
    const next = { by, seller: sellerId, officer, from: String(seconds.from), to: String(seconds.to) };
    const same = Object.entries(next).every(([name, value]) => (search[name] ?? '') === value);
    if (same) void query.refetch();
    else void navigate({ to: '.', search: next as never });
  };
  return (
    <Page
      title="Order Summary"
      note={answer && asked ? `${showDateTime(Number(asked.from))} to ${showDateTime(Number(asked.to))}` : undefined}
      actions={
        <>
          <Button icon="print" disabled={rows.length === 0} onClick={() => window.print()}>
            Print
          </Button>
          <ExportButton sheet={SHEET} rows={rows.filter((row) => row.item)} disabled={rows.length === 0} />
        </>
      }
    >
      <Card label="Filters">
        <form
          className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (ready) refresh();
          }}
        >
          <RangeFields range={range} onChange={setRange} />
          <SelectField
            label="Group by"
            value={by}
            onChange={(next) => setBy(next as By)}
            options={[
              { value: 'distributor', label: 'Distributor' },
              { value: 'buyer', label: 'Retailer' },
            ]}
          />
          <Picker
            label="Seller"
            hint="The hub"
            options={hubs.options}
            value={sellerId}
            onChange={(next) => {
              setSeller(next);
              setOfficer('');
            }}
            matches={(option, words) => containsWords(option.label, words)}
            disabled={hubs.pending}
          />
          {mayPick && (
            <SelectField
              label="Delivery Associate"
              value={officer}
              onChange={setOfficer}
              blank="All"
              options={(officers.data?.data ?? [])
                .filter((row) => row.seller_id === sellerId)
                .map((row) => ({ value: row._id, label: row.name }))}
            />
          )}
          <div className="no-print lg:col-start-5">
            <Button type="submit" look="primary" icon="sync" wide disabled={!ready} busy={query.isFetching}>
              Refresh
            </Button>
          </div>
        </form>
      </Card>
      <ReportAnswer
        label="Order Summary"
        query={query}
        asked={asked !== null}
        unasked="Set filters to fetch order summary"
        empty={rows.length === 0}
      >
        {(answer) => (
          <Table
            label="Order Summary"
            rows={rows}
            keyOf={(row) => row.key}
            toneOf={(row) => (row.item ? undefined : 'bg-surface-sunken font-bold')}
            columns={columnsOf(asked?.by === 'buyer' ? 'Retailer' : 'Distributor')}
            foot={
              <tr className="border-t bg-surface-sunken font-bold">
                <th scope="row" colSpan={9} className="h-14 px-3 pl-5 text-left">
                  Grand Total
                </th>
                <td className="px-3 pr-5 text-right">{showNaira(answer.total)}</td>
              </tr>
            }
          />
        )}
      </ReportAnswer>
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

/** RPT-06, in the documents' order. */
function columnsOf(group: string): Column<Row>[] {
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
    { key: 'amount', title: 'Amount', align: 'right', cell: (row) => showNaira(row.amount) },
  ];
}

const SHEET = {
  name: 'Order summary',
  columns: [
    { title: 'Group', value: (row: Row) => row.group },
    { title: 'Item', value: (row: Row) => row.item?.name ?? '' },
    ...FIGURES.map(([title, name]) => ({ title, value: (row: Row) => row.item?.[name] ?? null })),
    { title: 'Hub Price', value: (row: Row) => (row.item ? Number(row.item.price) : null) },
    { title: 'Amount', value: (row: Row) => Number(row.amount) },
  ],
};
