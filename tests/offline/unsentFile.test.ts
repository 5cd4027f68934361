/** A queue that goes from one tablet to another as a file (SYNC rule 41, SEC-20): what is taken in, in which order, as what. */
// IndexedDB first: Dexie looks for it when it is loaded.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { exportUnsent, importUnsent, type UnsentFile } from '#offline/file/unsentFile.ts';
import type { FinishedOp, Op, OpState, OpType, SentBody, TransferHeader } from '#offline/outbox/op.ts';
import { type DexieStore, dexieStore } from '#offline/store/dexieStore.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Store } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';

const DAY = 86_400_000;
const CLOCK = { now: () => 1_800_000_000_000 };

const HEADER: TransferHeader = {
  timestamp: 1_795_250_000,
  source_type: 'distributor',
  source: 'd1',
  destination_type: 'seller',
  destination: 's1',
  meta: '{}',
  source_name: 'D',
  destination_name: 'S',
};

/** Three lines of one transfer, as a file. */
async function exported(): Promise<UnsentFile> {
  const t = scriptedTablet(() => ({ verified: false }));
  for (const product of ['p1', 'p2', 'p3']) await t.outbox.saveLine('order-1', line(product, 1), NOWHERE);
  const file = await exportUnsent(t.ports.store, t.ports.clock, t.owner, false);
  return JSON.parse(JSON.stringify(file)) as UnsentFile;
}
const products = (ops: readonly Op[]) => ops.map((op) => op.chain.split(':').at(-1));

test('a file that is none, or holds a change without its numbers or what it says, is refused whole: nothing is taken in', {
  tags: ['SYNC-41', 'SEC-20'],
}, async () => {
  const file = await exported();
  const [first, ...more] = file.ops as [Op, ...Op[]];
  const store = memoryStore();
  for (const wrong of [
    null,
    'ops',
    {},
    { ops: 'many' },
    { ...file, ops: [...more, { ...first, payload: 'twelve' }] },
    { ...file, ops: [...more, { ...first, payload: null }] },
    { ...file, ops: [...more, { ...first, next_try: undefined }] },
    { ...file, ops: [...more, { ...first, key: 'short' }] },
    { ...file, ops: [...more, { ...first, schema: 2 }] },
    // A batch is halved at every failure: with less than none it would be doubled.
    { ...file, ops: [...more, { ...first, failures: -3 }] },
    // The list of changes shows these: without one of them it shows nothing at all, and nobody can discard the change.
    { ...file, ops: [...more, { ...first, payload: { ...first.payload, about: undefined } }] },
    { ...file, ops: [...more, { ...first, payload: { ...first.payload, about: { name: 'p1' } } }] },
    { ...file, ops: [...more, { ...first, payload: { ...first.payload, amount: null } }] },
    { ...file, ops: [...more, { ...first, user_name: { of: 'nobody' } }] },
    { ...file, ops: [...more, { ...first, last_error: undefined }] },
    { ...file, ops: [...more, { ...first, item: { id: 7 } }] },
    { ...file, ops: [...more, { ...first, base: 'the last one' }] },
    { ...file, ops: [...more, { ...first, saved_at: null }] },
    { ...file, ops: [...more, { ...first, saved_at: 9e15 }] },
    { ...file, ops: [...more, { ...first, type: 'create' }] },
    { ...file, ops: [...more, { ...first, type: 'execute', payload: { expect_digest: 'd' } }] },
  ])
    await expect(importUnsent(store, CLOCK, wrong), JSON.stringify(wrong).slice(0, 80)).rejects.toThrow(
      'This file is not an exported queue of Kasuwa.',
    );
  expect(await store.read((tx) => tx.ops())).toEqual([]);
  const one = { ...file, ops: [...more, { ...first, saved_at: null }] };
  await expect(importUnsent(store, CLOCK, one)).rejects.toThrow('Change 3 of 3 is of an unknown kind.');
});

test('a change that a newer release exported is kept as it is, whatever it holds', {
  tags: ['SYNC-41', 'SYNC-45'],
}, async () => {
  const file = await exported();
  const [first, ...more] = file.ops as [Op, ...Op[]];
  const newer = { ...first, type: 'weigh' as OpType, payload: { grams: 3 } as unknown as Op['payload'] };
  const store = memoryStore();
  expect(await importUnsent(store, CLOCK, { ...file, ops: [...more, newer] })).toBe(3);
  expect((await store.read((tx) => tx.ops())).map(({ payload }) => payload)).toContainEqual({ grams: 3 });
});

test('the changes of a file stand in the order in which they were saved, whatever the order in the file', {
  tags: ['SYNC-41'],
}, async () => {
  const file = await exported();
  const store = memoryStore();
  expect(await importUnsent(store, CLOCK, { ...file, ops: [...file.ops].reverse() })).toBe(3);
  expect(products(await store.read((tx) => tx.ops()))).toEqual(products(file.ops));
});

