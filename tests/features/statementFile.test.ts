/** The rows of a bank's statement (B9.3). Every bad cell is named, and nothing is guessed. */
import { expect, test } from 'vitest';
import { type StatementRow, statementReader } from '#features/bank/statementFile.ts';

type Cells = Partial<Record<'date' | 'reference' | 'account' | 'amount', string>>;
const GOOD = { date: '2026-11-24', reference: 'TRX/1', account: '7000000001', amount: '2,500.50' };

function read(...rows: Cells[]) {
  const reader = statementReader();
  const bad: string[] = [];
  const good: (StatementRow | null)[] = rows.map((cells, at) =>
    reader({
      line: at + 2,
      cell: (name) => ({ ...GOOD, ...cells })[name] ?? '',
      bad: (name, why) => bad.push(`${name}: ${why}`),
    }),
  );
  return { good, bad };
}

test.each([
  [{ date: '' }, 'date: The date is missing.'],
  [{ date: '24/11/2026' }, 'date: This is not a date like 2026-11-24.'],
  [{ date: '2026-02-30' }, 'date: This is not a date like 2026-11-24.'],
  [{ reference: '' }, 'reference: No reference is given.'],
  [{ reference: 'a b' }, 'reference: This is not a bank reference.'],
  [{ account: '' }, 'account: The account number is missing.'],
  [{ account: '7.00E+09' }, 'account: An account number has 6 to 20 digits.'],
  [{ amount: '' }, 'amount: No amount is given.'],
  [{ amount: '0.00' }, 'amount: Amount must be more than 0.'],
  [{ amount: '-5.00' }, 'amount: This is below 0. Leave out what went out.'],
  [{ amount: '1000.505' }, 'amount: An amount has at most 2 decimals.'],
  [{ amount: '9999999999999' }, 'amount: Amount is too large.'],
  [{ amount: '1.000,50' }, 'amount: Use a point for decimals. Type 1000.50 if you mean that.'],
  [{ amount: 'abc' }, 'amount: This is not a number.'],
])('a statement row %j is refused at its cell', { tags: ['B9.3'] }, (cells, why) => {
  expect(read(cells).bad).toEqual([why]);
});

test('a repeated reference is refused; a good row is read to the kobo, and its day begins in Lagos', {
  tags: ['B9.3'],
}, () => {
  const { good, bad } = read({}, {}, { reference: 'TRX/2', amount: 'NGN 7' });
  expect(bad).toEqual(['reference: This reference is already in row 2.']);
  expect(good[0]).toEqual({
    reference: 'TRX/1',
    account_number: '7000000001',
    value: '2500.50',
    occurred_at: Date.UTC(2026, 10, 23, 23) / 1_000,
  });
  expect(good[2]?.value).toBe('7');
});
