/** SYNC-48: a tablet whose storage is full, and a server that answers, or does not. */
import { describe, expect, test } from 'vitest';
import { makeDirect } from '#offline/drain/direct.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import { makeOutbox, type Outbox } from '#offline/outbox/outbox.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Ports, QueueOwner, Reply, Request } from '#offline/store/ports.ts';
import { line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

const put =
  (...lines: TransferLine[]) =>
  (to: Outbox) =>
    to.saveLines(
      'order-1',
      lines.map((one) => ({ line: one, at: NOWHERE })),
    );

/** A server that takes everything. */
function takes({ path, fields }: Request): Reply {
  if (path === 'purchase_order/create') return say(200, 'order-9');
  if (path === 'purchase_order_item/upsert_bulk')
    return say(200, {
      results: (fields.op_key as string[]).map((op_key, at) => ({
        op_key,
        code: 200,
        message: 'OK',
        data: { _id: `item-${(fields.product_id as string[])[at]}`, version: 1 },
      })),
    });
  return say(200, { _id: 'order-9', version: 2 });
}

const NO_DISK = new Error('No disk');

function fullTablet(answer: (request: Request) => Reply = takes) {
  let ids = 0;
  const requests: Request[] = [];
  const world = { answer };
  const owner: QueueOwner = { user_id: 'ada', user_name: 'Ada', device_id: 't1', app_version: '1' };
  const disk = memoryStore();
  const ports: Ports = {
    store: disk,
    clock: { now: () => 1_800_000_000_000 },
    chance: { next: () => 0.5, uuid: () => `uuid-no-${++ids}` },
    net: {
      send: async (request) => {
        requests.push(request);
        return world.answer(request);
      },
    },
  };
  const direct = makeDirect(
    ports,
    () => owner,
    (error) => error === NO_DISK,
  );
  return { world, requests, ports, disk, direct, outbox: makeOutbox(ports, () => owner) };
}

describe('storage is full', { tags: ['SYNC-48'] }, () => {
  test('no answer: nothing is claimed, and the same change asked again has the same key', async () => {
    const { world, requests, direct, disk } = fullTablet(() => SILENCE);
    expect(await direct.send('order-1', put(line('milk', 5)))).toBeNull();
    expect(await direct.send('order-1', put(line('milk', 5)))).toBeNull();
    world.answer = takes;
    expect(await direct.send('order-1', put(line('milk', 5)))).toBe('order-1');
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map((request) => String(request.fields.op_key))).size).toBe(1);
    expect(await disk.read((tx) => tx.ops())).toEqual([]);
    expect(await disk.read((tx) => tx.pastSince(0))).toEqual([]);
  });

  test('what waits on the disk goes first: nothing is sent past it', async () => {
    const { requests, direct, outbox } = fullTablet();
    await outbox.saveLine('order-1', line('milk', 5), NOWHERE);
    expect(await direct.send('order-1', put(line('milk', 6)))).toBeNull();
    expect(requests).toEqual([]);
    // Another transfer's way is free.
    expect(await direct.send(null, (to) => to.createTransfer(HEADER))).toBe('order-9');
  });

  test('what another officer left on the disk holds nobody else up: it is theirs to send', {
    tags: ['SYNC-41'],
  }, async () => {
    const t = fullTablet();
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.disk.change(async (tx) => {
      for (const op of await tx.ops()) await tx.put({ ...op, user_id: 'bem' });
    });
    expect(await t.direct.send('order-1', put(line('p1', 5)))).toBe('order-1');
    expect(t.requests.map((request) => request.user_id)).toEqual(['ada']);
  });

  test('refused: the words of the server, and the next change is not held up by it', async () => {
    const { world, requests, direct } = fullTablet(() => say(422, null, 'Product is inactive.'));
    await expect(direct.send('order-1', put(line('milk', 5)))).rejects.toThrow(
      new TransferLocked('Product is inactive.'),
    );
    world.answer = takes;
    expect(await direct.send('order-1', put(line('milk', 4)))).toBe('order-1');
    expect(requests.map((request) => request.fields.quantity)).toEqual([[5], [4]]);
  });

  test.each([
    ['never to be: its words are told, and it is begun anew', { state: 'cancelled', message: '', data: null }],
    ['taken after all: it is not begun twice', { state: 'done', code: 200, message: 'OK', data: 'order-9' }],
  ])(
    'no answer, then refused: a copy may still be under way, so its key is closed first. %s',
    { tags: ['SYNC-34', 'P2'] },
    async (_what, finalAnswer) => {
      const { world, requests, direct } = fullTablet(() => SILENCE);
      const begin = (to: Outbox) => to.createTransfer(HEADER);
      expect(await direct.send(null, begin)).toBeNull();
      world.answer = ({ path }) =>
        path === 'sync/cancel' ? SILENCE : say(422, { error: 'validation' }, 'Distributor is not valid.');
      // The server does not say: it is held on, with its key.
      expect(await direct.send(null, begin)).toBeNull();
      expect(await direct.holdsNew()).toBe(true);
      world.answer = ({ path }) =>
        path === 'sync/cancel' ? say(200, finalAnswer) : say(422, { error: 'validation' }, 'Distributor is not valid.');
      if (finalAnswer.state === 'done') expect(await direct.send(null, begin)).toBe('order-9');
      else await expect(direct.send(null, begin)).rejects.toThrow(new TransferLocked('Distributor is not valid.'));
      expect(await direct.holdsNew()).toBe(false);
      expect(requests.map(({ path }) => path)).toEqual([
        'purchase_order/create',
        'purchase_order/create',
        'sync/cancel',
        'sync/cancel',
      ]);
      expect(requests.slice(2).map(({ fields }) => fields.key)).toEqual(Array(2).fill(requests[0]?.key));
    },
  );

  test("something else is wanted after no answer: what is held is never sent behind a person's back, its key is closed first", async () => {
    const { world, requests, direct } = fullTablet(() => SILENCE);
    expect(
      await direct.send('order-1', (to) => to.complete('order-1', { expect_digest: 'digest', lines: 2 })),
    ).toBeNull();
    const other = (to: Outbox) => to.saveLine('order-2', line('milk', 7), NOWHERE);
    expect(await direct.send('order-2', other)).toBeNull();
    world.answer = takes;
    expect(await direct.send('order-2', other)).toBe('order-2');
    expect(requests.map((request) => request.path)).toEqual([
      'purchase_order/execute',
      'sync/cancel',
      'sync/cancel',
      'purchase_order_item/upsert_bulk',
    ]);
    expect(requests[2]?.fields).toEqual({ key: requests[0]?.key });
  });

  test('the key of what is held is somebody else’s: it can never take effect, so the next change goes; any other refusal is no word about it', {
    tags: ['SYNC-34'],
  }, async () => {
    const { world, requests, direct } = fullTablet(() => SILENCE);
    expect(await direct.send('order-1', put(line('milk', 5)))).toBeNull();
    const answering = (word: string) => (request: Request) =>
      request.path === 'sync/cancel' ? say(word === 'forbidden' ? 403 : 422, { error: word }) : takes(request);
    world.answer = answering('forbidden');
    expect(await direct.send('order-1', put(line('milk', 6)))).toBeNull();
    world.answer = answering('idempotency_mismatch');
    expect(await direct.send('order-1', put(line('milk', 6)))).toBe('order-1');
    expect(requests.flatMap((request) => (request.fields.quantity as number[] | undefined) ?? [])).toEqual([5, 6]);
  });

  test('a restore that is heard of while a key is closed: what was taken before is sent again, and the id is that of the transfer that was asked for', {
    tags: ['SYNC-35'],
  }, async () => {
    const { world, requests, direct } = fullTablet();
    expect(await direct.send('order-1', put(line('milk', 1)))).toBe('order-1');
    const other = (quantity: number) => (to: Outbox) => to.saveLine('order-2', line('milk', quantity), NOWHERE);
    world.answer = () => SILENCE;
    expect(await direct.send('order-2', other(5))).toBeNull();
    world.answer = (request) => {
      const reply =
        request.path === 'sync/cancel' ? say(200, { state: 'cancelled', message: '', data: null }) : takes(request);
      return { ...reply, epoch: 'restored' } as Reply;
    };
    expect(await direct.send('order-2', other(6))).toBe('order-2');
    const lines = requests.filter((request) => request.path !== 'sync/cancel');
    expect(lines.map((request) => request.fields.quantity)).toEqual([[1], [5], [1], [6]]);
    expect(lines[2]?.fields.op_key).toEqual(lines[0]?.fields.op_key);
  });

  test('it was taken after all: the next number stands on what it made', async () => {
    const { world, requests, direct } = fullTablet(() => SILENCE);
    expect(await direct.send('order-1', put(line('milk', 5)))).toBeNull();
    world.answer = (request) =>
      request.path === 'sync/cancel'
        ? say(200, { state: 'done', code: 200, message: 'OK', data: { _id: 'item-milk', version: 1 } })
        : takes(request);
    expect(await direct.send('order-1', put(line('milk', 7)))).toBe('order-1');
    expect(requests.map((request) => request.fields.quantity ?? request.path)).toEqual([[5], 'sync/cancel', [7]]);
    expect(requests[2]?.fields).toMatchObject({ _id: ['item-milk'], base_version: [1] });
  });

  test('a transfer whose create had no answer is not begun twice, also when its details changed meanwhile', async () => {
    for (const taken of [true, false]) {
      const { world, requests, direct } = fullTablet(() => SILENCE);
      expect(await direct.send(null, (to) => to.createTransfer(HEADER))).toBeNull();
      expect(await direct.holdsNew()).toBe(true);
      world.answer = (request) =>
        request.path === 'sync/cancel' && taken
          ? say(200, { state: 'done', code: 200, message: 'OK', data: 'order-9' })
          : takes(request);
      const later = { ...HEADER, timestamp: HEADER.timestamp + 60 };
      expect(await direct.send(null, (to) => to.createTransfer(later))).toBe('order-9');
      expect(requests.map((request) => request.path)).toEqual([
        'purchase_order/create',
        'sync/cancel',
        taken ? 'purchase_order/update' : 'purchase_order/create',
      ]);
      expect(requests[2]?.fields).toMatchObject({ timestamp: later.timestamp });
      expect(await direct.holdsNew()).toBe(false);
      // A further one is a further transfer.
      world.answer = (request) => (request.path === 'purchase_order/create' ? say(200, 'order-10') : takes(request));
      expect(await direct.send(null, (to) => to.createTransfer(HEADER))).toBe('order-10');
    }
  });

  test('the same create asked again is the same transfer', async () => {
    const { world, requests, direct } = fullTablet(() => SILENCE);
    expect(await direct.send(null, (to) => to.createTransfer(HEADER))).toBeNull();
    world.answer = takes;
    expect(await direct.send(null, (to) => to.createTransfer(HEADER))).toBe('order-9');
    expect(new Set(requests.map((request) => request.key)).size).toBe(1);
  });

  test('room again: what is held is not sent again, its key is closed on the server', async () => {
    const { world, requests, direct } = fullTablet(() => SILENCE);
    await direct.send('order-1', put(line('milk', 5)));
    world.answer = takes;
    await direct.giveUp();
    expect(requests.at(-1)).toMatchObject({ path: 'sync/cancel', fields: { key: String(requests[0]?.fields.op_key) } });
    expect(await direct.send('order-1', put(line('tea', 1)))).toBe('order-1');
    expect(requests.map((request) => String(request.fields.product_id ?? ''))).toEqual(['milk', '', 'tea']);
  });

  test('room again while an answer is under way: it is waited for, not given up', async () => {
    const { requests, direct } = fullTablet();
    const under = direct.send('order-1', put(line('milk', 5)));
    await direct.giveUp();
    expect(await under).toBe('order-1');
    expect(requests.map((request) => request.path)).toEqual(['purchase_order_item/upsert_bulk']);
  });

  test('taken at once: the order of the server, nothing on the disk', { tags: ['TRF-13'] }, async () => {
    const { requests, direct, disk } = fullTablet();
    expect(await direct.send('order-1', put(line('milk', 5), line('tea', 2)))).toBe('order-1');
    expect(requests).toHaveLength(1);
    expect(await direct.send('order-1', (to) => to.complete('order-1', { expect_digest: 'digest', lines: 2 }))).toBe(
      'order-1',
    );
    expect(requests.at(-1)).toMatchObject({ path: 'purchase_order/execute' });
    // TRF-13: both flags are said, whatever the server takes for granted.
    const flags = { commit: true, error_on_empty: true };
    expect(requests.at(-1)?.fields).toEqual({ _id: 'order-1', ...flags, expect_digest: 'digest' });
    expect(await disk.read((tx) => tx.ops())).toEqual([]);
  });
});

