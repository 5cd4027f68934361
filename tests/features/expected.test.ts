/** The first screen of a transfer: the waiting transfers of the server's list and of this tablet, and how late they are. */
import { describe, expect, test } from 'vitest';
import { KINDS } from '#domain/transfer.ts';
import { clockText } from '#features/stock/parts/clockText.ts';
import { expectedOf, whenText } from '#features/stock/transfer/begin/expected.ts';
import { tilesOf } from '#features/stock/transfer/begin/remembered.ts';
import { withTabletChanges } from '#features/stock/transfer/begin/tabletChanges.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';

const DAY = 86_400;
/** 25 November 2026, 12:00 in Lagos. */
const NOW = Date.UTC(2026, 10, 25, 11) / 1_000;
type List = Parameters<typeof expectedOf>[1]['list'];

const row = (_id: string, timestamp: number, more = {}) => ({
  _id,
  timestamp,
  item_count: 2,
  amount: '100.50',
  source_obj: { _id: 'd', name: 'Golden Gate' },
  destination_obj: { _id: 'h', name: 'Wuse Hub' },
  goods: { cases: 3, units: 4, counted: 0, names: ['Milk', 'Rice'] },
  ...more,
});
const list = (...rows: ReturnType<typeof row>[]) => ({ rows, at: 1_000 }) as unknown as List;
const HEADER = {
  timestamp: NOW,
  source_type: 'distributor',
  source: 'd',
  source_name: 'FreshCup',
  destination_type: 'seller',
  destination: 'h',
  destination_name: 'Wuse Hub',
};
let seq = 0;
function op(type: Op['type'], payload: unknown, more = {}): Op {
  seq += 1;
  const about = { key: `k${seq}`, chain: `${seq}`, user_id: 'me', last_error: null };
  return { seq, type, schema: 1, state: 'queued', transfer: 'local-1', payload, ...about, ...more } as Op;
}
const line = (product_id: string, quantity: number, amount: string) =>
  op('upsert', {
    ...{ product_id, quantity, quantity_accepted: null, amount },
    about: { name: product_id, case_count: 10 },
  });
const done = (one: Op, answer: unknown = {}) =>
  ({ key: 'k', at: 2_000, op: { ...one, state: 'done' }, answer }) as FinishedOp;
const cards = (known: Partial<Parameters<typeof expectedOf>[1]>, kind = KINDS.shipment_in) =>
  expectedOf(kind, { list: null, ops: [], past: [], ...known }, NOW);

describe('a transfer that was announced after the list was read', { tags: ['TRF-04', 'B11.1'] }, () => {
  const shown = (_id: string, more = {}) => ({
    ...{ model: 'purchase_order', _id, title: _id, note: '', who: 'Golden Gate', hub: 'Wuse Hub', lines: 2 },
    ...{ since: NOW, amount: '100.50', transfer: 'shipment_in', address: null, phone: null },
    goods: { cases: 3, units: 4, names: ['Milk'], begun: false },
    ...more,
  });
  const home = (at: number, ...rows: ReturnType<typeof shown>[]) =>
    ({ rows, at }) as unknown as NonNullable<Parameters<typeof expectedOf>[1]['home']>;
  const ids = (known: Parameters<typeof cards>[0]) => cards(known).map(({ id }) => id);

  test('has a card as soon as the home shows it', () => {
    expect(ids({ list: list(), home: home(2_000, shown('new')) })).toEqual(['new']);
    expect(cards({ list: list(), home: home(2_000, shown('new')) })[0]).toMatchObject({
      ...{ party: 'Golden Gate', hub: 'Wuse Hub', lines: 2, cases: 3, units: 4, value: 10_050, begun: false },
    });
    expect(ids({ list: list(row('new', NOW)), home: home(2_000, shown('new')) })).toEqual(['new']);
  });
  test('has no card if the list is newer than the home, or if there is no home', () => {
    expect(ids({ list: list(), home: home(500, shown('new')) })).toEqual([]);
    expect(ids({ list: list() })).toEqual([]);
  });
  test('has no card if it is of another kind, was begun on a tablet, was completed on this tablet, or is missing in a partial list', () => {
    expect(ids({ list: list(), home: home(2_000, shown('a', { transfer: 'stock_out' })) })).toEqual([]);
    const begun = shown('a', { goods: { cases: 0, units: 0, names: [], begun: true } });
    expect(ids({ list: list(), home: home(2_000, begun) })).toEqual([]);
    const over = done(op('execute', {}, { transfer: 'a' }));
    expect(ids({ list: list(), home: home(2_000, shown('a')), past: [over] })).toEqual([]);
    const part = { ...list(row('b', NOW)), isPart: true } as unknown as List;
    expect(ids({ list: part, home: home(2_000, shown('a')) })).toEqual(['b']);
  });
  test('does not sink below other hubs, because its hub is unknown', () => {
    const far = row('far', NOW - DAY, { destination_obj: { _id: 'mushin', name: 'Mushin Hub' } });
    const known = { list: list(far), home: home(2_000, shown('new')), ops: [], past: [] };
    expect(expectedOf(KINDS.shipment_in, known, NOW, 'wuse').map(({ id }) => id)).toEqual(['new', 'far']);
  });
});

