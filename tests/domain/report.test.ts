import { describe, expect, test } from 'vitest';
import { CONTEXT_LABEL, CONTEXTS, canRefresh, offersOwner, warehouseLabel } from '#domain/report.ts';
import { PARTY_TYPES } from '#domain/transfer.ts';

test('REP-03 the six report types and their words', () => {
  expect(CONTEXTS.map((context) => [context, CONTEXT_LABEL[context]])).toEqual([
    ['current_inventory', 'Current Inventory'],
    ['shipment_received', 'Shipment Received'],
    ['shipment_rejected', 'Shipment Rejected'],
    ['stock_issued', 'Stock Issued'],
    ['stock_returned', 'Stock Returned'],
    ['sales', 'Sales'],
  ]);
});

describe('REP-07 Refresh', () => {
  test.each([
    ['no report type', '', ['w1'], 1, 2],
    ['an unknown report type', 'profit', ['w1'], 1, 2],
    ['an inherited word', 'constructor', ['w1'], 1, 2],
    ['no warehouse', 'current_inventory', [], null, null],
    ['no start', 'sales', ['w1'], null, 2],
    ['no end', 'shipment_received', ['w1'], 1, null],
    ['an end before the start', 'stock_issued', ['w1'], 2, 1],
  ])('is disabled with %s', (_case, context, warehouses, from, to) => {
    expect(canRefresh({ context, warehouses, from, to })).toBe(false);
  });

  test('is enabled for current inventory without dates, for the others with both', () => {
    expect(canRefresh({ context: 'current_inventory', warehouses: ['w1'], from: null, to: null })).toBe(true);
    for (const context of CONTEXTS)
      expect(canRefresh({ context, warehouses: ['w1', 'w2'], from: 0, to: 0 }), context).toBe(true);
  });
});

describe('REP-10 owner types offered', () => {
  test.each(CONTEXTS)('%s: the letter of the document, and everybody with the switch of F6', (context) => {
    const offered = PARTY_TYPES.filter((type) => offersOwner(context, type, false));
    expect(offered).toEqual(context === 'current_inventory' ? ['distributor'] : ['seller']);
    expect(PARTY_TYPES.filter((type) => offersOwner(context, type, true))).toEqual([...PARTY_TYPES]);
  });
});

test('REP-09 a warehouse is its owner’s name and its type in capitals', () => {
  expect(warehouseLabel('Ìkẹjà Hub', 'seller')).toBe('Ìkẹjà Hub HUB');
  expect(warehouseLabel('Musa', 'sales_officer')).toBe('Musa DELIVERY ASSOCIATE');
  expect(warehouseLabel('Dangote', 'distributor')).toBe('Dangote DISTRIBUTOR');
});
