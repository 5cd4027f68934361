/** Scans in quick succession: none is lost, whatever the queue does in between. */
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { TooMany } from '#domain/receiving.ts';
import { drain } from '#offline/drain/drain.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import type { LineRevision } from '#offline/outbox/revisions.ts';
import {
  changeNotes,
  countThenNote,
  NO_NOTES,
  notToCount,
  park,
  type ScanNotes,
  stillParked,
  unitsOfParked,
  unpark,
  withFigure,
  withoutCounted,
} from '#offline/outbox/scanNotes.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import { OutboxDb } from '#offline/store/dexieStore.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Ports, QueueOwner, Reply, Request } from '#offline/store/ports.ts';

const T = 'order-1';
const OWNER: QueueOwner = { user_id: 'ada', user_name: 'Ada', device_id: 't1', app_version: '1' };
const AT = { item_id: null, version: null };
const seen = (line: TransferLine | null = null, at: LineRevision = AT) => ({ product_id: 'milk', line, at });
const line = (quantity: number): TransferLine => ({
  product_id: 'milk',
  quantity,
  quantity_accepted: quantity,
  amount: `${quantity}.00`,
  reason: null,
  note: '',
  about: { name: 'Milk', case_count: 12 },
});
const more = (units: number) => (now: TransferLine | null) => line((now?.quantity ?? 0) + units);

/** A tablet whose server takes every line, in the order asked, and keeps the last word per product. */
function tablet() {
  let ids = 0;
  const world = { now: 1_000_000, silent: false, held: null as number | null, version: 0, revision: 0 };
  const send = async ({ path, fields }: Request): Promise<Reply> => {
    if (world.silent) return { verified: false };
    const keys = (fields.op_key ?? []) as string[];
    const results = keys.map((op_key, index) => {
      world.version += 1;
      world.held = (fields.quantity as number[])[index] ?? null;
      return {
        op_key,
        code: 200,
        message: 'OK',
        data: { _id: 'item-1', version: world.version, items_revision: world.revision },
      };
    });
    if (path.endsWith('remove')) world.held = null;
    const data = path.endsWith('upsert_bulk') ? { results } : { _id: 'item-1', version: world.version };
    return { verified: true, code: 200, message: 'OK', data, epoch: 'e', retryAfter: null };
  };
  const ports: Ports = {
    store: memoryStore(),
    clock: { now: () => (world.now += 1) },
    chance: { next: () => 0, uuid: () => `uuid-no-${++ids}` },
    net: { send },
  };
  const outbox = makeOutbox(ports, () => OWNER);
  return {
    world,
    outbox,
    pass: () => drain(ports, OWNER, { forced: true }),
    ops: () => ports.store.read((tx) => tx.ops()),
  };
}

describe('refused', () => {
  test('after the confirmation no scan is taken', { tags: ['SYNC-17'] }, async () => {
    const t = tablet();
    await t.outbox.complete(T, { expect_digest: 'digest', lines: 1 });
    await expect(t.outbox.changeLine(T, seen(), more(1))).rejects.toBeInstanceOf(TransferLocked);
    expect(await t.ops()).toHaveLength(1);
  });
  test('a scan that would overfill the line changes nothing', async () => {
    const t = tablet();
    await t.outbox.changeLine(T, seen(), more(1));
    const over = t.outbox.changeLine(T, seen(), () => {
      throw new TooMany('full');
    });
    await expect(over).rejects.toBeInstanceOf(TooMany);
    expect((await t.ops()).map((op) => (op.payload as TransferLine).quantity)).toEqual([1]);
  });
});

