/** The words of a line on the screens of a stocktake, and the order and sums of the results. */
import { describe, expect, test } from 'vitest';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import type { StocktakeResult } from '#contract/stock/stocktakeCalls.ts';
import type { CountLine, CountSession } from '#offline/outbox/countOverlay.ts';
import type { OpenPayload } from '#offline/outbox/op.ts';
import { ownIn } from '../../src/features/stock/count/countLots.ts';
import { placeName } from '../../src/features/stock/count/countPlace.ts';
import {
  doubtsOfCount,
  firstWords,
  linesOfTab,
  movedWords,
  ownText,
  placesText,
  whereWords,
  whyWords,
} from '../../src/features/stock/count/countWords.ts';
import { withGoodsHere } from '../../src/features/stock/count/knownHere.ts';
import { byValue, differing, sidesOf, stillCounting } from '../../src/features/stock/stocktakes/results.ts';

const NAMED = { _id: 'x', name: 'X', status: 'active' };
const product = (id: string, case_count = 24) => ({
  _id: id,
  name: id,
  case_count,
  status: 'active',
  brand: NAMED,
  manufacturer: NAMED,
});
const NOW = 1_795_000_000;
const ada = { _id: 'ada', name: 'Ada' };
const line = (more: Partial<CountLine> = {}): CountLine => ({
  product_id: 'milk',
  product: product('milk'),
  state: 'to_count',
  round: 1,
  why: null,
  needs_another: false,
  moved_at: null,
  places: [],
  own: [],
  book: null,
  queued: null,
  message: null,
  ...more,
});
const own = (quantity: number, round: number, place = 'Aisle A', counted_at = NOW) => ({
  ...{ place, round, quantity, counted_at, version: 1 },
});

describe('a line on the screen of a person who counts', () => {
  test('keeps the doubt about a saved figure that is probably a slip, without the figures of the books', {
    tags: ['STK-34'],
  }, () => {
    const counted = (id: string, ...figures: CountLine['own']) =>
      line({
        ...{ product_id: id, product: product(id), state: 'counted', own: figures },
        places: [{ place: '', round: 1, by: ada, at: NOW }],
      });
    const lines = [
      counted('milk', own(9_999 * 24, 1)),
      counted('tea', own(500 * 24, 1)),
      counted('rice', own(400 * 24, 1, 'Aisle A'), own(400 * 24, 1, 'Aisle B')),
      line({ product_id: 'soap', state: 'recount', round: 2, own: [own(9_999 * 24, 1)] }),
      line({ product_id: 'salt', own: [] }),
    ];
    expect([...doubtsOfCount({ lines })]).toEqual([
      ['milk', '9,999 cases: is that right?'],
      ['rice', '800 cases: is that right?'],
    ]);
  });

  test('shows no figure of an earlier round in a recount, not even the own one', { tags: ['STK-34'] }, () => {
    const again = line({ state: 'recount', round: 2, why: 'differ', own: [own(413, 1)] });
    expect(ownText(again)).toBeNull();
    expect(ownIn(again, 'Aisle A')).toBeNull();
    expect(whyWords(again)).toBe('Two counts differ');
    expect(whyWords({ ...again, needs_another: true })).toBe('Somebody else counts it again');
    expect(whyWords({ why: 'large', needs_another: false })).toBe('Count it once more');
    expect(whyWords({ why: 'asked', needs_another: false })).toBe('A recount is needed');
  });
  test('sums the own figures of one round over the places; the entry begins with the figure of the current place', {
    tags: ['STK-30'],
  }, () => {
    const places = ['Aisle A', 'Floor'].map((place) => ({ place, round: 1, by: ada, at: NOW }));
    const counted = line({ state: 'counted', own: [own(24, 1), own(5, 1, 'Floor')], places });
    expect(ownText(counted)).toBe('1 case 5 units');
    expect(ownIn(counted, 'Floor')).toEqual({ quantity: 5, lots: '' });
    expect(ownIn(counted, 'Aisle B')).toBeNull();
    expect(ownIn(undefined, 'Floor')).toBeNull();
    expect(placesText(counted)).toBe('Aisle A · Floor');
  });
  test('mentions a movement only after the count', { tags: ['STK-34'] }, () => {
    const places = [{ place: '', round: 1, by: ada, at: NOW }];
    expect(movedWords(line())).toBeNull();
    expect(movedWords(line({ moved_at: NOW - 60, places }))).toBeNull();
    expect(movedWords(line({ moved_at: NOW + 60, places }))).toMatch(/^Moved at \d\d:\d\d$/);
    expect(placesText({ places })).toBe('');
  });
  test('comes first in the tab of counted goods if its own count is the newest', { tags: ['STK-32'] }, () => {
    const lines = [
      line({ product_id: 'a', state: 'counted', own: [own(1, 1, '', NOW)] }),
      line({ product_id: 'b', state: 'counted', own: [own(1, 1, '', NOW + 5)] }),
      line({ product_id: 'c' }),
    ];
    const ids = (tab: 'counted' | 'to_count') =>
      linesOfTab({ lines } as unknown as CountSession, tab).map((one) => one.product_id);
    expect(ids('counted')).toEqual(['b', 'a']);
    expect(ids('to_count')).toEqual(['c']);
  });
  test('a person is shown with the place, and with the time of the last count or the end of the part', {
    tags: ['STK-35'],
  }, () => {
    const one = { ...ada, place: 'Aisle C', counted: 3, last_at: NOW - 120, finished_at: null };
    expect(whereWords(one, { isMe: false, now: NOW })).toBe('Aisle C, 2 min ago');
    expect(whereWords({ ...one, last_at: NOW - 5 }, { isMe: false, now: NOW })).toBe('Aisle C, just now');
    expect(whereWords(one, { isMe: true, now: NOW })).toBe('You, Aisle C');
    expect(whereWords({ ...one, place: '', last_at: null }, { isMe: false, now: NOW })).toBe('No place named');
    expect(whereWords({ ...one, finished_at: NOW }, { isMe: false, now: NOW })).toMatch(/^Aisle C, finished at/);
    expect(placeName('  Aisle  A ')).toBe('Aisle A');
  });
});