describe('the cards', { tags: ['TRF-04', 'SYNC-02'] }, () => {
  test('transfers that are due come first, the newest first, then those of later days, the nearest first', () => {
    const rows = [
      row('late', NOW - 3 * DAY),
      row('tomorrow', NOW + DAY),
      row('now', NOW),
      row('friday', NOW + 2 * DAY),
    ];
    expect(cards({ list: list(...rows) }).map(({ id }) => id)).toEqual(['now', 'late', 'tomorrow', 'friday']);
  });
  test('the kind of transfer decides which party and hub are shown; a copy of an older release has no goods', () => {
    expect(cards({ list: list(row('a', NOW)) })[0]).toMatchObject({
      ...{ party: 'Golden Gate', hub: 'Wuse Hub', lines: 2, cases: 3, units: 4, value: 10_050, here: false },
    });
    expect(cards({ list: list(row('a', NOW)) }, KINDS.shipment_out)[0]).toMatchObject({
      ...{ party: 'Wuse Hub', hub: 'Golden Gate' },
    });
    expect(cards({ list: list(row('a', NOW, { goods: undefined })) })[0]).toMatchObject({ cases: 0, names: [] });
  });
  test('transfers of the own hub come first, whatever is due elsewhere', { tags: ['TRF-04'] }, () => {
    const of = (id: string, hub: string, timestamp: number) =>
      row(id, timestamp, { destination_obj: { _id: hub, name: hub } });
    const rows = [of('far', 'mushin', NOW), of('late', 'wuse', NOW - 3 * DAY), of('later', 'wuse', NOW + DAY)];
    const known = { list: list(...rows), ops: [], past: [] };
    const ids = (hub: string | null) => expectedOf(KINDS.shipment_in, known, NOW, hub).map(({ id }) => id);
    expect(ids('wuse')).toEqual(['late', 'later', 'far']);
    expect(ids(null)).toEqual(['far', 'late', 'later']);
  });
  test('lines count as counted only if somebody counted them: accepted quantities that equal the expected ones do not', () => {
    const counted = (goods: object | undefined) => cards({ list: list(row('a', NOW, { goods })) })[0]?.counted;
    const all = { cases: 3, units: 0, names: [] };
    expect(counted({ ...all, counted: 2, differs: 0 })).toBe(0);
    expect(counted({ ...all, counted: 2 })).toBe(0);
    expect(counted({ ...all, counted: 1, differs: 0 })).toBe(1);
    expect(counted({ ...all, counted: 2, differs: 1 })).toBe(2);
    expect(counted({ ...all, counted: 0, differs: 0 })).toBe(0);
    expect(counted(undefined)).toBe(0);
  });
  test('a transfer that a colleague began on a tablet names the colleague; other transfers name nobody', () => {
    const began = { goods: { cases: 3, units: 0, counted: 0, names: ['Milk'], begun: true } };
    const by = { created_by: { _id: 'u2', name: 'Ibrahim Ɗantata' } };
    const byOf = (more: object, past: FinishedOp[] = []) => cards({ list: list(row('a', NOW, more)), past })[0]?.by;
    expect(byOf({ ...began, ...by })).toBe('Ibrahim Ɗantata');
    expect(byOf(by)).toBeNull();
    // A copy of an older release has neither.
    expect(byOf({ ...by, goods: undefined })).toBeNull();
    expect(byOf({ ...began, ...by }, [done(op('create', HEADER), { data: 'a' })])).toBeNull();
  });
  test('a transfer that was begun on a tablet is marked as begun, also for the person who began it', () => {
    const began = { goods: { cases: 3, units: 0, counted: 0, names: ['Milk'], begun: true } };
    const by = { created_by: { _id: 'u2', name: 'Ibrahim Ɗantata' } };
    const of = (more: object, known: object = {}) => cards({ list: list(row('a', NOW, more)), ...known })[0];
    expect(of({ ...began, ...by })).toMatchObject({ begun: true, by: 'Ibrahim Ɗantata' });
    expect(of({ ...began, ...by }, { me: 'u2' })).toMatchObject({ begun: true, by: null, own: false });
    expect(of({ ...by, goods: undefined }, { past: [done(op('create', HEADER), { data: 'a' })] })?.begun).toBe(true);
    expect(of({})?.begun).toBe(false);
    expect(cards({ ops: [op('create', HEADER)] })[0]?.begun).toBe(true);
  });
  test('the value is the accepted value, if it is known', { tags: ['B3.7'] }, () => {
    expect(cards({ list: list(row('a', NOW, { amount_accepted: '75.25' })) })[0]?.value).toBe(7_525);
    const half = op('upsert', {
      ...{ product_id: 'milk', quantity: 20, quantity_accepted: 10, amount: '50' },
      about: { name: 'Milk', case_count: 10 },
    });
    expect(cards({ ops: [op('create', HEADER), half] })[0]?.value).toBe(2_500);
  });
  test('the waiting changes of a transfer are counted in lines', () => {
    const past = [done(op('create', HEADER), { data: 'po-1' })];
    const ops = [line('milk', 20, '50'), line('milk', 30, '60'), line('rice', 10, '5'), op('header', HEADER)];
    const of = (waits: Op[]) => cards({ past, ops: waits, list: list(row('po-1', NOW)) })[0];
    expect(of(ops)).toMatchObject({ waiting: 4, waitingLines: 2 });
    expect(of([op('header', HEADER)])?.waitingLines).toBe(0);
  });
  test('the card of a begun transfer counts what waits on this tablet and what the list lacks, over the lines that were read', {
    tags: ['SYNC-02', 'B11.1'],
  }, () => {
    const item = (product_id: string, quantity: number, amount: string) => ({
      ...{ _id: `i-${product_id}`, version: 1, product_id, quantity, quantity_accepted: null, amount, rate: null },
      ...{ reason: null, note: '', client_id: null, product: { name: product_id, case_count: 10 } },
    });
    const read = {
      ...row('po-1', NOW, { items_revision: 1, version: 1, ref: 'PO-1', tag: 'purchase_order', executed_at: null }),
      items: [item('milk', 20, '50'), item('tea', 40, '10')],
    } as unknown as Parameters<typeof withTabletChanges>[1];
    const past = [done(op('create', HEADER), { data: 'po-1' })];
    const of = (ops: Op[], all = past) => {
      const [card] = cards({ past: all, ops, list: list(row('po-1', NOW)) });
      return card?.isBehind ? withTabletChanges(card, read, { ops, past: all, me: 'me' }) : card;
    };
    expect(of([])).toMatchObject({ cases: 3, units: 4, value: 10_050 });
    const ops = [line('milk', 35, '70'), line('rice', 10, '60'), op('remove', { product_id: 'tea', about: {} })];
    const all = { lines: 2, cases: 4, units: 5, value: 13_000, names: ['milk', 'rice'], waitingLines: 3 };
    expect(of(ops)).toMatchObject(all);
    // What only opens a line of a count is no figure of it.
    const opens = op('upsert', {
      ...{ product_id: 'salt', quantity: 0, quantity_accepted: null, amount: '0' },
      about: { name: 'salt', case_count: 1, opens: true },
    });
    expect(of([...ops, opens])).toMatchObject(all);
    // The lines were sent, and the list was read before.
    const sent = [...past, done(line('rice', 10, '60'), { data: { _id: 'i-rice', version: 1, items_revision: 2 } })];
    expect(of([], sent)).toMatchObject({ lines: 3, cases: 7, waitingLines: 0 });
  });
  test('a waiting transfer of this tablet shows its current lines, and only under its own kind', () => {
    const ops = [
      op('create', HEADER),
      line('milk', 20, '50'),
      line('rice', 15, '70'),
      line('milk', 30, '60'),
      op('remove', { product_id: 'gone', about: { name: 'Gone', case_count: 1 } }),
    ];
    expect(cards({ ops })).toMatchObject([
      {
        ...{ id: 'local-1', party: 'FreshCup', lines: 2, cases: 4, units: 5, value: 13_000, waiting: 5, here: true },
        names: ['rice', 'milk'],
      },
    ]);
    expect(cards({ ops }, KINDS.stock_out)).toEqual([]);
    // An op of another release is not understood.
    expect(cards({ past: [done(op('create', HEADER, { schema: 2 }))] })).toEqual([]);
  });
  test('a transfer that was sent after the list was read has one card, which comes from the list once the list has it', () => {
    const past = [done(op('create', HEADER), { data: 'po-1' })];
    expect(cards({ past, list: list() })).toMatchObject([{ id: 'local-1', here: true, waiting: 0 }]);
    const ops = [line('milk', 20, '50')];
    expect(cards({ past, ops, list: list(row('po-1', NOW)) })).toMatchObject([
      { id: 'po-1', here: false, own: true, waiting: 1 },
    ]);
    expect(cards({ list: list(row('po-2', NOW)) })).toMatchObject([{ own: false }]);
    // An old transfer that is missing in the list was completed elsewhere.
    const old = past.map((one) => ({ ...one, at: 500 }));
    expect(cards({ past: old, list: list() })).toEqual([]);
  });
  test('a confirmed transfer has no card until it is refused, and a completed one never has, whatever the copy says', () => {
    const create = op('create', HEADER);
    const execute = (state: Op['state']) => op('execute', {}, { state });
    expect(cards({ ops: [create, execute('queued')] })).toEqual([]);
    expect(cards({ ops: [create, execute('attention')] })).toHaveLength(1);
    const past = [done(create, { data: 'po-1' })];
    expect(cards({ past, ops: [execute('sending')], list: list(row('po-1', NOW)) })).toEqual([]);
    expect(cards({ past: [...past, done(execute('done'))], list: list(row('po-1', NOW)) })).toEqual([]);
  });
});

test.each([
  [0, 'Expected since today, 12:00', false],
  [-1, 'Expected since yesterday', false],
  [-3, '3 days late', true],
  [1, 'Expected tomorrow', false],
  [4, 'Expected on 29 Nov', false],
  [60, 'Expected on 24 Jan 2027', false],
])('%i days from now is shown as "%s"', (days, text, late) => {
  expect(whenText('Expected', NOW + days * DAY, NOW)).toEqual({ text, late });
});

test('a time of today is shown as a clock, and an earlier time with its day', () => {
  expect(clockText(NOW, NOW)).toBe('12:00');
  expect(clockText(NOW - DAY, NOW)).toBe('24 Nov, 12:00');
});

test('the tiles begin with the parties of the last transfers, followed by the others by name', () => {
  const options = [...'abcdefghijkl'].map((value) => ({ value }));
  const shown = (lately: string[]) =>
    tilesOf(options, lately)
      .map(({ value }) => value)
      .join('');
  expect(shown([])).toBe('abcdefgh');
  expect(shown(['l', 'k', 'gone'])).toBe('abcdefkl');
});
