/** The lines that the desk writes, the order of a count, and the order of the list. */
import { describe, expect, test } from 'vitest';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { koboIn } from '#domain/money.ts';
import { keptReason, writtenReason } from '#domain/receiving.ts';
import { whyText } from '#features/stock/parts/lines/reasons.ts';
import {
  asExpected,
  countedLine,
  isBegun,
  keptCases,
  lineWithQuantity,
  newLine,
  noneText,
  recounted,
  restOf,
  stateWords,
} from '#features/stock/transfer/desk/deskLines.ts';
import { nextOpen, opensIn } from '#features/stock/transfer/desk/entry/entryState.ts';
import { baseOf, isTyped } from '#features/stock/transfer/desk/entry/useEntry.ts';
import { ordered } from '#features/stock/transfer/desk/useNewestFirst.ts';
import { lineAfterScan, lineOf } from '#features/stock/transfer/lines.ts';
import { newPrice, priceText } from '#features/stock/transfer/newPrice.ts';
import type { LineView } from '#offline/outbox/overlay.ts';

const view = (product_id: string, more: Partial<LineView> = {}): LineView => ({
  ...{ product_id, name: `Product ${product_id}`, case_count: 12, quantity: 24, quantity_accepted: 24 },
  ...{ amount: koboIn(200_00), rate: koboIn(100_00), reason: null, note: '', item_id: `item-${product_id}` },
  ...{ version: 1, state: 'sent', waitingFor: null, message: null, op: null, revision: 1 },
  ...more,
});
const offered = {
  product: { _id: 'p1', name: 'Milk', case_count: 12 },
  rate: '120.00',
} as Pickable;

test.each([
  [null, 9, 48, 'unit'],
  // A figure that was saved in cases by mistake is corrected in units.
  [336, 9, 48, 'unit'],
  [null, 288, 24, 'case'],
  // The text "34 cases 28 units" begins with the cases.
  [null, 1_660, 48, 'case'],
  // From one case on the digits are cases (decision 1220).
  [27, 288, 24, 'case'],
  [23, 288, 24, 'unit'],
  [null, 5, 1, 'case'],
  [24, 0, 24, 'case'],
] as const)(
  'the figure %s of %i expected units in cases of %i is counted by the %s',
  { tags: ['B3.5'] },
  (first, expected, size, unit) => {
    expect(opensIn(first, expected, size)).toBe(unit);
  },
);

test.each([
  [24, 288, 24, true],
  [264, 288, 24, false],
  [0, 288, 24, true],
  [48, 72, 24, false],
  [7, 100, 24, true],
  [70, 100, 24, true],
])(
  '%i of %i expected units in cases of %i: on the way to more digits is %s',
  { tags: ['B3.5'] },
  (typed, expected, size, begun) => {
    expect(isBegun(typed, expected, size)).toBe(begun);
  },
);