describe('counted', () => {
  test('twenty scans at once are twenty units in one waiting change', { tags: ['SYNC-13'] }, async () => {
    const t = tablet();
    // The screen never caught up: every scan was made from the same stale view.
    await Promise.all(Array.from({ length: 20 }, () => t.outbox.changeLine(T, seen(), more(1))));
    expect((await t.ops()).map((op) => (op.payload as TransferLine).quantity)).toEqual([20]);
    await t.pass();
    expect(t.world.held).toBe(20);
  });
  test('twenty scans while the queue sends: the server ends with all of them', { tags: ['SYNC-09'] }, async () => {
    const t = tablet();
    const passes: Promise<unknown>[] = [];
    for (let scan = 0; scan < 20; scan += 1) {
      const change = t.outbox.changeLine(T, seen(line(100)), more(1));
      if (scan % 3 === 0) passes.push(t.pass());
      if (scan % 4 === 0) await change;
    }
    await Promise.all(passes);
    await t.pass();
    expect(await t.ops()).toEqual([]);
    expect(t.world.held).toBe(120);
  });
  test('a scan after a lost answer stands on the frozen change', async () => {
    const t = tablet();
    t.world.silent = true;
    await t.outbox.changeLine(T, seen(), more(12));
    await t.pass();
    await t.outbox.changeLine(T, seen(), more(1));
    expect((await t.ops()).map((op) => (op.payload as TransferLine).quantity)).toEqual([12, 13]);
    t.world.silent = false;
    await t.pass();
    expect(t.world.held).toBe(13);
  });
  test('what the server said after is what a scan adds to, not what was sent before it', async () => {
    const t = tablet();
    await t.outbox.changeLine(T, seen(), more(5));
    await t.pass();
    expect(
      (await t.outbox.changeLine(T, seen(line(40), { item_id: 'item-1', version: 2 }), more(1))).line.quantity,
    ).toBe(41);
  });
  test('a scan adds to what was answered until the screen knows it, whatever the clock says in between', {
    tags: ['SYNC-10'],
  }, async () => {
    const t = tablet();
    Object.assign(t.world, { revision: 7, now: 1_800_000_000_000 });
    await t.outbox.changeLine(T, seen(), more(5));
    await t.pass();
    t.world.now -= 3_600_000;
    const at = { item_id: null, version: null };
    expect((await t.outbox.changeLine(T, seen(null, { ...at, revision: 6 }), more(1))).line.quantity).toBe(6);
    await t.pass();
    expect((await t.outbox.changeLine(T, seen(null, { ...at, revision: 9 }), more(1))).line.quantity).toBe(1);
  });
  test('a removed line begins anew', async () => {
    const t = tablet();
    await t.outbox.changeLine(T, seen(), more(5));
    await t.pass();
    await t.outbox.removeLine(T, line(5), { item_id: 'item-1', version: 1 });
    expect((await t.outbox.changeLine(T, seen(line(5)), more(1))).line.quantity).toBe(1);
    await t.pass();
    expect((await t.outbox.changeLine(T, seen(line(5)), more(1))).line.quantity).toBe(2);
  });
});

describe('what was counted and its note', () => {
  test('a line that could not be written is not counted, and nothing is noted of it', {
    tags: ['P4', 'SYNC-04'],
  }, async () => {
    const calls: string[] = [];
    const note = async () => void calls.push('note');
    const scan = countThenNote(
      () => Promise.reject(new Error('full')),
      () => calls.push('counted'),
      note,
    );
    await expect(scan).rejects.toThrow('full');
    expect(calls).toEqual([]);
  });
  test('the line is on disk and its note is not: it counts, is told as counted and goes out, and nobody scans it twice', {
    tags: ['P4', 'SYNC-04', 'SYNC-48'],
  }, async () => {
    const t = tablet();
    const counted: number[] = [];
    const noted = await countThenNote(
      () => t.outbox.changeLine(T, seen(), more(12)),
      ({ line: now }) => counted.push(now.quantity),
      () => {
        expect(counted).toEqual([12]);
        return Promise.reject(new DOMException('', 'QuotaExceededError'));
      },
    );
    await t.pass();
    expect([noted, counted, t.world.held]).toEqual([false, [12], 12]);
    expect(
      await countThenNote(
        async () => 1,
        () => undefined,
        async () => undefined,
      ),
    ).toBe(true);
  });
});

