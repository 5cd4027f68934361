/** Answers kept on the tablet: long ones in blocks, whole or not at all. Every case is looked up again by another connection. */
// IndexedDB first: Dexie looks for it when it is loaded.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallError, NoAnswer } from '#client/callError.ts';
import { noteAnswer } from '#client/online.ts';
import { type LongRows, listed, unread } from '#client/reads/longRows.ts';
import { type Block, blockOf, blockReader, cut, joinPieces, longList } from '#client/reads/pieces.ts';
import { forgetAllReads, forgetOldReads, savedReads } from '#offline/reads/savedReads.ts';

const KEY = ['warehouse_product/read_by_party', { parent: 'd1' }];
const LIST = ['product/read_all', {}];
const rows = (count: number, word = 'Milo') =>
  Array.from({ length: count }, (_, n) => ({ _id: `p${n}`, name: `${word} ${n}` }));
const answer = (count: number, word?: string) => ({ warehouse_id: 'w1', products: rows(count, word) });
const ada = () => savedReads(() => 'ada');
const unanswered = () => Promise.reject(new NoAnswer('No answer'));

/** What stands in the browser's store, by table. */
async function counts(): Promise<{ reads: number; blocks: number }> {
  const db = await new Dexie('cache').open();
  const [reads, blocks] = await Promise.all([db.table('reads').count(), db.table('blocks').count()]);
  db.close();
  return { reads, blocks };
}

/** Every byte of the store that can be read, as text; keys cannot. */
async function written(): Promise<string> {
  const db = await new Dexie('cache').open();
  const all = await Promise.all(['reads', 'blocks'].map((name) => db.table(name).toArray()));
  db.close();
  const plain = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
  return JSON.stringify(all, plain);
}

async function change(work: (db: Dexie) => Promise<unknown>): Promise<void> {
  const db = await new Dexie('cache').open();
  await work(db);
  db.close();
}

const realTimeout = setTimeout;

/** How long, ms of fake timers, until a read that is not answered shows its copy. */
async function waited(reads: ReturnType<typeof ada>, key: readonly unknown[]): Promise<number> {
  let shown = false;
  void reads
    .through(key, () => new Promise<never>(() => undefined))
    .then(() => {
      shown = true;
    });
  for (let ms = 0; ; ms += 50) {
    await vi.advanceTimersByTimeAsync(50);
    // A copy is opened on a thread of the platform, which keeps the real time.
    await new Promise((resolve) => realTimeout(resolve, 10));
    if (shown) return ms;
  }
}

afterEach(async () => {
  vi.useRealTimers();
  await forgetAllReads();
});

