import { expect, test } from 'vitest';
import { differenceWords, shown, type WalletKind } from '#features/orders/difference.tsx';

test('a difference has its word and no sign: of an associate what goods do not explain, of a retailer what orders do not', {
  tags: ['B6.10'],
}, () => {
  const words = (head: WalletKind) => ['-493377.00', '24250.50', '0.00'].map((naira) => differenceWords(head, naira));
  expect(words('sales_officer')).toEqual(['owes ₦493,377', 'over by ₦24,250.50', 'settled']);
  // Who owes for orders alone has no difference, so "settled" would be false.
  expect(words('buyer')).toEqual(['₦493,377 beyond orders', '₦24,250.50 unused', 'explained']);
});

test('a column shows kobo in every row or in none', { tags: ['CONST-10'] }, () => {
  const rows = [
    { cash: '57372.50', other: '5.00' },
    { cash: '41817.00', other: '-7.00' },
  ];
  const answer = { rows, totals: { cash: '99189.50', other: '-2.00' } };
  expect(rows.map(({ cash }) => shown(answer, 'cash')(Number(cash) * 100))).toEqual(['₦57,372.50', '₦41,817.00']);
  expect(shown(answer, 'other')(-700)).toBe('−₦7');
  expect(differenceWords('buyer', '41817.00', shown(answer, 'cash'))).toBe('₦41,817.00 unused');
  expect(shown(undefined, 'cash')(100)).toBe('₦1');
});
