/** Decision 1160: the copy of a long answer is where the tablet's next read begins, and changes are added to it on the disk. */
// IndexedDB first: Dexie looks for it when it is loaded.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LongRows } from '#client/reads/longRows.ts';
import { apiUrl } from '#client/server/where.ts';
import { encodeForm } from '#contract/form.ts';
import { startLongWorker } from '#tests/support/longWorker.ts';

const PATH = 'warehouse_product/read_by_party';
const INPUT = { parent_type: 'seller', parent: 'h1' };
const KEY = [PATH, INPUT] as const;
const MANY = 1_003;

interface Row {
  product: { _id: string; name: string; status?: string };
  quantity: number;
}
interface Answer {
  warehouse_id: string;
  products: LongRows<Row>;
  as_of?: string;
}

/** The server's rows by id, each with the position of its last change. */
const rows = new Map<string, { row: Row; at: number; gone?: boolean }>();
let now = 1;
let epoch = 'e1';
/** The server knows no changes. */
let isOfBefore = false;
let sent: (string | undefined)[] = [];
const nameOf = (n: number) => `Milo ${String(n).padStart(5, '0')}`;
const set = (n: number, name: string, quantity: number) =>
  rows.set(`p${n}`, { row: { product: { _id: `p${n}`, name }, quantity }, at: now });
const remove = (n: number) => {
  const one = rows.get(`p${n}`);
  if (one) Object.assign(one, { at: now, gone: true });
};
/** What the server has, sorted as it sorts. */
const all = () =>
  [...rows.values()]
    .filter(({ gone }) => !gone)
    .map(({ row }) => row)
    .sort((a, b) => (a.product.name.toLowerCase() < b.product.name.toLowerCase() ? -1 : 1));

beforeAll(() =>
  startLongWorker(async (_path, body) => {
    const since = new URLSearchParams(body).get('since') ?? undefined;
    sent.push(since);
    const products = all();
    const answered = (data: object) =>
      JSON.stringify({ code: 200, message: 'OK', data: { warehouse_id: 'w1', ...data } });
    if (isOfBefore) return answered({ products });
    const as_of = `${epoch}~${now}`;
    const [of, at] = since?.split('~') ?? [];
    if (of !== epoch) return answered({ products, as_of });
    const changed = [...rows].filter(([, one]) => one.at >= Number(at));
    const ids = new Set(changed.map(([id]) => id));
    const gone = changed.flatMap(([id, one]) => (one.gone ? [id] : []));
    return answered({ products: products.filter(({ product }) => ids.has(product._id)), as_of, gone });
  }),
);
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  rows.clear();
  [now, epoch, isOfBefore, sent] = [1, 'e1', false, []];
  for (let n = 0; n < MANY; n += 1) set(n, nameOf(n), n);
  now = 10;
});
afterEach(async () => {
  vi.resetModules();
  await Dexie.delete('cache');
});

/** A start of the app: nothing is in the memory. */
async function start(user = 'ada', isSilent = false) {
  vi.resetModules();
  const { requestLong, savedReads } = await import('#offline/reads/savedReads.ts');
  const reads = savedReads(
    () => user,
    () => isSilent,
  );
  const ask = async () => {
    const init = { method: 'POST', headers: {}, body: encodeForm(INPUT) };
    const { answer } = await requestLong(apiUrl(PATH), init, new AbortController().signal, true);
    return (answer as { data: Answer }).data;
  };
  return {
    /** `patient`: resolves when the copy is stored. */
    read: async (patient = true) => (await reads.through(KEY, ask, { asLooked: true, patient })).data,
    copy: async (asLooked: boolean) => (await reads.savedCopy<Answer>(KEY, asLooked))?.data,
  };
}

async function onDisk() {
  const db = await new Dexie('cache').open();
  const [reads, blocks] = await Promise.all([db.table('reads').toArray(), db.table('blocks').toArray()]);
  db.close();
  return { reads, blocks: blocks.map(({ text }) => Buffer.from(text).toString('base64')) };
}
const listOf = (answer: Answer | undefined) => answer?.products.slice(0, answer.products.length);

