/** What the queue does with a stocktake (docs/queue.md section 12): opening, counts and finishing, on one tablet over a scripted server. */
import { describe, expect, test } from 'vitest';
import { makeDirect } from '#offline/drain/direct.ts';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch, recordServerTime } from '#offline/drain/epoch.ts';
import { laneOf, stocktakeHere } from '#offline/outbox/lanes.ts';
import type { CountPayload, Op, OpenPayload } from '#offline/outbox/op.ts';
import { isKnown, refusalOfOp } from '#offline/outbox/op.ts';
import { blockers, meaningOf, nextUnit, stepName } from '#offline/outbox/queueRules.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import type { Reply, Request } from '#offline/store/ports.ts';
import { SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';

const OPENING: OpenPayload = {
  warehouse_id: 'w1',
  scope: 'all',
  scope_id: null,
  product_ids: [],
  blind: true,
  note: '',
  about: { warehouse_name: 'Bódìjà Hub', scope_name: 'All products' },
};
const COUNTED_AT = 1_800_000_000;
const count = (product_id: string, quantity: number, more: Partial<CountPayload> = {}): CountPayload => ({
  product_id,
  place: 'Aisle A',
  round: 1,
  quantity,
  counted_at: COUNTED_AT,
  about: { name: product_id, case_count: 12, warehouse_name: 'Bódìjà Hub' },
  ...more,
});

/** A server that takes everything; the stocktake is `id`. */
const kindly =
  (id = 'S1', joined = false) =>
  ({ path, fields }: Request): Reply => {
    if (path === 'stocktake/open') return say(200, { _id: id, ref: 'STK-1', version: 1, joined });
    if (path === 'stocktake/finish') return say(200, { _id: id, version: 9, recounts: 0, open_parts: 0 });
    if (path === 'sync/cancel') return say(200, { state: 'cancelled', message: '', data: null });
    return rows(fields, () => ({ code: 200, data: { _id: 'c1', version: 1 } }));
  };
function rows(fields: Request['fields'], answer: (row: number) => { code: number; data: unknown; message?: string }) {
  const keys = fields.op_key as string[];
  const results = keys.map((op_key, index) => ({ index, op_key, message: '', ...answer(index) }));
  return say(200, { succeeded: 0, failed: 0, results });
}
const closed: Reply = say(
  409,
  { error: 'stocktake_closed', status: 'posted', closed_at: 1, closed_by: { _id: 'f', name: 'Fola' } },
  'This stocktake was posted at 15:02 by Fola. This count was not used.',
);
const figures = (ops: readonly Op[]) =>
  ops
    .filter((op) => op.type === 'count')
    .map((op) => [(op as Op<'count'>).payload.product_id, (op as Op<'count'>).payload.quantity]);
const sentCounts = (requests: readonly Request[]) =>
  requests.filter(({ path }) => path === 'stocktake/count').map(({ fields }) => fields);

async function opened(answer = kindly()) {
  const t = scriptedTablet(answer);
  const { stocktake } = await t.outbox.openStocktake(OPENING);
  return { ...t, stocktake };
}

describe('refusals', () => {
  test('a count of a closed stocktake needs a person and keeps the words of the server; it is no conflict', {
    tags: ['SYNC-56'],
  }, async () => {
    expect(meaningOf(closed, 'count')).toBe('attention');
    // Whatever the server sends with it: nobody chooses between two figures.
    expect(meaningOf(say(409, { current: { version: 3 } }), 'count')).toBe('attention');
    expect(meaningOf(say(422, { error: 'invalid' }), 'count')).toBe('attention');
    const t = await opened();
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    t.world.answer = (request) =>
      request.path === 'stocktake/count'
        ? rows(request.fields, () => ({
            code: 409,
            data: closed.verified && closed.data,
            message: 'was posted by Fola',
          }))
        : kindly()(request);
    await drain(t.ports, t.owner, { forced: true });
    const [op] = await t.ops();
    expect(op?.state).toBe('attention');
    expect(op && refusalOfOp(op)).toMatchObject({ message: 'was posted by Fola', stored: true, code: 409 });
  });

  test('a newer figure of the same place takes the place of a refused one; one of another place does not', {
    tags: ['SYNC-56'],
  }, async () => {
    const t = await opened();
    await drain(t.ports, t.owner, { forced: true });
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    t.world.answer = (request) =>
      rows(request.fields, () => ({ code: 422, data: { error: 'invalid' }, message: 'no' }));
    await drain(t.ports, t.owner, { forced: true });
    await t.outbox.saveCount(t.stocktake, count('p1', 7, { place: 'Floor' }));
    await t.outbox.saveCount(t.stocktake, count('p1', 8));
    t.world.answer = kindly();
    await t.outbox.supersede(true);
    expect(figures(await t.ops())).toEqual([
      ['p1', 7],
      ['p1', 8],
    ]);
    await drain(t.ports, t.owner, { forced: true });
    expect(await t.ops()).toEqual([]);
  });

  test('an opening that is given up takes its counts with it, and nothing can be saved there any more', {
    tags: ['SYNC-55'],
  }, async () => {
    const t = await opened();
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    await t.outbox.finishPart(t.stocktake);
    const [opening] = await t.ops();
    expect(await t.outbox.discard(opening?.seq ?? 0)).toBe('discarded');
    expect(await t.ops()).toEqual([]);
    await expect(t.outbox.saveCount(t.stocktake, count('p1', 6))).rejects.toThrow(TransferLocked);
    await expect(t.outbox.finishPart(t.stocktake)).rejects.toThrow('This stocktake is not on this tablet any more.');
  });

  test('a stocktake that another person opened here without a server is not known to me', {
    tags: ['SYNC-57'],
  }, async () => {
    const t = await opened();
    t.owner.user_id = 'bem';
    await expect(t.outbox.saveCount(t.stocktake, count('p1', 6))).rejects.toThrow(TransferLocked);
  });
});

describe('one lane a stocktake', () => {
  test('the opening goes first, the counts together, and the finished part last', {
    tags: ['SYNC-52', 'SYNC-53'],
  }, async () => {
    const t = await opened(() => SILENCE);
    for (const product of ['p1', 'p2', 'p3']) await t.outbox.saveCount(t.stocktake, count(product, 4));
    await t.outbox.finishPart(t.stocktake);
    const ops = await t.ops();
    const [opening, first, , , finish] = ops as [Op, Op, Op, Op, Op];
    const waits = blockers(ops);
    expect(waits.get(first.seq)).toBe(opening);
    expect(waits.get(finish.seq)).toBe(opening);
    expect(stepName(opening)).toBe('the stocktake to be opened');
    expect(stepName(finish)).toBe('your part to be finished');
    expect(stepName(first)).toBe('p1');
    expect(nextUnit(ops, 0)).toEqual([opening]);
    t.world.answer = kindly();
    await drain(t.ports, t.owner, { forced: true });
    expect(t.requests.slice(-3).map(({ path }) => path)).toEqual([
      'stocktake/open',
      'stocktake/count',
      'stocktake/finish',
    ]);
    const { client_id, product_ids, scope_id } = t.requests.at(-3)?.fields ?? {};
    expect([client_id, product_ids, scope_id]).toEqual([t.stocktake.replace('local-', ''), [], '']);
    // One id for all rows, an own key for each, and no version.
    expect(sentCounts(t.requests).at(-1)).toEqual({
      stocktake_id: 'S1',
      op_key: [expect.any(String), expect.any(String), expect.any(String)],
      product_id: ['p1', 'p2', 'p3'],
      place: ['Aisle A', 'Aisle A', 'Aisle A'],
      round: [1, 1, 1],
      quantity: [4, 4, 4],
      counted_at: [COUNTED_AT, COUNTED_AT, COUNTED_AT],
    });
    expect(await t.ops()).toEqual([]);
  });

  test('a newer figure replaces one that was never sent: same place, same round, another key', {
    tags: ['SYNC-54'],
  }, async () => {
    const t = await opened(() => SILENCE);
    const first = await t.outbox.saveCount(t.stocktake, count('p1', 5));
    const second = await t.outbox.saveCount(t.stocktake, count('p1', 7));
    expect(second).not.toBe(first);
    await t.outbox.saveCount(t.stocktake, count('p1', 2, { place: 'Floor' }));
    await t.outbox.saveCount(t.stocktake, count('p1', 3, { round: 2 }));
    expect(figures(await t.ops())).toEqual([
      ['p1', 7],
      ['p1', 2],
      ['p1', 3],
    ]);
  });

  test('a count is taken back while it was never sent and nothing came after it', { tags: ['SYNC-54'] }, async () => {
    const t = await opened(() => SILENCE);
    const first = await t.outbox.saveCount(t.stocktake, count('p1', 5));
    const second = await t.outbox.saveCount(t.stocktake, count('p2', 7));
    expect(await t.outbox.takeBackCount(t.stocktake, second)).toBe(true);
    expect(figures(await t.ops())).toEqual([['p1', 5]]);
    expect(await t.outbox.takeBackCount(t.stocktake, second)).toBe(false);
    // Tried once: the server may have it.
    await drain(t.ports, t.owner, { forced: true });
    t.world.answer = ({ path, fields }) =>
      path === 'stocktake/count' ? SILENCE : kindly()({ path, fields } as Request);
    await drain(t.ports, t.owner, { forced: true });
    expect(await t.outbox.takeBackCount(t.stocktake, first)).toBe(false);
    expect(figures(await t.ops())).toEqual([['p1', 5]]);
  });

  test('a figure that was tried is not replaced: the newer one waits behind it', { tags: ['SYNC-54'] }, async () => {
    const t = await opened();
    await drain(t.ports, t.owner, { forced: true });
    t.world.answer = () => SILENCE;
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    await drain(t.ports, t.owner, { forced: true });
    await t.outbox.saveCount(t.stocktake, count('p1', 7));
    t.world.answer = kindly();
    await drain(t.ports, t.owner, { forced: true });
    expect(sentCounts(t.requests).map(({ quantity }) => quantity)).toEqual([[5], [5], [7]]);
  });

  test('a count after "Finish my part" is allowed, waits behind it, and does not replace the figure before it', {
    tags: ['SYNC-53'],
  }, async () => {
    const t = await opened(() => SILENCE);
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    const finished = await t.outbox.finishPart(t.stocktake);
    // Pressed twice: one change.
    expect(await t.outbox.finishPart(t.stocktake)).toBe(finished);
    await t.outbox.saveCount(t.stocktake, count('p1', 7));
    await t.outbox.saveCount(t.stocktake, count('p1', 8));
    expect(await t.outbox.finishPart(t.stocktake)).not.toBe(finished);
    t.world.answer = kindly();
    await drain(t.ports, t.owner, { forced: true });
    const counts = t.requests.map(({ path, fields }) => [path.slice(10), fields.quantity]);
    expect(counts.slice(-5)).toEqual([
      ['open', undefined],
      ['count', [5]],
      ['finish', undefined],
      ['count', [8]],
      ['finish', undefined],
    ]);
  });

  test('"Finish my part" that was refused is tried again when it is pressed again', { tags: ['SYNC-53'] }, async () => {
    const t = await opened();
    await t.outbox.finishPart(t.stocktake);
    t.world.answer = (request) => (request.path === 'stocktake/finish' ? closed : kindly()(request));
    await drain(t.ports, t.owner, { forced: true });
    expect((await t.ops()).map(({ state }) => state)).toEqual(['attention']);
    const key = await t.outbox.finishPart(t.stocktake);
    expect((await t.ops()).map((op) => [op.state, op.key])).toEqual([['queued', key]]);
  });

  test('an older build leaves the new kinds alone', { tags: ['SYNC-45'] }, async () => {
    const t = await opened(() => SILENCE);
    const [op] = await t.ops();
    expect(op && isKnown(op)).toBe(true);
    expect(op && isKnown({ ...op, type: 'weigh' as Op['type'] })).toBe(false);
    for (const name of ['constructor', 'toString', '__proto__'])
      expect(op && isKnown({ ...op, type: name as Op['type'] })).toBe(false);
  });
});

describe('ids', () => {
  test('where the opening joined an earlier one, the counts go on under its id', { tags: ['SYNC-51'] }, async () => {
    const t = await opened(kindly('S7', true));
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    await drain(t.ports, t.owner, { forced: true });
    expect(sentCounts(t.requests)[0]?.stocktake_id).toBe('S7');
    await t.outbox.saveCount('S7', count('p2', 5));
    expect((await t.ops()).map(({ transfer }) => transfer)).toEqual([t.stocktake]);
    expect(await t.world.store.read((tx) => stocktakeHere(tx, 'S7', 'ada'))).toEqual({
      lane: t.stocktake,
      id: 'S7',
      names: ['S7', t.stocktake],
    });
  });

  test('the same opening twice is one change; another one for the same warehouse waits in the same lane', {
    tags: ['SYNC-51'],
  }, async () => {
    const t = await opened(() => SILENCE);
    const again = await t.outbox.openStocktake({ ...OPENING, about: { ...OPENING.about, scope_name: 'Everything' } });
    expect(again.stocktake).toBe(t.stocktake);
    expect(await t.ops()).toHaveLength(1);
    const more = await t.outbox.openStocktake({ ...OPENING, scope: 'list', product_ids: ['p9'] });
    expect(more.stocktake).toBe(t.stocktake);
    expect((await t.outbox.openStocktake({ ...OPENING, warehouse_id: 'w2' })).stocktake).not.toBe(t.stocktake);
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    t.world.answer = kindly();
    await drain(t.ports, t.owner, { forced: true });
    const ids = t.requests.filter(({ path }) => path === 'stocktake/open').map(({ fields }) => fields.client_id);
    expect(new Set(ids).size).toBe(3);
    expect(await t.ops()).toEqual([]);
  });

  test('of two openings in one lane the counts stay while one of them stays', { tags: ['SYNC-55'] }, async () => {
    const t = await opened(() => SILENCE);
    await t.outbox.openStocktake({ ...OPENING, scope: 'list', product_ids: ['p9'] });
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    const [first] = await t.ops();
    await t.outbox.discard(first?.seq ?? 0);
    expect((await t.ops()).map(({ type }) => type)).toEqual(['open', 'count']);
    await t.outbox.saveCount(t.stocktake, count('p2', 5));
    const seqs = (await t.ops()).filter(({ type }) => type === 'open').map(({ seq }) => seq);
    expect(await t.outbox.discardAll(seqs)).toBe(true);
    expect(await t.ops()).toEqual([]);
  });

  test('a further opening that begins another stocktake takes only what was saved after it', {
    tags: ['SYNC-51'],
  }, async () => {
    const t = await opened(() => SILENCE);
    await t.outbox.openStocktake({ ...OPENING, scope: 'list', product_ids: ['p9'] });
    const early = await t.outbox.saveCount(t.stocktake, count('p1', 5));
    let openings = 0;
    t.world.answer = (request) => {
      if (request.path !== 'stocktake/open') return SILENCE;
      openings += 1;
      return kindly(`S${openings}`)(request);
    };
    const [, further] = await t.ops();
    // A count that was saved before the further opening, as after a restore.
    await t.world.store.change(async (tx) =>
      tx.put({ ...(further as Op), seq: 9 }).then(() => tx.remove(further?.seq ?? 0)),
    );
    await t.world.store.change(async (tx) =>
      tx.put({ ...((await tx.op(3)) as Op), key: 'late-one-xx', chain: `${t.stocktake}:c:1:p2:`, seq: 10 }),
    );
    await drain(t.ports, t.owner, { forced: true });
    await drain(t.ports, t.owner, { forced: true });
    t.world.answer = kindly('S2');
    await drain(t.ports, t.owner, { forced: true });
    const where = sentCounts(t.requests).flatMap(({ op_key, stocktake_id }) =>
      (op_key as string[]).map((key) => `${key} ${stocktake_id}`),
    );
    expect(new Set(where)).toEqual(new Set([`${early} S1`, 'late-one-xx S2']));
  });

  test('an older figure that waited for its opening is not sent after a newer one of the same place', {
    tags: ['SYNC-52'],
  }, async () => {
    const t = scriptedTablet(() => SILENCE);
    const { stocktake } = await t.outbox.openStocktake(OPENING);
    const older = await t.outbox.saveCount(stocktake, count('p1', 5));
    await t.outbox.saveCount(stocktake, count('p2', 6));
    // The list of the server has a stocktake of this hub: nothing here says that it is the same one.
    await t.outbox.saveCount('S1', count('p1', 9));
    const [opening] = await t.ops();
    await t.world.store.change(async (tx) => tx.put({ ...(opening as Op), next_try: t.world.now + 60_000 }));
    t.world.answer = kindly();
    await drain(t.ports, t.owner, { woken: true });
    expect(sentCounts(t.requests).map(({ quantity }) => quantity)).toEqual([[9]]);
    await drain(t.ports, t.owner, { forced: true });
    expect(sentCounts(t.requests).map(({ quantity }) => quantity)).toEqual([[9], [6]]);
    expect((await t.past()).find(({ key }) => key === older)?.op.state).toBe('superseded');
    expect(await t.world.store.read((tx) => laneOf(tx, 'S1', 'ada'))).toBe(stocktake);
    expect(await t.world.store.read((tx) => laneOf(tx, 'S1', 'bem'))).toBe('S1');
  });

  test('a figure that was typed anew while its opening waits is newer than one that was sent by another id before that, and goes out', {
    tags: ['SYNC-52'],
  }, async () => {
    const t = scriptedTablet(() => SILENCE);
    const { stocktake } = await t.outbox.openStocktake(OPENING);
    await t.outbox.saveCount(stocktake, count('p1', 5));
    await t.outbox.saveCount('S1', count('p1', 9));
    await t.outbox.saveCount(stocktake, count('p1', 7));
    const [opening] = await t.ops();
    await t.world.store.change(async (tx) => tx.put({ ...(opening as Op), next_try: t.world.now + 60_000 }));
    t.world.answer = kindly();
    await drain(t.ports, t.owner, { woken: true });
    expect(sentCounts(t.requests).map(({ quantity }) => quantity)).toEqual([[9]]);
    await drain(t.ports, t.owner, { forced: true });
    expect(sentCounts(t.requests).map(({ quantity }) => quantity)).toEqual([[9], [7]]);
  });

  test('an older figure whose copy left in a file gives way too, and its key is cancelled', {
    tags: ['SYNC-52', 'SYNC-34'],
  }, async () => {
    const t = scriptedTablet(() => SILENCE);
    const { stocktake } = await t.outbox.openStocktake(OPENING);
    const older = await t.outbox.saveCount(stocktake, count('p1', 5));
    await t.outbox.exportUnsent();
    await t.outbox.saveCount('S1', count('p1', 9));
    const [opening] = await t.ops();
    await t.world.store.change(async (tx) => tx.put({ ...(opening as Op), next_try: t.world.now + 60_000 }));
    t.world.answer = kindly();
    await drain(t.ports, t.owner, { woken: true });
    await drain(t.ports, t.owner, { forced: true });
    await drain(t.ports, t.owner, { forced: true });
    expect(sentCounts(t.requests).map(({ quantity }) => quantity)).toEqual([[9]]);
    expect(t.requests.filter(({ path }) => path === 'sync/cancel').map(({ fields }) => fields.key)).toEqual([older]);
  });

  test('a restored database: the opening is sent again with its key, and the counts go on under the id that it gives now', {
    tags: ['SYNC-58'],
  }, async () => {
    const t = await opened();
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    await drain(t.ports, t.owner, { forced: true });
    const keys = t.requests.map(({ key }) => key);
    t.world.answer = kindly('S1001');
    await noticeEpoch(t.ports, 'e2');
    await drain(t.ports, t.owner, { forced: true });
    // The scripted server still says e1, so the tablet heard of two databases; what is asked is what counts.
    const again = t.requests.slice(keys.length);
    expect(again.filter(({ path }) => path === 'stocktake/open').map(({ key }) => key)).toContain(keys[0]);
    await t.outbox.saveCount('S1', count('p2', 6));
    await drain(t.ports, t.owner, { forced: true });
    expect(sentCounts(t.requests).at(-1)).toMatchObject({ stocktake_id: 'S1001', product_id: ['p2'] });
  });

  test('a restored database: counts that went out before this tablet opened the same stocktake go behind its opening, in their order', {
    tags: ['SYNC-58', 'SYNC-52'],
  }, async () => {
    const t = scriptedTablet(kindly('S1', true));
    // A colleague opened it; this officer counts from the list, and opens the same warehouse later.
    await t.outbox.saveCount('S1', count('p1', 5));
    await t.outbox.saveCount('S1', count('p2', 6));
    await drain(t.ports, t.owner, { forced: true });
    await t.outbox.saveCount('S1', count('p1', 7));
    await t.outbox.openStocktake(OPENING);
    await drain(t.ports, t.owner, { forced: true });
    t.world.answer = kindly('S1001', true);
    const before = t.requests.length;
    await noticeEpoch(t.ports, 'e2');
    expect((await t.ops()).map(({ type }) => type)).toEqual(['open', 'count', 'count', 'count']);
    await drain(t.ports, t.owner, { forced: true });
    const again = t.requests.slice(before).filter(({ path }) => path.startsWith('stocktake/'));
    expect(again[0]?.path).toBe('stocktake/open');
    expect(new Set(sentCounts(again).map(({ stocktake_id }) => stocktake_id))).toEqual(new Set(['S1001']));
    const inOrder = sentCounts(again).flatMap(({ product_id, quantity }) =>
      (product_id as string[]).map((id, row) => `${id} ${(quantity as string[])[row]}`),
    );
    expect(inOrder.lastIndexOf('p1 7')).toBeGreaterThan(inOrder.lastIndexOf('p1 5'));
    expect(inOrder).toContain('p2 6');
  });
});

test('two persons on one tablet each have their own ops for the same stocktake', {
  tags: ['SYNC-57', 'SYNC-41'],
}, async () => {
  const t = scriptedTablet(kindly());
  await t.outbox.saveCount('S1', count('p1', 5));
  t.owner.user_id = 'bem';
  await t.outbox.saveCount('S1', count('p1', 8));
  expect(figures(await t.ops())).toEqual([
    ['p1', 5],
    ['p1', 8],
  ]);
  await drain(t.ports, t.owner, { forced: true });
  expect(sentCounts(t.requests).map(({ quantity }) => quantity)).toEqual([[8]]);
  expect(t.requests.every(({ user_id }) => user_id === 'bem')).toBe(true);
});

test('the time of a count is corrected by the server clock where this tablet is wrong by more than five minutes', {
  tags: ['SYNC-60'],
}, async () => {
  const t = scriptedTablet(() => SILENCE);
  const saved = async () => {
    await t.outbox.saveCount('S1', count(`p${(await t.ops()).length}`, 1));
    return ((await t.ops()).at(-1) as Op<'count'>).payload.counted_at;
  };
  expect(await saved()).toBe(COUNTED_AT);
  await t.world.store.change((tx) => recordServerTime(tx, t.world.now + 299_000, t.world.now));
  expect(await saved()).toBe(COUNTED_AT);
  await t.world.store.change((tx) => recordServerTime(tx, t.world.now + 3_600_000, t.world.now));
  expect(await saved()).toBe(COUNTED_AT + 3_600);
  await t.world.store.change((tx) => recordServerTime(tx, t.world.now - 3_600_000, t.world.now));
  expect(await saved()).toBe(COUNTED_AT - 3_600);
});

test('a tablet without storage opens and counts directly, and never before what waits on disk', {
  tags: ['SYNC-49'],
}, async () => {
  const t = scriptedTablet(kindly());
  const direct = makeDirect(
    t.ports,
    () => t.owner,
    () => false,
  );
  expect(await direct.send(null, (outbox) => outbox.openStocktake(OPENING))).toBe('S1');
  expect(await direct.send('S1', (outbox) => outbox.saveCount('S1', count('p1', 5)))).toBe('S1');
  expect(sentCounts(t.requests)).toHaveLength(1);
  // A count of this stocktake waits on disk, under the local id.
  const { stocktake } = await t.outbox.openStocktake(OPENING);
  await drain(t.ports, t.owner, { forced: true });
  await t.outbox.saveCount(stocktake, count('p1', 6));
  expect(await direct.send('S1', (outbox) => outbox.saveCount('S1', count('p1', 7)))).toBeNull();
  expect(sentCounts(t.requests)).toHaveLength(1);
});

test('an opening without an answer is held in memory: the same again sends the same key', {
  tags: ['SYNC-49'],
}, async () => {
  const t = scriptedTablet(() => SILENCE);
  const direct = makeDirect(
    t.ports,
    () => t.owner,
    () => false,
  );
  const open = () => direct.send(null, (outbox) => outbox.openStocktake(OPENING));
  expect(await open()).toBeNull();
  expect(await direct.holdsNew()).toBe(true);
  t.world.answer = kindly();
  expect(await open()).toBe('S1');
  const keys = t.requests.filter(({ path }) => path === 'stocktake/open').map(({ key }) => key);
  expect(new Set(keys).size).toBe(1);
});

describe('a file', () => {
  const carried = async (t: ReturnType<typeof scriptedTablet>) =>
    JSON.parse(JSON.stringify(await t.outbox.exportUnsent())) as { ops: Op[]; known: { ref: string; id: string }[] };

  test('with a change that says less than a screen needs is refused whole', { tags: ['SEC-20'] }, async () => {
    const t = await opened(() => SILENCE);
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    const file = await carried(t);
    const other = scriptedTablet(() => SILENCE);
    for (const [at, wrong] of [
      [0, { ...OPENING, about: undefined }],
      [0, { ...OPENING, product_ids: 'p1' }],
      [1, count('p1', -1)],
      [1, { ...count('p1', 1), about: { name: 'p1', case_count: 0, warehouse_name: '' } }],
      [1, { ...count('p1', 1), place: null }],
    ] as const) {
      const ops = file.ops.map((op, index) => (index === at ? { ...op, payload: wrong } : op));
      await expect(other.outbox.importUnsent({ ...file, ops })).rejects.toThrow(`Change ${at + 1} of 2`);
    }
    expect(await other.ops()).toEqual([]);
  });

  test('whose body aims at another stocktake than its lane is refused', { tags: ['SEC-20', 'SYNC-62'] }, async () => {
    const t = await opened();
    await drain(t.ports, t.owner, { forced: true });
    t.world.answer = () => SILENCE;
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    await drain(t.ports, t.owner, { forced: true });
    const file = await carried(t);
    const other = scriptedTablet(kindly());
    const aimed = file.ops.map((op) => ({ ...op, sent_body: { ...op.sent_body, stocktake_id: 'S2' } }));
    await expect(other.outbox.importUnsent({ ...file, ops: aimed })).rejects.toThrow('is not what it shows');
    expect(await other.outbox.importUnsent(file)).toBe(1);
    await drain(other.ports, other.owner, { forced: true });
    expect(sentCounts(other.requests)[0]).toMatchObject({ stocktake_id: 'S1', op_key: [file.ops[0]?.key] });
  });

  test('of a stocktake that this tablet has too: one lane', { tags: ['SYNC-52', 'SYNC-41'] }, async () => {
    const t = await opened();
    await drain(t.ports, t.owner, { forced: true });
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    const file = await carried(t);
    const other = scriptedTablet(kindly());
    await other.outbox.saveCount('S1', count('p2', 6));
    await other.outbox.importUnsent(file);
    expect(new Set((await other.ops()).map(({ transfer }) => transfer))).toEqual(new Set([t.stocktake]));
    await drain(other.ports, other.owner, { forced: true });
    expect(await other.ops()).toEqual([]);
  });

  test('marks its counts as copied: a newer figure waits behind one and does not replace it', {
    tags: ['SYNC-54'],
  }, async () => {
    const t = await opened(() => SILENCE);
    await t.outbox.saveCount(t.stocktake, count('p1', 5));
    await carried(t);
    await t.outbox.saveCount(t.stocktake, count('p1', 7));
    expect(figures(await t.ops())).toEqual([
      ['p1', 5],
      ['p1', 7],
    ]);
  });
});
