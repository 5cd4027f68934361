/** Two people at one order: Keep mine writes what was typed here, and nothing that only a colleague changed. */
import { describe, expect, test } from 'vitest';
import { figuresOver, type LineFigures } from '#features/lines/parts/lineFigures.ts';
import { changedFigures } from '#features/orders/parts/lines/orderLine.ts';
import { changedTags, metaOf, mineOver, type PaymentValues } from '#features/orders/parts/payment/paymentValues.ts';
import { purchaseLineOver } from '#features/purchasing/purchaseLine.ts';
import { priceOf } from '#features/stock/parts/lines/price.ts';

const payment: PaymentValues = {
  discount: '500',
  discount_reason: 'promo',
  returns: '200',
  returns_reason: 'other',
  payment_method: '',
  payment_cash: '',
  payment_transfer: '',
  comment: '',
};

describe('a payment', { tags: ['PAY-02', 'PAY-05', 'B12.6'] }, () => {
  test("a typed figure does not restore the reason that a colleague replaced, and a typed reason not the colleague's figure", () => {
    const theirs = { ...payment, discount_reason: 'delivery_fee', returns: '300' };
    const merged = mineOver({ ...payment, discount: '700', returns_reason: 'wrong_products' }, payment, theirs);
    expect(merged).toEqual({
      ...payment,
      discount: '700',
      discount_reason: 'delivery_fee',
      returns: '300',
      returns_reason: 'wrong_products',
    });
    // B5.0d: the sign follows the reason that stays.
    expect(metaOf(merged).discount).toEqual({ value: '700.00', meta: 'delivery_fee' });
  });

  test('the same money in other figures is not mine; what both changed is', () => {
    const theirs = { ...payment, discount: '900', comment: 'Theirs' };
    expect(mineOver({ ...payment, discount: '500.00' }, payment, theirs)).toEqual(theirs);
    expect(mineOver({ ...payment, comment: 'Mine' }, payment, theirs)).toEqual({ ...theirs, comment: 'Mine' });
  });

  test('a chosen method empties the amount that it does not use, even one that a colleague wrote', {
    tags: ['PAY-07'],
  }, () => {
    const theirs = { ...payment, payment_method: 'transfer', payment_cash: '0', payment_transfer: '5000' };
    const mine = { ...payment, payment_method: 'cash', payment_cash: '5000', payment_transfer: '0' };
    expect(mineOver(mine, payment, theirs)).toMatchObject({
      payment_method: 'cash',
      payment_cash: '5000',
      payment_transfer: '0',
    });
  });
});

test('the same money in other figures is nothing to save, nor is a reason without a discount', {
  tags: ['PAY-01', 'PAY-02', 'UI-01'],
}, () => {
  const none = { ...payment, discount: '', discount_reason: '' };
  const same: [PaymentValues, Partial<PaymentValues>][] = [
    [payment, { discount: '500.00' }],
    [payment, { discount: '-500' }],
    [payment, { returns: '200.0', comment: ' ' }],
    [none, { discount: '0' }],
    [none, { discount_reason: 'promo' }],
    [{ ...payment, payment_method: 'cash', payment_cash: '7' }, { payment_cash: '7.00' }],
  ];
  for (const [stored, typed] of same) expect(changedTags({ ...stored, ...typed }, stored), `${typed}`).toEqual([]);
  expect(changedTags({ ...payment, discount: '0' }, payment)).toEqual(['discount']);
  expect(metaOf({ ...payment, discount: '0' }).discount).toEqual({ value: '', meta: '' });
  expect(changedTags({ ...payment, discount_reason: 'delivery_fee' }, payment)).toEqual(['discount']);
  // Nothing typed and 0 typed differ: where a method asks for both sides, 0 is an answer (PAY-06).
  expect(changedTags({ ...payment, payment_cash: '0' }, payment)).toEqual(['payment_cash']);
});

describe('a line of an order', { tags: ['ORD-23', 'B12.6'] }, () => {
  const line = { quantity: 48, quantity_accepted: null as number | null, amount: '20000.00', rate: '10000.00' };
  const stored = (change: Partial<LineFigures>) => ({ ...line, ...change, product: { case_count: 24 } });
  const seen = stored({});
  /** The amount that the line comes to, and what is sent. */
  const written = (mine: LineFigures, before: LineFigures, over: ReturnType<typeof stored>) => {
    const merged = figuresOver(mine, before, over);
    return { amount: merged.amount, sent: changedFigures(merged, over) };
  };

  test('a typed rate is billed for the quantity that a colleague saved', () => {
    const over = stored({ quantity: 72, amount: '30000.00' });
    const mine = { ...line, rate: '11000.00', amount: '22000.00' };
    expect(written(mine, seen, over)).toEqual({ amount: '33000.00', sent: { rate: '11000.00' } });
  });

  test('a typed quantity is billed by the rate that a colleague saved', () => {
    const over = stored({ amount: '24000.00', rate: '12000.00' });
    const mine = { ...line, quantity: 24, amount: '10000.00' };
    expect(written(mine, seen, over)).toEqual({ amount: '12000.00', sent: { quantity: 24 } });
  });

  test('where nothing differs from theirs, their amount stays to the kobo', () => {
    const over = stored({ quantity: 7, amount: '2916.66', rate: '9999.98' });
    expect(written({ ...line, quantity: 7, amount: '2916.67' }, seen, over)).toEqual({ amount: '2916.66', sent: {} });
    expect(written(line, seen, seen)).toEqual({ amount: '20000.00', sent: {} });
  });

  test('a line without a rate keeps the amount of the price that was shown', () => {
    const none = stored({ rate: null, amount: '0.00' });
    const mine = { ...none, quantity: 24, amount: '9000.00' };
    expect(written(mine, none, none)).toEqual({ amount: '9000.00', sent: { quantity: 24 } });
  });

  test('a typed count leaves quantity, price and amount as a colleague saved them', () => {
    const over = stored({ quantity: 72, amount: '36000.00', rate: '12000.00' });
    expect(written({ ...line, quantity_accepted: 40 }, seen, over)).toEqual({
      amount: '36000.00',
      sent: { quantity_accepted: 40 },
    });
  });
});

