import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { takeBackDeposit } from '#contract/wallet/depositCalls.ts';
import { type LedgerLog, ledgerOfOwner, logsOfLedger, type WalletHead } from '#contract/wallet/walletCalls.ts';
import { ExportButton, type Sheet } from '#crud/export/ExportButton.tsx';
import { TextLink } from '#crud/Link.tsx';
import { NoneFound } from '#crud/list/NoneFound.tsx';
import { PrintButton, usePrintedList } from '#crud/list/PrintList.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showDateTime } from '#domain/longTime.ts';
import { koboOf, showLogged } from '#domain/money.ts';
import { linkedRecord } from '#domain/orderRef.ts';
import { DAY, dateInput, fromInput } from '#domain/time.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { usePrinting } from '#ui/hooks/usePrinting.ts';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { momentText } from '#ui/when.ts';
import { type CashExpected, NewDeposit } from './DepositDialog.tsx';
import { happened } from './happened.ts';
import { LogTag, LogValue, Owed } from './Owed.tsx';
import { StatementHead } from './StatementHead.tsx';
import { STATEMENT } from './statementColumns.ts';
import { TakeBack } from './TakeBack.tsx';

interface Props {
  head: WalletHead;
  owner: string;
  /** Whether another part of the page shows the balance. This card then leaves the balance out. */
  isShownElsewhere?: boolean;
  expects?: CashExpected;
}

/**
 * The log of a wallet, newest first, 10 per page (LED-03), and its statement: all rows of some days on paper or in a file. Value is the effect for the
 * owner: plus for money in, minus for a charge (B6.3).
 */
export function BalanceHistory({ head, owner, isShownElsewhere = false, expects }: Props) {
  const wallet = useQuery(queryFor(ledgerOfOwner, { head, subhead: 'wallet', owner }));
  const ledger = wallet.data?.data;
  const mayTakeBack = useMayAsk(takeBackDeposit);
  const control = usePrintedList(useListState(10, { from: '', to: '' }));
  const { state, turning, set } = control;
  const { from = '', to = '' } = state.filters;
  const today = dateInput(Math.floor(Date.now() / 1_000));
  const fault = rangeFault(from, to, today);
  const input = { ledger_id: ledger?._id ?? '', search: state.search || undefined, ...daysOf(from, to) };
  const logs = useQuery({
    ...queryFor(logsOfLedger, { ...input, page: String(state.page), per_page: String(state.per_page) }),
    enabled: Boolean(ledger?._id) && !fault,
    placeholderData: keepPreviousData,
  });
  const answer = logs.data?.data;
  const page = answer && !Array.isArray(answer) ? answer : null;
  // A statement on paper goes from its opening to its closing balance. The screen has the newest row first (LED-03).
  const isPaper = usePrinting() !== null;
  const table = () => (
    <PagedTable
      cards
      {...turning}
      total={page?.total ?? 0}
      label="Balance History"
      columns={
        isPaper && head === 'buyer'
          ? STATEMENT
          : [...COLUMNS, descriptionOf(head, mayTakeBack ? (ledger?.owner_object.name ?? '') : null), BALANCE]
      }
      rows={isPaper ? [...(page?.rows ?? [])].reverse() : (page?.rows ?? [])}
      keyOf={(row) => row._id}
      empty={
        from || to || state.search ? (
          <NoneFound title={emptyTexts.logs} of={FILTERS} />
        ) : (
          <EmptyState title={emptyTexts.logs}>No money came in or went out yet.</EmptyState>
        )
      }
    />
  );
  return (
    <Card padded={false} label="Balance History">
      <div className="flex min-h-18 flex-wrap items-center justify-between gap-3 border-b px-5 py-3">
        <h2 className="no-print text-base font-semibold">Balance History</h2>
        {ledger && (
          <StatementHead
            owner={ledger.owner_object}
            rows={page?.rows ?? []}
            isWhole={!state.search && page?.rows.length === page?.total}
            from={from}
            to={to}
          />
        )}
        {ledger && (
          <span className="card-acts no-print flex flex-wrap items-center gap-3 max-sm:gap-2">
            {!isShownElsewhere && <Owed balance={ledger.shown_balance} />}
            <NewDeposit
              wallet={{ ledgerId: ledger._id, head, owner, name: ledger.owner_object.name }}
              expects={expects}
            />
            <PrintButton control={control} count={page?.total} of={logs} />
            <ExportButton
              sheet={sheetOf(head, ledger.owner_object.name)}
              disabled={!page?.total}
              holds="The file has every row of these days."
              notes={[
                ledger.owner_object.name,
                [from && `From ${from}`, to && `to ${to}`].filter(Boolean).join(' '),
              ].filter(Boolean)}
              read={async ({ page, per_page }, signal) => {
                const sent = { ...input, page: String(page), per_page: String(per_page) };
                const answer = await callApi(logsOfLedger, sent, { signal });
                return Array.isArray(answer) ? { rows: answer, total: answer.length } : answer;
              }}
            />
          </span>
        )}
      </div>
      <div className="border-b [&>.filter-bar]:px-3 sm:[&>.filter-bar]:px-5">
        <FilterBar
          on={from || to ? 1 : 0}
          search={
            <SearchBox
              label="Search entries"
              value={state.search}
              onSearch={(search) => set({ search })}
              shortcut="/"
            />
          }
        >
          <DateRange clears from={from} to={to} max={today} onChange={set} />
        </FilterBar>
      </div>
      <QueryBoundary query={wallet} rows={4}>
        {/* An unused wallet has no log to read. */}
        {({ _id }) =>
          _id ? (
            <QueryBoundary query={logs} rows={4} instead={fault && <EmptyState title={emptyTexts.wrongDates} />}>
              {table}
            </QueryBoundary>
          ) : (
            table()
          )
        }
      </QueryBoundary>
    </Card>
  );
}

