/** The audit log in words for people (B12.2). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditRow } from '#contract/session/syncCalls.ts';
import { historyLines, inARow } from '#crud/history/historyWords.ts';
import { namesIn } from '#domain/namesIn.ts';

const line = (more: Partial<AuditRow>): AuditRow => ({
  _id: 'a1',
  created: 1_795_251_600,
  user_id: 'u1',
  user_name: 'Adaeze Admin',
  role: 'administrator.administrator',
  action: 'update',
  model: 'warehouse',
  record_id: 'w1',
  record_label: 'Mushin Hub',
  before: null,
  after: null,
  request_id: null,
  idempotency_key: null,
  device_id: null,
  address: null,
  client_time: null,
  token_name: null,
  ...more,
});
const textsOf = (row: AuditRow, names = new Map<string, string>()) => {
  const { who, did, about, changes } = historyLines(row, names);
  return [
    `${who} ${did} ${about}`.trim(),
    ...changes.map((one) => `${one.field} from ${one.from ?? '-'} to ${one.to ?? '-'}`),
  ];
};

describe('a line of the history', () => {
  // A time of another year names its year.
  beforeEach(() => vi.setSystemTime(1_795_255_200_000));
  afterEach(() => vi.useRealTimers());

  test('never shows a password, hash, token or BVN, even if a log held one', { tags: ['SEC-08'] }, () => {
    const row = line({
      model: 'manager',
      before: { hash: 'aaa', password_hash: 'bbb', bvn: '123' },
      after: { hash: 'ccc', password_hash: 'ddd', token: 'eee', starter_password: 'ABCD', bvn: '456', name: 'Ada' },
    });
    expect(textsOf(row)).toEqual(['Adaeze Admin changed', 'Name from - to Ada']);
  });
  test('a quantity of goods is in cases, or in units if the case size is unknown', { tags: ['B12.2'] }, () => {
    const row = line({
      model: 'order_item',
      action: 'create',
      record_label: 'OR-20: Knorr fish',
      after: { quantity: 194 },
    });
    expect(historyLines(row, new Map(), new Map([['Knorr fish', 48]])).changes[0]?.to).toBe('4 cases 2 units');
    expect(historyLines(row, new Map()).changes[0]?.to).toBe('194 units');
  });
  test('a change of a hub price names the hub', { tags: ['B12.2', 'B8.6'] }, () => {
    const row = line({
      model: 'seller_product',
      record_label: 'prd1 at Bódìjà Hub',
      before: { price: '77592.00', quantity: -1, meta: '{}' },
      after: { price: '78000.00', quantity: 1500, meta: '{"discount":"5"}' },
    });
    expect(textsOf(row)).toEqual([
      'Adaeze Admin changed Bódìjà Hub',
      'Price from ₦77,592 to ₦78,000',
      'Limit from No limit to 1,500 units',
      'Discount and market price from nothing to 5 % off',
    ]);
    const first = line({
      model: 'seller_product',
      action: 'create',
      record_label: 'prd1 at Bódìjà Hub',
      after: { seller_id: 'h1', product_id: 'prd1', price: '100.00', status: 'active' },
    });
    expect(textsOf(first)).toEqual([
      'Adaeze Admin added Bódìjà Hub',
      'Price from - to ₦100',
      'Status from - to Active',
    ]);
  });
  test('a payment of an order is named as one', { tags: ['B12.2', 'PAY-08'] }, () => {
    const row = (before: string, after: string) =>
      line({ model: 'order_group', before: { payment_cash: before }, after: { payment_cash: after } });
    expect(textsOf(row('', '20000'))).toEqual([
      'Adaeze Admin recorded a payment',
      'Payment cash from nothing to ₦20,000',
    ]);
    expect(textsOf(row('20000', '15000'))[0]).toBe('Adaeze Admin took back a payment');
    expect(textsOf(row('20000', '20000.00'))[0]).toBe('Adaeze Admin changed');
  });
  test('a phone number has the form of the other screens, and a text that is none stays', { tags: ['GEN-06'] }, () => {
    const row = line({ model: 'sales_officer', before: { phone: 'N/A' }, after: { phone: '08031234567' } });
    expect(textsOf(row)).toEqual(['Adaeze Admin changed', 'Phone number from N/A to +234\u00A0803\u00A0123\u00A04567']);
  });
  test('the tag of an order is a sentence, with its other values below', { tags: ['B12.2', 'B5.11'] }, () => {
    const tagged = (model: string, from: string, to: string, more = {}) =>
      textsOf(line({ action: 'tag', model, before: { tag: from }, after: { tag: to, ...more } }));
    expect(tagged('order_group', 'draft', 'pending')).toEqual(['Adaeze Admin placed the order']);
    expect(tagged('order_group', 'pending', 'delivered')).toEqual(['Adaeze Admin marked the order delivered']);
    expect(tagged('order_group', 'cancelled', 'completed')).toEqual(['Adaeze Admin restored the order']);
    expect(tagged('order_group', 'pending', 'cancelled', { note: 'Shop was shut' })).toEqual([
      'Adaeze Admin cancelled the order',
      'Note from - to Shop was shut',
    ]);
    expect(tagged('order', 'completed', 'pending')).toEqual(['Adaeze Admin marked a part of the order pending']);
    // The document's parts begin as "completed" while the order is a cart, but nobody completed anything.
    expect(tagged('order', 'draft', 'completed')).toEqual(['Adaeze Admin added the first product of a manufacturer']);
    const begun = line({ action: 'create', model: 'order_group', after: { buyer_id: 'b1' } });
    expect(textsOf(begun, new Map([['b1', 'Mbah & Sons']]))).toEqual([
      'Adaeze Admin opened the cart',
      'Retailer from - to Mbah & Sons',
    ]);
    const added = line({ action: 'create', model: 'order_item', record_label: 'PSV2QRJL: Milo 400G' });
    expect(textsOf(added)).toEqual(['Adaeze Admin added Milo 400G']);
  });
  test('equal entries in a row are joined with their number, unless another entry lies between them', {
    tags: ['B12.2'],
  }, () => {
    const part = (_id: string, to: string) =>
      historyLines(
        line({ _id, action: 'tag', model: 'order', before: { tag: 'completed' }, after: { tag: to } }),
        new Map(),
      );
    const lines = [part('a', 'pending'), part('b', 'pending'), part('c', 'cancelled'), part('d', 'pending')];
    expect(inARow(lines).map(({ _id, did, times }) => [_id, did, times])).toEqual([
      ['a', 'marked a part of the order pending', 2],
      ['c', 'cancelled a part of the order', 1],
      ['d', 'marked a part of the order pending', 1],
    ]);
  });
  test('a warehouse shows its fields by their labels, its owner by name, and its status in words', {
    tags: ['B12.2'],
  }, () => {
    expect(
      textsOf(
        line({
          before: { status: 'active', parent: { _id: 's1', name: 'Mushin Hub' }, parent_type: 'seller' },
          after: { status: 'inactive', parent: { _id: 'd1', name: 'Bola Rep' }, parent_type: 'sales_officer' },
        }),
      ),
    ).toEqual([
      'Adaeze Admin changed',
      'Status from Active to Inactive',
      'Owner from Mushin Hub to Bola Rep',
      'Warehouse type from Seller to Sales Officer',
    ]);
  });
  test('a count names its product and its reason', { tags: ['B2.10'] }, () => {
    expect(
      textsOf(
        line({
          action: 'adjust',
          record_label: 'Milk 12x1L',
          before: { quantity: 1_200 },
          after: { quantity: 1_194, reason: 'damaged' },
        }),
      ),
    ).toEqual([
      'Adaeze Admin counted Milk 12x1L',
      'Quantity from 1,200 units to 1,194 units',
      'Reason from - to Damaged',
    ]);
  });
  test('a purchase order shows money, Lagos time, party names, and lines by product', () => {
    const order = {
      source_obj: { _id: 'd1', name: 'Dangote Depot' },
      destination_obj: { _id: 's1', name: 'Mushin Hub' },
    };
    const names = namesIn(order);
    expect(
      textsOf(
        line({
          model: 'purchase_order',
          before: { source: 'd1', timestamp: 1_795_251_600, source_type: 'distributor' },
          after: { source: 's1', timestamp: 1_795_255_200, source_type: 'seller' },
        }),
        names,
      ),
    ).toEqual([
      'Adaeze Admin changed',
      'Source from Dangote Depot to Mushin Hub',
      'Date from 21 Nov, 10:00 to 21 Nov, 11:00',
      'Source type from Distributor to Hub',
    ]);
    expect(
      textsOf(
        line({
          model: 'purchase_order_item',
          record_label: 'PO-7K3M9Q2X: Milk: 12x1L',
          before: { amount: '12000.00', quantity_accepted: null, reason: null },
          after: { amount: '9000.50', quantity_accepted: 6, reason: 'short' },
        }),
      ),
    ).toEqual([
      'Adaeze Admin changed Milk: 12x1L',
      'Amount from ₦12,000 to ₦9,000.50',
      'Quantity accepted from nothing to 6 units',
      'Reason from nothing to Short',
    ]);
    expect(
      textsOf(
        line({
          model: 'purchase_order',
          action: 'execute',
          before: { tag: 'purchase_order' },
          after: { tag: 'receipt' },
        }),
      ),
    ).toEqual(['Adaeze Admin completed', 'Tag from Purchase order to Receipt']);
  });
  test('a new record shows its values, a removed one its former values, and both leave out empty fields', () => {
    const fields = { quantity: 12, quantity_accepted: null, note: '' };
    expect(
      textsOf(line({ model: 'purchase_order_item', record_label: 'Milk', action: 'create', after: fields })),
    ).toEqual(['Adaeze Admin created Milk', 'Quantity from - to 12 units']);
    expect(
      textsOf(line({ model: 'purchase_order_item', record_label: 'Milk', action: 'delete', before: fields })),
    ).toEqual(['Adaeze Admin removed Milk', 'Quantity from 12 units to -']);
  });
  test('a manager shows role names, a new password without its value, and the system if no person made the change', () => {
    expect(
      textsOf(line({ model: 'manager', before: { role: 'manager.staff' }, after: { role: 'manager.accountant' } })),
    ).toEqual(['Adaeze Admin changed', 'Role from Kasuwa Staff to Kasuwa Accountant']);
    expect(textsOf(line({ model: 'user', action: 'password', user_name: null }))).toEqual([
      'The system set a new password',
    ]);
  });
});
