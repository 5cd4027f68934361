/** Long answers that a worker stores: whatever becomes of the worker, the tablet holds the whole answer, or what stood there before. */
// IndexedDB first: Dexie looks for it when it is loaded.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CopyReport, type CopyRequest, copyWork } from '#offline/reads/copyWork.ts';

const KEY = ['warehouse_product/read_by_party', { parent: 'd1' }];
const answer = (count: number, word = 'Milo') => ({
  warehouse_id: 'w1',
  products: Array.from({ length: count }, (_, n) => ({ _id: `p${n}`, name: `${word} ${n}` })),
});

/** What a worker of the test does with a message; `post` goes back to the page. Without a word of it the worker does its work. */
type Way = (order: CopyRequest, work: (order: CopyRequest) => void, worker: TestWorker) => void;

const later = setTimeout;

/** The worker's own code in the test's thread: messages are copied and come later, as between threads. */
class TestWorker {
  static made: TestWorker[] = [];
  static way: Way = (order, work) => work(order);
  /** Called when the page sends a message. */
  static sent: (order: CopyRequest) => void = () => undefined;
  onmessage: ((event: { data: CopyReport }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  onmessageerror: ((event: object) => void) | null = null;
  ended = false;
  orders: CopyRequest[] = [];
  private readonly work = copyWork((report) => this.post(report));
  constructor() {
    TestWorker.made.push(this);
  }
  postMessage(order: CopyRequest): void {
    // A CryptoKey cannot be copied by Node's structuredClone within one thread; the blocks are what must not be shared.
    const copy = 'blocks' in order ? structuredClone(order) : order;
    this.orders.push(copy);
    TestWorker.sent(order);
    later(() => !this.ended && TestWorker.way(copy, this.work, this));
  }
  post(report: CopyReport): void {
    later(() => !this.ended && this.onmessage?.({ data: report }));
  }
  terminate(): void {
    this.ended = true;
  }
}

/** A page of its own: what one page learned of its worker says nothing to the next one. */
async function page(user = 'ada') {
  vi.resetModules();
  const { savedReads } = await import('#offline/reads/savedReads.ts');
  return savedReads(() => user);
}

async function blocks(): Promise<number> {
  const db = await new Dexie('cache').open();
  const count = await db.table('blocks').count();
  db.close();
  return count;
}

beforeEach(() => {
  TestWorker.made = [];
  TestWorker.way = (order, work) => work(order);
  TestWorker.sent = () => undefined;
  vi.stubGlobal('Worker', TestWorker);
});
afterEach(async () => {
  vi.useRealTimers();
  await (await page()).clear();
  vi.unstubAllGlobals();
});

describe('a worker that does not do it', { tags: ['rule-6'] }, () => {
  const whole = async (reads: Awaited<ReturnType<typeof page>>, count = 1_000) => {
    expect((await reads.through(KEY, async () => answer(count))).data).toEqual(answer(count));
    expect((await (await page()).savedCopy(KEY))?.data).toEqual(answer(count));
    expect(await blocks()).toBe(Math.ceil(count / 250));
  };

  test('a browser that makes none: the page stores the answer', async () => {
    vi.stubGlobal(
      'Worker',
      class {
        constructor() {
          throw new TypeError('module workers are not known');
        }
      },
    );
    await whole(await page());
  });

  test('its file does not come: the page stores the answer, and asks for no worker again', async () => {
    TestWorker.way = (_order, _work, worker) => worker.onerror?.({});
    const reads = await page();
    await whole(reads);
    await whole(reads, 600);
    expect(TestWorker.made).toHaveLength(1);
    expect(TestWorker.made[0]?.ended).toBe(true);
  });

  test('it ends between two blocks: the page stores the answer, never half of it', async () => {
    let blocksSeen = 0;
    TestWorker.way = (order, work, worker) => {
      if (order.step === 'blocks') blocksSeen += 1;
      if (blocksSeen === 2) worker.onerror?.({});
      else work(order);
    };
    await (await page()).through(KEY, async () => answer(300, 'Peak'));
    blocksSeen = 0;
    await whole(await page(), 3_000);
  });

  test('it says nothing, from the beginning or once it has all blocks: the page stores the answer after five seconds', async () => {
    for (const from of ['begin', 'end']) {
      TestWorker.way = (order, work) => order.step !== from && from === 'end' && work(order);
      const reads = await page();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      const requested = new Promise<void>((resolve) => {
        TestWorker.sent = ({ step }) => step === 'end' && resolve();
      });
      const response = reads.through(KEY, async () => answer(1_000));
      await requested;
      await new Promise((resolve) => later(resolve, 100));
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await blocks(), from).toBe(0);
      await vi.advanceTimersByTimeAsync(4_000);
      expect((await response).data).toEqual(answer(1_000));
      vi.useRealTimers();
      expect(TestWorker.made.at(-1)?.ended, from).toBe(true);
      expect((await (await page()).savedCopy(KEY))?.data, from).toEqual(answer(1_000));
      await reads.clear();
    }
  });

  test('the disk refuses: the reader has the answer, and what stood there stays', async () => {
    await (await page()).through(KEY, async () => answer(600, 'Peak'));
    TestWorker.way = ({ id, step }, _work, worker) =>
      step === 'end' && worker.post({ id, step: 'failed', why: 'QuotaExceededError' });
    const reads = await page();
    expect((await reads.through(KEY, async () => answer(1_000))).data).toEqual(answer(1_000));
    expect((await (await page()).savedCopy(KEY))?.data).toEqual(answer(600, 'Peak'));
    // The worker itself is well, and does the next one.
    TestWorker.way = (order, work) => work(order);
    await reads.through(KEY, async () => answer(700));
    expect(TestWorker.made.at(-1)?.ended).toBe(false);
    expect((await (await page()).savedCopy(KEY))?.data).toEqual(answer(700));
  });
});

describe('a worker that is slower than the user', () => {
  /** Holds the message that asks for the writing until `meanwhile` has happened. */
  const heldUntil = (meanwhile: () => Promise<unknown>) => {
    TestWorker.way = (order, work) => {
      if (order.step !== 'end') return work(order);
      TestWorker.way = (other, does) => does(other);
      void meanwhile().then(() => work(order));
    };
  };

  test('a sign-out, here or in another tab, leaves nothing of it; nor does the next officer see it', {
    tags: ['S8', 'SEC-19'],
  }, async () => {
    for (const who of ['here', 'another tab', 'another officer'] as const) {
      const reads = await page();
      const other = await page(who === 'another officer' ? 'bola' : 'ada');
      heldUntil(async () => {
        await (who === 'here' ? reads : other).clear();
        if (who === 'another officer') await other.through(['product/read_all', {}], async () => [{ _id: 'p' }]);
      });
      expect((await reads.through(KEY, async () => answer(600))).data).toEqual(answer(600));
      expect(await blocks(), who).toBe(0);
      expect(await other.savedCopy(KEY), who).toBeNull();
    }
  });

  test('a sign-out while blocks are still handed over: the worker is told to let them go', {
    tags: ['SEC-19'],
  }, async () => {
    const reads = await page();
    let cleared: Promise<void> | null = null;
    TestWorker.sent = ({ step }) => {
      if (step === 'begin') cleared = reads.clear();
    };
    await reads.through(KEY, async () => answer(10_000));
    await cleared;
    expect(TestWorker.made[0]?.orders.at(-1)?.step).toBe('drop');
    expect(await blocks()).toBe(0);
  });

  test('an answer that was asked for later stays, whichever of the two is written first', {
    tags: ['SYNC-06'],
  }, async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    try {
      for (const later of [3, 900]) {
        const reads = await page();
        heldUntil(async () => {
          now.mockReturnValue(1_004_000);
          await reads.through(KEY, async () => answer(later, 'Peak'));
        });
        await reads.through(KEY, async () => answer(600));
        expect(await reads.savedCopy(KEY)).toMatchObject({ at: 1_004_000, data: answer(later, 'Peak') });
        await reads.clear();
        now.mockReturnValue(1_000_000);
      }
    } finally {
      now.mockRestore();
    }
  });
});

