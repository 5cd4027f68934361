/** The rules between the fields of the purchase order form. */
import { describe, expect, test } from 'vitest';
import { blankOrder, sameParty, valuesOf, withType } from '#features/purchasing/orderValues.ts';

const NOW = 1_795_251_600;
const DAY = 86_400;

describe('the purchase order form', () => {
  test('PO-27 an update form without a purchase order fails', () => {
    expect(() => valuesOf(undefined)).toThrow('Purchase order form requires purchaseOrder object');
  });

  test('PO-29 PO-14 what create sends; preset types stand, unknown ones do not', () => {
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

  test('PO-22 a return from a delivery associate is dated tomorrow, and only that', () => {
    const preset = blankOrder({ source_type: 'sales_officer', destination_type: 'seller' }, NOW);
    expect(preset.timestamp).toBe(String(NOW + DAY));
    const open = blankOrder({ source_type: 'sales_officer' }, NOW - 500);
    const locked = withType(open, 'destination', 'seller', NOW);
    expect(locked.timestamp).toBe(String(NOW + DAY));
    expect(withType(locked, 'source', 'distributor', NOW).timestamp).toBe(String(NOW));
    // Between two kinds that a person dates, the typed date stays.
    const dated = { ...blankOrder({ source_type: 'distributor' }, NOW), timestamp: String(NOW - DAY) };
    expect(withType(dated, 'destination', 'seller', NOW).timestamp).toBe(String(NOW - DAY));
  });

  test('PO-13 another type clears its own party, never the other', () => {
    const values = { ...blankOrder({}, NOW), source_type: 'seller', source: 'h1', destination: 'd1' };
    expect(withType(values, 'source', 'distributor', NOW)).toMatchObject({ source: '', destination: 'd1' });
  });

  test('PO-25 the same party on both sides', () => {
    const same = { source_type: 'seller', source: 'x', destination_type: 'seller', destination: 'x' };
    expect(sameParty(same)).toEqual({ destination: 'Source and destination cannot be the same.' });
    expect(sameParty({ ...same, destination_type: 'distributor' })).toEqual({});
    expect(sameParty({ ...same, source: '', destination: '' })).toEqual({});
  });
});
