/** The balances at the head of a printed statement (decision 1543). */
import { expect, test } from 'vitest';
import { balancesAround } from '#features/wallet/parts/statement.ts';

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