describe('the stored copy of a long answer', { tags: ['rule-6'] }, () => {
  test('a copy with a block missing or broken is no copy: no answer then, never half a list', async () => {
    await ada().through(KEY, async () => answer(1_000));
    await change((db) =>
      db
        .table('blocks')
        .filter((one) => one.n === 2)
        .delete(),
    );
    expect(await ada().savedCopy(KEY)).toBeNull();
    await expect(ada().through(KEY, unanswered)).rejects.toBeInstanceOf(NoAnswer);
    await ada().through(KEY, async () => answer(1_000));
    for (const text of ['[{"_id"', new TextEncoder().encode('[{"_id"'), new Uint8Array(0)]) {
      await change((db) => db.table('blocks').toCollection().modify({ text }));
      expect(await ada().savedCopy(KEY)).toBeNull();
      expect(await ada().savedCopy(KEY, true)).toBeNull();
    }
  });

  test('a refusal is no reason to show the copy, and one person never sees the copy of another', async () => {
    await ada().through(KEY, async () => answer(600));
    await expect(ada().through(KEY, () => Promise.reject(new CallError(403, 'No.', null)))).rejects.toThrow('No.');
    const other = savedReads(() => 'bola');
    expect(await other.savedCopy(KEY)).toBeNull();
    await expect(other.through(KEY, unanswered)).rejects.toBeInstanceOf(NoAnswer);
    expect(await other.held()).toEqual([]);
  });

  test.each([0, 1, 250, 251, 500, 1_003, 10_251])(
    '%i rows come back as they were, as a list and inside an answer',
    async (count) => {
      await ada().through(KEY, async () => answer(count));
      await ada().through(LIST, async () => rows(count));
      const [inside, list] = await Promise.all([ada().through(KEY, unanswered), ada().savedCopy(LIST)]);
      expect(inside).toMatchObject({ data: answer(count), copy: true });
      expect(list?.data).toEqual(rows(count));
      expect((await counts()).blocks).toBe(count > 250 ? 2 * Math.ceil(count / 250) : 0);
    },
  );

  test.each(['text', 'bytes'])(
    'copies that a version before kept open, as %s, are sealed at the first look, and read as they were',
    { tags: ['S8', 'SYNC-45'] },
    async (how) => {
      const db = new Dexie('cache');
      await Dexie.delete('cache');
      db.version(2).stores({ reads: 'id, user_id, at', blocks: '[id+n]' });
      const pieces = (await cut(answer(600))) as NonNullable<Awaited<ReturnType<typeof cut>>>;
      const old = (user_id: string, key: readonly unknown[], data: unknown, more = {}) => ({
        ...{ id: `${user_id}|${JSON.stringify(key)}`, user_id, key: JSON.stringify(key), data, at: 1_000, build: 1 },
        ...more,
      });
      const { field, ids, inactive, blocks } = pieces;
      const long = { field, ids, inactive, blocks: blocks.length };
      await db
        .table('reads')
        .bulkPut([
          old('ada', KEY, pieces.shell, { long }),
          old('ada', LIST, rows(3)),
          old('bola', LIST, rows(2, 'Peak')),
        ]);
      const text = (block: Block) => (how === 'text' ? new TextDecoder().decode(block as Uint8Array) : block);
      await db
        .table('blocks')
        .bulkPut(blocks.map((block, n) => ({ id: `ada|${JSON.stringify(KEY)}`, n, text: text(block) })));
      db.close();
      expect(await ada().savedCopy(KEY)).toMatchObject({ at: 1_000, data: answer(600) });
      expect((await ada().outline(KEY))?.ids).toHaveLength(600);
      const looked = (await ada().savedCopy(KEY, true))?.data as { products: LongRows<unknown> };
      expect(looked.products.slice(250, 252)).toEqual(answer(600).products.slice(250, 252));
      expect((await ada().savedCopy(LIST))?.data).toEqual(rows(3));
      expect(await written()).not.toContain('Milo');
      // What was somebody else's is gone.
      expect(await written()).not.toContain('bola');
      expect(await counts()).toEqual({ reads: 2, blocks: 3 });
    },
  );

  test('what a copy holds is said without reading it; no copy, half a copy and another person hold nothing', {
    tags: ['B11.1'],
  }, async () => {
    expect(await ada().outline(KEY)).toBeNull();
    await ada().through(KEY, async () => answer(600));
    await ada().through(LIST, async () => rows(3));
    expect(await savedReads(() => 'bola').outline(KEY)).toBeNull();
    await change((db) => db.table('blocks').toCollection().modify({ text: 'not read' }));
    const before = Date.now();
    const long = await ada().outline(KEY);
    expect(long?.ids).toEqual(rows(600).map((row) => row._id));
    expect(before - (long?.at ?? 0)).toBeLessThan(60_000);
    expect((await ada().outline(LIST))?.ids).toEqual(['p0', 'p1', 'p2']);
    // Rows that are about a product are known by it.
    await ada().through(KEY, async () => ({
      // The first stands on a stock row of its own.
      products: rows(2).map((product, n) => ({ _id: n === 0 ? 's0' : null, product, rate: '1.00' })),
    }));
    expect((await ada().outline(KEY))?.ids).toEqual(['p0', 'p1']);
    // Kept by the version before, which wrote no ids.
    await ada().through(KEY, async () => answer(700));
    await change((db) =>
      db
        .table('reads')
        .toCollection()
        .modify((row) => {
          delete row.long?.ids;
        }),
    );
    expect((await ada().outline(KEY))?.ids).toHaveLength(700);
    await change((db) =>
      db
        .table('blocks')
        .filter((one) => one.n === 1)
        .delete(),
    );
    expect(await ada().outline(KEY)).toBeNull();
  });

  test('when a copy was asked for is told without opening it; of no copy, of another person and after a lost key there is no time', {
    tags: ['B11.1', 'S8'],
  }, async () => {
    expect(await ada().savedAt(KEY)).toBeNull();
    vi.useFakeTimers({ toFake: ['Date'], now: 5_000 });
    await ada().through(KEY, async () => answer(600));
    expect(await savedReads(() => 'bola').savedAt(KEY)).toBeNull();
    await change((db) => db.table('blocks').toCollection().modify({ text: 'not read' }));
    expect(await ada().savedAt(KEY)).toBe(5_000);
    expect(await ada().savedAt(LIST)).toBeNull();
    await change((db) => db.table('keys').clear());
    expect(await ada().savedAt(KEY)).toBeNull();
  });

  test('a newer answer leaves nothing of the older one, also when it is shorter', async () => {
    await ada().through(KEY, async () => answer(1_000));
    await ada().through(KEY, async () => answer(300, 'Peak'));
    expect((await ada().savedCopy(KEY))?.data).toEqual(answer(300, 'Peak'));
    expect(await counts()).toEqual({ reads: 1, blocks: 2 });
    await ada().through(KEY, async () => answer(3));
    expect(await counts()).toEqual({ reads: 1, blocks: 0 });
  });

  test('the same long answer again, as one value, changes the time of its copy alone; after another answer or a loss it is stored whole again', async () => {
    const reads = ada();
    const same = answer(600);
    const again = () => reads.through(KEY, async () => same);
    const bytes = async () => {
      const db = await new Dexie('cache').open();
      const [[row], blocks] = await Promise.all([db.table('reads').toArray(), db.table('blocks').toArray()]);
      db.close();
      return { at: Number(row.at), sealed: row.sealed as Uint8Array, blocks };
    };
    await again();
    const first = await bytes();
    await new Promise((resolve) => realTimeout(resolve, 5));
    await again();
    const second = await bytes();
    expect(second.at).toBeGreaterThan(first.at);
    // A sealing is never twice the same, so nothing was written anew.
    expect({ ...second, at: 0 }).toEqual({ ...first, at: 0 });

    // Another tab of the same person stored another answer: this one takes its place again, and not only its time.
    await ada().through(KEY, async () => answer(300, 'Peak'));
    await again();
    expect((await ada().savedCopy(KEY))?.data).toEqual(same);

    await change((db) => db.table('blocks').limit(1).delete());
    await again();
    expect((await ada().savedCopy(KEY))?.data).toEqual(same);

    await reads.clear();
    await again();
    expect((await ada().savedCopy(KEY))?.data).toEqual(same);
  });

  test('without contact the copy is there at once, and an answer that comes all the same is the answer', async () => {
    await ada().through(KEY, async () => answer(400));
    const silent = savedReads(
      () => 'ada',
      () => true,
    );
    expect(await silent.through(KEY, unanswered)).toMatchObject({ copy: true, data: answer(400) });
    expect(await silent.through(KEY, async () => answer(2, 'Peak'))).toMatchObject({
      copy: false,
      data: answer(2, 'Peak'),
    });
  });

  test('an answer that takes long is told when it comes, after the copy; never to another person, nor after all was forgotten or became stale', async () => {
    await ada().through(KEY, async () => answer(2));
    for (const meanwhile of ['forgets', 'changes', 'stales', 'waits'] as const) {
      let user = 'ada';
      const reads = savedReads(
        () => user,
        () => false,
        5,
      );
      const shownReads: unknown[] = [];
      let come: (rows: unknown) => void = () => undefined;
      const coming = new Promise<unknown>((resolve) => {
        come = resolve;
      });
      if (meanwhile === 'stales' || meanwhile === 'waits') await ada().through(KEY, async () => answer(2));
      const first = await reads.through(KEY, () => coming, { late: (late) => shownReads.push(late) });
      expect(first).toMatchObject({ copy: true, data: answer(2) });
      if (meanwhile === 'changes') user = 'bola';
      if (meanwhile === 'forgets') await reads.clear();
      if (meanwhile === 'stales') await reads.stale();
      const requestedAt = Date.now();
      come(answer(3, 'Peak'));
      await expect
        .poll(async () => (await reads.savedCopy(KEY))?.data ?? null)
        .toEqual(meanwhile === 'stales' || meanwhile === 'waits' ? answer(3, 'Peak') : null);
      // As of the question: what was sent since is laid over it.
      expect((await reads.savedCopy(KEY))?.at ?? 0).toBeLessThanOrEqual(requestedAt);
      expect(shownReads, meanwhile).toMatchObject(
        meanwhile === 'waits' ? [{ copy: false, data: answer(3, 'Peak') }] : [],
      );
      if (meanwhile === 'forgets') await ada().through(KEY, async () => answer(2));
    }
  });

  test('a refusal that comes after the copy was drawn at once is told once, and only to the person who asked', async () => {
    await ada().through(KEY, async () => answer(2));
    for (const meanwhile of ['waits', 'changes', 'forgets'] as const) {
      let user = 'ada';
      const reads = savedReads(() => user);
      const refusals: string[] = [];
      let refuse: (error: Error) => void = () => undefined;
      const coming = new Promise<never>((_, reject) => {
        refuse = reject;
      });
      const ways = { copyFirst: true, refused: () => refusals.push('refused') };
      expect(await reads.through(KEY, () => coming, ways)).toMatchObject({ copy: true, data: answer(2) });
      if (meanwhile === 'changes') user = 'bola';
      if (meanwhile === 'forgets') await reads.clear();
      refuse(new CallError(403, 'No.', null));
      await coming.catch(() => undefined);
      await new Promise((resolve) => realTimeout(resolve, 5));
      expect(refusals, meanwhile).toEqual(meanwhile === 'waits' ? ['refused'] : []);
    }
  });

  test('without a copy a read that would draw it first waits for the answer, and shows its refusal', async () => {
    const ways = { copyFirst: true };
    await expect(ada().through(KEY, () => Promise.reject(new CallError(403, 'No.', null)), ways)).rejects.toThrow(
      'No.',
    );
    await expect(ada().through(KEY, unanswered, ways)).rejects.toBeInstanceOf(NoAnswer);
    expect(await ada().through(KEY, async () => answer(3), ways)).toMatchObject({ copy: false, data: answer(3) });
  });

  test('a copy that is drawn first is there before the answer, which comes once; without an answer the copy stays', async () => {
    await ada().through(KEY, async () => answer(2));
    const reads = savedReads(
      () => 'ada',
      () => false,
      60_000,
    );
    let come: (rows: unknown) => void = () => undefined;
    const coming = new Promise<unknown>((resolve) => {
      come = resolve;
    });
    const answers: unknown[] = [];
    const late = (one: unknown) => answers.push(one);
    expect(await reads.through(KEY, () => coming, { copyFirst: true, late })).toMatchObject({
      copy: true,
      data: answer(2),
    });
    expect(answers).toEqual([]);
    come(answer(3, 'Peak'));
    await expect.poll(() => answers).toMatchObject([{ copy: false, data: answer(3, 'Peak') }]);
    // Silence after the copy is no refusal.
    expect(
      await reads.through(KEY, unanswered, { copyFirst: true, late, refused: () => answers.push('no') }),
    ).toMatchObject({ copy: true });
    expect(answers).toHaveLength(1);
  });

  test('an answer that comes late never takes the place of one that was asked for later, in this tab or in another', {
    tags: ['SYNC-06'],
  }, async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    try {
      for (const other of [ada(), null]) {
        let come: (rows: unknown) => void = () => undefined;
        const coming = new Promise<unknown>((resolve) => {
          come = resolve;
        });
        const first = ada();
        const late = first.through(KEY, () => coming);
        now.mockReturnValue(1_004_000);
        await (other ?? first).through(KEY, async () => answer(600, 'Peak'));
        come(answer(300));
        // Who asked is answered all the same.
        expect(await late).toMatchObject({ copy: false, data: answer(300) });
        expect(await ada().savedCopy(KEY)).toMatchObject({ at: 1_004_000, data: answer(600, 'Peak') });
        await ada().clear();
        now.mockReturnValue(1_000_000);
      }
      // A clock that was put back makes no copy the newest for ever.
      await ada().through(KEY, async () => answer(2));
      now.mockReturnValue(5_000);
      await ada().through(KEY, async () => answer(3, 'Peak'));
      expect(await ada().savedCopy(KEY)).toMatchObject({ at: 5_000, data: answer(3, 'Peak') });
    } finally {
      now.mockRestore();
    }
  });

  test('on a line that hangs the copy is waited for once, not at each read; a refusal and an answer end that', {
    tags: ['rule-6'],
  }, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await ada().through(KEY, async () => answer(3));
    await ada().through(LIST, async () => rows(3));
    const reads = ada();
    for (const word of ['an answer', 'a refusal']) {
      expect(await waited(reads, KEY), word).toBeGreaterThan(3_000);
      expect(await waited(reads, LIST), word).toBeLessThan(1_000);
      expect(await waited(reads, KEY), word).toBeLessThan(1_000);
      const source =
        word === 'an answer' ? async () => answer(3) : () => Promise.reject(new CallError(403, 'No.', null));
      await reads.through(KEY, source).catch(() => undefined);
    }
    expect(await waited(reads, LIST)).toBeGreaterThan(3_000);
  });

  test('a read that was given up says nothing of a line that hangs, a write that was answered ends it', {
    tags: ['rule-6'],
  }, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await ada().through(KEY, async () => answer(3));
    const reads = ada();
    expect(await waited(reads, KEY)).toBeGreaterThan(3_000);
    const stop = new AbortController();
    const left = reads.through(
      LIST,
      () => new Promise<never>((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason))),
    );
    stop.abort();
    await expect(left).rejects.toThrow();
    expect(await waited(reads, KEY)).toBeLessThan(1_000);
    await reads.stale();
    expect(await waited(reads, KEY)).toBeGreaterThan(3_000);
  });

  test('"Prepare now" on a slow line asks for three at a time, and takes no copy for an answer', {
    tags: ['B11.1'],
  }, async () => {
    const reads = savedReads(
      () => 'ada',
      () => false,
      50,
    );
    const keys = Array.from({ length: 12 }, (_, n) => ['warehouse_product/read_by_party', { parent: `d${n}` }]);
    for (const key of keys) await reads.through(key, async () => 'old');
    let flying = 0;
    let most = 0;
    const read = async () => {
      flying += 1;
      most = Math.max(most, flying);
      await new Promise((resolve) => setTimeout(resolve, 120));
      flying -= 1;
      return 'new';
    };
    const found: unknown[] = [];
    const queue = [...keys];
    const worker = async () => {
      for (let key = queue.shift(); key; key = queue.shift())
        found.push((await reads.through(key, read, { patient: true })).data);
    };
    await Promise.all([worker(), worker(), worker()]);
    expect(most).toBe(3);
    expect(new Set(found)).toEqual(new Set(['new']));
  });

  test('after a refusal and after an answer nobody waits to read the copy all the same', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await expect(ada().through(KEY, () => Promise.reject(new CallError(403, 'No.', null)))).rejects.toThrow('No.');
    expect(vi.getTimerCount()).toBe(0);
    await ada().through(KEY, async () => answer(600));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('what the device holds is found in long answers too, the newest word of each record', async () => {
    await ada().through(LIST, async () => rows(700));
    const held = await ada().held();
    expect(held).toHaveLength(700);
    expect(held[699]).toEqual({ at: 0, model: 'product', row: { _id: 'p699', name: 'Milo 699' } });
    // A record that was read by itself keeps that time, whatever list it stands in later.
    vi.useFakeTimers({ toFake: ['Date'], now: 5_000 });
    await ada().through(['product/read', { _id: 'p3' }], async () => rows(4).slice(3));
    vi.setSystemTime(9_000);
    await ada().through(LIST, async () => rows(700));
    expect((await ada().held()).filter(({ at }) => at > 0)).toMatchObject([{ at: 5_000, row: { _id: 'p3' } }]);
  });

  test('what is forgotten is gone with its blocks; old answers alone after 30 days', {
    tags: ['rule-48', 'SEC-19'],
  }, async () => {
    await ada().through(LIST, async () => rows(600));
    await ada().through(KEY, async () => answer(600));
    await change((db) =>
      db
        .table('reads')
        .filter((one) => one.path.includes('read_all'))
        .modify({ at: Date.now() - 31 * 86_400_000 }),
    );
    noteAnswer(new Date().toUTCString());
    await forgetOldReads();
    expect(await counts()).toEqual({ reads: 1, blocks: 3 });
    expect((await ada().savedCopy(KEY))?.data).toEqual(answer(600));
    await ada().clear();
    expect(await counts()).toEqual({ reads: 0, blocks: 0 });
  });

  test('nothing is too old for a tablet that heard of no server since, nor by a clock that runs ahead', {
    tags: ['SYNC-06', 'SYNC-10'],
  }, async () => {
    const DAY = 86_400_000;
    await ada().through(LIST, async () => rows(600));
    noteAnswer(new Date().toUTCString());
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 40 * DAY);
    try {
      await forgetOldReads();
      expect(await counts()).toEqual({ reads: 1, blocks: 3 });
      // Started anew, without a server: how far ahead the clock runs is not known.
      vi.resetModules();
      await (await import('#offline/reads/savedReads.ts')).forgetOldReads();
      expect(await counts()).toEqual({ reads: 1, blocks: 3 });
      // The server is there, and says what day it is.
      noteAnswer(new Date(Date.now() - 39 * DAY).toUTCString());
      await forgetOldReads();
      expect(await counts()).toEqual({ reads: 1, blocks: 3 });
      noteAnswer(new Date(Date.now()).toUTCString());
      await forgetOldReads();
      expect(await counts()).toEqual({ reads: 0, blocks: 0 });
    } finally {
      now.mockRestore();
      noteAnswer(new Date().toUTCString());
    }
  });

  test('an answer that is still under way when all is forgotten is not kept', { tags: ['SEC-19'] }, async () => {
    const reads = ada();
    let come: (rows: unknown) => void = () => undefined;
    const coming = new Promise<unknown>((resolve) => {
      come = resolve;
    });
    const late = [reads.through(KEY, () => coming), reads.through(LIST, async () => rows(1_000))];
    await reads.clear();
    come(answer(1_000));
    await Promise.all(late);
    expect(await counts()).toEqual({ reads: 0, blocks: 0 });
    // Whoever asks after that is kept again.
    await reads.through(KEY, async () => answer(3));
    expect(await counts()).toEqual({ reads: 1, blocks: 0 });
  });
});

