/** The whole figure of a count after a person typed one of its lots. */
import { expect, test } from 'vitest';
import { NO_LOT } from '#domain/lotTyping.ts';
import { partsOf, partTyped, unitsOfPart, withPart } from '../../src/features/stock/count/countLots.ts';

const A = { code: 'A1', expires: '2027-03-01' };
const B = { code: 'B7', expires: '' };
const two = { quantity: 40, lots: '[["B7","",6],["A1","2027-03-01",24]]' };

test('a further lot is added to the counted ones, and a lot that was counted before is replaced', {
  tags: ['LOT-24'],
}, () => {
  expect(withPart(null, null, A, 24)).toEqual({ quantity: 24, lots: '[["A1","2027-03-01",24]]' });
  expect(withPart(two, null, A, 12)).toEqual({ quantity: 28, lots: '[["B7","",6],["A1","2027-03-01",12]]' });
  expect(withPart(two, A, A, 0)).toEqual({ quantity: 16, lots: '[["B7","",6]]' });
  expect(withPart(two, null, { code: 'C1', expires: '' }, 5).quantity).toBe(45);
});

test('a count without a lot can get a lot, a lot can be changed, and a count without any lot stays as it is', {
  tags: ['LOT-24'],
}, () => {
  expect(withPart({ quantity: 10, lots: '' }, NO_LOT, A, 10)).toEqual({
    quantity: 10,
    lots: '[["A1","2027-03-01",10]]',
  });
  expect(withPart(two, B, A, 6)).toEqual({ quantity: 16, lots: '[["A1","2027-03-01",6]]' });
  expect(withPart({ quantity: 10, lots: '' }, NO_LOT, NO_LOT, 0)).toEqual({ quantity: 0, lots: '' });
  expect(withPart(two, NO_LOT, NO_LOT, 0)).toEqual({ quantity: 30, lots: two.lots });
});

test('a figure is split into its lots, and the fields show the chosen one', { tags: ['LOT-24'] }, () => {
  expect(partsOf(null)).toEqual([]);
  expect(partsOf({ quantity: 0, lots: '' })).toEqual([{ ...NO_LOT, units: 0 }]);
  expect(partsOf(two)).toEqual([
    { ...A, units: 24 },
    { ...B, units: 6 },
    { ...NO_LOT, units: 10 },
  ]);
  expect(unitsOfPart({ ...two, quantity: 30 }, NO_LOT)).toBeNull();
  // A known lot keeps the day that was typed before.
  expect(partTyped(two, { code: ' a1', expires: '' })).toEqual(A);
  expect(partTyped(two, { code: 'a1', expires: '0427' })).toEqual({ code: 'A1', expires: '2027-04-30' });
  expect(partTyped(two, { code: '  ', expires: '0427' })).toEqual(NO_LOT);
});