describe('goods that go back', { tags: ['B3.5'] }, () => {
  const product = { _id: 'p1', name: 'Milk', case_count: 12 } as Pickable['product'];

  test('get the pressed reason, and lose it by a second press', () => {
    expect(newLine(offered, 12, false, 'damaged')).toMatchObject({
      quantity: 12,
      quantity_accepted: 12,
      reason: 'damaged',
    });
    expect(newLine(offered, 12, false, '')).toMatchObject({ reason: null });
    expect(lineWithQuantity(view('p1', { reason: 'damaged' }), 36, '120.00', 'expired')).toMatchObject({
      reason: 'expired',
    });
    expect(lineWithQuantity(view('p1', { reason: 'damaged' }), 36, '120.00', '')).toMatchObject({ reason: null });
  });

  test('keep their reason in a count, whether the quantities agree or not; other goods lose it if the quantities agree', () => {
    const damaged = view('p1', { reason: 'damaged', quantity_accepted: null });
    expect(countedLine(damaged, 24, null, true)).toMatchObject({ quantity_accepted: 24, reason: 'damaged' });
    expect(countedLine(damaged, 23, null, true)).toMatchObject({ quantity_accepted: 23, reason: 'damaged' });
    expect(countedLine(damaged, 24, 'expired', true)).toMatchObject({ reason: 'expired' });
    expect(asExpected(damaged, true)).toMatchObject({ quantity_accepted: 24, reason: 'damaged' });
    // A deleted figure is not counted, and the goods keep the reason why they go back.
    expect(countedLine(damaged, null, null, true)).toMatchObject({ quantity_accepted: null, reason: 'damaged' });
    expect(countedLine(damaged, 24, null, false)).toMatchObject({ reason: null });
    expect(asExpected(damaged, false)).toMatchObject({ reason: null });
  });

  test('lose the reason of a count if the quantities agree, and their own reason by a second press', () => {
    expect(countedLine(view('p1', { reason: 'short' }), 24, null, true)).toMatchObject({ reason: null });
    expect(countedLine(view('p1', { reason: 'damaged' }), 24, '', true)).toMatchObject({ reason: null });
    expect(countedLine(view('p1', { reason: 'damaged' }), 23, '', true)).toMatchObject({ reason: 'short' });
    expect(asExpected(view('p1', { reason: 'excess' }), true)).toMatchObject({ reason: null });
  });

  test('have the pressed reason if nobody expected them, otherwise the usual reason of a count', () => {
    expect(newLine(offered, 12, true, 'damaged')).toMatchObject({ quantity: 0, reason: 'damaged' });
    expect(newLine(offered, 12, true, '')).toMatchObject({ quantity: 0, reason: 'excess' });
  });

  test('keep their reason when a scan adds to the line, also in a count', () => {
    const before = lineOf(view('p1', { reason: 'damaged' }));
    const of = { rate: 100_00, isBack: true };
    expect(lineAfterScan(before, product, 12, { ...of, counting: false })).toMatchObject({ reason: 'damaged' });
    const open = { ...before, quantity_accepted: 12 };
    expect(lineAfterScan(open, product, 12, { ...of, counting: true })).toMatchObject({ reason: 'damaged' });
    const surprise = { ...before, quantity: 0, quantity_accepted: 12 };
    expect(lineAfterScan(surprise, product, 12, { ...of, counting: true })).toMatchObject({ reason: 'damaged' });
    expect(lineAfterScan(null, product, 12, { ...of, counting: true })).toMatchObject({ reason: 'excess' });
    expect(lineAfterScan(open, product, 12, { ...of, isBack: false, counting: true })).toMatchObject({ reason: null });
  });

  test('have one reason on the line: the own reason before the reason of a count', () => {
    const short = { quantity: 24, quantity_accepted: 12 };
    expect(writtenReason(short, 'expired', true)).toBe('expired');
    expect(writtenReason(short, null, true)).toBe('short');
    // A line that had more and now has less is not "more than expected".
    expect(writtenReason(short, 'excess', false)).toBe('short');
    expect(writtenReason(short, 'damaged', false)).toBe('damaged');
  });

  test('take over no reason of a count, because the expected quantity does not say why goods go back', () => {
    expect(['short', 'excess', 'damaged', 'expired', 'wrong_product', 'other', null].map(keptReason)).toEqual([
      ...[null, null, 'damaged', 'expired', 'wrong_product', 'other', null],
    ]);
  });

  test('are listed by reason before they go; differences of quantities are left out', () => {
    const lines = [
      view('p1', { reason: 'damaged' }),
      view('p2', { reason: 'damaged', quantity_accepted: 18 }),
      view('p3', { reason: 'short', quantity_accepted: 12 }),
      view('p4', { reason: 'expired', quantity_accepted: 0 }),
    ];
    expect(whyText(lines, 'stock_in')).toBe(
      'Why it comes back: damaged 3 cases and 6 loose units, no reason given 1 case.',
    );
    expect(whyText(lines.slice(0, 2), 'shipment_out')).toBe('Why it goes back: damaged 3 cases and 6 loose units.');
    // Without a reason there is nothing to say.
    expect(whyText([view('p3', { reason: 'short', quantity_accepted: 12 })], 'stock_in')).toBe('');
    expect(whyText([], 'stock_in')).toBe('');
  });
});