describe('a line of a purchase order', { tags: ['PO-31', 'B12.6'] }, () => {
  const seen = {
    product_id: 'p',
    quantity: 48,
    quantity_accepted: 48 as number | null,
    amount: '20000.00',
    rate: '10000.00' as string | null,
    reason: null as string | null,
    note: '',
    product: { case_count: 24 },
  };
  const { product: _product, ...line } = seen;

  test('a typed rate is combined with the quantity, the count and the note that a colleague saved', () => {
    const current = {
      ...seen,
      quantity: 72,
      quantity_accepted: 71,
      amount: '30000.00',
      reason: 'damaged',
      note: 'Wet',
    };
    expect(purchaseLineOver({ ...line, amount: '22000.00', rate: '11000.00' }, seen, current, false)).toEqual({
      ...line,
      quantity: 72,
      quantity_accepted: 71,
      amount: '33000.00',
      rate: '11000.00',
      reason: 'damaged',
      note: 'Wet',
    });
  });

  test("a typed quantity is combined with the colleague's rate, and counts as accepted", { tags: ['B3.8'] }, () => {
    const current = { ...seen, amount: '24000.00', rate: '12000.00', quantity_accepted: 40, reason: 'damaged' };
    expect(
      purchaseLineOver({ ...line, quantity: 24, quantity_accepted: 24, amount: '10000.00' }, seen, current, false),
    ).toEqual({ ...line, quantity: 24, quantity_accepted: 24, amount: '12000.00', rate: '12000.00', reason: null });
  });

  test("typed lots replace the colleague's; untouched lots stay as they are now", {
    tags: ['LOT-26'],
  }, () => {
    const [one, two] = ['[["A1","",24]]', '[["B1","",24]]'];
    const [was, now] = [
      { ...seen, lots: one },
      { ...seen, lots: two },
    ];
    expect(purchaseLineOver({ ...line, lots: '[["C1","",5]]' }, was, now, false).lots).toBe('[["C1","",5]]');
    expect(purchaseLineOver({ ...line, lots: '' }, was, now, false).lots).toBe('');
    expect(purchaseLineOver({ ...line, lots: one }, was, now, false).lots).toBe(two);
    expect(purchaseLineOver(line, was, now, false).lots).toBe(two);
    expect(purchaseLineOver(line, seen, seen, false)).not.toHaveProperty('lots');
  });

  test('a typed count leaves quantity and amount as they are now; a typed note leaves the count', () => {
    const current = { ...seen, quantity: 72, quantity_accepted: 72, amount: '31000.00', note: 'Theirs' };
    expect(purchaseLineOver({ ...line, quantity_accepted: 40, reason: 'damaged' }, seen, current, false)).toEqual({
      ...line,
      quantity: 72,
      quantity_accepted: 40,
      amount: '31000.00',
      reason: 'damaged',
      note: 'Theirs',
    });
    expect(purchaseLineOver({ ...line, note: 'Mine' }, seen, current, false)).toEqual({
      ...line,
      quantity: 72,
      quantity_accepted: 72,
      amount: '31000.00',
      note: 'Mine',
    });
  });

  test("if everything came by the colleague's count, a typed reason is dropped", () => {
    const short = { ...seen, quantity_accepted: 40, reason: 'damaged' };
    const current = { ...seen, quantity_accepted: 48, reason: null };
    const mine = { ...line, quantity_accepted: 40, reason: 'missing' };
    expect(purchaseLineOver(mine, short, current, false)).toMatchObject({ quantity_accepted: 48, reason: null });
  });

  test('goods that go back keep their reason, whatever was counted', { tags: ['B3.5'] }, () => {
    const back = { ...seen, reason: 'expired' };
    const mine = { ...line, quantity_accepted: 48, reason: 'expired', note: 'Mine' };
    expect(purchaseLineOver(mine, back, back, true)).toMatchObject({ reason: 'expired', note: 'Mine' });
    expect(purchaseLineOver({ ...mine, reason: 'short' }, back, back, true)).toMatchObject({ reason: null });
    expect(purchaseLineOver(mine, back, back, false)).toMatchObject({ reason: null });
  });

  test('the price of goods that nobody ordered is the one that they were valued at', { tags: ['B3.7'] }, () => {
    const came = { ...seen, quantity: 0, quantity_accepted: 120, amount: '0.00', rate: null, rate_about: false };
    expect(priceOf({ ...came, amount_accepted: '124550.00' })).toEqual({ rate: '24910.00', about: false });
    expect(priceOf({ ...came, quantity_accepted: 7, amount_accepted: '7265.42' }).about).toBe(true);
    expect(priceOf({ ...came, quantity_accepted: 0, amount_accepted: '0.00' })).toEqual({ rate: null, about: false });
    const ordered = { ...seen, rate: '10000.00', rate_about: true, amount_accepted: '20000.00' };
    expect(priceOf(ordered)).toEqual({ rate: '10000.00', about: true });
  });
});
