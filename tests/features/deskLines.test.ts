/** What the keys of the desk write, where a count goes on, and in which order the list stands. */
import { describe, expect, test } from 'vitest';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { koboIn } from '#domain/money.ts';
import {
  asExpected,
  countedLine,
  doubtOf,
  lineWithQuantity,
  newLine,
  recounted,
  restOf,
  stateWords,
} from '#features/stock/transfer/desk/deskLines.ts';
import { isTyped, nextOpen } from '#features/stock/transfer/desk/useEntry.ts';
import { ordered } from '#features/stock/transfer/desk/useNewestFirst.ts';
import { tilesOf } from '#features/stock/transfer/desk/useOften.ts';
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

describe('a typed figure', { tags: ['B3.5', 'B3.7'] }, () => {
  test('of a new product is ordered and accepted; in a count it was not expected and costs nothing', () => {
    expect(newLine(offered, 18, false)).toMatchObject({
      ...{ quantity: 18, quantity_accepted: 18, amount: '180.00', rate: '120.00', reason: null },
    });
    const surprise = newLine(offered, 12, true);
    expect(surprise).toMatchObject({ quantity: 0, quantity_accepted: 12, amount: '0.00', reason: 'excess' });
    expect(surprise).not.toHaveProperty('rate');
  });

  test('changes the quantity of a line and keeps the price that the line was given, whatever the source asks now', () => {
    expect(lineWithQuantity(view('p1'), 36, '120.00')).toMatchObject({
      ...{ quantity: 36, quantity_accepted: 36, amount: '300.00', rate: '100.00', reason: null },
    });
  });

  test('of a count has the usual reason of its difference, the given one, or none when all is there', () => {
    const line = view('p1', { quantity_accepted: null });
    expect(countedLine(line, 23, null)).toMatchObject({ quantity: 24, quantity_accepted: 23, reason: 'short' });
    expect(countedLine(line, 23, 'damaged')).toMatchObject({ quantity_accepted: 23, reason: 'damaged' });
    expect(countedLine(line, 25, null)).toMatchObject({ quantity_accepted: 25, reason: 'excess' });
    expect(countedLine(view('p1', { reason: 'short' }), 24, null)).toMatchObject({ reason: null, amount: '200.00' });
    expect(asExpected(line)).toMatchObject({ quantity: 24, quantity_accepted: 24, reason: null });
  });

  test('is typed when it or its reason differs from what is saved; a product that was only chosen is not', () => {
    const chosen = { productId: 'p1', how: 'add', base: 0, start: 12, round: 1 } as const;
    expect(isTyped({ chosen: null, quantity: 5, reason: null })).toBe(false);
    expect(isTyped({ chosen, quantity: 12, reason: null })).toBe(false);
    expect(isTyped({ chosen, quantity: 24, reason: null })).toBe(true);
    expect(isTyped({ chosen, quantity: 12, reason: 'damaged' })).toBe(true);
  });
});

describe('a slip', { tags: ['B3.5', 'UI-13'] }, () => {
  test('digits that no whole number of units stands for are not recounted; the others count in the other measure', () => {
    expect(recounted('2.5', 'unit', 24)).toBeNull();
    expect(recounted('two', 'unit', 24)).toBeNull();
    expect(recounted('-2', 'case', 24)).toBeNull();
    expect(recounted('2', 'unit', 24)).toBe(2);
    expect(recounted('27', 'case', 24)).toBe(27 * 24);
    expect(recounted('2*3', 'unit', 24)).toBe(6);
    expect(recounted('1+3/24', 'case', 24)).toBe(27);
  });

  test('more than 500 cases are asked about, unless so many were expected', () => {
    expect(doubtOf(null, undefined, 24)).toBeNull();
    expect(doubtOf(500 * 24, undefined, 24)).toBeNull();
    expect(doubtOf(6_737 * 24, 6_737 * 24, 24)).toBeNull();
    expect(doubtOf(6_737 * 24, undefined, 24)).toBe('6,737 cases: is that right?');
    expect(doubtOf(6_737 * 24 + 1, 24, 24)).toBe('6,737 cases 1 unit: is that right?');
  });

  test('"The rest as expected" leaves out what was counted and what is being typed', () => {
    const open = { quantity_accepted: null };
    const lines = [view('a', open), view('b', { quantity_accepted: 12 }), view('c', open), view('d', open)];
    expect(restOf(lines, 'c').map((line) => line.product_id)).toEqual(['a', 'd']);
    expect(restOf(lines, null).map((line) => line.product_id)).toEqual(['a', 'c', 'd']);
  });

  test('a line never waits for itself', () => {
    const waiting = { state: 'blocked', name: 'Milk' } as const;
    expect(stateWords({ ...waiting, waitingFor: 'Milk' }).short).toBe('Waiting to send');
    expect(stateWords({ ...waiting, waitingFor: 'Oil' }).short).toBe('Waiting for Oil');
    expect(stateWords({ state: 'sent', name: 'Milk', waitingFor: null }).short).toBe('Sent');
  });
});

describe('the tiles', { tags: ['UI-28'] }, () => {
  test('offer what is not in the list; a tile that goes gives its place to the next product, and no other moves', () => {
    const often = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const first = tilesOf([], often, (id) => id !== 'b');
    expect(first).toEqual(['a', 'c', 'd', 'e', 'f']);
    expect(tilesOf(first, often, (id) => !['b', 'd'].includes(id))).toEqual(['a', 'c', 'g', 'e', 'f']);
    expect(tilesOf(first, often, (id) => ['c', 'e'].includes(id))).toEqual(['c', 'e']);
  });
});

describe('the list', { tags: ['UI-28'] }, () => {
  const open = (id: string) => view(id, { quantity_accepted: null });

  test('a count goes on behind the line that was counted last, and begins again at the top', () => {
    const lines = [open('a'), view('b'), open('c'), open('d')];
    expect(nextOpen(lines, [])?.product_id).toBe('a');
    expect(nextOpen(lines, ['a'])?.product_id).toBe('c');
    // The list still shows the counted line as open: the change is on its way to the disk.
    expect(nextOpen(lines, ['d'])?.product_id).toBe('a');
    expect(nextOpen([view('a'), open('d')], ['d'])).toBeUndefined();
  });

  test('what was touched last is on top, what was removed is gone, the rest keeps its place', () => {
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
