/** The store on disk when the browser fails it: full storage, lost connections, newer code. Every "saved" is looked up again. */
// IndexedDB first: Dexie looks for it when it is loaded.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import type { Op, TransferLine } from '#offline/outbox/op.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import { type DexieStore, dexieStore, GENERATION, isAbsent, NewerStore } from '#offline/store/dexieStore.ts';
import type { Tx } from '#offline/store/ports.ts';

const LINE: TransferLine = {
  product_id: 'p1',
  quantity: 12,
  quantity_accepted: null,
  amount: '1.00',
  reason: null,
  note: '',
  about: { name: 'Milo', case_count: 12 },
};
const NOWHERE = { item_id: null, version: null };
const open: DexieStore[] = [];
let names = 0;

function tablet(hooks: Parameters<typeof dexieStore>[1] = {}, name = `outbox-test-${++names}`) {
  const store = dexieStore(name, hooks);
  open.push(store);
  let ids = 0;
  const owner = { user_id: 'ada', user_name: 'Ada', device_id: 't1', app_version: '1' };
  const ports = {
    store,
    net: { send: async () => ({ verified: false as const }) },
    clock: { now: () => 1 },
    chance: { next: () => 0.5, uuid: () => `${name}-${++ids}` },
  };
  const save = () => makeOutbox(ports, () => owner).saveLine('order-1', LINE, NOWHERE);
  const create = () => makeOutbox(ports, () => owner).createTransfer({} as never);
  /** What another start of the app finds. */
  const found = async (): Promise<Op[]> => {
    const again = dexieStore(name);
    open.push(again);
    return again.read((tx) => tx.ops());
  };
  return { name, store, save, create, found };
}

type Put = typeof IDBObjectStore.prototype.put;
const { add, put } = IDBObjectStore.prototype;

/** The next `times` writes into `ops` abort their transaction for want of room, as a browser does. */
function fill(times: number): void {
  const full = (real: Put): Put =>
    function write(this: IDBObjectStore, ...args) {
      const request = real.apply(this, args);
      if (this.name === 'ops' && times > 0) {
        times -= 1;
        (this.transaction as unknown as { _abort(name: string): void })._abort('QuotaExceededError');
      }
      return request;
    };
  IDBObjectStore.prototype.add = full(add);
  IDBObjectStore.prototype.put = full(put);
}

afterEach(() => {
  Object.assign(IDBObjectStore.prototype, { add, put });
  for (const store of open.splice(0)) store.db.close();
});

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('it was claimed as saved'),
    (error: unknown) => error,
  );