test('what was sent from here meanwhile is not taken in again, and not counted', {
  tags: ['SYNC-41', 'P2'],
}, async () => {
  const file = await exported();
  const store = memoryStore();
  const [first] = file.ops as [Op];
  const past: FinishedOp = {
    key: first.key,
    op: { ...first, state: 'done' },
    at: 1,
    answer: null,
  } as unknown as FinishedOp;
  await store.change((tx) => tx.keepPast(past));
  expect(await importUnsent(store, CLOCK, file)).toBe(2);
  expect((await store.read((tx) => tx.ops())).map((op) => op.key)).toEqual(file.ops.slice(1).map((op) => op.key));
});

test('what was on its way, or over, waits here to be sent; what needs a person does here too', {
  tags: ['SYNC-41', 'SYNC-20'],
}, async () => {
  const file = await exported();
  const states: OpState[] = ['sending', 'done', 'attention'];
  const store = memoryStore();
  await importUnsent(store, CLOCK, { ...file, ops: file.ops.map((op, at) => ({ ...op, state: states[at] })) });
  expect((await store.read((tx) => tx.ops())).map((op) => [op.state, op.copied])).toEqual([
    ['queued', true],
    ['queued', true],
    ['attention', true],
  ]);
});

test('who was silent to another tablet says nothing of the batches of this one', {
  tags: ['SEC-20', 'SYNC-18'],
}, async () => {
  const file = await exported();
  const store = memoryStore();
  await importUnsent(store, CLOCK, {
    ...file,
    ops: file.ops.map((op) => ({ ...op, silence: { turn: -1, late: -20 } })),
  });
  for (const op of await store.read((tx) => tx.ops())) expect(op).not.toHaveProperty('silence');
});

test('ids come along where none is known here; what is no id is left out', {
  tags: ['SYNC-41', 'SYNC-14'],
}, async () => {
  const file = await exported();
  const store = memoryStore();
  await store.change((tx) => tx.rememberId({ ref: 'local-a', id: 'known here', version: 3 }));
  const known = [
    { ref: 'local-a', id: 'of the file', version: 1 },
    { ref: 'local-b', id: 'order-b', version: 2 },
    { ref: 'local-c', id: 7 },
    null,
  ];
  await importUnsent(store, CLOCK, { ...file, known });
  const look = (ref: string) => store.read((tx) => tx.known(ref));
  expect(await look('local-a')).toMatchObject({ id: 'known here', version: 3 });
  expect(await look('local-b')).toMatchObject({ id: 'order-b', version: 2 });
  expect(await look('local-c')).toBeUndefined();
});

