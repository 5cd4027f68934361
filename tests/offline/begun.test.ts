/** A transfer that was begun by one press: no op before its first line, one creation with it, and the same one for the same parties (SYNC-17, TRF-03). */
import { describe, expect, test } from 'vitest';
import { makeDirect } from '#offline/drain/direct.ts';
import { drain } from '#offline/drain/drain.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { begunIn } from '#offline/store/begun.ts';
import { kind, line, NOWHERE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

const types = async (t: ReturnType<typeof scriptedTablet>) => (await t.ops()).map((op) => op.type);
const begun = (t: ReturnType<typeof scriptedTablet>) => t.ports.store.read(begunIn);

describe('a transfer without a line', { tags: ['SYNC-17', 'TRF-03'] }, () => {
  test('it is no op, and nothing is sent; forgotten, it is gone', async () => {
    const t = scriptedTablet(kind);
    const transfer = await t.outbox.beginTransfer(HEADER);
    expect(transfer).toMatch(/^local-/);
    expect(await t.ops()).toEqual([]);
    await drain(t.ports, t.owner, { forced: true });
    expect(t.requests).toEqual([]);
    await t.outbox.forgetBegun(transfer);
    expect(await begun(t)).toEqual([]);
  });

  test('a store that refuses keeps neither the creation nor the line, and the transfer is still only begun', {
    tags: ['SYNC-04'],
  }, async () => {
    const t = scriptedTablet(kind);
    const transfer = await t.outbox.beginTransfer(HEADER);
    const { change } = t.ports.store;
    t.ports.store.change = (work) =>
      change(async (tx) => {
        await work(tx);
        throw new Error('The disk refuses.');
      });
    await expect(t.outbox.saveLine(transfer, line('p1', 3), NOWHERE)).rejects.toThrow('The disk refuses.');
    t.ports.store.change = change;
    expect(await t.ops()).toEqual([]);
    expect(await begun(t)).toMatchObject([{ transfer, header: HEADER }]);
  });

  test('the same parties again are the same transfer, with the newer date; other parties and other persons have their own', async () => {
    const t = scriptedTablet(kind);
    const first = await t.outbox.beginTransfer(HEADER);
    expect(await t.outbox.beginTransfer({ ...HEADER, timestamp: HEADER.timestamp + 60 })).toBe(first);
    expect(await t.outbox.beginTransfer({ ...HEADER, source: 'another' })).not.toBe(first);
    expect((await begun(t)).map(({ header }) => header.timestamp)).toContain(HEADER.timestamp + 60);
    const { user_id } = t.owner;
    Object.assign(t.owner, { user_id: 'bola' });
    expect(await t.outbox.beginTransfer(HEADER)).not.toBe(first);
    // A line of hers under his id creates nothing of his.
    await t.outbox.saveLine(first, line('p1', 1), NOWHERE);
    expect(await types(t)).toEqual(['upsert']);
    Object.assign(t.owner, { user_id });
    expect((await begun(t)).filter((one) => one.transfer === first)).toHaveLength(1);
  });
});

describe('its first change', { tags: ['SYNC-17', 'SYNC-16'] }, () => {
  test('a line writes the creation before itself, once, and both are sent in order', async () => {
    const t = scriptedTablet(kind);
    const transfer = await t.outbox.beginTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 3), NOWHERE);
    await t.outbox.saveLine(transfer, line('p2', 4), NOWHERE);
    expect(await types(t)).toEqual(['create', 'upsert', 'upsert']);
    expect(await begun(t)).toEqual([]);
    expect(overlay(transfer, null, await t.ops(), null, []).header).toMatchObject({ source: HEADER.source });
    await drain(t.ports, t.owner, { forced: true });
    expect(t.requests.map(({ path }) => path)).toEqual([
      'purchase_order/create',
      expect.stringContaining('purchase_order_item/upsert_bulk'),
    ]);
    await t.outbox.saveLine(transfer, line('p3', 1), NOWHERE);
    expect(await types(t)).toEqual(['upsert']);
    // Begun again between the same parties it is another transfer: the first one is under way.
    expect(await t.outbox.beginTransfer(HEADER)).not.toBe(transfer);
  });

  test('so do a scan, several lines and changed details', async () => {
    const t = scriptedTablet(kind);
    const scan = await t.outbox.beginTransfer({ ...HEADER, source: 'one' });
    await t.outbox.changeLine(scan, { product_id: 'p1', line: null, at: NOWHERE }, () => line('p1', 1));
    const many = await t.outbox.beginTransfer({ ...HEADER, source: 'two' });
    await t.outbox.saveLines(many, [{ line: line('p1', 1), at: NOWHERE }]);
    const details = await t.outbox.beginTransfer({ ...HEADER, source: 'three' });
    await t.outbox.saveHeader(details, { ...HEADER, source: 'four' }, null);
    const ops = await t.ops();
    expect(ops.map((op) => [op.transfer, op.type])).toEqual([
      [scan, 'create'],
      [scan, 'upsert'],
      [many, 'create'],
      [many, 'upsert'],
      [details, 'create'],
    ]);
    expect(ops.at(-1)?.payload).toMatchObject({ source: 'four' });
  });

  test('confirmed at once, the three go in order', async () => {
    const t = scriptedTablet(kind);
    const transfer = await t.outbox.beginTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 3), NOWHERE);
    await t.outbox.complete(transfer, confirmationOf(overlay(transfer, null, await t.ops(), null, [])));
    expect(await types(t)).toEqual(['create', 'upsert', 'execute']);
  });

  test('a full tablet sends creation and line directly, once, also when the answer to the line is asked for again', {
    tags: ['SYNC-48'],
  }, async () => {
    const t = scriptedTablet(kind);
    const transfer = await t.outbox.beginTransfer(HEADER);
    const direct = makeDirect(
      t.ports,
      () => t.owner,
      () => false,
    );
    t.world.answer = (request) => (request.path.endsWith('create') ? kind(request) : say(503, {}));
    const put = () => direct.send(transfer, (to) => to.saveLine(transfer, line('p1', 3), NOWHERE));
    expect(await put()).toBeNull();
    t.world.answer = kind;
    expect(await put()).toBe('order-1');
    const creates = t.requests.filter(({ path }) => path === 'purchase_order/create');
    expect(new Set(creates.map(({ key }) => key)).size).toBe(1);
  });
});
