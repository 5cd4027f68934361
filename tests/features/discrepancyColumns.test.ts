/** The columns of the list of discrepancies. */
import { expect, test } from 'vitest';
import type { Discrepancy } from '#contract/purchasing/discrepancyCalls.ts';
import { columnsOf } from '#features/purchasing/discrepancies/list.tsx';
import { placeOf } from '#ui/tables/cards.ts';

test('a line without a claim has no place on a card, so that the card has no word "Claim" alone', {
  tags: ['UI-42'],
}, () => {
  const claim = columnsOf(String).find(({ key }) => key === 'claim');
  const placeFor = (row: unknown) => placeOf('fact', 'Claim', claim?.cell(row as Discrepancy, 0));
  expect(placeFor({ claim: null })).toBe('none');
  expect(placeFor({ claim: { _id: 'c', ref: 'CL-1', status: 'open' } })).toBe('fact');
});