describe('a body that aims at another record than its change shows', { tags: ['SEC-20'] }, () => {
  const NOT_AS_SHOWN = 'What was sent of this change is not what it shows.';
  const { about, ...shown } = line('p1', 4);

  /** One change of each kind, tried once without an answer: of `order-1`, or of a transfer that began here and is the server's `order-1`. */
  async function tried(type: OpType, transfer: 'order-1' | 'local' = 'order-1'): Promise<UnsentFile> {
    const t = scriptedTablet(() => ({ verified: false }));
    let of: string = transfer;
    const pass = () => drain(t.ports, t.owner, { forced: true });
    if (transfer === 'local') {
      t.world.answer = kind;
      of = await t.outbox.createTransfer(HEADER);
      if (type !== 'create') await pass();
      t.world.answer = () => SILENCE;
    }
    const at = { item_id: 'line-1', version: 2 };
    if (type === 'header') await t.outbox.saveHeader(of, HEADER, 1);
    if (type === 'upsert') await t.outbox.saveLine(of, line('p1', 4), at);
    if (type === 'remove') await t.outbox.removeLine(of, { product_id: 'p1', about }, at);
    if (type === 'execute') await t.outbox.complete(of, { expect_digest: 'digest', lines: 1 });
    await pass();
    const file = JSON.parse(JSON.stringify(await exportUnsent(t.ports.store, t.ports.clock, t.owner, false)));
    expect(file.ops).toMatchObject([{ type, attempts: 1, sent_body: {} }]);
    return file;
  }
  const aimed = (file: UnsentFile, at: SentBody): UnsentFile => ({
    ...file,
    ops: file.ops.map((op) => ({ ...op, sent_body: { ...op.sent_body, ...at } })),
  });
  const taken = async (file: UnsentFile, store = memoryStore()) => {
    await importUnsent(store, CLOCK, file);
    return store.read((tx) => tx.ops());
  };

  test.each<[string, OpType, 'order-1' | 'local', SentBody]>([
    ['a confirmation of another transfer', 'execute', 'order-1', { _id: 'order-2' }],
    ['a confirmation of another transfer, begun here', 'execute', 'local', { _id: 'order-2' }],
    ['details of another transfer', 'header', 'order-1', { _id: 'order-2' }],
    ['a product of another transfer', 'upsert', 'order-1', { purchase_order_id: 'order-2' }],
    ['a product of another transfer, begun here', 'upsert', 'local', { purchase_order_id: 'order-2' }],
    ['a product on another line', 'upsert', 'order-1', { _id: 'line-2' }],
    ['a removal of another line', 'remove', 'order-1', { _id: 'line-2' }],
    ['a removal that names an order', 'remove', 'order-1', { purchase_order_id: 'order-2' }],
    ['a transfer under another name', 'create', 'local', { client_id: 'another' }],
  ])('%s: it was tried once, so it cannot be made anew under its key: the file is refused whole', async (...row) => {
    const [, type, transfer, at] = row;
    const file = await tried(type, transfer);
    const store = memoryStore();
    const more = (await exported()).ops.map((op, n) => ({ ...op, key: `another-${n}` }));
    await expect(
      importUnsent(store, CLOCK, { ...aimed(file, at), ops: [...more, ...aimed(file, at).ops] }),
    ).rejects.toThrow(NOT_AS_SHOWN);
    expect(await store.read((tx) => tx.ops())).toEqual([]);
    for (const one of file.known) expect(await store.read((tx) => tx.known(one.ref))).toBeUndefined();
  });

  test('a body of a transfer whose address nobody says aims at nothing that anybody showed: the file is refused', async () => {
    const file = await tried('execute', 'local');
    await expect(importUnsent(memoryStore(), CLOCK, { ...file, known: [] })).rejects.toThrow(NOT_AS_SHOWN);
  });

  test('the refusal says which change of the file it is', async () => {
    const more = (await exported()).ops.map((op, n) => ({ ...op, seq: n, key: `another-${n}` }));
    for (const [type, name] of [
      ['upsert', about.name],
      ['execute', 'the transfer to complete'],
    ] as const) {
      const { ops, ...rest } = aimed(await tried(type), { _id: 'other' });
      const file = { ...rest, ops: [...ops.map((op) => ({ ...op, seq: 9 })), ...more] };
      await expect(importUnsent(memoryStore(), CLOCK, file)).rejects.toThrow(`${NOT_AS_SHOWN} Change 4 of 4: ${name}.`);
    }
  });

  test('another id of it is known here: the body is of a store that is gone, or forged, and is made anew with what is known here', async () => {
    const file = await tried('upsert', 'local');
    const store = memoryStore();
    const ref = file.ops[0]?.transfer ?? '';
    await store.change((tx) => tx.rememberId({ ref, id: 'order-9', version: 1 }));
    expect((await taken(file, store)).map((op) => [op.attempts, op.sent_body])).toEqual([[1, undefined]]);
    expect(await store.read((tx) => tx.known(ref))).toMatchObject({ id: 'order-9' });
  });

  test('what was never tried is made when it is sent: a body beside it counts for nothing', async () => {
    const file = aimed(await exported(), { ...shown, purchase_order_id: 'order-2' });
    expect((await taken(file)).map((op) => [op.attempts, op.sent_body])).toEqual([
      [0, undefined],
      [0, undefined],
      [0, undefined],
    ]);
  });

  test.each<[OpType, 'order-1' | 'local']>([
    ['create', 'local'],
    ['header', 'order-1'],
    ['header', 'local'],
    ['upsert', 'order-1'],
    ['upsert', 'local'],
    ['remove', 'order-1'],
    ['remove', 'local'],
    ['execute', 'order-1'],
    ['execute', 'local'],
  ])('as it was sent it stays: %s of %s', { tags: ['SYNC-12'] }, async (type, transfer) => {
    const file = await tried(type, transfer);
    expect((await taken(file)).map((op) => op.sent_body)).toEqual(file.ops.map((op) => op.sent_body));
  });
});

describe('what a tablet forgets of what was sent', { tags: ['rule-35'] }, () => {
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
    'in %s: only what both clocks call old; a clock that was off takes nothing with it',
    { tags: ['SYNC-35', 'SYNC-10'] },
    async (_, make) => {
      const store = make();
      const now = 100 * DAY;
      const [old, fresh] = [now - 8 * DAY, now - DAY];
      const [op] = (await exported()).ops as [Op];
      const kept = (key: string, at: number, heard: number) =>
        ({ key, op: { ...op, key, state: 'done' }, at, heard, answer: { message: '', data: null } }) as FinishedOp;
      await store.change(async (tx) => {
        await tx.keepPast(kept('old by both', old, old));
        await tx.keepPast(kept('old by ours alone', old, fresh));
        await tx.keepPast(kept('old by the server’s alone', fresh, old));
        await tx.keepPast(kept('ahead, old by the server’s', now + DAY, old));
        await tx.keepPast(kept('ahead, nothing heard', now + DAY, 0));
        await tx.rememberId({ ref: 'line', id: 'item', version: 1 });
      });
      const gone = await store.change(async (tx) => {
        await tx.forgetId('line');
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