describe('a stocktake that the server does not know yet', () => {
  const held = (id: string, quantity: number | null, more: object = {}) =>
    ({
      ...{ _id: null, warehouse_id: null, product_id: id, quantity, rate: '0' },
      product: { ...product(id), ...more },
    }) as Pickable;
  const opening = (more: Partial<OpenPayload> = {}): OpenPayload => ({
    ...{ warehouse_id: 'w', scope: 'all', scope_id: null, product_ids: [], blind: true, note: '' },
    about: { warehouse_name: 'Hub', scope_name: '' },
    ...more,
  });
  const empty = { lines: [], products: 0 } as unknown as CountSession;
  const goods = [
    held('soap', 3),
    held('milk', 24, { brand: { ...NAMED, _id: 'peak' } }),
    held('none', 0),
    held('unknown', null),
    held('old', 5, { status: 'inactive' }),
  ];
  const ids = (session: CountSession) => session.lines.map((one) => one.product_id);
  test('lists the goods of the hub as this tablet knows them, within the scope and each once', {
    tags: ['STK-31'],
  }, () => {
    expect(ids(withGoodsHere(empty, [], goods))).toEqual([]);
    expect(withGoodsHere(empty, [opening()], goods)).toMatchObject({ products: 2 });
    expect(ids(withGoodsHere(empty, [opening()], goods))).toEqual(['milk', 'soap']);
    expect(ids(withGoodsHere(empty, [opening({ scope: 'brand', scope_id: 'peak' })], goods))).toEqual(['milk']);
    expect(ids(withGoodsHere(empty, [opening({ scope: 'manufacturer', scope_id: 'none' })], goods))).toEqual([]);
    // Only the server knows the goods that moved most, and the plan.
    expect(ids(withGoodsHere(empty, [opening({ scope: 'moved' })], goods))).toEqual([]);
    const counted = { ...empty, lines: [line({ product_id: 'milk', state: 'counted' })] };
    expect(withGoodsHere(counted, [opening()], goods).lines.map((one) => one.state)).toEqual(['counted', 'to_count']);
  });
  test('names the products of a chosen list', { tags: ['STK-31'] }, () => {
    const lines = [line({ product_id: 'soap', product: { ...product('soap'), name: '' } })];
    expect(withGoodsHere({ ...empty, lines }, [opening({ scope: 'list' })], goods).lines[0]?.product.name).toBe('soap');
    expect(withGoodsHere({ ...empty, lines }, [opening({ scope: 'list' })], []).lines[0]?.product.name).toBe('');
  });
});

describe('the results for the person who approves', () => {
  const result = (id: string, difference: number | null, value: string | null, more: Partial<StocktakeResult> = {}) =>
    ({
      product_id: id,
      product: product(id),
      difference,
      value,
      state: 'counted',
      counted: 1,
      ...more,
    }) as StocktakeResult;
  const all = [
    result('same', 0, '0.00'),
    result('over', 30, '120.50'),
    result('none', null, null, { counted: null, state: 'to_count' }),
    result('short', -49, '-900.00'),
    result('again', 0, '0.00', { state: 'recount' }),
  ];
  test('come with the largest value of a difference first, then products to count again', { tags: ['STK-37'] }, () => {
    expect(byValue(all).map((one) => one.product_id)).toEqual(['short', 'over', 'again', 'same', 'none']);
    expect(differing(all).map((one) => one.product_id)).toEqual(['over', 'short']);
  });
  test('sum missing and excess goods separately, by the case size of each product', { tags: ['STK-37'] }, () => {
    expect(sidesOf(all)).toEqual({
      short: { products: 1, size: '2 cases 1 unit', kobo: 90_000 },
      over: { products: 1, size: '1 case 6 units', kobo: 12_050 },
    });
    expect(sidesOf([])).toEqual({
      short: { products: 0, size: '0 cases', kobo: 0 },
      over: { products: 0, size: '0 cases', kobo: 0 },
    });
    const people = [
      { ...ada, place: '', counted: 1, last_at: NOW, finished_at: NOW },
      { _id: 'obi', name: 'Obi', place: '', counted: 1, last_at: NOW, finished_at: null },
    ];
    expect(stillCounting({ people })).toEqual(['Obi']);
  });
});

test('the names of earlier counters are shown only to people who may know them, each name once', {
  tags: ['STK-32'],
}, () => {
  const at = new Date(2026, 10, 26, 13, 5).getTime() / 1_000;
  const places = [
    { place: 'A', round: 1, by: ada, at: at - 600 },
    { place: 'B', round: 1, by: { _id: 'bo', name: 'Bo' }, at },
    { place: 'C', round: 1, by: ada, at: at - 60 },
  ];
  expect(firstWords(line({ places }), false)).toBe('');
  expect(firstWords(line(), true)).toBe('');
  expect(firstWords(line({ places }), true)).toMatch(/^Counted before by Ada, Bo, .*\d\d:\d\d\.$/);
});
