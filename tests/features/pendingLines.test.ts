/** Lines that the list shows before the disk has them: refused writes, the order of writes, and the list meanwhile. */
import { describe, expect, test, vi } from 'vitest';
import { koboIn } from '#domain/money.ts';
import { keptPending, makePendingLines, type Pending, withPending } from '#features/stock/transfer/pendingLines.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import type { LineRevision } from '#offline/outbox/revisions.ts';

const NEW: LineRevision = { item_id: null, version: null, revision: 0 };
const line = (product_id: string, quantity: number): TransferLine => ({
  ...{ product_id, quantity, quantity_accepted: quantity, amount: '100.00', rate: '100.00', reason: null, note: '' },
  about: { name: `Product ${product_id}`, case_count: 12 },
});
const view = (product_id: string, quantity: number, more: Partial<LineView> = {}): LineView => ({
  ...{ product_id, name: `Product ${product_id}`, case_count: 12, quantity, quantity_accepted: quantity },
  ...{ amount: koboIn(100_00), rate: koboIn(100_00), reason: null, note: '', item_id: `item-${product_id}` },
  ...{ version: 1, state: 'sent', waitingFor: null, message: null, op: null, revision: 1 },
  ...more,
});

/** `shown`: the lines of the list, newest last. The test decides when the disk answers. `read`: resolves when the disk can be read after a write. */
function tablet(read: () => Promise<unknown> = async () => undefined) {
  const shown: Pending[] = [];
  const pending = makePendingLines(
    (now) => void shown.push(now),
    read,
    async () => undefined,
  );
  const disk: { name: string; at: unknown; done: (saved: boolean) => void; fail: (why: Error) => void }[] = [];
  const write = (product_id: string, quantity: number | null, at = NEW) =>
    pending.write(
      [{ productId: product_id, line: quantity === null ? null : line(product_id, quantity), at }],
      ([one]) =>
        new Promise<boolean>((done, fail) => {
          disk.push({ name: `${product_id} ${quantity}`, at: one?.at, done, fail });
        }),
    );
  const now = () => Object.fromEntries([...(shown.at(-1) ?? [])].map(([id, one]) => [id, one.line?.quantity ?? null]));
  return { pending, disk, write, now, shown };
}
const turns = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a line that the disk refuses', () => {
  test('leaves the list, and the write resolves with false', async () => {
    const { disk, write, now } = tablet();
    const saved = write('p1', 12);
    expect(now()).toEqual({ p1: 12 });
    await turns();
    disk[0]?.done(false);
    expect(await saved).toBe(false);
    expect(now()).toEqual({});
  });

  test('leaves the list when the write throws, the error is passed on, and the next write follows', async () => {
    const { disk, write, now } = tablet();
    const [first, second] = [write('p1', 12), write('p2', 24)];
    const refused = expect(first).rejects.toThrow('full');
    await turns();
    disk[0]?.fail(new Error('full'));
    await refused;
    await turns();
    expect(now()).toEqual({ p2: 24 });
    expect(disk.map((one) => one.name)).toEqual(['p1 12', 'p2 24']);
    disk[1]?.done(true);
    expect(await second).toBe(true);
  });

  test('stays in the list if it is kept, blocks a confirmation, and goes with the next write of the product', async () => {
    const { pending, disk, write, now } = tablet();
    pending.keep(line('p1', 12));
    expect(await pending.settled()).toBe(false);
    const again = write('p1', 12);
    await turns();
    disk[0]?.done(true);
    await again;
    pending.saw([view('p1', 12)]);
    expect(now()).toEqual({});
    expect(await pending.settled()).toBe(true);
  });

  test('is dropped without a write if the transfer has no such line', () => {
    const { pending, now } = tablet();
    pending.saw([view('p2', 6)]);
    pending.keep(line('p1', 12));
    expect(pending.forget('p1')).toBe(true);
    pending.keep(line('p2', 12));
    expect(pending.forget('p2')).toBe(false);
    expect(now()).toEqual({});
  });
});