describe('what a transaction reads', { tags: ['rule-4'] }, () => {
  /** Questions to the disk for one record each. */
  const gets = () => {
    const { get } = IDBObjectStore.prototype;
    const queried: unknown[] = [];
    IDBObjectStore.prototype.get = function one(key) {
      queried.push(key);
      return get.call(this, key);
    };
    return { queried, end: () => Object.assign(IDBObjectStore.prototype, { get }) };
  };
  const known = (ref: string, id: string) => ({ ref, id, version: 1 });

  test('what was written or taken away in it is read as it is then, also past what was read before', {
    tags: ['SYNC-04'],
  }, async () => {
    const { store, save } = tablet();
    await save();
    await store.change(async (tx) => {
      const [op] = await tx.ops();
      if (!op) throw new Error('nothing was saved');
      expect([await tx.op(2), (await tx.op(1))?.key]).toEqual([undefined, op.key]);
      const { seq: _, ...again } = op;
      expect(await tx.add({ ...again, key: 'second' })).toBe(2);
      expect((await tx.ops()).map((one) => one.key)).toEqual([op.key, 'second']);
      await tx.put({ ...op, state: 'sending' });
      await tx.remove(2);
      expect((await tx.ops()).map((one) => one.state)).toEqual(['sending']);
      // Also where what was put down is on its way to the disk already.
      expect((await tx.opsOf(op.transfer)).map((one) => one.state)).toEqual(['sending']);
      expect((await tx.ops()).map((one) => one.state)).toEqual(['sending']);

      expect(await tx.known('line:1')).toBeUndefined();
      await tx.rememberId(known('line:1', 'one'));
      await tx.rememberId(known('other', 'two'));
      expect((await tx.known('line:1'))?.id).toBe('one');
      await tx.forgetPrefix('line:');
      expect([await tx.known('line:1'), (await tx.known('other'))?.id]).toEqual([undefined, 'two']);
      await tx.prefetch(['line:1', 'other']);
      expect([await tx.known('line:1'), (await tx.known('other'))?.id]).toEqual([undefined, 'two']);
    });
    // The next one finds what stands on the disk.
    await store.change((tx) => tx.rememberId(known('other', 'three')));
    expect(await store.read(async (tx) => (await tx.known('other'))?.id)).toBe('three');
  });

  test('the ops of some chains, each once and in the order in which they were saved, also where a chain is named twice', {
    tags: ['SYNC-04', 'P1'],
  }, async () => {
    const { store, save } = tablet();
    await save();
    await store.change(async (tx) => {
      const [op] = await tx.ops();
      if (!op) throw new Error('nothing was saved');
      const { seq: _, ...again } = op;
      for (const [key, chain] of ['z', 'between', 'a', 'z'].entries())
        await tx.add({ ...again, key: `key-${key}`, chain });
      const found = async (...chains: string[]) => (await tx.opsOfChains(chains)).map((one) => one.key);
      expect(await found('nothing')).toEqual([]);
      expect(await found('a', 'a')).toEqual(['key-2']);
      expect(await found('a', 'z')).toEqual(['key-0', 'key-2', 'key-3']);
      expect(await found('z', op.chain)).toEqual([op.key, 'key-0', 'key-3']);
    });
  });

  test('the disk is asked once for what many rows of a batch refer to, and in one go where that is told ahead', {
    tags: ['SYNC-27', 'P1'],
  }, async () => {
    const { store } = tablet();
    const refs = Array.from({ length: 100 }, (_, n) => `line:${n}`);
    await store.change(async (tx) => {
      for (const ref of refs) await tx.rememberId(known(ref, ref));
    });
    const { queried, end } = gets();
    try {
      await store.read(async (tx) => {
        await tx.prefetch([...refs, ...refs, 'nothing']);
        for (const ref of [...refs, ...refs]) expect((await tx.known(ref))?.id).toBe(ref);
        expect(await tx.known('nothing')).toBeUndefined();
        const before = queried.length;
        await tx.known('alone');
        await tx.known('alone');
        expect(queried.slice(before)).toEqual(['alone']);
      });
    } finally {
      end();
    }
  });
});

describe('all or nothing, however much is thought about in between', { tags: ['rule-21'] }, () => {
  /** Waits that ask the disk nothing: after a hundred of them Dexie itself no longer knows where it is. */
  const think = async (tx: Tx) => {
    for (let turn = 0; turn < 400; turn += 1) await tx.known('thought about');
  };
  const line = (key: string) => ({ ref: key, id: key, version: 1 });

  test('what fails at the end leaves nothing, also of what was asked after a long time', {
    tags: ['SYNC-21', 'P1'],
  }, async () => {
    const { store, save, found } = tablet();
    await save();
    const failed = store.change(async (tx) => {
      const [op] = await tx.ops();
      await think(tx);
      await tx.rememberId(line('a'));
      await tx.remove(op?.seq ?? 0);
      // A read of the whole table puts down what waits.
      expect(await tx.ops()).toEqual([]);
      await think(tx);
      throw new Error('taken back');
    });
    await expect(failed).rejects.toThrow('taken back');
    expect((await found()).length).toBe(1);
    expect(await store.read((tx) => tx.known('a'))).toBeUndefined();
  });

  test('what succeeds is there whole, seen by nobody before', { tags: ['SYNC-21', 'P1'] }, async () => {
    const { store, save, found } = tablet();
    await save();
    await store.change(async (tx) => {
      const [op] = await tx.ops();
      await think(tx);
      await tx.rememberId(line('a'));
      await tx.remove(op?.seq ?? 0);
      await think(tx);
      await tx.rememberId(line('b'));
    });
    expect(await found()).toEqual([]);
    expect(await store.read(async (tx) => [(await tx.known('a'))?.id, (await tx.known('b'))?.id])).toEqual(['a', 'b']);
  });
});

