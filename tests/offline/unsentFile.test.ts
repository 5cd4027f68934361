/** A queue that goes from one tablet to another as a file (SYNC rule 41, SEC-20): what is taken in, in which order, as what. */
// IndexedDB first: Dexie looks for it when it is loaded.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { type DexieStore, dexieStore } from '#offline/dexieStore.ts';
import { memoryStore } from '#offline/memoryStore.ts';
import type { Op, OpState, Past } from '#offline/op.ts';
import type { Store } from '#offline/ports.ts';
import { exportUnsent, importUnsent, type UnsentFile } from '#offline/unsentFile.ts';
import { line, NOWHERE } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';

const DAY = 86_400_000;

/** Three lines of one transfer, as a file. */
async function exported(): Promise<UnsentFile> {
  const t = scriptedTablet(() => ({ verified: false }));
  for (const product of ['p1', 'p2', 'p3']) await t.outbox.saveLine('order-1', line(product, 1), NOWHERE);
  const file = await exportUnsent(t.ports.store, t.ports.clock, t.owner, false);
  return JSON.parse(JSON.stringify(file)) as UnsentFile;
}
const products = (ops: readonly Op[]) => ops.map((op) => op.chain.split(':').at(-1));

test('SYNC-41 SEC-20 a file that is none, or holds a change without its numbers or what it says, is refused whole: nothing is taken in', async () => {
  const file = await exported();
  const [first, ...more] = file.ops as [Op, ...Op[]];
  const store = memoryStore();
  for (const wrong of [
    null,
    'ops',
    {},
    { ops: 'many' },
    { ...file, ops: [...more, { ...first, payload: 'twelve' }] },
    { ...file, ops: [...more, { ...first, next_try: undefined }] },
    { ...file, ops: [...more, { ...first, key: 'short' }] },
    { ...file, ops: [...more, { ...first, schema: 2 }] },
  ])
    await expect(importUnsent(store, wrong), JSON.stringify(wrong).slice(0, 80)).rejects.toThrow(
      'This file is not an exported queue of Kasuwa.',
    );
  expect(await store.read((tx) => tx.ops())).toEqual([]);
});

test('SYNC-41 the changes of a file stand in the order in which they were saved, whatever the order in the file', async () => {
  const file = await exported();
  const store = memoryStore();
  expect(await importUnsent(store, { ...file, ops: [...file.ops].reverse() })).toBe(3);
  expect(products(await store.read((tx) => tx.ops()))).toEqual(products(file.ops));
});

test('SYNC-41 P2 what was sent from here meanwhile is not taken in again, and not counted', async () => {
  const file = await exported();
  const store = memoryStore();
  const [first] = file.ops as [Op];
  const past: Past = { key: first.key, op: { ...first, state: 'done' }, at: 1, answer: null } as unknown as Past;
  await store.change((tx) => tx.keepPast(past));
  expect(await importUnsent(store, file)).toBe(2);
  expect((await store.read((tx) => tx.ops())).map((op) => op.key)).toEqual(file.ops.slice(1).map((op) => op.key));
});

test('SYNC-41 SYNC-20 what was on its way, or over, waits here to be sent; what needs a person does here too', async () => {
  const file = await exported();
  const states: OpState[] = ['sending', 'done', 'attention'];
  const store = memoryStore();
  await importUnsent(store, { ...file, ops: file.ops.map((op, at) => ({ ...op, state: states[at] })) });
  expect((await store.read((tx) => tx.ops())).map((op) => [op.state, op.copied])).toEqual([
    ['queued', true],
    ['queued', true],
    ['attention', true],
  ]);
});

test('SYNC-41 SYNC-14 ids come along where none is known here; what is no id is left out', async () => {
  const file = await exported();
  const store = memoryStore();
  await store.change((tx) => tx.learn({ ref: 'local-a', id: 'known here', version: 3 }));
  const known = [
    { ref: 'local-a', id: 'of the file', version: 1 },
    { ref: 'local-b', id: 'order-b', version: 2 },
    { ref: 'local-c', id: 7 },
    null,
  ];
  await importUnsent(store, { ...file, known });
  const look = (ref: string) => store.read((tx) => tx.known(ref));
  expect(await look('local-a')).toMatchObject({ id: 'known here', version: 3 });
  expect(await look('local-b')).toMatchObject({ id: 'order-b', version: 2 });
  expect(await look('local-c')).toBeUndefined();
});

describe('SYNC rule 35: what a tablet forgets of what was sent', () => {
  const open: DexieStore[] = [];
  afterEach(() => {
    for (const store of open.splice(0)) store.db.close();
  });
  const onDisk = () => {
    const store = dexieStore('forgets');
    open.push(store);
    return store;
  };

  test.each([
    ['memory', (): Store => memoryStore()],
    ['disk', onDisk],
  ])(
    'SYNC-35 SYNC-10 in %s: only what both clocks call old; a clock that was off takes nothing with it',
    async (_, make) => {
      const store = make();
      const now = 100 * DAY;
      const [old, fresh] = [now - 8 * DAY, now - DAY];
      const [op] = (await exported()).ops as [Op];
      const kept = (key: string, at: number, heard: number) =>
        ({ key, op: { ...op, key, state: 'done' }, at, heard, answer: { message: '', data: null } }) as Past;
      await store.change(async (tx) => {
        await tx.keepPast(kept('old by both', old, old));
        await tx.keepPast(kept('old by ours alone', old, fresh));
        await tx.keepPast(kept('old by the server’s alone', fresh, old));
        await tx.keepPast(kept('ahead, old by the server’s', now + DAY, old));
        await tx.keepPast(kept('ahead, nothing heard', now + DAY, 0));
        await tx.learn({ ref: 'line', id: 'item', version: 1 });
      });
      const gone = await store.change(async (tx) => {
        await tx.unlearn('line');
        return tx.forgetPast(now - 7 * DAY, now);
      });
      expect(gone.map((one) => one.key).sort()).toEqual(['ahead, old by the server’s', 'old by both']);
      const left = await store.read((tx) => tx.pastSince(0));
      expect(left.map((one) => one.key).sort()).toEqual(
        ['ahead, nothing heard', 'old by ours alone', 'old by the server’s alone'].sort(),
      );
      expect(await store.read((tx) => tx.known('line'))).toBeUndefined();
    },
  );
});