describe('what is kept is sealed with a key that goes at sign-out', { tags: ['S8'] }, () => {
  const PHONE = '+2348031234567';
  const buyers = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ _id: `b${n}`, phone: PHONE, price: '4250.50' }));
  const READ_KEY = ['buyer/read_all', { search: PHONE }];

  test.each([3, 600])(
    'of %i retailers neither a phone, a price nor what was sought can be read in the store',
    { tags: ['S8'] },
    async (count) => {
      await ada().through(READ_KEY, async () => buyers(count));
      const all = await written();
      for (const word of ['8031234567', '4250.50', 'phone', 'price']) expect(all, word).not.toContain(word);
      expect(all).toContain('buyer/read_all');
      expect((await ada().savedCopy(READ_KEY))?.data).toEqual(buyers(count));
    },
  );

  test('the key cannot be taken out, is gone after sign-out, and what it sealed is no copy then, nor an error', {
    tags: ['S8'],
  }, async () => {
    await ada().through(READ_KEY, async () => buyers(600));
    let stolen: unknown[][] = [];
    await change(async (db) => {
      const [key] = await db.table('keys').toArray();
      expect(key).toMatchObject({
        user_id: 'ada',
        key: { extractable: false, algorithm: { name: 'AES-GCM', length: 256 } },
      });
      await expect(crypto.subtle.exportKey('raw', key.key)).rejects.toThrow();
      stolen = await Promise.all(['reads', 'blocks'].map((name) => db.table(name).toArray()));
    });
    await ada().clear();
    await change(async (db) => {
      expect(await db.table('keys').count()).toBe(0);
      // Whoever kept the rows: they are worth nothing, before and after a next key of the same person.
      for (const [at, name] of ['reads', 'blocks'].entries()) await db.table(name).bulkPut(stolen[at] ?? []);
    });
    const look = async () => {
      expect(await ada().savedCopy(READ_KEY)).toBeNull();
      expect(await ada().outline(READ_KEY)).toBeNull();
      expect(await ada().held()).toEqual([]);
      await expect(ada().through(READ_KEY, unanswered)).rejects.toBeInstanceOf(NoAnswer);
    };
    await look();
    await ada().through(LIST, async () => rows(2));
    await change(async (db) => {
      for (const [at, name] of ['reads', 'blocks'].entries()) await db.table(name).bulkPut(stolen[at] ?? []);
    });
    expect(await ada().savedCopy(READ_KEY)).toBeNull();
    expect((await ada().savedCopy(LIST))?.data).toEqual(rows(2));
  });

  test('a lost key is no copy; the next answer makes a new one', { tags: ['S8'] }, async () => {
    await ada().through(LIST, async () => rows(300));
    await change((db) => db.table('keys').clear());
    expect(await ada().savedCopy(LIST)).toBeNull();
    await ada().through(LIST, async () => rows(301));
    expect((await ada().savedCopy(LIST))?.data).toEqual(rows(301));
  });

  test("on a shared tablet another officer's sign-in leaves nothing of the former one's", {
    tags: ['S8'],
  }, async () => {
    await ada().through(READ_KEY, async () => buyers(600));
    const bola = savedReads(() => 'bola');
    expect(await bola.savedCopy(READ_KEY)).toBeNull();
    await bola.through(LIST, async () => rows(2));
    expect(await counts()).toEqual({ reads: 1, blocks: 0 });
    expect(await ada().savedCopy(READ_KEY)).toBeNull();
    await change(async (db) =>
      expect((await db.table('keys').toArray()).map(({ user_id }) => user_id)).toEqual(['bola']),
    );
  });

  test('what was put in another place, or changed by one bit, is no copy', { tags: ['S8'] }, async () => {
    await ada().through(READ_KEY, async () => buyers(600));
    await ada().through(LIST, async () => rows(600));
    await change(async (db) => {
      const [one, two] = await db.table('blocks').toArray();
      await db.table('blocks').bulkPut([
        { ...one, text: two.text },
        { ...two, text: one.text },
      ]);
    });
    const left = [await ada().savedCopy(READ_KEY), await ada().savedCopy(LIST)].filter(Boolean);
    expect(left).toHaveLength(1);
    await change((db) =>
      db
        .table('reads')
        .toCollection()
        .modify((row) => {
          row.sealed[20] ^= 1;
        }),
    );
    expect([await ada().savedCopy(READ_KEY), await ada().savedCopy(LIST)]).toEqual([null, null]);
  });

  test('an answer that comes after the sign-out in another tab is not kept', { tags: ['S8'] }, async () => {
    await ada().through(LIST, async () => rows(2));
    const slow = ada();
    let come: (rows: unknown) => void = () => undefined;
    const late = slow.through(
      READ_KEY,
      () =>
        new Promise((resolve) => {
          come = resolve;
        }),
    );
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    const held = vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...shownReads) => {
      await ada().clear();
      return encrypt(...shownReads);
    });
    come(buyers(3));
    expect((await late).data).toEqual(buyers(3));
    held.mockRestore();
    expect(await counts()).toEqual({ reads: 0, blocks: 0 });
  });

  test('at an address without WebCrypto nothing is kept, and reads go on', { tags: ['S8'] }, async () => {
    const none = vi.spyOn(globalThis, 'crypto', 'get').mockReturnValue({} as Crypto);
    try {
      expect((await ada().through(LIST, async () => rows(300))).data).toEqual(rows(300));
      expect(await ada().savedCopy(LIST)).toBeNull();
      expect(await counts()).toEqual({ reads: 0, blocks: 0 });
    } finally {
      none.mockRestore();
    }
  });
});