describe('storage is full', { tags: ['rule-48'] }, () => {
  test('no room at all: nothing is claimed as saved, the words say why, nothing is half there', {
    tags: ['SYNC-48', 'P1'],
  }, async () => {
    const t = tablet();
    await t.store.ready();
    fill(99);
    expect(notSavedWords(await refusal(t.save()))).toBe('Not saved: storage is full');
    expect(await t.found()).toEqual([]);
  });

  test('the first time, ballast and cache give way and the line is written', { tags: ['SYNC-48'] }, async () => {
    let queried = 0;
    const t = tablet({
      makeRoom: async () => {
        queried += 1;
      },
    });
    await t.store.ready();
    expect(await t.store.db.drafts.count()).toBe(1);
    fill(1);
    const key = await t.save();
    expect((await t.found()).map((op) => op.key)).toEqual([key]);
    expect(await t.store.db.drafts.count()).toBe(0);
    expect(queried).toBe(1);
  });

  test('what makes room fails too: still said as it is, and what was saved before stays', {
    tags: ['SYNC-48'],
  }, async () => {
    const t = tablet({ makeRoom: () => Promise.reject(new Error('no')) });
    const key = await t.save();
    fill(99);
    expect(notSavedWords(await refusal(t.create()))).toBe('Not saved: storage is full');
    expect((await t.found()).map((op) => op.key)).toEqual([key]);
  });

  test('any other failure: "Not saved"; a refused edit: its own words', { tags: ['SYNC-04'] }, async () => {
    const t = tablet();
    const error = await refusal(
      t.store.change(async (tx) => {
        await tx.add({ key: 'k' } as never);
        throw new TypeError('boom');
      }),
    );
    expect(notSavedWords(error)).toBe('Not saved');
    expect(notSavedWords(new TransferLocked('Wait.'))).toBe('Wait.');
    expect(await t.found()).toEqual([]);
  });
});

describe('the connection is lost', { tags: ['rule-7'] }, () => {
  test.each(['read', 'change'] as const)(
    '%s opens a new connection after the old one closed',
    { tags: ['SYNC-07'] },
    async (how) => {
      const t = tablet();
      const key = await t.save();
      const old = t.store.db;
      old.close();
      const keys = await t.store[how](async (tx) => (await tx.ops()).map((op) => op.key));
      expect(keys).toEqual([key]);
      expect(t.store.db).not.toBe(old);
      expect(t.store.db.isOpen()).toBe(true);
    },
  );

  test('many callers at the moment of the loss: each is served, none is served twice', {
    tags: ['SYNC-07'],
  }, async () => {
    const t = tablet();
    await t.store.ready();
    t.store.db.close();
    await Promise.all([
      t.save(),
      t.create(),
      t.store.read((tx) => tx.ops()),
      t.store.change((tx) => tx.setMeta('a', 1)),
    ]);
    expect((await t.found()).map((op) => op.type).sort()).toEqual(['create', 'upsert']);
  });

  test('offline saving is off: nothing is read or written, though there is a store, and it is told as none', {
    tags: ['SYNC-49'],
  }, async () => {
    const name = 'outbox-off';
    const on = dexieStore(name);
    await on.ready();
    const off = dexieStore(name, { off: true });
    const asks = [() => off.ready(), () => off.read((tx) => tx.ops()), () => off.change((tx) => tx.setMeta('word', 1))];
    // Each twice: Dexie says it otherwise once it knows.
    for (const ask of [...asks, ...asks]) expect(isAbsent(await ask().catch((error: unknown) => error))).toBe(true);
    expect(await on.read((tx) => tx.meta('word'))).toBeUndefined();
    on.db.close();
  });

  test('a connection that stays broken is given up after three new ones, and never told as saved', {
    tags: ['SYNC-07'],
  }, async () => {
    const t = tablet();
    let tries = 0;
    const error = await refusal(
      t.store.change(async () => {
        tries += 1;
        throw Object.assign(new Error('lost'), { name: 'UnknownError' });
      }),
    );
    expect(tries).toBe(4);
    expect(notSavedWords(error)).toBe('Not saved');
  });
});

/** The next release of the app: another version of the store, and its generation. */
function newerApp(name: string) {
  const db = new Dexie(name);
  const { ops, known, past, meta, drafts } = {
    ops: '++seq, &key, transfer, user_id, chain, type',
    known: 'ref, id',
    past: 'key, at, op.transfer',
    meta: 'name',
    drafts: 'id, saved_at',
  };
  db.version(3)
    .stores({ ops, known, past, meta, drafts })
    .upgrade((tx) => tx.table('meta').put({ name: 'generation', value: GENERATION + 1 }));
  return db;
}

