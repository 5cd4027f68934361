/** The rules of a reversal (decision 0450): refusals first. */
import { describe, expect, test } from 'vitest';
import { averageWithout, movingAverage } from '#domain/money.ts';
import {
  mirrored,
  missingUnits,
  missingUnitsText,
  needsApproval,
  REVERSAL_LIMIT_KOBO,
  type ReversalFacts,
  whyNotReversed,
} from '#domain/reversal.ts';

const RECEIPT: ReversalFacts = {
  ...{ tag: 'receipt', ref: 'PO-1', reverses: null, reversal: null, opposites: [], moved: 12 },
};
const why = (facts: Partial<ReversalFacts>) => whyNotReversed({ ...RECEIPT, ...facts });

describe('what is not reversed', () => {
  test('what is not completed, a reversal, what moved nothing', { tags: ['REV-02'] }, () => {
    expect(why({ tag: 'purchase_order' })?.text).toBe('Only a completed transfer can be reversed.');
    expect(why({ reverses: 'PO-0' })?.text).toBe(
      'PO-1 is the reversal of PO-0. A reversal is not reversed: make the transfer again.',
    );
    expect(why({ moved: 0 })?.text).toBe('Nothing moved with PO-1, so there is nothing to reverse.');
    expect(why({})).toBeNull();
  });

  test('twice: with who and when, and by which reference', { tags: ['REV-03'] }, () => {
    const whoAndWhen = 'at 15:02 by Amaka';
    expect(why({ reversal: { status: 'done', whoAndWhen, by: 'PO-2' } })).toEqual({
      word: 'already_reversed',
      text: 'PO-1 was reversed by PO-2, at 15:02 by Amaka.',
    });
    expect(why({ reversal: { status: 'asked', whoAndWhen, by: null } })).toEqual({
      word: 'already_reversed',
      text: 'The reversal of PO-1 waits for approval, at 15:02 by Amaka.',
    });
    expect(why({ reversal: { status: 'refused', whoAndWhen, by: null } })).toBeNull();
  });

  test('beside an opposite transfer', { tags: ['REV-06'] }, () => {
    expect(why({ opposites: ['PO-7', 'PO-8'] })?.text).toBe(
      'PO-7, PO-8 takes goods of PO-1 back already. Reverse or delete that one first.',
    );
  });

  test('goods that are gone, with both figures', { tags: ['REV-05'] }, () => {
    const milk = { product_id: 'm', name: 'Milk', case_count: 12, moved: 30 };
    expect(missingUnits({ moved: 30, available: 30 })).toBe(0);
    expect(missingUnits({ moved: 30, available: null })).toBe(0);
    expect(missingUnits({ moved: 30, available: 18 })).toBe(12);
    // More was sold than issued.
    expect(missingUnits({ moved: 30, available: -6 })).toBe(30);
    expect(missingUnitsText({ ...milk, available: 18 })).toBe('Milk: 2 cases 6 units moved, only 1 case 6 units left.');
    expect(missingUnitsText({ ...milk, available: -6 })).toBe('Milk: 2 cases 6 units moved, nothing is left.');
  });
});

test('above the limit another person approves, at the limit nobody', { tags: ['REV-08'] }, () => {
  expect(needsApproval(REVERSAL_LIMIT_KOBO, REVERSAL_LIMIT_KOBO)).toBe(false);
  expect(needsApproval(REVERSAL_LIMIT_KOBO + 1, REVERSAL_LIMIT_KOBO)).toBe(true);
  expect(REVERSAL_LIMIT_KOBO).toBe(50_000_000);
});

test('the parties change sides', { tags: ['REV-04'] }, () => {
  expect(mirrored({ source_type: 'distributor', source: 'd', destination_type: 'seller', destination: 'h' })).toEqual({
    source_type: 'seller',
    source: 'h',
    destination_type: 'distributor',
    destination: 'd',
  });
});

test('an average without what came in is the average before, and never below zero', { tags: ['REV-07'] }, () => {
  const together = movingAverage(24, 1_000_000, 12, 1_600_000);
  expect(together).toBe(1_200_000);
  expect(averageWithout(36, together, 12, 1_600_000)).toBe(1_000_000);
  // Nothing is left, or others left at the average meanwhile.
  expect(averageWithout(12, together, 12, 1_600_000)).toBe(together);
  expect(averageWithout(13, 100, 12, 1_600_000)).toBe(100);
});