describe('the stored answer of a copy that came late is a refusal', { tags: ['SYNC-34', 'B3.14'] }, () => {
  test.each<[string, object, string | null, (to: Outbox) => Promise<unknown>]>([
    [
      'a confirmation: too little stock',
      { code: 200, message: 'Transfer failed.', data: { errors: [{ product_id: 'p', requested: 2, available: 1 }] } },
      'order-1',
      (to) => to.complete('order-1', { expect_digest: 'digest', lines: 1 }),
    ],
    [
      'a line: somebody else changed it',
      { code: 409, message: 'Changed.', data: { error: 'conflict', current: { _id: 'i', version: 4 } } },
      'order-1',
      (to) => to.saveLine('order-1', line('p1', 1), NOWHERE),
    ],
    [
      'a transfer: a party is closed',
      { code: 409, message: 'Kano is inactive.', data: { error: 'conflict' } },
      null,
      (to) => to.createTransfer(HEADER),
    ],
  ])('%s: nothing is told to be done', async (_what, stored, transfer, work) => {
    const { world, direct } = fullTablet(() => SILENCE);
    const send = () => direct.send(transfer, work as (to: Outbox) => Promise<string>);
    expect(await send()).toBeNull();
    world.answer = ({ path }) =>
      path === 'sync/cancel'
        ? say(200, { state: 'done', ...stored })
        : say(403, { error: 'forbidden' }, 'Not allowed.');
    await expect(send()).rejects.toBeInstanceOf(TransferLocked);
  });
});

