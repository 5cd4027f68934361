import { describe, expect, test } from 'vitest';
import {
  CONTEXT_LABEL,
  CONTEXTS,
  canRefresh,
  endFor,
  lastReportDay,
  offersOwner,
  ownWarehouse,
  startsWithAll,
  usualReportDays,
  warehouseLabel,
} from '#domain/report.ts';
import { PARTY_TYPES } from '#domain/transfer.ts';

test('the six report types and their words', { tags: ['REP-03'] }, () => {
  expect(CONTEXTS.map((context) => [context, CONTEXT_LABEL[context]])).toEqual([
    ['current_inventory', 'Current Inventory'],
    ['shipment_received', 'Shipment Received'],
    ['shipment_rejected', 'Shipment Rejected'],
    ['stock_issued', 'Stock Issued'],
    ['stock_returned', 'Stock Returned'],
    ['sales', 'Sales'],
  ]);
});

describe('Refresh', { tags: ['REP-07'] }, () => {
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

describe('owner types offered', { tags: ['REP-10'] }, () => {
  test.each(CONTEXTS)('%s: the letter of the document, and everybody with the switch of F6', (context) => {
    const offered = PARTY_TYPES.filter((type) => offersOwner(context, type, false));
    expect(offered).toEqual(context === 'current_inventory' ? ['distributor'] : ['seller']);
    expect(PARTY_TYPES.filter((type) => offersOwner(context, type, true))).toEqual([...PARTY_TYPES]);
  });
});

test('a warehouse is its owner’s name and its type in capitals', { tags: ['REP-09'] }, () => {
  expect(warehouseLabel('Ìkẹjà Hub', 'seller')).toBe('Ìkẹjà Hub HUB');
  expect(warehouseLabel('Musa', 'sales_officer')).toBe('Musa DELIVERY ASSOCIATE');
  expect(warehouseLabel('Dangote', 'distributor')).toBe('Dangote DISTRIBUTOR');
});

describe('reports of returned stock', { tags: ['K21'] }, () => {
  // 30 November 2026, 23:30 in Lagos.
  const now = Date.UTC(2026, 10, 30, 22, 30) / 1_000;
  test.each(CONTEXTS)('%s: returns are dated tomorrow, so a report that counts them may choose tomorrow', (context) => {
    const isOfReturns = context === 'stock_returned' || context === 'sales';
    expect(lastReportDay(context, now)).toBe(isOfReturns ? '2026-12-01' : '2026-11-30');
  });
  test('stock returned ends tomorrow by default, and what was chosen stays', { tags: ['K21'] }, () => {
    expect(endFor('stock_returned', '', now)).toBe('2026-12-01');
    expect(endFor('stock_returned', '2026-11-12', now)).toBe('2026-11-12');
    expect(endFor('sales', '', now)).toBe('');
    expect(endFor('stock_issued', '', now)).toBe('');
  });
  test('tomorrow is not taken along to a report that cannot have it', { tags: ['K21'] }, () => {
    expect(endFor('shipment_received', '2026-12-01', now)).toBe('2026-11-30');
    expect(endFor('sales', '2026-12-01', now)).toBe('2026-12-01');
  });
});

describe('current inventory opens with the warehouses of all owners', { tags: ['K24'] }, () => {
  const row = (_id: string, parent_type: string, owner: string) => ({ _id, parent_type, parent: { _id: owner } });
  const rows = [row('w1', 'distributor', 'd1'), row('w2', 'seller', 'h1'), row('w3', 'seller', 'h2')];
  test('current inventory alone does', { tags: ['K24'] }, () => {
    expect(CONTEXTS.filter(startsWithAll)).toEqual(['current_inventory']);
  });
  test('no hub is chosen that is not the own one', { tags: ['K24'] }, () => {
    expect(ownWarehouse(rows, 'h9', 'w2')).toBe('');
    expect(ownWarehouse(rows, null, '')).toBe('');
    expect(ownWarehouse(rows, null, 'w1')).toBe('');
    expect(ownWarehouse(rows, null, 'gone')).toBe('');
    expect(ownWarehouse([], null, 'w2')).toBe('');
  });
  test('the hub of the account, else the one looked at last, else the only one', { tags: ['K24'] }, () => {
    expect(ownWarehouse(rows, 'h2', 'w2')).toBe('w3');
    expect(ownWarehouse(rows, null, 'w3')).toBe('w3');
    expect(ownWarehouse(rows.slice(0, 2), null, '')).toBe('w2');
  });
});

test('a report without days is of the last 30 in Lagos, today included', { tags: ['REP-14', 'REP-08'] }, () => {
  // Five minutes past midnight of 25 November in Lagos.
  const { from, to } = usualReportDays(Date.UTC(2026, 10, 24, 23, 5) / 1_000);
  expect([from, to].map((at) => new Date(at * 1_000).toISOString())).toEqual([
    '2026-10-26T23:00:00.000Z',
    '2026-11-25T22:59:00.000Z',
  ]);
});
