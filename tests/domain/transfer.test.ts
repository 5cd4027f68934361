import { describe, expect, test } from 'vitest';
import { permissionsOf } from '#domain/matrix.ts';
import { TRANSFER_PERMISSIONS } from '#domain/permissions.ts';
import {
  deviceRef,
  digestText,
  isDatedApart,
  isDateLocked,
  KINDS,
  keptTimestamp,
  kindOf,
  kindOfRoute,
  labelOf,
  lockedReturnDate,
  mayTransfer,
  mayUseSomeDoor,
  movedQuantity,
  PARTY_LABEL,
  PARTY_TYPES,
  REASON_LABEL,
  REASONS,
  STEPS,
  type TransferKind,
  toneOf,
  WAREHOUSE_TYPE_LABEL,
} from '#domain/transfer.ts';

const NOW = 1_795_000_000;
const DAY = 86_400;
const holder = (role: string) => ({ permissions: permissionsOf(role) });

describe('kinds are inferred from the party types', { tags: ['TRF-10'] }, () => {
  test.each([
    ['A2', 'seller', 'seller', 'transfer', 'Transfer', 'bad'],
    ['A2', 'distributor', 'distributor', 'transfer', 'Transfer', 'bad'],
    ['A2', 'sales_officer', 'sales_officer', 'transfer', 'Transfer', 'bad'],
    ['A2', 'distributor', 'sales_officer', 'transfer', 'Transfer', 'bad'],
    ['A2', 'sales_officer', 'distributor', 'transfer', 'Transfer', 'bad'],
    ['B3.1', '', 'seller', 'transfer', 'Transfer', 'bad'],
    ['TRF-06 PO-17', 'distributor', 'seller', 'shipment_in', 'Shipment Received', 'good'],
    ['TRF-07 PO-17', 'seller', 'distributor', 'shipment_out', 'Shipment Rejected', 'bad'],
    ['TRF-08 PO-17', 'seller', 'sales_officer', 'stock_out', 'Stock Issued', 'bad'],
    ['TRF-09 PO-17', 'sales_officer', 'seller', 'stock_in', 'Stock Returned', 'good'],
  ])('%s %s -> %s is %s, "%s", %s', (_row, source, destination, kind, label, tone) => {
    const found = kindOf(source, destination);
    expect(found).toBe(kind);
    expect(labelOf(found)).toBe(label);
    expect(toneOf(found)).toBe(tone);
  });

  test('every kind of the table is found again by its own parties', () => {
    for (const one of Object.values(KINDS)) expect(kindOf(one.source, one.destination)).toBe(one.kind);
  });
});

describe('the route names the kind', { tags: ['TRF-01'] }, () => {
  test.each([
    ['shipment', 'sideways'],
    ['transfer', 'in'],
    ['', ''],
    ['in', 'shipment'],
    ['constructor', 'in'],
  ])('/inventory/%s/%s is no screen', (type, direction) => {
    expect(kindOfRoute(type, direction)).toBeNull();
  });

  test.each([
    ['shipment', 'in', 'Receive Shipment', 'create_shipment_in'],
    ['shipment', 'out', 'Reject Shipment', 'create_shipment_out'],
    ['stock', 'in', 'Return Stock', 'create_stock_in'],
    ['stock', 'out', 'Issue Stock', 'create_stock_out'],
  ])('/inventory/%s/%s is "%s" and needs %s', { tags: ['TRF-05', 'TRF-11'] }, (type, direction, title, permission) => {
    expect(kindOfRoute(type, direction)).toMatchObject({ type, direction, title, permission });
  });
});

describe('the two doors', { tags: ['A1'] }, () => {
  const ACTIONS = ['create', 'update', 'execute'] as const;
  const ALL: TransferKind[] = ['shipment_in', 'shipment_out', 'stock_in', 'stock_out', 'transfer'];

  test('nobody, and permissions of other things, open neither', () => {
    for (const kind of ALL) {
      for (const action of ACTIONS) {
        expect(mayTransfer(kind, action, null)).toBe(false);
        expect(mayTransfer(kind, action, holder('manager.staff')), `${kind} ${action}`).toBe(false);
        expect(
          mayTransfer(kind, action, { permissions: ['view_purchase_orders', 'create_transfer', 'create_order'] }),
        ).toBe(false);
      }
    }
  });

  test('kind transfer stays behind door 1, however many wizard permissions are held', { tags: ['A2'] }, () => {
    for (const action of ACTIONS)
      expect(mayTransfer('transfer', action, { permissions: TRANSFER_PERMISSIONS })).toBe(false);
  });

  test.each([...TRANSFER_PERMISSIONS])('door 2: %s covers its own kind only, all three actions', (permission) => {
    for (const kind of ALL) {
      for (const action of ACTIONS)
        expect(mayTransfer(kind, action, { permissions: [permission] })).toBe(permission === `create_${kind}`);
    }
  });

  test.each(ACTIONS)('door 1: %s_purchase_order covers every kind, its own action only', (action) => {
    for (const kind of ALL) {
      for (const attempted of ACTIONS) {
        expect(mayTransfer(kind, attempted, { permissions: [`${action}_purchase_order`] })).toBe(attempted === action);
      }
    }
  });

  test('the warehouse officer runs all four wizards and no plain transfer; the administrator everything', {
    tags: ['PERM-11', 'PERM-13'],
  }, () => {
    for (const kind of ALL) {
      for (const action of ACTIONS) {
        expect(mayTransfer(kind, action, holder('manager.warehouse_officer'))).toBe(kind !== 'transfer');
        expect(mayTransfer(kind, action, holder('administrator.administrator'))).toBe(true);
      }
    }
  });

  test('the first gate of a call lists both doors', () => {
    expect(mayUseSomeDoor('execute')).toEqual(['execute_purchase_order', ...TRANSFER_PERMISSIONS]);
    expect([...TRANSFER_PERMISSIONS].sort()).toEqual(
      Object.values(KINDS)
        .map((kind) => kind.permission)
        .sort(),
    );
    expect([...TRANSFER_PERMISSIONS].sort()).toEqual([
      'create_shipment_in',
      'create_shipment_out',
      'create_stock_in',
      'create_stock_out',
    ]);
  });
});

