import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateAll, queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { services } from '#contract/settings/serviceCalls.ts';
import { type BankCreditRow, importStatement, unstatedCredits } from '#contract/wallet/bankCalls.ts';
import type { GoodRow } from '#crud/csv/checkCsv.ts';
import { LateCsvUpload } from '#crud/csv/LateCsvUpload.tsx';
import { Simulated } from '#crud/fields/Simulated.tsx';
import { TextLink } from '#crud/Link.tsx';
import { walletPath } from '#crud/paths.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { BULK_ROWS } from '#domain/limits.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState, Notice } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { dayText, momentText } from '#ui/when.ts';
import { KeptCredits } from './KeptCredits.tsx';
import { nairaOf } from './shown.ts';
import { STATEMENT_COLUMNS, STATEMENT_NEEDS, type StatementRow, statementReader } from './statementFile.ts';

/** Bank credits that wait for a person, the import of the day's statement, and posted credits that are in no statement (B9.3). */
export function Screen() {
  const bank = useQuery(queryFor(services, {})).data?.data.bank;
  return (
    <Page title="Bank Credits" note="Money that came in on virtual accounts.">
      {bank === 'none' && (
        <Notice tone="wait" icon="alert">
          No bank is connected, so no credit comes in automatically.
        </Notice>
      )}
      {bank === 'simulated' && <Simulated>No bank knows these accounts.</Simulated>}
      <KeptCredits />
      {bank !== 'none' && (
        <LateCsvUpload
          title="Upload bank statement"
          file="bank-statement"
          columns={STATEMENT_COLUMNS}
          needed={STATEMENT_NEEDS}
          reader={statementReader}
          unchanged={never}
          size={BULK_ROWS}
          send={(batch) => callApi(importStatement, asRows(batch))}
          onWritten={() => void invalidateAll()}
          preview={PREVIEW}
          tells
        >
          One row for each credit of the day. Credits that are in the books already are confirmed, and missing ones are
          posted once. A credit that does not match is shown and not changed.
        </LateCsvUpload>
      )}
      <NotInStatement />
    </Page>
  );
}

const never = () => false;

function asRows(batch: readonly GoodRow<StatementRow>[]) {
  return {
    reference: batch.map(({ value }) => value.reference),
    account_number: batch.map(({ value }) => value.account_number),
    value: batch.map(({ value }) => value.value),
    occurred_at: batch.map(({ value }) => value.occurred_at),
    op_key: batch.map(({ key }) => key),
  };
}

const PREVIEW = [
  { key: 'date', title: 'Date', cell: ({ value }: GoodRow<StatementRow>) => dayText(value.occurred_at) },
  { key: 'reference', title: 'Reference', cell: ({ value }: GoodRow<StatementRow>) => value.reference },
  { key: 'account', title: 'Account', cell: ({ value }: GoodRow<StatementRow>) => value.account_number },
  {
    key: 'amount',
    title: 'Amount',
    align: 'right' as const,
    cell: ({ value }: GoodRow<StatementRow>) => nairaOf(value.value),
  },
];

const COLUMNS: readonly Column<BankCreditRow>[] = [
  { key: 'time', title: 'Came in', cell: (row) => momentText(row.occurred_at) },
  { key: 'reference', title: 'Reference', grow: true, cell: (row) => row.reference },
  { key: 'account', title: 'Account', cell: (row) => <span className="figures">{row.account_number}</span> },
  {
    key: 'owner',
    title: 'Wallet',
    cell: (row) => (row.owner ? <TextLink to={walletPath(row.owner)}>{row.owner.name}</TextLink> : NO_VALUE),
  },
  { key: 'value', title: 'Value', align: 'right', cell: (row) => nairaOf(row.value) },
];

/** Posted credits of days that a statement covers but does not list. Either the statement is incomplete, or nobody paid. */
function NotInStatement() {
  const [paging, setPaging] = useState({ page: 1, per_page: 10 });
  const query = useQuery({
    ...queryFor(unstatedCredits, { page: String(paging.page), per_page: String(paging.per_page) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card padded={false} label="Not in a bank statement">
      <h2 className="border-b px-5 py-3 text-base font-semibold">Not in a bank statement</h2>
      <p className="px-5 py-3 text-ink-soft">
        The bank reported these credits and they were posted, but they are in no statement of those days. Ask the bank.
      </p>
      <QueryBoundary query={query} rows={2}>
        {({ rows, total }) => (
          <PagedTable
            paging={paging}
            onTurn={setPaging}
            total={total}
            label="Not in a bank statement"
            columns={COLUMNS}
            rows={rows}
            keyOf={(row) => row._id}
            empty={<EmptyState scene="done" title="Nothing is missing from the statements so far" />}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}
