/** The columns of the list of discrepancies. */
import { expect, test } from 'vitest';
import type { Discrepancy } from '#contract/purchasing/discrepancyCalls.ts';
import { columnsOf } from '#features/purchasing/discrepancies/list.tsx';
import { saysNothing } from '#ui/tables/cards.ts';

test('a line without a claim says nothing in that column, so that a card has no word "Claim" alone', {
  tags: ['UI-42'],
}, () => {
  const claim = columnsOf(true).find(({ key }) => key === 'claim');
  expect(saysNothing(claim?.cell({ claim: null } as Discrepancy, 0))).toBe(true);
  expect(
    saysNothing(claim?.cell({ claim: { _id: 'c', ref: 'CL-1', status: 'open' } } as unknown as Discrepancy, 0)),
  ).toBe(false);
});
