/** Tags, money and wallets of orders, and the rules of the payment form, as tables (B5, PAY). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { permissionsOf } from '#domain/matrix.ts';
import {
  amountAfter,
  deliveryOutcomeOf,
  invoiceDue,
  lineValue,
  mayEditGroup,
  mayMove,
  mayMoveOrder,
  moveOf,
  ORDER_TAGS,
  type OrderTag,
  type Postable,
  type Posting,
  postedValue,
  postingDifferences,
  postingsOf,
  tagsFrom,
} from '#domain/order.ts';
import {
  chargesOf,
  cleanMetaValue,
  type MetaFields,
  metaErrors,
  paymentOf,
  signedDiscount,
} from '#domain/orderMeta.ts';

const as = (role: string) => ({ role, permissions: permissionsOf(role) });
const admin = as('administrator.administrator');
const staff = as('manager.staff');
const support = as('manager.customer_support');
const hub = as('sales_officer.manager');

describe('tags', () => {
  /** B5.1, copied row by row: from, to, who holds it. */
  const rows: [OrderTag, OrderTag, (typeof admin)[]][] = [
    ['draft', 'pending', [admin, staff, support]],
    ['draft', 'deleted', [admin, staff, support]],
    ['pending', 'completed', [admin, staff]],
    ['pending', 'delivered', [admin, staff]],
    ['pending', 'cancelled', [admin, staff]],
    ['pending', 'deleted', [admin]],
    ['delivered', 'completed', [admin, staff]],
    ['delivered', 'cancelled', [admin]],
    ['completed', 'cancelled', [admin]],
    ['cancelled', 'completed', [admin, staff]],
    ['deleted', 'completed', [admin, staff]],
  ];
  test('every pair of tags is a row of the table or nobody may', { tags: ['ORD-16', 'ORD-28', 'B5.1'] }, () => {
    for (const from of ORDER_TAGS) {
      for (const to of ORDER_TAGS) {
        const row = rows.find(([a, b]) => a === from && b === to);
        const move = moveOf(from, to);
        expect(move !== null, `${from} -> ${to}`).toBe(row !== undefined);
        if (!move || !row) continue;
        for (const who of [admin, staff, support, hub])
          expect(mayMove(move, who), `${from} -> ${to} ${who.role}`).toBe(row[2].includes(who));
      }
    }
  });
  test('the buttons are the moves, and nobody signed in may nothing', { tags: ['B5.1'] }, () => {
    expect(tagsFrom('pending', staff)).toEqual(['completed', 'delivered', 'cancelled']);
    expect(tagsFrom('pending', admin)).toEqual(['completed', 'delivered', 'cancelled', 'deleted']);
    expect(tagsFrom('draft', support)).toEqual(['pending', 'deleted']);
    expect(tagsFrom('pending', support)).toEqual([]);
    expect(tagsFrom('cancelled', null)).toEqual([]);
  });
  test('customer support edits a cart and nothing that was placed', { tags: ['A13'] }, () => {
    expect(mayEditGroup('draft', support)).toBe(true);
    for (const tag of ORDER_TAGS.filter((one) => one !== 'draft')) expect(mayEditGroup(tag, support)).toBe(false);
    for (const tag of ORDER_TAGS) expect(mayEditGroup(tag, staff)).toBe(true);
    expect(mayMoveOrder('draft', support)).toBe(true);
    expect(mayMoveOrder('completed', support)).toBe(false);
    expect(mayMoveOrder('completed', staff)).toBe(true);
    expect(mayEditGroup('draft', hub)).toBe(false);
  });
  test('on time within 24 hours of being placed', { tags: ['B5.8'] }, () => {
    expect(deliveryOutcomeOf(1_000, 1_000 + 86_400)).toBe('delivered_on_time');
    expect(deliveryOutcomeOf(1_000, 1_001 + 86_400)).toBe('delivered_late');
    expect(deliveryOutcomeOf(null, 5)).toBe('delivered_on_time');
  });
});