describe('the note about a changed price', { tags: ['K1'] }, () => {
  test('appears if both prices are known and differ, and not if nothing was ordered', () => {
    const line = view('p1');
    expect(newPrice(line, '120.00')).toBe(120_00);
    expect(newPrice(line, '100.00')).toBeNull();
    expect(newPrice(line, undefined)).toBeNull();
    expect(newPrice(view('p1', { rate: null }), '120.00')).toBeNull();
    expect(newPrice(view('p1', { quantity: 0 }), '120.00')).toBeNull();
    expect(priceText(line, koboIn(120_00))).toBe('₦100 a case, the price is ₦120 now');
  });
});

describe('a typed figure', { tags: ['B3.5', 'B3.7'] }, () => {
  test('of a new product is ordered and accepted; in a count it is unexpected and costs nothing', () => {
    expect(newLine(offered, 18, false)).toMatchObject({
      ...{ quantity: 18, quantity_accepted: 18, amount: '180.00', rate: '120.00', reason: null },
    });
    const surprise = newLine(offered, 12, true);
    expect(surprise).toMatchObject({ quantity: 0, quantity_accepted: 12, amount: '0.00', reason: 'excess' });
    expect(surprise).not.toHaveProperty('rate');
  });

  test('changes the quantity of a line, and the line keeps its price whatever the source asks now', () => {
    expect(lineWithQuantity(view('p1'), 36, '120.00')).toMatchObject({
      ...{ quantity: 36, quantity_accepted: 36, amount: '300.00', rate: '100.00', reason: null },
    });
  });

  test('of a count gets the usual reason of its difference or the given one, and none if everything came', () => {
    const line = view('p1', { quantity_accepted: null });
    expect(countedLine(line, 23, null, false)).toMatchObject({ quantity: 24, quantity_accepted: 23, reason: 'short' });
    expect(countedLine(line, 23, 'damaged', false)).toMatchObject({ quantity_accepted: 23, reason: 'damaged' });
    expect(countedLine(line, 25, null, false)).toMatchObject({ quantity_accepted: 25, reason: 'excess' });
    expect(countedLine(view('p1', { reason: 'short' }), 24, null, false)).toMatchObject({
      reason: null,
      amount: '200.00',
    });
    expect(asExpected(line, false)).toMatchObject({ quantity: 24, quantity_accepted: 24, reason: null });
  });

  test('counts as typed if the quantity or the reason differs from the saved one; choosing a product is not typing', () => {
    const chosen = { productId: 'p1', how: 'add', start: 12, before: 0, round: 1, choice: 1, isMeant: false } as const;
    expect(isTyped({ chosen: null, quantity: 5, reason: null })).toBe(false);
    expect(isTyped({ chosen, quantity: 12, reason: null })).toBe(false);
    expect(isTyped({ chosen, quantity: 24, reason: null })).toBe(true);
    expect(isTyped({ chosen, quantity: 12, reason: 'damaged' })).toBe(true);
  });
});

