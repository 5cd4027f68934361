/** The order of the reconciliation reports (B6.10). */
import { expect, test } from 'vitest';
import { worstFirst } from '#domain/reconciliation.ts';

test('the worst difference stands first, and of explained wallets the largest debt', { tags: ['B6.10'] }, () => {
  const wallet = (name: string, difference: number, closing: number) => ({
    _id: name,
    name,
    figures: { difference, closing },
  });
  const order = [wallet('Ada', 0, -10), wallet('Bisi', 0, -9_969_000), wallet('Chi', 0, 50), wallet('Dayo', -5, -5)]
    .sort(worstFirst)
    .map(({ name }) => name);
  expect(order).toEqual(['Dayo', 'Bisi', 'Ada', 'Chi']);
});