describe('nothing can be stored here', { tags: ['SYNC-49'] }, () => {
  test('a disk that fails is not no disk: what may wait there is not passed by', async () => {
    const { requests, direct, ports } = fullTablet();
    ports.store = { ...ports.store, read: () => Promise.reject(new Error('I/O')) };
    await expect(direct.send('order-1', put(line('milk', 5)))).rejects.toThrow('I/O');
    expect(requests).toEqual([]);
  });

  test('a whole transfer with the server alone, each line on top of what it made', async () => {
    const { requests, direct, ports } = fullTablet();
    ports.store = { ...ports.store, read: () => Promise.reject(NO_DISK) };
    expect(await direct.send(null, (to) => to.createTransfer(HEADER))).toBe('order-9');
    expect(await direct.send('order-9', (to) => to.saveLine('order-9', line('milk', 5), NOWHERE))).toBe('order-9');
    expect(await direct.send('order-9', (to) => to.saveLine('order-9', line('milk', 6), NOWHERE))).toBe('order-9');
    expect(requests.map((request) => request.fields.quantity ?? request.path)).toEqual([
      'purchase_order/create',
      [5],
      [6],
    ]);
    expect(requests[2]?.fields).toMatchObject({ purchase_order_id: 'order-9', _id: ['item-milk'], base_version: [1] });
  });
});
