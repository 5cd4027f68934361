/** The order of the reconciliation reports (B6.10). */
import { expect, test } from 'vitest';
import { worstFirst } from '#domain/reconciliation.ts';

test('a difference stands before an explained wallet, a debt before an excess, and each group begins with its largest', {
  tags: ['B6.10'],
}, () => {
  const wallet = (name: string, difference: number, closing: number) => ({
    _id: name,
    name,
    figures: { difference, closing },
  });
  const order = [
    wallet('Ada', 0, -10),
    wallet('Efe', 4, -7),
    wallet('Bisi', 0, -9_969_000),
    wallet('Chi', 0, 50),
    wallet('Femi', 40, -7),
    wallet('Dayo', -5, -5),
    wallet('Gozi', -6, 0),
  ]
    .sort(worstFirst)
    .map(({ name }) => name);
  expect(order).toEqual(['Gozi', 'Dayo', 'Femi', 'Efe', 'Bisi', 'Ada', 'Chi']);
});