describe('a worker that does it', () => {
  test.each([251, 1_000, 1_003, 10_251])(
    '%i rows are read back as they were, sealed',
    { tags: ['S8'] },
    async (count) => {
      const reads = await page();
      await reads.through(KEY, async () => answer(count));
      expect(TestWorker.made).toHaveLength(1);
      expect(TestWorker.made[0]?.orders.at(-1)?.step).toBe('end');
      expect((await (await page()).savedCopy(KEY))?.data).toEqual(answer(count));
      const db = await new Dexie('cache').open();
      const [first] = await db.table('blocks').toArray();
      db.close();
      expect(new TextDecoder().decode(first.text)).not.toContain('Milo');
    },
  );

  test('several answers at once, each its own; the same value again changes the time alone; a short answer needs no worker', async () => {
    const reads = await page();
    const keys = [1, 2, 3].map((n) => ['product/read_all', { n }]);
    const same = answer(700);
    await Promise.all([
      ...keys.map((key, n) => reads.through(key, async () => answer(600 + n, `Word ${n}`))),
      reads.through(KEY, async () => same),
    ]);
    for (const [n, key] of keys.entries())
      expect((await reads.savedCopy(key))?.data).toEqual(answer(600 + n, `Word ${n}`));
    const before = TestWorker.made[0]?.orders.length;
    await reads.through(KEY, async () => same);
    await reads.through(['hub/read', {}], async () => ({ _id: 'h' }));
    expect(TestWorker.made[0]?.orders.length).toBe(before);
    expect(TestWorker.made).toHaveLength(1);
  });

  test('without work for a while it is ended, and the next answer has a new one', async () => {
    const reads = await page();
    await reads.through(KEY, async () => answer(600));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await reads.through(KEY, async () => answer(700));
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    expect(TestWorker.made.map(({ ended }) => ended)).toEqual([true]);
    await reads.through(KEY, async () => answer(800));
    expect(TestWorker.made).toHaveLength(2);
    expect((await reads.savedCopy(KEY))?.data).toEqual(answer(800));
  });
});