describe('a typing mistake', { tags: ['B3.5', 'UI-13'] }, () => {
  test('digits switch to the other unit of measure only if they give a whole number of units', () => {
    expect(recounted('2.5', 'unit', 24)).toBeNull();
    expect(recounted('two', 'unit', 24)).toBeNull();
    expect(recounted('-2', 'case', 24)).toBeNull();
    expect(recounted('2', 'unit', 24)).toBe(2);
    expect(recounted('27', 'case', 24)).toBe(27 * 24);
    expect(recounted('2*3', 'unit', 24)).toBe(6);
    expect(recounted('1+3/24', 'case', 24)).toBe(27);
  });

  test('whole cases stay when units follow; sums, halves and empty texts do not', () => {
    expect(['1', '20', '0', '', '1.5', '2*3'].map((text) => keptCases(text, 12))).toEqual([12, 240, 0, 0, 0, 0]);
    // A case of one unit has no units to follow. A number above the limit of a line is no quantity.
    expect(keptCases('3', 1)).toBe(0);
    expect(keptCases('99999999', 12)).toBe(0);
  });

  test('"The rest as expected" leaves out counted lines and the line that is being typed', () => {
    const open = { quantity_accepted: null };
    const lines = [view('a', open), view('b', { quantity_accepted: 12 }), view('c', open), view('d', open)];
    expect(restOf(lines, 'c').map((line) => line.product_id)).toEqual(['a', 'd']);
    expect(restOf(lines, null).map((line) => line.product_id)).toEqual(['a', 'c', 'd']);
  });

  test('a line never says that it waits for itself', () => {
    const waiting = { state: 'blocked', name: 'Milk' } as const;
    expect(stateWords({ ...waiting, waitingFor: 'Milk' }).short).toBe('Waiting to send');
    expect(stateWords({ ...waiting, waitingFor: 'Oil' }).short).toBe('Waiting for Oil');
    expect(stateWords({ state: 'sent', name: 'Milk', waitingFor: null }).short).toBe('Sent');
  });
});

test('an added quantity is added to the current line, not to the line when the product was chosen', {
  tags: ['UI-28'],
}, () => {
  const add = { how: 'add', before: 0 } as const;
  expect(baseOf(add, undefined)).toBe(0);
  expect(baseOf(add, view('p1', { quantity: 24, quantity_accepted: 96 }))).toBe(96);
  // An opened line is replaced. Digits after a scan replace the units of that scan.
  expect(baseOf({ how: 'set', before: 0 }, view('p1'))).toBe(0);
  // After a scan the line already includes the scan, so the figure is added to the units before the scan.
  expect(baseOf({ how: 'set', before: 24 }, view('p1'))).toBe(24);
});

describe('the list', { tags: ['UI-28'] }, () => {
  const open = (id: string) => view(id, { quantity_accepted: null });

  test('a count continues after the line that was counted last, and starts again at the top', () => {
    const lines = [open('a'), view('b'), open('c'), open('d')];
    expect(nextOpen(lines, [])?.product_id).toBe('a');
    expect(nextOpen(lines, ['a'])?.product_id).toBe('c');
    // The list still shows the counted line as uncounted, because the change is being written.
    expect(nextOpen(lines, ['d'])?.product_id).toBe('a');
    expect(nextOpen([view('a'), open('d')], ['d'])).toBeUndefined();
  });

  test('the line that was changed last is on top, removed lines are gone, and the others keep their place', () => {
    const first = ordered(null, [
      view('a', { item_id: '1' }),
      view('b', { item_id: '3' }),
      view('c', { item_id: '2' }),
    ]);
    expect(first.order).toEqual(['b', 'c', 'a']);
    const second = ordered(first, [view('a', { quantity: 36 }), view('b'), view('c'), view('d')]);
    expect(second.order).toEqual(['d', 'a', 'b', 'c']);
    expect(ordered(second, [view('a', { quantity: 36 }), view('c')]).order).toEqual(['a', 'c']);
  });
});

test.each([
  ['distributor', 'No products found. Check the spelling.'],
  ['seller', 'No products found. 0 cases in Golden Gate Foods.'],
  ['sales_officer', 'No products found. Nothing of it is with Golden Gate Foods.'],
] as const)('a search without a result, from a %s', (source_type, words) => {
  expect(noneText({ source_type, source_name: 'Golden Gate Foods' }, false)).toBe(words);
});

test('without a server, the text for goods that this tablet never read offers to scan their code', {
  tags: ['B11'],
}, () => {
  const from = { source_type: 'sales_officer', source_name: 'Aisha Ɓello' } as const;
  expect(noneText(from, true)).toMatch(/This tablet has not read it\. Scan it: its code waits here/);
  // A hub's stock is saved completely, so the text offers no scan.
  expect(noneText({ ...from, source_type: 'seller' }, true)).toBe(noneText({ ...from, source_type: 'seller' }, false));
});