test('a transfer has three steps', { tags: ['TRF-02'] }, () => {
  expect([...STEPS]).toEqual(['Transfer Details', 'Add Products', 'Complete Transfer']);
});

describe('the date of a return', { tags: ['PO-22'] }, () => {
  test('is now plus one day, and locked for delivery associate -> hub only', () => {
    expect(lockedReturnDate(NOW)).toBe(NOW + DAY);
    for (const source of PARTY_TYPES) {
      for (const destination of PARTY_TYPES) {
        expect(isDateLocked(source, destination)).toBe(source === 'sales_officer' && destination === 'seller');
      }
    }
  });
});

describe('the date that is kept', { tags: ['B3.3'] }, () => {
  const kept = (kind: TransferKind, sent: number, clientTime: number | null = null, savedTime: number | null = null) =>
    keptTimestamp({ kind, sent, now: NOW, clientTime, savedTime });
  const EARLIEST = Date.UTC(2014, 11, 31, 23) / 1000; // 1 January 2015, 00:00 in Lagos

  test.each([
    ['a second before 2015 in Lagos', 'shipment_in', EARLIEST - 1, null],
    ['the year 1970', 'transfer', 0, null],
    ['a negative date', 'stock_out', -5, null],
    ['a date before 2015 after the device clock is put right', 'shipment_in', EARLIEST + 10, NOW + 1000],
    ['no number', 'shipment_in', Number.NaN, null],
    ['no whole number', 'shipment_out', NOW - 0.5, null],
    ['no number for a return either', 'stock_in', Number.POSITIVE_INFINITY, null],
  ] as const)('refuses %s', (_case, kind, sent, clientTime) => {
    expect(kept(kind, sent, clientTime)).toEqual({ error: 'Date is not valid.' });
  });

  test.each([
    ['the past is kept', 'shipment_in', NOW - 40 * DAY, null, NOW - 40 * DAY],
    ['the first second of 2015 is kept', 'transfer', EARLIEST, null, EARLIEST],
    ['300 s ahead is kept', 'stock_out', NOW + 300, null, NOW + 300],
    ['301 s ahead becomes now', 'stock_out', NOW + 301, null, NOW],
    ['tomorrow becomes now', 'shipment_out', NOW + DAY, null, NOW],
    ['a clock 300 s off is left alone', 'shipment_in', NOW - 1000, NOW + 300, NOW - 1000],
    ['a clock 301 s fast is put right', 'shipment_in', NOW - 1000, NOW + 301, NOW - 1301],
    ['a clock a day slow is put right', 'shipment_in', NOW - DAY - 60, NOW - DAY, NOW - 60],
    ['a tablet living in 1970 still delivers', 'shipment_in', 5_000, 5_060, NOW - 60],
    ['shifted first, then cut to now', 'shipment_in', NOW, NOW - 1000, NOW],
    ['a nonsense clock is ignored', 'shipment_in', NOW - 7, Number.NaN, NOW - 7],
  ] as const)('%s', (_case, kind, sent, clientTime, timestamp) => {
    expect(kept(kind, sent, clientTime)).toEqual({ timestamp });
  });

  test.each([
    ['now', NOW],
    ['yesterday', NOW - DAY],
    ['tomorrow', NOW + DAY],
    ['next week', NOW + 7 * DAY],
    ['before 2015', 0],
  ] as const)(
    'a return that nobody saved offline is dated now + 1 day, although %s is sent',
    { tags: ['K21'] },
    (_case, sent) => {
      expect(kept('stock_in', sent)).toEqual({ timestamp: NOW + DAY });
      expect(kept('stock_in', sent, NOW)).toEqual({ timestamp: NOW + DAY });
    },
  );

  test.each([
    ['on Monday and sent on Tuesday counts on Tuesday', NOW - DAY, null, NOW],
    ['a minute ago counts tomorrow', NOW - 60, null, NOW - 60 + DAY],
    ['seven days ago counts six days ago', NOW - 7 * DAY, null, NOW - 6 * DAY],
    ['longer ago than that counts tomorrow', NOW - 7 * DAY - 1, null, NOW + DAY],
    ['in the future counts tomorrow', NOW + 5 * DAY, null, NOW + DAY],
    ['by a clock nine days fast is put right', NOW + 9 * DAY - DAY, NOW + 9 * DAY, NOW],
    ['by a clock two days slow is put right', NOW - 2 * DAY - DAY, NOW - 2 * DAY, NOW],
  ] as const)('a return saved %s, whatever date is sent', { tags: ['K21'] }, (_case, saved, clientTime, timestamp) => {
    for (const sent of [0, NOW, NOW + 3 * DAY])
      expect(kept('stock_in', sent, clientTime, saved)).toEqual({ timestamp });
  });

  test('when it was saved says nothing about the date of another transfer', { tags: ['K21'] }, () => {
    expect(kept('shipment_in', NOW - 40 * DAY, null, NOW - DAY)).toEqual({ timestamp: NOW - 40 * DAY });
  });
});