describe('money', () => {
  test.each([
    [{ quantity: 24, quantity_accepted: null }, 300_000, 300_000],
    [{ quantity: 24, quantity_accepted: 24 }, 300_000, 300_000],
    [{ quantity: 24, quantity_accepted: 6 }, 300_000, 75_000],
    [{ quantity: 24, quantity_accepted: 0 }, 300_000, 0],
    [{ quantity: 3, quantity_accepted: 1 }, 100, 33],
    [{ quantity: 3, quantity_accepted: 2 }, 100, 67],
    [{ quantity: 2, quantity_accepted: 1 }, 5, 3],
    [{ quantity: 24, quantity_accepted: 30 }, 300_000, 375_000],
    [{ quantity: 0, quantity_accepted: 5 }, 0, 50_000],
  ])('%j of %i kobo bills %i', { tags: ['B5.0c'] }, (line, amount, expected) => {
    expect(lineValue({ ...line, amount, rate: 120_000, case_count: 12 })).toBe(expected);
  });
  test('an edited amount moves by the difference, an unedited one is the sum of its lines', { tags: ['B5.0b'] }, () => {
    expect(amountAfter({ amount: 900, edited: true, items: 1_000 }, 1_200)).toBe(1_100);
    expect(amountAfter({ amount: 1_000, edited: false, items: 1_000 }, 1_200)).toBe(1_200);
  });
  test.each([
    ['what is owed besides counts, up to the naira', { total: 1_000_000, wallet: 250_001 }, [1_250_100, 0, 250_001]],
    ['what was paid before it was billed', { total: 1_000_000, paid: 300_050 }, [700_000, 0, 0]],
    [
      'a billed order that was paid in part',
      { tag: 'completed', total: 878_861, paid: 300_050, wallet: 278_811, posted: 578_811 },
      [278_900, 0, -300_000],
    ],
    ['a credit that is more than the order', { total: 1_000_000, wallet: -1_500_050 }, [0, 500_050, -1_500_050]],
    ['a billed order paid to the kobo', { tag: 'completed', total: 1_000_000, paid: 1_000_000 }, [0, 0, 0]],
    [
      'a billed order paid too much',
      { tag: 'delivered', total: 2_500_000, paid: 3_000_000, wallet: -500_000, posted: -500_000 },
      [0, 500_000, 0],
    ],
    [
      'a cancelled order, whose money stays credit',
      { tag: 'cancelled', total: 500_010, paid: 200_000, wallet: -200_000, posted: -200_000 },
      [0, 0, 0],
    ],
  ] as const)(
    'what is due, overpaid and other of %s',
    { tags: ['K8', 'ORD-13', 'F9'] },
    (_, money, [due, overpaid, other]) => {
      const all = { tag: 'pending' as const, paid: 0, wallet: 0, posted: 0, ...money };
      expect(invoiceDue(all)).toEqual({ due, overpaid, other });
    },
  );
});

const group = (more: Partial<Postable> = {}): Postable => ({
  tag: 'completed',
  posted: true,
  buyer_id: 'shop',
  sales_officer_id: 'bola',
  da_stock: true,
  total: 1_050,
  subtotal: 1_000,
  cash: 400,
  transfer: 100,
  ...more,
});
const places = (postings: readonly Posting[]) =>
  Object.fromEntries(postings.map(({ head, owner, tag, effect }) => [`${head} ${owner} ${tag}`, effect]));

