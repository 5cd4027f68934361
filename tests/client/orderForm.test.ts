/** The rules between the fields of the purchase order form. */
import { describe, expect, test } from 'vitest';
import {
  blankOrder,
  dateAtSubmit,
  type OrderHead,
  orderValues,
  sameParty,
  withType,
} from '#features/purchasing/orderValues.ts';
import { transferDate } from '#features/stock/transfer/dated.ts';

const NOW = 1_795_251_600;
const DAY = 86_400;

describe('the purchase order form', () => {
  test('an update form without a purchase order fails', { tags: ['PO-27'] }, () => {
    expect(() => orderValues(undefined)).toThrow('Purchase order form requires purchaseOrder object');
  });

  test('what create sends; preset types stand, unknown ones do not', { tags: ['PO-29', 'PO-14'] }, () => {
    expect(blankOrder({}, NOW)).toEqual({
      ref: '*',
      timestamp: String(NOW),
      tag: 'purchase_order',
      meta: '{}',
      source_type: '',
      source: '',
      destination_type: '',
      destination: '',
      amount: '0',
    });
    expect(blankOrder({ source_type: 'seller', destination_type: 'buyer' }, NOW)).toMatchObject({
      source_type: 'seller',
      destination_type: '',
    });
  });

  test('a return from a delivery associate is dated tomorrow, and only that', { tags: ['PO-22'] }, () => {
    const preset = blankOrder({ source_type: 'sales_officer', destination_type: 'seller' }, NOW);
    expect(preset.timestamp).toBe(String(NOW + DAY));
    const open = blankOrder({ source_type: 'sales_officer' }, NOW - 500);
    const locked = withType(open, 'destination', 'seller', open, NOW);
    expect(locked.timestamp).toBe(String(NOW + DAY));
    // Out of it again stands what nobody typed, which goes out with the second of its submit.
    const unlocked = withType(locked, 'source', 'distributor', open, NOW);
    expect(unlocked.timestamp).toBe(open.timestamp);
    expect(dateAtSubmit(unlocked, null, open, NOW + 900)).toBe(String(NOW + 900));
    // A form that began as a return has no such date, a stored order has its own.
    expect(withType(preset, 'source', 'distributor', preset, NOW).timestamp).toBe(String(NOW));
    const stored = { ...open, source_type: 'distributor', timestamp: String(NOW - DAY) };
    const there = withType({ ...stored, destination_type: 'seller' }, 'source', 'sales_officer', stored, NOW);
    expect(there.timestamp).toBe(String(NOW + DAY));
    expect(withType(there, 'source', 'distributor', stored, NOW).timestamp).toBe(stored.timestamp);
    // Between two kinds that a person dates, the typed date stays.
    const dated = { ...blankOrder({ source_type: 'distributor' }, NOW), timestamp: String(NOW - DAY) };
    expect(withType(dated, 'destination', 'seller', dated, NOW).timestamp).toBe(String(NOW - DAY));
  });

  test('what nobody dated goes out with the second of its submit; a locked date is worked out anew', {
    tags: ['PO-07', 'PO-22', 'A33'],
  }, () => {
    const later = NOW + 3_600;
    const blank = blankOrder({ source_type: 'distributor', destination_type: 'seller' }, NOW);
    expect(dateAtSubmit(blank, null, blank, later)).toBe(String(later));
    expect(dateAtSubmit({ ...blank, timestamp: String(NOW - DAY) }, null, blank, later)).toBeNull();
    // A return chosen days ago, in a draft.
    const preset = blankOrder({ source_type: 'sales_officer' }, NOW);
    const draft = withType(preset, 'destination', 'seller', preset, NOW);
    expect(dateAtSubmit(draft, null, preset, NOW + 5 * DAY)).toBe(String(NOW + 6 * DAY));
    // A stored order keeps its date, until its types make it a return.
    const row = { ...blank, timestamp: NOW } as unknown as OrderHead;
    const stored = { ...blank, timestamp: String(NOW) };
    expect(dateAtSubmit(stored, row, blank, later)).toBeNull();
    expect(dateAtSubmit({ ...draft, timestamp: String(NOW + DAY) }, row, blank, later)).toBe(String(later + DAY));
    const back = { ...draft, timestamp: String(NOW) };
    expect(dateAtSubmit(back, row, blank, later)).toBeNull();
  });

  test('the wizard: an untouched date is the second of the save, a stored one stays, a typed one is taken', {
    tags: ['PO-07', 'A33'],
  }, () => {
    const first = NOW + 17;
    const minute = first - (first % 60);
    const entry = { typed: minute, first, stored: null, locked: false, now: first + 300 };
    expect(transferDate(entry)).toBe(first + 300);
    expect(transferDate({ ...entry, stored: first })).toBe(first);
    expect(transferDate({ ...entry, typed: minute - 3_600 })).toBe(minute - 3_600);
    expect(transferDate({ ...entry, locked: true })).toBe(first + 300 + DAY);
  });

  test('another type clears its own party, never the other', { tags: ['PO-13'] }, () => {
    const values = { ...blankOrder({}, NOW), source_type: 'seller', source: 'h1', destination: 'd1' };
    expect(withType(values, 'source', 'distributor', values, NOW)).toMatchObject({ source: '', destination: 'd1' });
  });

  test('the same party on both sides', { tags: ['PO-25'] }, () => {
    const same = { source_type: 'seller', source: 'x', destination_type: 'seller', destination: 'x' };
    expect(sameParty(same)).toEqual({ destination: 'Source and destination cannot be the same.' });
    expect(sameParty({ ...same, destination_type: 'distributor' })).toEqual({});
    expect(sameParty({ ...same, source: '', destination: '' })).toEqual({});
  });
});