describe('a line that is being written', () => {
  test('is written after the earlier ones, in the order of the keys', async () => {
    const { disk, write } = tablet();
    void write('p1', 12);
    void write('p2', 24);
    void write('p1', 36);
    await turns();
    expect(disk.map((one) => one.name)).toEqual(['p1 12']);
    disk[0]?.done(true);
    await turns();
    disk[1]?.done(true);
    await turns();
    expect(disk.map((one) => one.name)).toEqual(['p1 12', 'p2 24', 'p1 36']);
  });

  test('stays in the list until the transfer shows it, also when the transfer is read late', async () => {
    const { pending, disk, write, now } = tablet();
    const saved = write('p1', 12);
    await turns();
    disk[0]?.done(true);
    await saved;
    expect(now()).toEqual({ p1: 12 });
    pending.saw([]);
    expect(now()).toEqual({ p1: 12 });
    pending.saw([view('p1', 12)]);
    expect(now()).toEqual({});
  });

  test('stays after storing while the disk cannot be read, and goes after a second if the transfer has no such line', async () => {
    vi.useFakeTimers();
    try {
      let release: () => void = () => undefined;
      const { disk, write, now } = tablet(() => new Promise<void>((resolve) => (release = resolve)));
      const saved = write('p1', 12);
      await vi.advanceTimersByTimeAsync(5);
      disk[0]?.done(true);
      await saved;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(now()).toEqual({ p1: 12 });
      release();
      await vi.advanceTimersByTimeAsync(900);
      expect(now()).toEqual({ p1: 12 });
      await vi.advanceTimersByTimeAsync(200);
      expect(now()).toEqual({});
    } finally {
      vi.useRealTimers();
    }
  });

  test('is not confused with an earlier line of the same quantity that the disk already had', () => {
    const { pending, write, now } = tablet();
    pending.saw([view('p1', 12)]);
    void write('p1', 12);
    pending.saw([view('p1', 12)]);
    expect(now()).toEqual({ p1: 12 });
  });

  test('gets the newest state of the server’s row if an earlier change of the product was being written', async () => {
    const { pending, disk, write } = tablet();
    pending.saw([view('p1', 6)]);
    const seen = { item_id: 'item-p1', version: 1, revision: 1 };
    void write('p1', 12, seen);
    void write('p1', 24, seen);
    await turns();
    expect(disk[0]?.at).toEqual(seen);
    pending.saw([view('p1', 12, { version: 2, revision: 2 })]);
    disk[0]?.done(true);
    await turns();
    expect(disk[1]?.at).toEqual({ item_id: 'item-p1', version: 2, revision: 2 });
  });

  test('keeps the state that the person saw if no other change of the product was being written', async () => {
    const { pending, disk, write } = tablet();
    const seen = { item_id: 'item-p1', version: 1, revision: 1 };
    pending.saw([view('p1', 6)]);
    void write('p1', 12, seen);
    pending.saw([view('p1', 9, { version: 2, revision: 2 })]);
    await turns();
    expect(disk[0]?.at).toEqual(seen);
  });

  test('delays a confirmation until it is stored', async () => {
    const { pending, disk, write } = tablet();
    const saved = write('p1', 12);
    let settled: boolean | null = null;
    const waits = pending.settled().then((is) => {
      settled = is;
    });
    await turns();
    disk[0]?.done(true);
    await saved;
    expect(settled).toBe(null);
    pending.saw([view('p1', 12)]);
    await waits;
    expect(settled).toBe(true);
  });
});

test('a line that the transfer shows is laid over it no more, before the list is told', async () => {
  const { pending, disk, write, shown } = tablet();
  const saved = write('p1', 12);
  const now = shown.at(-1) ?? new Map();
  // The disk has not answered: the same figure may be that of an earlier line.
  expect(pending.left([view('p1', 12)], now)).toBe(now);
  await turns();
  disk[0]?.done(true);
  await saved;
  expect(pending.left([], now)).toBe(now);
  expect([...pending.left([view('p1', 12)], now)]).toEqual([]);
});

test('the list is told of changes alone, and keeps what it has if the same is left', async () => {
  const { pending, disk, write, shown } = tablet();
  const saved = write('p1', 12);
  await turns();
  disk[0]?.done(true);
  await saved;
  expect(shown).toHaveLength(1);
  pending.saw([view('p1', 12)]);
  expect(shown).toHaveLength(2);
  pending.saw([view('p1', 12, { version: 2 })]);
  expect(shown).toHaveLength(2);
  expect(keptPending(shown[0] ?? new Map(), new Map(shown[0]))).toBe(shown[0]);
  expect(keptPending(shown[0] ?? new Map(), shown[1] ?? new Map())).toBe(shown[1]);
});

test('the list shows pending lines in its order, with their sums, and leaves out removed lines', () => {
  const transfer = {
    lines: [view('b', 12), view('d', 24)],
    total: koboIn(200_00),
    units: 36,
  } as unknown as TransferView;
  expect(withPending(transfer, new Map())).toBe(transfer);
  const shown = withPending(
    transfer,
    new Map([
      ['c', { line: line('c', 6), state: 'saving' }],
      ['b', { line: line('b', 18), state: 'unsaved' }],
      ['d', { line: null, state: 'saving' }],
    ]),
  );
  expect(shown.lines.map(({ product_id, quantity, state }) => [product_id, quantity, state])).toEqual([
    ['b', 18, 'unsaved'],
    ['c', 6, 'saving'],
  ]);
  expect([shown.units, shown.total]).toEqual([24, 200_00]);
  // The row keeps its ids for the next change.
  expect(shown.lines[0]).toMatchObject({ item_id: 'item-b', version: 1 });
});