const FILTERS = ['from', 'to', 'search'];

/** The days of the filter as a request. The end day is inclusive. */
function daysOf(from: string, to: string) {
  const [start, end] = [fromInput(from), fromInput(to)];
  return {
    ...(start === null ? {} : { from_timestamp: start }),
    ...(end === null ? {} : { to_timestamp: end + DAY }),
  };
}

/** The file of a statement. Money is written as numbers, and minus means owed, as on the screen. */
const sheetOf = (head: WalletHead, name: string): Sheet<LedgerLog> => ({
  name: `Statement ${name}`,
  columns: [
    { title: 'Date', value: (row) => showDateTime(row.created) },
    { title: 'Tag', value: (row) => row.tag },
    { title: 'Value', value: (row) => 0 - Number(row.effect) },
    { title: 'Description', value: (row) => [happened(row, head), row.description].filter(Boolean).join(' ') },
    { title: 'Balance', value: (row) => (row.balance_after ? 0 - Number(row.balance_after) : null) },
  ],
});

const COLUMNS: readonly Column<LedgerLog>[] = [
  { key: 'date', title: 'Date', card: 'time', cell: (row) => momentText(row.created) },
  { key: 'tag', title: 'Tag', cell: (row) => <LogTag tag={row.tag} /> },
  { key: 'value', title: 'Value', align: 'right', card: 'figure', cell: (row) => <LogValue effect={row.effect} /> },
];

/** The balance after the row, after the documents' columns (decision 0660). Minus means owed. */
const BALANCE: Column<LedgerLog> = {
  key: 'balance',
  title: 'Balance',
  align: 'right',
  card: 'fact',
  // A server that has only the documents' calls does not send this field.
  cell: ({ balance_after: after }) =>
    after ? <span className="figures">{showLogged(0 - koboOf(after))}</span> : NO_VALUE,
};

/** The last of the documents' columns (LED-03), followed by the act on a deposit. `name`: the owner, or null for people who may not take deposits back. */
const descriptionOf = (head: WalletHead, name: string | null): Column<LedgerLog> => ({
  key: 'description',
  title: 'Description',
  grow: true,
  cell: (row) => (
    <span className="flex items-center justify-between gap-2">
      <span className="min-w-0">
        {happened(row, head) && <span>{happened(row, head)} </span>}
        <Description row={row} />
        {row.taken_back && <span className="ml-2 text-sm text-ink-faint">taken back later</span>}
      </span>
      {name !== null && <TakeBack log={row} name={name} />}
    </span>
  ),
});

/** A reference links to its record, even if a person typed it into a deposit (A44). */
function Description({ row }: { row: LedgerLog }) {
  const record = row.ref_id ? row.ref_type : linkedRecord(row);
  if (record !== 'order_group' && record !== 'purchase_order') return row.description;
  const path = record === 'order_group' ? '/order-groups' : '/purchase-orders';
  return (
    <TextLink to={`${path}/${row.ref_id ?? row.description}`} search={row.ref_id ? {} : { is_ref: 'true' }}>
      {row.description}
    </TextLink>
  );
}
