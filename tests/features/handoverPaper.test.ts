/** The lots on the paper of a handover. */
import { expect, test } from 'vitest';
import type { Offer } from '#contract/handover/papers.ts';
import { paperOfHandover } from '#features/stock/parts/paper/handoverPaper.ts';

const LOTS = '[["A1","2027-01-31",12],["B1","2027-02-28",12]]';
const line = { product_id: 'p1', name: 'Milk', case_count: 12, quantity: 24, quantity_accepted: 24, amount: '100.00' };
const offer: Offer = {
  ...{ what: 'offer', transfer: 'transfer-1', begun: true, timestamp: 1_795_000_000, given_at: 1_795_000_000 },
  ...{ source_type: 'seller', source: 'h', source_name: 'Hub', destination_type: 'sales_officer', destination: 'd' },
  ...{ destination_name: 'Rep', meta: '{}', digest: '' },
  lines: [{ ...line, reason: null, note: '', lots: LOTS, client_id: null }],
};
const paperOf = (count: { quantity: number; note: string; lots?: string }) =>
  paperOfHandover(
    {
      ...{ offer, giver: 'Ada' },
      taken: {
        answer: {
          ...{ what: 'answer', transfer: 'transfer-1', offer: '', taken_at: 1_795_000_060 },
          counts: [{ product_id: 'p1', ...count }],
        },
        ...{ taker: 'Bola', hash: 'ab' },
      },
    },
    null,
  ).lines[0];

test('the paper names the given lots, and beside them the counted ones', { tags: ['HAND-51'] }, () => {
  const lots = '[["A1","2027-01-31",24]]';
  expect(paperOf({ quantity: 24, note: 'B1 is A1', lots })).toMatchObject({
    lots: 'Lot A1 · expires 31 Jan 2027: 1 case; Lot B1 · expires 28 Feb 2027: 1 case',
    reason: 'taken 2 cases (Lot A1 · expires 31 Jan 2027: 2 cases): B1 is A1',
  });
  // A half of an earlier release, or goods without lots.
  expect(paperOf({ quantity: 12, note: '' })).toMatchObject({ reason: 'taken 1 case' });
});
