/** The balances at the head of a printed statement (decision 1543). */
import { expect, test } from 'vitest';
import type { LedgerLog } from '#contract/wallet/walletCalls.ts';
import { balancesAround } from '#features/wallet/parts/statement.ts';
import { STATEMENT, statementWords } from '#features/wallet/parts/statementColumns.ts';

test('a statement opens with the balance before its oldest row and closes with the newest', {
  tags: ['LED-03'],
}, () => {
  const rows = [
    { effect: '-400.00', balance_after: '858085.00' },
    { effect: '8085.00', balance_after: '858485.00' },
    { effect: '850400.00', balance_after: '850400.00' },
  ];
  expect(balancesAround(rows)).toEqual({ opening: 0, closing: -85_808_500 });
  expect(balancesAround(rows.slice(0, 1))).toEqual({ opening: -85_848_500, closing: -85_808_500 });
  expect(balancesAround([])).toBeNull();
  // A server that has only the documents' calls sends no balances.
  expect(balancesAround([{ effect: '1.00', balance_after: '' }])).toBeNull();
});

test('a row of a statement on paper says what it is, and stands in one of the columns billed and paid', {
  tags: ['LED-03'],
}, () => {
  const about = { ref_type: 'order_group', description: 'LRUCKYMV' } as const;
  expect(statementWords({ ...about, tag: 'order' })).toBe('Order LRUCKYMV');
  expect(statementWords({ ...about, tag: 'transfer' })).toBe('Transfer for order LRUCKYMV');
  expect(statementWords({ tag: 'cash', description: 'Brought to the hub', ref_type: null })).toBe(
    'Cash, Brought to the hub',
  );
  expect(statementWords({ tag: 'signup', description: '', ref_type: null })).toBe('Signup');
  const shown = (effect: string) =>
    STATEMENT.map(({ cell }) => cell({ ...about, tag: 'order', effect, created: 1_795_251_600 } as LedgerLog, 0));
  expect(shown('900.00').slice(2)).toEqual(['₦900.00', '', '']);
  expect(shown('-900.00').slice(2)).toEqual(['', '₦900.00', '']);
  expect(String(shown('0.00')[0])).toMatch(/2026$/);
});