describe('the changes of a stored answer', { tags: ['rule-6', 'API-1.5'] }, () => {
  test('a copy without a position, of another epoch or of another person is no beginning; nor is one without contact', async () => {
    isOfBefore = true;
    await (await start()).read();
    isOfBefore = false;
    await (await start()).read();
    await (await start('bola')).read();
    epoch = 'e2';
    set(3, 'After the restore', 1);
    expect(listOf(await (await start('bola')).read())).toEqual(all());
    expect(sent).toEqual([undefined, undefined, undefined, 'e1~10']);
    await (await start('bola', true)).read();
    expect(sent.at(-1)).toBeUndefined();
  });

  test('a copy that another tab replaced or that lost a block is written whole', async () => {
    const mine = await start();
    await mine.read();
    const lost = async (change: (db: Dexie) => Promise<unknown>) => {
      const db = await new Dexie('cache').open();
      await change(db);
      db.close();
      now += 1;
      set(now, 'Anew', now);
      await mine.read();
      for (const asLooked of [true, false]) {
        const copy = await (await start()).copy(asLooked);
        expect(asLooked ? listOf(copy) : copy?.products).toEqual(all());
      }
    };
    await lost((db) => db.table('blocks').where('[id+n]').above(['', 0]).limit(1).delete());
    await lost((db) =>
      db
        .table('reads')
        .toCollection()
        .modify({ sealed: new Uint8Array(40) }),
    );
    await lost((db) => db.table('reads').clear());
    expect(sent.slice(1).every((since) => since !== undefined)).toBe(true);
  });

  test('after a start the copy is where the read begins; the changes alone are sent and written', async () => {
    await (await start()).read();
    const before = await onDisk();
    now = 20;
    set(2, nameOf(2), 7);
    set(5, 'Zobo', 5);
    set(MANY, 'Ace', 1);
    remove(600);
    const later = await start();
    expect(listOf(await later.read())).toEqual(all());
    expect(sent).toEqual([undefined, 'e1~10']);
    const after = await onDisk();
    expect(after.blocks).toHaveLength(5);
    expect(after.blocks.slice(0, 4)).toEqual(before.blocks.slice(0, 4));
    // An earlier release would show it in a wrong order, so it opens none of this number.
    expect([before.reads[0].build, after.reads[0].build]).toEqual([2, 3]);
    for (const asLooked of [true, false]) {
      const copy = await (await start()).copy(asLooked);
      expect(asLooked ? listOf(copy) : copy?.products).toEqual(all());
    }
    // The next changes begin there.
    now = 30;
    set(5, nameOf(5), 9);
    expect(listOf(await (await start()).read())).toEqual(all());
    expect(sent.at(-1)).toBe('e1~20');
  });

  test('one change after the other, shown before the first is stored, leaves the last one', async () => {
    const mine = await start();
    await mine.read();
    for (let n = 0; n < 6; n += 1) {
      now += 1;
      set(n, `Zobo ${n}`, n);
      expect(listOf(await mine.read(n === 5))).toEqual(all());
    }
    expect(listOf(await (await start()).copy(true))).toEqual(all());
    expect((await onDisk()).blocks).toHaveLength(5);
  });

  test('what did not change is the same object, and all of it is fetched when most stored rows are earlier states', async () => {
    const mine = await start();
    const first = await mine.read();
    now += 1;
    set(4, nameOf(4), 4);
    expect(await mine.read()).toBe(first);
    for (let round = 0; round < 4; round += 1) {
      now += 1;
      for (let n = 0; n < MANY; n += 1) set(n, nameOf(n), n + now);
      expect(listOf(await mine.read())).toEqual(all());
    }
    expect(sent.map((since) => since !== undefined)).toEqual([false, true, true, true, true, false]);
  });
});
