import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { takeBackDeposit } from '#contract/wallet/depositCalls.ts';
import { type LedgerLog, ledgerOfOwner, logsOfLedger, type WalletHead } from '#contract/wallet/walletCalls.ts';
import { TextLink } from '#crud/Link.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, showLogged } from '#domain/money.ts';
import { linkedRecord } from '#domain/orderRef.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { momentText } from '#ui/when.ts';
import { type CashExpected, NewDeposit } from './DepositDialog.tsx';
import { happened } from './happened.ts';
import { LogTag, LogValue, Owed } from './Owed.tsx';
import { TakeBack } from './TakeBack.tsx';

interface Props {
  head: WalletHead;
  owner: string;
  /** Whether another part of the page shows the balance. This card then leaves the balance out. */
  isShownElsewhere?: boolean;
  expects?: CashExpected;
}

/** The log of a wallet, newest first, 10 per page (LED-03). Value is the effect for the owner: plus for money in, minus for a charge (B6.3). */
export function BalanceHistory({ head, owner, isShownElsewhere = false, expects }: Props) {
  const wallet = useQuery(queryFor(ledgerOfOwner, { head, subhead: 'wallet', owner }));
  const ledger = wallet.data?.data;
  const mayTakeBack = useMayAsk(takeBackDeposit);
  const { state, turning } = useListState(10);
  const logs = useQuery({
    ...queryFor(logsOfLedger, {
      ledger_id: ledger?._id ?? '',
      page: String(state.page),
      per_page: String(state.per_page),
    }),
    enabled: Boolean(ledger?._id),
    placeholderData: keepPreviousData,
  });
  const answer = logs.data?.data;
  const page = answer && !Array.isArray(answer) ? answer : null;
  const table = () => (
    <PagedTable
      cards
      {...turning}
      total={page?.total ?? 0}
      label="Balance History"
      columns={[...COLUMNS, descriptionOf(head, mayTakeBack ? (ledger?.owner_object.name ?? '') : null), BALANCE]}
      rows={page?.rows ?? []}
      keyOf={(row) => row._id}
      empty={<EmptyState title={emptyTexts.logs}>No money came in or went out yet.</EmptyState>}
    />
  );
  return (
    <Card padded={false} label="Balance History">
      <div className="flex min-h-18 flex-wrap items-center justify-between gap-3 border-b px-5 py-3">
        <h2 className="text-base font-semibold">Balance History</h2>
        {ledger && (
          <span className="flex flex-wrap items-center gap-3">
            {!isShownElsewhere && <Owed balance={ledger.shown_balance} />}
            <NewDeposit
              wallet={{ ledgerId: ledger._id, head, owner, name: ledger.owner_object.name }}
              expects={expects}
            />
          </span>
        )}
      </div>
      <QueryBoundary query={wallet} rows={4}>
        {/* An unused wallet has no log to read. */}
        {({ _id }) =>
          _id ? (
            <QueryBoundary query={logs} rows={4}>
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