describe('A long answer that is read as it is looked at', () => {
  const pickables = (count: number) => ({
    warehouse_id: null,
    products: Array.from({ length: count }, (_, n) => ({
      product: { _id: `p${n}`, status: n % 300 === 7 ? 'inactive' : 'active', brand: { _id: `b${n % 3}`, name: 'Ọ' } },
      rate: '1.00',
    })),
  });
  type Answer = { warehouse_id: null; products: LongRows<unknown> | unknown[] };
  const looked = async () => (await ada().savedCopy<Answer>(KEY, true))?.data.products;

  test('half a copy, a broken block and rows that an older version kept are not taken for one', async () => {
    await ada().through(KEY, async () => pickables(1_000));
    await change((db) =>
      db
        .table('reads')
        .toCollection()
        .modify((row) => {
          delete row.long?.inactive;
        }),
    );
    // Read whole, as that version did.
    expect(await looked()).toEqual(pickables(1_000).products);
    await ada().through(KEY, async () => pickables(1_000));
    await change((db) =>
      db
        .table('blocks')
        .filter((one) => one.n === 2)
        .modify({ text: '[{"_id"' }),
    );
    expect(await ada().savedCopy(KEY, true)).toBeNull();
    await change((db) =>
      db
        .table('blocks')
        .filter((one) => one.n === 2)
        .delete(),
    );
    expect(await ada().savedCopy(KEY, true)).toBeNull();
  });

  test('its length, its ids and what is inactive are known before a row is read; a row looked at reads itself alone', async () => {
    const all = pickables(1_003);
    await ada().through(KEY, async () => all);
    const rows = (await looked()) as LongRows<unknown>;
    const parse = vi.spyOn(JSON, 'parse');
    expect(rows).toHaveLength(1_003);
    expect(rows.ids).toEqual(all.products.map((one) => one.product._id));
    expect([...rows.inactive]).toEqual(['p7', 'p307', 'p607', 'p907']);
    const offered = rows.only((id) => !rows.inactive.has(id));
    expect(rows.mentions('"tracks_lots":true')).toBe(false);
    expect(rows.mentions('"p1002"')).toBe(true);
    expect(offered.mentions('"p7"')).toBe(true);
    // The text of a block is searched once: the desk of an officer has this question again with each line.
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    expect([rows.mentions('"tracks_lots":true'), offered.mentions('"p7"'), rows.mentions('"p7"')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
    expect(offered).toHaveLength(999);
    expect(rows.only(() => true)).toBe(rows);
    expect(parse).not.toHaveBeenCalled();
    expect(offered.slice(6, 8)).toEqual([all.products[6], all.products[8]]);
    expect(parse).toHaveBeenCalledTimes(2);
    expect(rows.slice(0, 250)).toEqual(all.products.slice(0, 250));
    // To the end and beyond it, across blocks, through two selections.
    const few = offered.only((id) => id.endsWith('3'));
    expect(few.slice(0, few.length + 5)).toEqual(
      all.products.filter((one) => one.product._id.endsWith('3') && one.product.status === 'active'),
    );
    expect(rows.slice(0, rows.length)).toEqual(all.products);
    parse.mockRestore();
  });

  test('a short one and one that came without the worker are lists as ever', async () => {
    await ada().through(KEY, async () => pickables(3));
    expect(await looked()).toEqual(pickables(3).products);
    const rows = listed(pickables(301).products);
    expect(rows.ids).toHaveLength(301);
    expect([...rows.inactive]).toEqual(['p7']);
    expect(rows.only((id) => id === 'p300').slice(0, 9)).toEqual([pickables(301).products[300]]);
  });
});

describe('a long answer in pieces', () => {
  test.each([null, undefined, 'text', 7, [], {}, { rows: [1, 2] }, rows(250)])(
    '%j is short and stays whole',
    async (value) => {
      expect(longList(value)).toBeNull();
      expect(await cut(value)).toBeNull();
    },
  );

  test('what is cut and put together is the same; the other fields stand in the shell', async () => {
    const value = { warehouse_id: null, products: rows(777), note: 'Ọlá "x"' };
    const pieces = await cut(value);
    expect(pieces).toMatchObject({
      field: 'products',
      shell: { warehouse_id: null, products: [], note: 'Ọlá "x"' },
    });
    expect(pieces?.blocks).toHaveLength(4);
    const back = pieces?.blocks.flatMap(blockReader()) ?? [];
    expect(pieces && joinPieces(pieces, back)).toEqual(value);
  });
});

describe('The rows of a long answer, one by one', () => {
  const awkward = (n: number) => ({
    _id: `p${n}`,
    name: `Ọ̀kà "₦${n}"\r\n,\n[{`,
    brand: { _id: 'b', tags: [n, ',\n'] },
    note: null,
  });
  const whole = Array.from({ length: 251 }, (_, n) => awkward(n));
  const ids = whole.map(({ _id }) => _id).join(' ');
  const inBlocks = (of: (rows: unknown[]) => Block) =>
    unread<(typeof whole)[number]>({ ids, inactive: '', blocks: [of(whole.slice(0, 250)), of(whole.slice(250))] });

  test.each([
    ['a row a line', blockOf],
    [
      'in one line, as a version before wrote them',
      (rows: unknown[]) => new TextEncoder().encode(JSON.stringify(rows)),
    ],
    ['as text', (rows: unknown[]) => JSON.stringify(rows)],
    ['with more lines than rows', (rows: unknown[]) => new TextEncoder().encode(JSON.stringify(rows, null, 1))],
  ])('each is what it was, alone, beside others and after all: %s', (_how, of) => {
    const rows = inBlocks(of);
    for (const place of [250, 0, 1, 249]) expect(rows?.slice(place, place + 1)).toEqual([whole[place]]);
    expect(rows?.slice(0, 251)).toEqual(whole);
    expect(rows?.only((id) => id !== 'p1').slice(0, 2)).toEqual([whole[0], whole[2]]);
    expect(rows?.slice(251, 252)).toEqual([]);
  });

  test('who holds a row gets the same one again; a broken block is told when it is looked at', () => {
    const rows = inBlocks(blockOf);
    const [first] = rows?.slice(0, 1) ?? [];
    expect(rows?.slice(0, 1)[0]).toBe(first);
    expect(rows?.slice(0, 251)[0]).toBe(first);
    const broken = inBlocks(() => new TextEncoder().encode('[{"_id"]'));
    expect(() => broken?.slice(0, 1)).toThrow(SyntaxError);
  });
});

describe('The records inside a long answer', () => {
  const product = (n: number, brand: object) => ({ product: { _id: `p${n}`, brand }, quantity: null });
  const read = (rows: object[][]) => {
    const reader = blockReader();
    return rows.flatMap((block) => reader(JSON.stringify(block))) as { product: { brand: object } }[];
  };
  const brandsOf = (rows: object[][]) => read(rows).map((row) => row.product.brand);

  test('with the same id and anything else that differs they stay two', () => {
    const milo = { _id: 'b1', name: 'Milo', status: 'active' };
    for (const other of [
      { ...milo, name: 'Milo Nigeria' },
      { ...milo, note: null },
      { _id: 'b1', name: 'Milo' },
      { ...milo, status: undefined, state: 'active' },
      { ...milo, _id: 1 },
    ]) {
      const rows = [[product(1, milo), product(2, other)], [product(3, milo)]];
      expect(read(rows)).toEqual(JSON.parse(JSON.stringify(rows.flat())));
    }
  });

  test('equal ones are one, within a block and across blocks; what is not a record stays as it is', () => {
    const milo = { _id: 'b1', name: 'Milo' };
    const [one, two, three] = brandsOf([[product(1, milo), product(2, { ...milo })], [product(3, { ...milo })]]);
    expect(one).toEqual(milo);
    expect(two).toBe(one);
    expect(three).toBe(one);
    expect(blockReader()('[1,null,"a",[1],{"brand":[{"_id":"b1"}]}]')).toEqual([
      1,
      null,
      'a',
      [1],
      { brand: [{ _id: 'b1' }] },
    ]);
  });

  test('so is what is read back from the tablet', async () => {
    const milo = { _id: 'b1', name: 'Milo' };
    const long = Array.from({ length: 600 }, (_, n) => product(n, { ...milo }));
    await ada().through(LIST, async () => long);
    const back = (await ada().savedCopy<{ product: { brand: object } }[]>(LIST))?.data ?? [];
    expect(back).toEqual(long);
    expect(new Set(back.map((row) => row.product.brand)).size).toBe(1);
  });
});