describe('which quantity moves', { tags: ['B3.8'] }, () => {
  test.each([
    [12, null, 12],
    [12, 10, 10],
    [12, 0, 0],
    [0, null, 0],
    [12, 15, 15],
  ])('quantity %s, accepted %s: %s', (quantity, quantity_accepted, moved) => {
    expect(movedQuantity({ quantity, quantity_accepted })).toBe(moved);
  });
});

describe('the digest text', { tags: ['B3.21'] }, () => {
  const milk = { product_id: 'p-2', quantity: 12, quantity_accepted: null, amount: 1_250_050 };
  const rice = { product_id: 'p-10', quantity: 6, quantity_accepted: 0, amount: 0 };
  const salt = { product_id: 'P-3', quantity: 1, quantity_accepted: 2, amount: 99 };

  test('is exact: one line per product, bytewise by id, not counted is "-", no line feed at the end', () => {
    expect(digestText([milk, rice, salt])).toBe('P-3:1:2:99\np-10:6:0:0\np-2:12:-:1250050');
  });

  test('of nothing is empty', () => {
    expect(digestText([])).toBe('');
  });

  test('does not depend on the order of the lines and leaves them alone', () => {
    const lines = [milk, rice, salt];
    expect(digestText([...lines].reverse())).toBe(digestText(lines));
    expect(lines).toEqual([milk, rice, salt]);
  });

  test.each([
    ['quantity', { quantity: 13 }],
    ['accepted', { quantity_accepted: 12 }],
    ['accepted 0 is not "not counted"', { quantity_accepted: 0 }],
    ['amount', { amount: 1_250_051 }],
    ['product', { product_id: 'p-22' }],
  ])('changes with %s', (_case, change) => {
    expect(digestText([{ ...milk, ...change }])).not.toBe(digestText([milk]));
  });
});

describe('the flag of a dated row', { tags: ['PO-07', 'A33'] }, () => {
  test.each([
    [0, false],
    [59, false],
    [-59, false],
    [60, true],
    [-60, true],
    [DAY, true],
  ])('%s seconds apart: %s', (apart, flagged) => {
    expect(isDatedApart(NOW, NOW + apart)).toBe(flagged);
  });
});

describe('words of the parties', { tags: ['GEN-09'] }, () => {
  test('purchase orders say Distributor, Hub, Delivery Associate, in this order', { tags: ['PO-14'] }, () => {
    expect(PARTY_TYPES.map((type) => PARTY_LABEL[type])).toEqual(['Distributor', 'Hub', 'Delivery Associate']);
  });

  test('warehouses say Sales Officer, Seller, Distributor, in this order', { tags: ['CONST-19', 'A26'] }, () => {
    expect(Object.entries(WAREHOUSE_TYPE_LABEL)).toEqual([
      ['sales_officer', 'Sales Officer'],
      ['seller', 'Seller'],
      ['distributor', 'Distributor'],
    ]);
  });

  test('every reason has its word', { tags: ['B3.5'] }, () => {
    expect([...REASONS]).toEqual(['short', 'damaged', 'expired', 'wrong_product', 'excess', 'other']);
    for (const reason of REASONS) expect(REASON_LABEL[reason]).toMatch(/^[A-Z][a-z ]+$/);
  });
});

test('the device reference of a paper is the same for the local and the kept name of a transfer', {
  tags: ['B11.1'],
}, () => {
  expect(deviceRef('1a2b3c4d-5e6f-4a1b-8c2d-000000000000')).toBe('1A2B-3C4D');
});