describe('parked codes', () => {
  test('a figure typed behind a scan that waits is in place of what that scan would add, and another scan keeps it', () => {
    const figure = (n: number, id = 'a') => ({ id, n, in: 'case' as const });
    const parked = (notes: ScanNotes) => {
      const [one] = notes.unknown;
      if (!one) throw new Error('Nothing waits');
      return one;
    };
    const [unit, caseCount] = [1, 24];
    const once = park(NO_NOTES, '600');
    expect(unitsOfParked(parked(once), unit, caseCount)).toBe(1);
    const four = withFigure(withFigure(once, '600', figure(4)), '601', figure(9));
    expect(unitsOfParked(parked(four), unit, caseCount)).toBe(96);
    // The digit behind it is the same figure.
    const fourteen = withFigure(four, '600', figure(41));
    expect(unitsOfParked(parked(fourteen), unit, caseCount)).toBe(984);
    const again = park(four, '600');
    expect(unitsOfParked(parked(again), unit, caseCount)).toBe(97);
    const units = withFigure(again, '600', { id: 'b', n: 30, in: 'unit' });
    expect(unitsOfParked(parked(units), unit, caseCount)).toBe(126);
    // Deleted, both scans are what the code says.
    const none = withFigure(withFigure(units, '600', figure(0)), '600', figure(0, 'b'));
    expect(unitsOfParked(parked(none), unit, caseCount)).toBe(2);
    expect(parked(none)).toEqual({ code: '600', times: 2 });
  });

  test('counted, kept on disk through a reopening, and let go', async () => {
    const db = new OutboxDb('scan-notes');
    await db.drafts.put({ id: 'ballast', saved_at: 0, value: 1 });
    const days = 24 * 3_600_000;
    await changeNotes(db, 'old', (notes) => park(notes, '1111'), 1);
    for (const code of ['9999', '8888', '9999']) await changeNotes(db, T, (notes) => park(notes, code), 100 * days);
    db.close();
    const again = new OutboxDb('scan-notes');
    const kept = (await again.drafts.get(`scan:${T}`))?.value as ScanNotes;
    expect(kept.unknown).toEqual([
      { code: '9999', times: 2 },
      { code: '8888', times: 1 },
    ]);
    expect(unpark(kept, '9999').unknown).toEqual([{ code: '8888', times: 1 }]);
    expect(unpark(NO_NOTES, 'never').unknown).toEqual([]);
    expect((await again.drafts.toCollection().primaryKeys()).sort()).toEqual(['ballast', `scan:${T}`]);
    again.close();
  });
  test('storage full: a parked code that was counted is offered no more, though its note still stands on disk', {
    tags: ['P4', 'SYNC-48'],
  }, async () => {
    const t = tablet();
    const onDisk = ['9999', '8888', '9999'].reduce(park, NO_NOTES);
    let counted: ReadonlyMap<string, number> = new Map();
    const press = async () => {
      const parked = withoutCounted(onDisk, counted).unknown.find((one) => one.code === '9999');
      if (!parked) return;
      const noted = await countThenNote(
        () => t.outbox.changeLine(T, seen(), more(parked.times)),
        () => undefined,
        () => Promise.reject(new DOMException('', 'QuotaExceededError')),
      );
      if (!noted) counted = notToCount(counted, parked);
    };
    await press();
    await press();
    await t.pass();
    expect(t.world.held).toBe(2);
    expect(withoutCounted(onDisk, counted).unknown).toEqual([{ code: '8888', times: 1 }]);
  });
  test('scanned again after that, only the later scans are offered; once its note is gone nothing is held against it', () => {
    const onDisk = ['9999', '9999'].reduce(park, NO_NOTES);
    const once = notToCount(new Map(), { code: '9999', times: 2 });
    const later = park(park(onDisk, '9999'), '9999');
    expect(withoutCounted(later, once).unknown).toEqual([{ code: '9999', times: 2 }]);
    expect(withoutCounted(later, notToCount(once, { code: '9999', times: 2 })).unknown).toEqual([]);
    expect(stillParked(once, later)).toBe(once);
    const gone = stillParked(once, unpark(later, '9999'));
    expect(withoutCounted(park(NO_NOTES, '9999'), gone).unknown).toEqual([{ code: '9999', times: 1 }]);
    expect(withoutCounted(onDisk, new Map())).toBe(onDisk);
  });
});
