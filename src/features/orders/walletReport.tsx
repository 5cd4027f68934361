import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { type ReconciliationReport, reconciliationReport } from '#contract/wallet/reconciliationCalls.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { TextLink } from '#crud/Link.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { showNaira } from '#domain/money.ts';
import { DAY, dateInput, fromInput } from '#domain/time.ts';
import { Card } from '#ui/Card.tsx';
import { classes, FILTER_BAR } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { SwitchField } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { Page } from '#ui/Page.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import { Difference, DifferencesHead, differenceWords } from './difference.tsx';

interface Row {
  _id: string;
  name: string;
  phone: string;
  place: string;
  figures: Readonly<Record<string, string>>;
}

interface Kind {
  head: 'buyer' | 'sales_officer';
  title: string;
  who: string;
  place: string;
  path: '/buyers' | '/sales-officers';
  figures: readonly (readonly [name: string, title: string])[];
}

/** The columns of the reconciliation reports (B6.10). */
const KINDS = {
  buyer: {
    head: 'buyer',
    title: 'Buyer Reconciliation',
    who: 'Retailer',
    place: 'Location',
    path: '/buyers',
    figures: [
      ['opening', 'Opening'],
      ['orders', 'Orders'],
      ['cash', 'Cash'],
      ['transfer', 'Transfer'],
      ['other', 'Other'],
      ['closing', 'Closing'],
      ['orders_outstanding', 'Orders outstanding'],
      ['difference', 'Difference'],
    ],
  },
  sales_officer: {
    head: 'sales_officer',
    title: 'DA Reconciliation',
    who: 'Delivery Associate',
    place: 'Hub',
    path: '/sales-officers',
    figures: [
      ['opening', 'Opening'],
      ['stock_issued', 'Stock issued'],
      ['stock_returned', 'Stock returned'],
      ['orders_delivered', 'Orders delivered'],
      ['cash_collected', 'Cash collected'],
      ['deposits', 'Deposits'],
      ['other', 'Other'],
      ['closing', 'Closing'],
      ['stock_value_held', 'Stock value held'],
      ['difference', 'Difference'],
    ],
  },
} as const satisfies Record<string, Kind>;

export function Buyers() {
  return <Report kind={KINDS.buyer} />;
}
export function Officers() {
  return <Report kind={KINDS.sales_officer} />;
}

/** Compares every wallet with orders and stock, the worst difference first (RPT-15). */
function Report({ kind }: { kind: Kind }) {
  const { state, set, turning } = useListState(20, { from: '', to: '', only: '' });
  const { from = '', to = '', only = '' } = state.filters;
  const [start, end] = [fromInput(from), fromInput(to)];
  const asked = {
    head: kind.head,
    subhead: 'wallet',
    ...(start === null ? {} : { from_timestamp: start }),
    ...(end === null ? {} : { to_timestamp: end + DAY }),
    ...(state.search ? { search: state.search } : {}),
    ...(only ? { only_difference: true } : {}),
  };
  const today = dateInput(Math.floor(Date.now() / 1_000));
  const fault = rangeFault(from, to, today);
  const query = useQuery({
    ...queryFor(reconciliationReport, { ...asked, page: String(state.page), per_page: String(state.per_page) }),
    enabled: !fault,
    placeholderData: keepPreviousData,
  });
  const answer = query.data?.data;
  const rows = rowsOf(answer);
  const totals = answer?.totals as Readonly<Record<string, string>> | undefined;
  return (
    <Page
      title={kind.title}
      note={
        <>
          A minus means that the person owes us.
          <Gate needs={['create_deposit']}>
            {' '}
            · <TextLink to="/bank-credits">Bank credits and statements</TextLink>
          </Gate>
        </>
      }
      actions={
        <ExportButton
          sheet={sheetOf(kind)}
          disabled={rows.length === 0 || fault !== null}
          notes={[
            [from && `From ${from}`, to && `to ${to}`, state.search, only && 'Only differences']
              .filter(Boolean)
              .join(' '),
          ].filter(Boolean)}
          // The export uses one response, because the server computes all wallets for any page.
          read={async (_page, signal) => {
            const told = await callApi(reconciliationReport, asked, { signal });
            return { rows: rowsOf(told), total: told.total };
          }}
        />
      }
    >
      <Card padded={false} label={kind.title}>
        <div className={FILTER_BAR}>
          <SearchBox label="Search name or phone" value={state.search} onSearch={(search) => set({ search })} />
          <DateRange from={from} to={to} max={today} onChange={set} />
          <SwitchField label="Only differences" checked={only !== ''} onChange={(on) => set({ only: on ? '1' : '' })} />
        </div>
        <QueryBoundary query={query} instead={fault && <EmptyState title={emptyTexts.wrongDates} />}>
          {(answer) => (
            <>
              <DifferencesHead of={answer.differences} total={answer.total} who={`${kind.who.toLowerCase()}s`} />
              <PagedTable
                {...turning}
                total={answer.total}
                empty={<EmptyState icon="search" title={emptyTexts.entries} />}
                label={kind.title}
                rows={rows}
                keyOf={(row) => row._id}
                columns={columnsOf(kind, answer.differences.largest)}
                foot={
                  <tr className="border-t bg-surface-sunken font-bold">
                    <th scope="row" colSpan={4} className="h-14 px-1.5 pl-5 text-left">
                      Total
                    </th>
                    {kind.figures.map(([name]) => (
                      <td
                        key={name}
                        className={classes(
                          'whitespace-nowrap px-1.5 text-right last:pr-5',
                          name === 'difference' && 'stuck-end',
                        )}
                      >
                        {name === 'difference'
                          ? differenceWords(totals?.[name] ?? '0.00')
                          : showNaira(totals?.[name] ?? '0.00')}
                      </td>
                    ))}
                  </tr>
                }
              />
            </>
          )}
        </QueryBoundary>
      </Card>
    </Page>
  );
}

function rowsOf(answer: ReconciliationReport | undefined): Row[] {
  return (answer?.rows ?? []).map((row) => ({
    _id: row._id,
    name: row.name,
    phone: row.phone,
    place: ('location' in row ? row.location?.name : row.seller?.name) ?? '-',
    figures: row as unknown as Record<string, string>,
  }));
}

function columnsOf(kind: Kind, largest: string): Column<Row>[] {
  return [
    NUMBER,
    {
      key: 'who',
      title: kind.who,
      stick: true,
      cell: (row) => <TextLink to={`${kind.path}/${row._id}/balance`}>{row.name}</TextLink>,
    },
    { key: 'phone', title: 'Phone', cell: (row) => row.phone },
    { key: 'place', title: kind.place, cell: (row) => row.place },
    ...kind.figures.map(([name, title]) => ({
      key: name,
      title,
      align: 'right' as const,
      // The difference stays visible, because it is the purpose of the report.
      end: name === 'difference',
      cell: (row: Row) =>
        name === 'difference' ? (
          <Difference naira={row.figures[name] ?? '0.00'} largest={largest} />
        ) : (
          <span className="figures">{showNaira(row.figures[name] ?? '0.00')}</span>
        ),
    })),
  ];
}

function sheetOf(kind: Kind) {
  return {
    name: kind.title,
    columns: [
      { title: kind.who, value: (row: Row) => row.name },
      { title: 'Phone', value: (row: Row) => row.phone },
      { title: kind.place, value: (row: Row) => row.place },
      ...kind.figures.map(([name, title]) => ({ title, value: (row: Row) => Number(row.figures[name] ?? 0) })),
    ],
  };
}
