/** The lots of a handed line as the taker counts them. */
import { expect, test } from 'vitest';
import { countedLots, givenParts, isOtherLots } from '#domain/handover/takenLots.ts';

const lots = '[["B1","2027-02-28",6,"asked"],["A1","2027-01-31",12]]';

test('a line is counted lot by lot, what expires first before the others, and what names no lot last', {
  tags: ['HAND-51'],
}, () => {
  expect(givenParts({ lots: '', moved: 24 })).toEqual([]);
  expect(givenParts({ lots: undefined, moved: 24 })).toEqual([]);
  const parts = givenParts({ lots, moved: 20 });
  expect(parts).toEqual([
    { code: 'A1', expires: '2027-01-31', units: 12 },
    { code: 'B1', expires: '2027-02-28', units: 6 },
    { code: '', expires: '', units: 2 },
  ]);
  expect(countedLots(parts, [11, 0, 2])).toBe('[["A1","2027-01-31",11]]');
});

test('the same lots are no difference, whatever the reason of the giver, and goods that were not counted by lot neither', {
  tags: ['HAND-51'],
}, () => {
  const line = { lots, moved: 20 };
  expect(isOtherLots(countedLots(givenParts(line), [12, 6, 2]), line)).toBe(false);
  expect(isOtherLots(undefined, line)).toBe(false);
  expect(isOtherLots(countedLots(givenParts(line), [11, 7, 2]), line)).toBe(true);
  expect(isOtherLots('', line)).toBe(true);
});
