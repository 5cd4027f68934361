/** STK-31: the stocktakes that a tablet shows as open, from a list that may be older than what the person did here. */
import { expect, test } from 'vitest';
import type { Stocktake } from '#contract/stock/stocktakeCalls.ts';
import {
  type CountedPlace,
  openStocktakes,
  ownCounts,
  recountsElsewhere,
} from '#features/stock/parts/counts/openHere.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';

const PLACES: CountedPlace[] = [
  { _id: 'w1', name: 'Mushin Hub', seller_id: 'h1', open: null },
  { _id: 'w2', name: 'Wuse Hub', seller_id: 'h2', open: null },
];
const op = (type: string, seq: number, more: Partial<Op> = {}): Op =>
  ({
    ...{ type, seq, schema: 1, key: `key-${seq}`, transfer: 'local-a', chain: `${seq}`, state: 'queued' },
    ...{ user_id: 'me', saved_at: seq },
    payload:
      type === 'open'
        ? { warehouse_id: 'w1', about: { warehouse_name: 'Mushin Hub', scope_name: 'All products' } }
        : { about: { name: 'Milk', case_count: 12, warehouse_name: 'Mushin Hub' } },
    ...more,
  }) as unknown as Op;
const done = (one: Op, at: number, data: object = {}): FinishedOp =>
  ({ key: one.key, op: { ...one, state: 'done' }, at, answer: { data } }) as FinishedOp;
const row = (_id: string, more: Partial<Stocktake> = {}): Stocktake =>
  ({
    ...{ _id, ref: `STK-${_id}`, warehouse_id: 'w1', warehouse: { _id: 'w1', name: 'Mushin Hub' } },
    ...{ scope_name: 'All products', people: [] },
    ...more,
  }) as unknown as Stocktake;
const seen = (
  rows: Stocktake[] | null,
  at: number,
  ops: Op[] = [],
  past: FinishedOp[] = [],
  places: CountedPlace[] = PLACES,
) =>
  openStocktakes({
    list: rows === null ? undefined : { data: { rows }, at, copy: true },
    places: { data: places, at, copy: true },
    ...{ ops, past, me: 'me' },
  }).map(({ id, isOwn, isWaiting, warehouse_id }) => ({ id, isOwn, isWaiting, warehouse_id }));
const begun = done(op('open', 1), 100, { _id: 's1', ref: 'STK-1' });

test('a stocktake that began on this tablet after the list was read is open and belongs to the person', {
  tags: ['STK-31'],
}, () => {
  expect(seen([], 50, [], [begun])).toEqual([{ id: 's1', isOwn: true, isWaiting: false, warehouse_id: 'w1' }]);
  // A list that was read later says that somebody closed it.
  expect(seen([], 150, [], [begun])).toEqual([]);
  expect(seen(null, 0, [], [begun])).toHaveLength(1);
});

test('a stocktake that the list has is shown once, even with waiting counts', { tags: ['STK-31'] }, () => {
  const own = { id: 's1', isOwn: true, isWaiting: false, warehouse_id: 'w1' };
  expect(seen([row('s1')], 150, [op('count', 2)], [begun])).toEqual([own]);
  // The answer to the opening is forgotten after a week.
  expect(seen([row('s1')], 150, [], [done(op('count', 2), 200)])).toEqual([own]);
});

test('a waiting opening comes first, and openings of another person are not shown', { tags: ['STK-31'] }, () => {
  const other = row('s2', {
    warehouse_id: 'w2',
    warehouse: { _id: 'w2', name: 'Wuse Hub', status: 'active' } as never,
  });
  expect(seen([other], 50, [op('open', 1), op('count', 2)])).toEqual([
    { id: 'local-a', isOwn: true, isWaiting: true, warehouse_id: 'w1' },
    { id: 's2', isOwn: false, isWaiting: false, warehouse_id: 'w2' },
  ]);
  expect(seen([], 50, [op('open', 1, { user_id: 'you' })])).toEqual([]);
});

test('a stocktake with a finished part no longer belongs to the person, until another count opens the part again', {
  tags: ['STK-31'],
}, () => {
  const past = [begun, done(op('finish', 3), 120)];
  expect(seen([row('s1')], 110, [], past)).toMatchObject([{ isOwn: false }]);
  expect(seen([row('s1')], 110, [op('count', 4)], past)).toMatchObject([{ isOwn: true }]);
  const finished = { _id: 'me', name: 'Me', place: '', counted: 1, last_at: 1, finished_at: 2 as number | null };
  expect(seen([row('s1', { people: [finished] })], 150)).toMatchObject([{ isOwn: false }]);
  expect(seen([row('s1', { people: [{ ...finished, finished_at: null }] })], 150)).toMatchObject([{ isOwn: true }]);
});

test('the counts of one person on this tablet are listed for each stocktake', { tags: ['STK-38'] }, () => {
  const more = [op('count', 2, { payload: { product_id: 'p1', about: {} } as never }), op('count', 4)];
  expect(ownCounts(more, [begun], 'me')).toMatchObject([
    { id: 's1', lane: 'local-a', warehouse_name: 'Mushin Hub', products: 2, isFinished: false },
  ]);
  // What waits is counted once for each product: a row of the server has none of it.
  expect(ownCounts([...more, op('count', 5)], [begun, done(op('count', 3), 120)], 'me')).toMatchObject([{ waits: 2 }]);
  expect(ownCounts([...more, op('finish', 5)], [begun], 'me')).toMatchObject([{ isFinished: true }]);
  expect(ownCounts(more, [begun], 'you')).toEqual([]);
});

test('a stocktake that the newer list of places shows as open can be joined', { tags: ['STK-31'] }, () => {
  const places = PLACES.map((one) => ({ ...one, open: one._id === 'w2' ? { _id: 's9', ref: 'STK-9' } : null }));
  expect(seen([], 50, [], [], places)).toEqual([{ id: 's9', isOwn: false, isWaiting: false, warehouse_id: 'w2' }]);
});

test('a stocktake of another hub that waits for a recount is offered to people who counted nothing in it', {
  tags: ['STK-08', 'STK-31'],
}, () => {
  const at = (id: string, more: Partial<Stocktake>) =>
    row(id, { warehouse_id: 'w2', warehouse: { _id: 'w2', name: 'Wuse Hub' } as never, ...more });
  const mine = { _id: 'me', name: 'Me', finished_at: 5 } as never;
  const rows = [
    at('s1', { recounts: 3 }),
    at('s2', { recounts: 0 }),
    at('s3', { recounts: 3, people: [mine] }),
    row('s4', { recounts: 3 }),
  ];
  const known = openStocktakes({
    list: { data: { rows }, at: 50, copy: false },
    places: { data: PLACES, at: 50, copy: false },
    ...{ ops: [], past: [], me: 'me' },
  });
  const ids = (chosen: string | undefined, places = PLACES) =>
    recountsElsewhere(known, chosen, places).map(({ id }) => id);
  // Without the right to count there it is not hers.
  expect(ids('w1', PLACES.slice(0, 1))).toEqual([]);
  expect(ids('w1')).toEqual(['s1']);
  expect(ids('w2')).toEqual(['s4']);
  expect(ids(undefined)).toEqual(['s1', 's4']);
});
