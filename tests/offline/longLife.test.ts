/** What shows only after weeks of work, or where a clock was wrong for a while: nothing grows without end, turns in a circle or waits for ever. */
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { BATCH_ROWS, nextUnit } from '#offline/outbox/queueRules.ts';
import { dexieStore } from '#offline/store/dexieStore.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Reply, Request } from '#offline/store/ports.ts';
import { line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

const DAY = 86_400_000;
const BEGAN = 1_800_000_000_000;

/** A server that says yes to everything, but to rows of `refused` products. */
const server =
  (date: () => number, refused: Readonly<Record<string, number>> = {}) =>
  (request: Request): Reply => {
    const replyNow = (): Reply => {
      if (request.path === 'purchase_order/create') return say(200, 'order-1');
      if (request.path === 'sync/cancel') return say(200, { state: 'cancelled', message: '', data: null });
      if (!request.path.endsWith('upsert_bulk')) return say(200, { _id: 'order-1', version: 2, errors: [] });
      const products = request.fields.product_id as string[];
      const results = (request.fields.op_key as string[]).map((op_key, at) => ({
        op_key,
        code: refused[products[at] ?? ''] ?? 200,
        message: '',
        data: { _id: `item-${products[at]}`, version: 1 },
      }));
      return say(200, { results });
    };
    return { ...replyNow(), date: date() } as Reply;
  };

function tablet(answer: (request: Request) => Reply) {
  const made = scriptedTablet(answer);
  return { ...made, pass: (forced = true) => drain(made.ports, made.owner, { forced }) };
}

describe('the time of the next try', () => {
  test('after silence, then a refusal: what waits for a person is not asked for again and again', {
    tags: ['SYNC-24', 'SYNC-17'],
  }, async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.outbox.complete('order-1', { expect_digest: 'digest', lines: 1 });
    const silent = await t.pass();
    expect(silent.retryAt).toBeGreaterThan(t.world.now);
    t.world.answer = server(() => t.world.now, { p1: 404 });
    t.world.now += 10_000;
    await t.pass(false);
    t.world.now += 10_000;
    const idle = await t.pass(false);
    expect((await t.ops()).map((op) => op.state)).toEqual(['attention', 'queued']);
    expect(idle.retryAt).toBeNull();
  });

  test('a transfer that waits five minutes does not make the others wait as long', {
    tags: ['SYNC-18', 'SYNC-24'],
  }, async () => {
    const t = tablet(server(() => t.world.now, { p1: 500 }));
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    for (let tries = 0; tries < 7; tries += 1) await t.pass();
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    t.world.answer = () => SILENCE;
    const { retryAt } = await t.pass(false);
    expect((retryAt ?? 0) - t.world.now).toBeLessThanOrEqual(2_000);
  });
});

describe('clocks and counts', () => {
  test('a clock that was put back after the first 500: a person is told in the end all the same', {
    tags: ['SYNC-10'],
  }, async () => {
    const t = tablet(server(() => t.world.now, { p1: 500 }));
    t.world.now += 400 * DAY;
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    t.world.now -= 400 * DAY;
    for (let tries = 0; tries < 12; tries += 1) {
      t.world.now += 5 * 60_000;
      await t.pass();
    }
    expect((await t.ops()).map((op) => op.state)).toEqual(['attention']);
  });

  test('a row that failed 32 times goes alone as after 31', { tags: ['SYNC-17'] }, async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.saveLines(
      'order-1',
      Array.from({ length: BATCH_ROWS }, (_, at) => ({ line: line(`p${at}`, 1), at: NOWHERE })),
    );
    const failed = (await t.ops()).map((op) => ({ ...op, failures: 32 }));
    expect(nextUnit(failed, t.world.now)).toHaveLength(1);
  });
});

describe.each([
  ['in memory', () => memoryStore()],
  ['over IndexedDB', () => dexieStore(`outbox-long-${Math.random()}`)],
])('what is kept, %s', (_name, makeStore) => {
  const begin = () => {
    const store = makeStore();
    let date = BEGAN;
    const t = scriptedTablet(server(() => date));
    const ports = { ...t.ports, store };
    const outbox = makeOutbox(ports, () => t.owner);
    return {
      outbox,
      world: t.world,
      pass: () => drain(ports, t.owner, { forced: true }),
      past: () => store.read((tx) => tx.pastSince(0)),
      known: (ref: string) => store.read((tx) => tx.known(ref)),
      at(device: number, truth: number) {
        t.world.now = device;
        date = truth;
      },
    };
  };

  test('what was sent while the clock was years ahead goes after a week of the server, too', {
    tags: ['SYNC-10', 'SYNC-35'],
  }, async () => {
    const t = begin();
    t.at(BEGAN + 4_000 * DAY, BEGAN);
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    t.at(BEGAN + 6 * DAY, BEGAN + 6 * DAY);
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    await t.pass();
    await t.pass();
    expect(await t.past()).toHaveLength(2);
    t.at(BEGAN + 8 * DAY, BEGAN + 8 * DAY);
    await t.outbox.saveLine('order-3', line('p3', 1), NOWHERE);
    await t.pass();
    await t.pass();
    expect((await t.past()).map((one) => one.op.transfer)).toEqual(['order-2', 'order-3']);
  });

  test('what changes made is forgotten with them, but for the address and what still stands on it; of a receipt only its address stays', {
    tags: ['SYNC-15', 'SYNC-19'],
  }, async () => {
    const t = begin();
    t.at(BEGAN, BEGAN);
    const transfer = await t.outbox.createTransfer(HEADER);
    const made = await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    await t.pass();
    const other = await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    await t.pass();
    await t.outbox.complete(transfer, { expect_digest: 'digest', lines: 1 });
    await t.pass();
    expect((await t.known(`op:${made}`))?.id).toBe('item-p1');
    expect((await t.known(`${transfer}:p:p1`))?.id).toBe('item-p1');
    t.at(BEGAN + 8 * DAY, BEGAN + 8 * DAY);
    await t.outbox.saveLine('order-3', line('p3', 1), NOWHERE);
    await t.pass();
    await t.pass();
    expect((await t.past()).map((one) => one.op.transfer)).toEqual(['order-3']);
    expect(await t.known(`op:${made}`)).toBeUndefined();
    expect(await t.known(`op:${other}`)).toBeUndefined();
    expect(await t.known(`${transfer}:p:p1`)).toBeUndefined();
    expect((await t.known(transfer))?.id).toBe('order-1');
    expect((await t.known('order-2:p:p2'))?.id, 'a transfer that is still open').toBe('item-p2');
  });

  test('what a change that still waits stands on is not forgotten before it', { tags: ['SYNC-19'] }, async () => {
    const t = begin();
    t.at(BEGAN, BEGAN);
    const yes = t.world.answer;
    const first = await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    t.world.answer = () => SILENCE;
    await t.pass();
    await t.outbox.saveLine('order-1', line('p1', 2), NOWHERE);
    // The second gets no answer for a week.
    t.world.answer = (request) => ((request.fields.quantity as number[])[0] === 2 ? SILENCE : yes(request));
    await t.pass();
    expect((await t.past()).map((one) => one.key)).toEqual([first]);
    t.at(BEGAN + 8 * DAY, BEGAN + 8 * DAY);
    await t.outbox.saveLine('order-9', line('p9', 1), NOWHERE);
    await t.pass();
    await t.pass();
    expect((await t.past()).map((one) => one.op.transfer)).toEqual(['order-9']);
    expect((await t.known(`op:${first}`))?.id).toBe('item-p1');
  });
});
