import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOrderRef, isPurchaseOrderRef, linkedRecord, makeRef } from '#domain/orderRef.ts';

const bytes = fc.uint8Array({ minLength: 8, maxLength: 16 });

describe('references', { tags: ['ORD-22', 'A44'] }, () => {
  test('too few random bytes are an error, not a short reference', () => {
    expect(() => makeRef('PO', new Uint8Array(7))).toThrow(RangeError);
  });

  test.each([
    '',
    '7K3M9Q2',
    '7K3M9Q2XX',
    '7K3M9Q2I',
    '7K3M9Q2O',
    '7K3M9Q21',
    '7K3M9Q20',
    '7k3m9q2x',
    '7K3M|Q2X',
    ' 7K3M9Q2X',
    '7K3M9Q2X\n',
    'PO-7K3M9Q2X',
  ])('%j is no order ref', (text) => expect(isOrderRef(text)).toBe(false));

  test.each(['', '*', 'PO-', 'PO-7K3M9Q2', 'PO-7K3M9Q2O', 'po-7K3M9Q2X', '7K3M9Q2X', 'PO-7K3M9Q2X ', 'OPEN-7K3M9Q2X'])(
    '%j is no purchase order ref',
    (text) => expect(isPurchaseOrderRef(text)).toBe(false),
  );

  test('what is made is recognised, and never mistaken for the other', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const order = makeRef(null, random);
        const purchase = makeRef('PO', random);
        return isOrderRef(order) && !isPurchaseOrderRef(order) && isPurchaseOrderRef(purchase) && !isOrderRef(purchase);
      }),
    );
  });

  test('opening and adjustment rows have refs of their own', { tags: ['B2.5', 'B2.10'] }, () => {
    expect(makeRef('OPEN', new Uint8Array(8))).toBe('OPEN-AAAAAAAA');
    expect(makeRef('ADJ', new Uint8Array([0, 1, 31, 32, 255, 8, 13, 14]))).toBe('ADJ-AB9A9JPQ');
  });

  test('every sign is equally likely over the 256 values of a byte', () => {
    const seen = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const sign = makeRef(null, new Uint8Array(8).fill(byte))[0] ?? '';
      seen.set(sign, (seen.get(sign) ?? 0) + 1);
    }
    expect([...seen.keys()].sort().join('')).toBe('23456789ABCDEFGHJKLMNPQRSTUVWXYZ');
    expect(new Set(seen.values())).toEqual(new Set([8]));
  });
});

describe('links of ledger logs', { tags: ['A44'] }, () => {
  test.each([
    ['cash', 'Paid for 7K3M9Q2X', null],
    ['cash', 'PO-7K3M9Q2X', null],
    ['receipt', 'PO-7K3M9Q2X and more', null],
    ['order', '', null],
    ['order', '7K3M9Q2X', 'order_group'],
    ['cash', '7K3M9Q2X', 'order_group'],
    ['receipt', 'PO-7K3M9Q2X', 'purchase_order'],
    ['purchase_order', 'PO-7K3M9Q2X', 'purchase_order'],
  ])('tag %s, "%s": %s', (tag, description, record) => {
    expect(linkedRecord({ tag, description })).toBe(record);
  });
});
