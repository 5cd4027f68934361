/** The columns and rows of a bank's statement. Each row is one credit. */

import type { CsvColumns, RowReader } from '#crud/csv/checkCsv.ts';
import { readFileNumber } from '#domain/fileNumber.ts';
import { moneyError, parseMoney } from '#domain/money.ts';
import { fromInput } from '#domain/time.ts';

type Name = 'date' | 'reference' | 'account' | 'amount';

export const STATEMENT_COLUMNS: CsvColumns<Name> = {
  date: {
    title: 'Date',
    also: ['value date', 'transaction date', 'posting date'],
    expected: 'the day, such as 2026-11-24',
    example: '2026-11-24',
  },
  reference: {
    title: 'Reference',
    also: ['transaction reference', 'ref', 'session id'],
    expected: "the bank's reference, up to 100 letters, digits and . / : -",
    example: 'TRX-0001',
  },
  account: {
    title: 'Account number',
    also: ['account', 'virtual account', 'beneficiary account'],
    expected: 'the virtual account, 6 to 20 digits',
    example: '7000000001',
  },
  amount: {
    title: 'Amount',
    also: ['credit', 'credit amount', 'value'],
    expected: 'what came in, in naira, such as 2500.50',
    example: '2500.50',
  },
};
export const STATEMENT_NEEDS: readonly (readonly Name[])[] = [['date'], ['reference'], ['account'], ['amount']];

/** `value`: naira in the format of calls. `occurred_at`: the start of the day in epoch seconds. */
export interface StatementRow {
  reference: string;
  account_number: string;
  value: string;
  occurred_at: number;
}

/** Makes a reader for one file. It refuses a reference that the file has already used. */
export function statementReader(): (row: RowReader<Name>) => StatementRow | null {
  const seen = new Map<string, number>();
  return (row) => {
    const [date, reference, account] = [row.cell('date'), row.cell('reference'), row.cell('account')];
    const occurred_at = /^\d{4}-\d\d-\d\d$/.test(date) ? fromInput(date) : null;
    if (occurred_at === null) row.bad('date', date ? 'This is not a date like 2026-11-24.' : 'The date is missing.');
    if (!/^[\w./:-]{1,100}$/.test(reference))
      row.bad('reference', reference ? 'This is not a bank reference.' : 'No reference is given.');
    const before = seen.get(reference);
    if (before !== undefined) row.bad('reference', `This reference is already in row ${before}.`);
    else seen.set(reference, row.line);
    // Spreadsheets drop leading zeros and write long numbers with an E. Such numbers are refused and not guessed.
    if (!/^\d{6,20}$/.test(account))
      row.bad('account', account ? 'An account number has 6 to 20 digits.' : 'The account number is missing.');
    const value = amountOf(row);
    return occurred_at === null || value === null ? null : { reference, account_number: account, value, occurred_at };
  };
}

/** Naira in the format of calls, or null when the cell is refused. Banks count kobo, so more than two decimals are an error and are not rounded. */
function amountOf(row: RowReader<Name>): string | null {
  const cell = row.cell('amount');
  if (cell === '') {
    row.bad('amount', 'No amount is given.');
    return null;
  }
  const read = readFileNumber(cell, { kind: 'money' });
  const wrong = 'why' in read ? read.why : whyNot(read.text);
  if (wrong !== null) row.bad('amount', wrong);
  return wrong !== null || 'why' in read ? null : read.text;
}

function whyNot(amount: string): string | null {
  if (amount.startsWith('-')) return 'This is below 0. Leave out what went out.';
  if (/\.\d{3}/.test(amount)) return 'An amount has at most 2 decimals.';
  const kobo = parseMoney(amount);
  if (kobo === null) return moneyError(amount, 'Amount');
  return kobo === 0 ? 'Amount must be more than 0.' : null;
}