describe('what stands in the wallets', { tags: ['B5.3'] }, () => {
  test('the table, row by row', { tags: ['B5.3'] }, () => {
    const full = {
      'buyer shop order': 1_050,
      'buyer shop cash': -400,
      'buyer shop transfer': -100,
      'sales_officer bola order': -1_000,
      'sales_officer bola cash': 400,
    };
    for (const tag of ['delivered', 'completed'] as const) expect(places(postingsOf(group({ tag })))).toEqual(full);
    for (const tag of ['draft', 'pending'] as const) expect(postingsOf(group({ tag, posted: false }))).toEqual([]);
    for (const tag of ['cancelled', 'deleted'] as const) {
      expect(postingsOf(group({ tag, posted: false }))).toEqual([]);
      expect(places(postingsOf(group({ tag })))).toEqual({
        'buyer shop cash': -400,
        'buyer shop transfer': -100,
        'sales_officer bola cash': 400,
      });
    }
    expect(places(postingsOf(group({ da_stock: false })))['sales_officer bola order']).toBeUndefined();
    expect(Object.keys(places(postingsOf(group({ sales_officer_id: null }))))).toEqual([
      'buyer shop order',
      'buyer shop cash',
      'buyer shop transfer',
    ]);
  });
  test('the value is the figure as entered', { tags: ['B6.3'] }, () => {
    expect(postingsOf(group()).map(postedValue)).toEqual([1_050, 400, 100, 1_000, 400]);
  });
  test('whatever the way, only differences are written: posting twice gives nothing, and the sum is always what is wanted', {
    tags: ['B5.3'],
  }, () => {
    const states = fc.record({
      tag: fc.constantFrom(...ORDER_TAGS),
      sales_officer_id: fc.constantFrom(null, 'bola', 'tunde'),
      da_stock: fc.boolean(),
      total: fc.integer({ min: -5, max: 5 }),
      subtotal: fc.integer({ min: -5, max: 5 }),
      cash: fc.nat(5),
      transfer: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.array(states, { maxLength: 12 }), (path) => {
        let posted: Posting[] = [];
        for (const state of path) {
          const wanted = postingsOf(group({ ...state, posted: posted.length > 0 }));
          posted = [...posted, ...postingDifferences(wanted, posted)];
          expect(postingDifferences(wanted, posted)).toEqual([]);
          const sums = new Map<string, number>();
          for (const one of posted) {
            const place = `${one.head} ${one.owner} ${one.tag}`;
            sums.set(place, (sums.get(place) ?? 0) + one.effect);
          }
          expect(Object.fromEntries([...sums].filter(([, effect]) => effect !== 0))).toEqual(places(wanted));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('payment and meta', () => {
  const set = (values: Record<string, string | [string, string]>): MetaFields =>
    Object.fromEntries(
      Object.entries(values).map(([tag, value]) => [
        tag,
        Array.isArray(value) ? { value: value[0], meta: value[1] } : { value, meta: '' },
      ]),
    );
  test.each<[Record<string, string | [string, string]>, Record<string, string>]>([
    [{}, {}],
    [{ discount: 'abc' }, { discount: 'Discount must be a number.' }],
    [{ discount: '-500' }, { discount_reason: 'Discount reason field is required' }],
    [{ discount: ['-500', 'because'] }, { discount_reason: 'Discount reason is not valid.' }],
    [{ discount: ['-500', 'promo'] }, {}],
    [{ discount: '0' }, {}],
    [{ returns: '-1' }, { returns: 'Returns must be a positive number.' }],
    [{ returns: '20' }, { returns_reason: 'Returns reason field is required' }],
    [{ returns: ['20', 'wrong_products'] }, {}],
    [
      { payment_method: 'cheque' },
      {
        payment_method: 'Payment method is not valid.',
        payment_cash: 'Cash field is required',
        payment_transfer: 'Transfer field is required',
      },
    ],
    [{ payment_method: 'cash' }, { payment_cash: 'Cash field is required' }],
    [{ payment_method: 'transfer' }, { payment_transfer: 'Transfer field is required' }],
    [{ payment_method: 'cash_transfer', payment_cash: '5' }, { payment_transfer: 'Transfer field is required' }],
    [{ payment_method: 'cash', payment_cash: '-5' }, { payment_cash: 'Cash must be a positive number.' }],
    [{ payment_method: 'cash_transfer', payment_cash: '5', payment_transfer: '0' }, {}],
  ])('%j gives %j', { tags: ['PAY-02', 'PAY-03', 'PAY-04', 'PAY-05', 'PAY-06'] }, (values, errors) => {
    expect(metaErrors(set(values))).toEqual(errors);
  });
  test('choosing cash sets transfer to zero and the other way round', { tags: ['PAY-07'] }, () => {
    const both = { payment_cash: '50.5', payment_transfer: '20' };
    expect(paymentOf(set({ ...both, payment_method: 'cash' }))).toEqual({ method: 'cash', cash: 5_050, transfer: 0 });
    expect(paymentOf(set({ ...both, payment_method: 'transfer' }))).toEqual({
      method: 'transfer',
      cash: 0,
      transfer: 2_000,
    });
    expect(paymentOf(set({ ...both, payment_method: 'cash_transfer' }))).toEqual({
      method: 'cash_transfer',
      cash: 5_050,
      transfer: 2_000,
    });
    expect(paymentOf({})).toEqual({ method: null, cash: 0, transfer: 0 });
  });
  test('a delivery fee adds, every other reason takes off; the charges explain the total', {
    tags: ['B5.0d', 'B5.0f'],
  }, () => {
    expect(signedDiscount(500, 'promo')).toBe(-500);
    expect(signedDiscount(500, 'delivery_fee')).toBe(500);
    const charges = chargesOf({ delivery_fee: 300, discount: -500, discount_reason: 'promo' });
    expect(charges.map(({ title, value, index }) => [title, value, index])).toEqual([
      ['Delivery fee', 300, 0],
      ['Discount (Promo)', -500, 1],
    ]);
    expect(chargesOf({ delivery_fee: 0, discount: 0, discount_reason: '' })).toEqual([]);
  });
  test('money in meta values has two decimals, other values are themselves', { tags: ['API-4.15'] }, () => {
    expect(cleanMetaValue('payment_cash', '5')).toBe('5.00');
    expect(cleanMetaValue('comment', ' call first ')).toBe('call first');
    expect(cleanMetaValue('discount', 'x')).toBe('x');
  });
});