describe('newer code uses the same store', { tags: ['rule-45'] }, () => {
  test('a store of a newer generation is read and never written', { tags: ['SYNC-45'] }, async () => {
    const t = tablet();
    const key = await t.save();
    await t.store.db.meta.put({ name: 'generation', value: GENERATION + 1 });
    await expect(t.store.ready()).rejects.toBeInstanceOf(NewerStore);
    expect(notSavedWords(await refusal(t.create()))).toBe(
      'This device was used with a newer version of the app. Reload to continue.',
    );
    expect((await t.store.read((tx) => tx.ops())).map((op) => op.key)).toEqual([key]);
    expect((await t.store.db.meta.get('generation'))?.value).toBe(GENERATION + 1);
  });

  test('an upgrade in another tab is not held up: this one closes, says so, keeps every change and writes no more', {
    tags: ['SYNC-45'],
  }, async () => {
    let calls = 0;
    const t = tablet({
      onBlocked: () => {
        calls += 1;
      },
    });
    await t.store.ready();
    const key = await t.save();
    const next = newerApp(t.name);
    await next.open();
    expect(calls).toBe(1);
    expect((await next.table('ops').toArray()).map((op: Op) => op.key)).toEqual([key]);
    expect(await refusal(t.save())).toBeInstanceOf(NewerStore);
    expect((await t.store.read((tx) => tx.ops())).map((op) => op.key)).toEqual([key]);
    next.close();
  });

  test('a store of the first release, which had no index of chains: nothing is lost, the next change finds the one before', {
    tags: ['SYNC-45'],
  }, async () => {
    const t = tablet();
    const kept = await t.save();
    const [op] = await t.store.read((tx) => tx.ops());
    t.store.db.close();
    await Dexie.delete(t.name);
    const first = new Dexie(t.name);
    first.version(1).stores({
      ops: '++seq, &key, transfer, user_id',
      known: 'ref, id',
      past: 'key, at, op.transfer',
      meta: 'name',
      drafts: 'id, saved_at',
    });
    await first.table('ops').add(op);
    await first.table('meta').put({ name: 'generation', value: 1 });
    first.close();
    const now = tablet({}, t.name);
    await now.store.ready();
    expect((await now.store.read((tx) => tx.ops())).map(({ key }) => key)).toEqual([kept]);
    const key = await now.save();
    // The same product again, never tried: the newer word in the older one's place (rule 13).
    expect(await now.store.read((tx) => tx.ops())).toMatchObject([{ seq: op?.seq, key }]);
  });

  test('the same generation opens again and again and keeps its ballast', { tags: ['SYNC-45'] }, async () => {
    const t = tablet();
    await t.store.ready();
    await t.store.ready();
    expect((await t.store.db.drafts.get('ballast'))?.value as Uint8Array).toHaveLength(2_000_000);
    expect((await t.store.db.meta.get('generation'))?.value).toBe(GENERATION);
  });
});

describe('a flusher that died in the middle of full batches', { tags: ['rule-20'] }, () => {
  test('what it left as sending is taken over whole, in one transaction', {
    tags: ['SYNC-20', 'SYNC-21', 'P1'],
  }, async () => {
    const { store, save, found } = tablet();
    await save();
    await store.change(async (tx) => {
      const [op] = await tx.ops();
      if (!op) throw new Error('nothing was saved');
      const { seq: _, ...again } = { ...op, state: 'sending' as const };
      for (let n = 0; n < 250; n += 1) await tx.add({ ...again, key: `left-${n}`, chain: `line:order-1:p${n}` });
    });
    const ports = {
      store,
      net: { send: async () => ({ verified: false as const }) },
      clock: { now: () => 1 },
      chance: { next: () => 0.5, uuid: () => 'never' },
    };
    await drain(ports, { user_id: 'ada', user_name: 'Ada', device_id: 't1', app_version: '1' });
    expect((await found()).map((op) => op.state)).toEqual(Array(251).fill('queued'));
  });
});

test('what is called saved is on the disk and not only on its way: each write of the queue asks for strict durability', {
  tags: ['SYNC-01'],
}, async () => {
  const queried: unknown[][] = [];
  const real = IDBDatabase.prototype.transaction;
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function begin(
    this: IDBDatabase,
    ...of: Parameters<typeof real>
  ) {
    queried.push(of);
    return real.apply(this, of);
  });
  // Looked at from its opening on: Dexie takes the connection's own function once.
  const t = tablet();
  await t.store.ready();
  queried.length = 0;
  await t.save();
  await t.store.change((tx) => tx.setMeta('word', 1));
  spy.mockRestore();
  const writes = queried.filter(([, mode]) => mode === 'readwrite');
  expect(writes).toHaveLength(2);
  for (const [stores, , options] of writes) {
    expect(stores).toContain('ops');
    expect(options).toEqual({ durability: 'strict' });
  }
});
