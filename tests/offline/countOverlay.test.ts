/** What a screen shows of a stocktake: the server's copy with this tablet's counts laid over it (SYNC rule 59). */
import { describe, expect, test } from 'vitest';
import type { Stocktake, StocktakeLine } from '#contract/stock/stocktakeCalls.ts';
import { drain } from '#offline/drain/drain.ts';
import { countView } from '#offline/outbox/countOverlay.ts';
import { stocktakeHere } from '#offline/outbox/lanes.ts';
import type { CountPayload, OpenPayload } from '#offline/outbox/op.ts';
import type { Reply, Request } from '#offline/store/ports.ts';
import { SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';

const ADA = { user_id: 'ada', name: 'Ada' };
const OPENING: OpenPayload = {
  warehouse_id: 'w1',
  scope: 'list',
  scope_id: null,
  product_ids: ['p1', 'p9'],
  blind: false,
  note: '',
  about: { warehouse_name: 'Bódìjà Hub', scope_name: 'A list' },
};
const count = (product_id: string, quantity: number, more: Partial<CountPayload> = {}): CountPayload => ({
  product_id,
  place: 'Aisle A',
  round: 1,
  quantity,
  counted_at: 1_000,
  about: { name: `Product ${product_id}`, case_count: 12, warehouse_name: 'Bódìjà Hub' },
  ...more,
});

const maker = { _id: 'm', name: 'M', status: 'active' };
const line = (product_id: string, more: Partial<StocktakeLine> = {}): StocktakeLine => ({
  product_id,
  product: {
    _id: product_id,
    name: `Product ${product_id}`,
    case_count: 12,
    status: 'active',
    brand: maker,
    manufacturer: maker,
  },
  state: 'to_count',
  round: 1,
  why: null,
  needs_another: false,
  moved_at: null,
  places: [],
  own: [],
  book: null,
  ...more,
});
const read = (lines: StocktakeLine[], more: Partial<Stocktake> = {}): Stocktake & { lines: StocktakeLine[] } => ({
  _id: 'S1',
  created: 1,
  modified: 1,
  version: 1,
  created_by: null,
  modified_by: null,
  ref: 'STK-1',
  client_id: null,
  warehouse_id: 'w1',
  warehouse: { _id: 'w1', name: 'Bódìjà Hub' },
  seller_id: null,
  scope: 'all',
  scope_name: 'All products',
  blind: true,
  status: 'open',
  note: '',
  products: lines.length,
  counted: 0,
  recounts: 0,
  people: [],
  closed_at: null,
  closed_by: null,
  short_value: null,
  over_value: null,
  lines,
  ...more,
});

/** Answers each count with version 2, and with `refuse` for a product. */
const answering =
  (refuse = '') =>
  ({ path, fields }: Request): Reply => {
    if (path === 'stocktake/open') return say(200, { _id: 'S1', ref: 'STK-1', version: 1, joined: false });
    if (path === 'stocktake/finish') return say(200, { _id: 'S1', version: 7, recounts: 0, open_parts: 0 });
    const results = (fields.op_key as string[]).map((op_key, index) =>
      (fields.product_id as string[])[index] === refuse
        ? { index, op_key, code: 409, message: 'Posted by Fola.', data: { error: 'stocktake_closed' } }
        : { index, op_key, code: 200, message: '', data: { _id: 'c', version: 2 } },
    );
    return say(200, { results });
  };

function tablet(answer: (request: Request) => Reply) {
  const t = scriptedTablet(answer);
  const look = (stocktake: string, copy: ReturnType<typeof read> | null = null) =>
    t.world.store.read(async (tx) => {
      const { lane, names } = await stocktakeHere(tx, stocktake, 'ada');
      const past = (await tx.pastSince(0)).filter(({ op }) => names.includes(op.transfer));
      return countView(copy, await tx.opsOf(lane), past, ADA);
    });
  return { ...t, look, pass: () => drain(t.ports, t.owner, { forced: true }) };
}

test('refused: the line says so with the words of the server, and keeps the figure', {
  tags: ['SYNC-59'],
}, async () => {
  const t = tablet(answering('p1'));
  await t.outbox.saveCount('S1', count('p1', 5));
  await t.outbox.saveCount('S1', count('p2', 6));
  await t.pass();
  await t.outbox.saveCount('S1', count('p1', 1, { place: 'Floor' }));
  const view = await t.look('S1', read([line('p1'), line('p2')]));
  expect(view.lines.map(({ product_id, queued, message }) => [product_id, queued, message])).toEqual([
    ['p1', 'refused', 'Posted by Fola.'],
    ['p2', null, null],
  ]);
  expect(view.lines[0]?.own.map(({ quantity }) => quantity)).toEqual([5, 1]);
});

test('a session that was opened here without a server', { tags: ['SYNC-59'] }, async () => {
  const t = tablet(() => SILENCE);
  const { stocktake } = await t.outbox.openStocktake(OPENING);
  await t.outbox.saveCount(stocktake, count('p1', 5));
  await t.outbox.saveCount(stocktake, count('p2', 7));
  await t.outbox.finishPart(stocktake);
  const view = await t.look(stocktake);
  expect(view).toMatchObject({
    id: stocktake,
    ref: null,
    warehouse_name: 'Bódìjà Hub',
    scope_name: 'A list',
    blind: false,
    status: 'open',
    products: 3,
    counted: 2,
    recounts: 0,
    finishing: 'waiting',
  });
  expect(view.lines.map(({ product, state, queued }) => [product.name, state, queued])).toEqual([
    ['', 'to_count', null],
    ['Product p1', 'counted', 'waiting'],
    ['Product p2', 'counted', 'waiting'],
  ]);
  expect(view.people).toEqual([
    { _id: 'ada', name: 'Ada', place: 'Aisle A', counted: 2, last_at: 1_000, finished_at: null },
  ]);
  // Counted on: the part is not finished.
  await t.outbox.saveCount(stocktake, count('p9', 1));
  expect((await t.look(stocktake)).finishing).toBeNull();
});

describe('over the copy of the server', () => {
  test('an answered count is laid over a copy that is older, and not over one that has it', {
    tags: ['SYNC-59'],
  }, async () => {
    const t = tablet(answering());
    await t.outbox.saveCount('S1', count('p1', 5));
    await t.pass();
    const own = { place: 'Aisle A', round: 1, quantity: 4, counted_at: 900, version: 1 };
    const older = await t.look('S1', read([line('p1', { own: [own], state: 'counted' })]));
    expect(older.lines[0]).toMatchObject({ state: 'counted', queued: null, own: [{ quantity: 5, version: 2 }] });
    const newer = await t.look(
      'S1',
      read([line('p1', { own: [{ ...own, version: 3 }], state: 'recount', why: 'differ', round: 2 })]),
    );
    expect(newer.lines[0]).toMatchObject({ state: 'recount', why: 'differ', own: [{ quantity: 4 }] });
    // Nothing of a closed one is changed by what was sent before.
    expect((await t.look('S1', read([line('p1')], { status: 'posted' }))).lines[0]?.own).toEqual([]);
  });

  test('a count of an earlier round settles no recount; one of the round does, and only for what this person knows', {
    tags: ['SYNC-59'],
  }, async () => {
    const t = tablet(() => SILENCE);
    const recounted = line('p1', { state: 'recount', why: 'large', round: 2, needs_another: true });
    await t.outbox.saveCount('S1', count('p1', 5));
    expect((await t.look('S1', read([recounted]))).lines[0]).toMatchObject({
      state: 'recount',
      why: 'large',
      needs_another: true,
    });
    expect(await t.look('S1', read([recounted]))).toMatchObject({ recounts: 1, counted: 0 });
    await t.outbox.saveCount('S1', count('p1', 6, { round: 2 }));
    const view = await t.look('S1', read([recounted]));
    expect(view.lines[0]).toMatchObject({ state: 'counted', why: null, needs_another: false });
    expect(view.lines[0]?.own.map(({ round, quantity }) => [round, quantity])).toEqual([
      [2, 6],
      [1, 5],
    ]);
    expect(view).toMatchObject({ recounts: 0, counted: 1, products: 1 });
  });

  test('a product outside the scope is added, others stay; places name this person once', {
    tags: ['SYNC-59'],
  }, async () => {
    const t = tablet(() => SILENCE);
    const by = { _id: 'bem', name: 'Bem' };
    const places = [{ place: 'Aisle A', round: 1, by, at: 500 }];
    await t.outbox.saveCount('S1', count('p1', 5));
    await t.outbox.saveCount('S1', count('p7', 2, { place: '' }));
    const people = [{ ...by, place: 'Aisle A', counted: 1, last_at: 500, finished_at: null }];
    const view = await t.look('S1', read([line('p1', { places, state: 'counted' }), line('p3')], { people }));
    expect(view.lines.map(({ product_id }) => product_id)).toEqual(['p1', 'p3', 'p7']);
    expect(view.lines[0]?.places.map((one) => one.by.name)).toEqual(['Bem', 'Ada']);
    expect(view.people.map(({ name, counted, place }) => [name, counted, place])).toEqual([
      ['Bem', 1, 'Aisle A'],
      ['Ada', 2, ''],
    ]);
  });

  test('a part that was finished here is finished until this person counts on', { tags: ['SYNC-59'] }, async () => {
    const t = tablet(answering());
    await t.outbox.saveCount('S1', count('p1', 5));
    await t.outbox.finishPart('S1');
    await t.pass();
    const me = async () => (await t.look('S1', read([line('p1')]))).people.find(({ _id }) => _id === 'ada');
    expect((await me())?.finished_at).toBe(Math.floor(t.world.now / 1_000));
    await t.outbox.saveCount('S1', count('p1', 6));
    expect((await me())?.finished_at).toBeNull();
  });

  test("another person's ops on this tablet are not shown", { tags: ['SYNC-40', 'SYNC-59'] }, async () => {
    const t = tablet(() => SILENCE);
    t.owner.user_id = 'bem';
    await t.outbox.saveCount('S1', count('p1', 5));
    const view = await t.look('S1', read([line('p1')]));
    expect(view.lines[0]).toMatchObject({ state: 'to_count', own: [], queued: null });
  });
});
