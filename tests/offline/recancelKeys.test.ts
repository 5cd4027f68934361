/** SYNC rules 34 and 35 together: given up, closed on the server, and the server restored from a backup that forgot it. */
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch } from '#offline/drain/epoch.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { setCancelledKeys } from '#offline/resolve/cancelledKeys.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Ports, QueueOwner, Reply, Request } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

const closed = say(200, { state: 'cancelled', message: 'This change was discarded.', data: null });
const refused = (code: number, error: string) => say(code, { error });

/** A tablet whose line was sent without an answer and then given up; `asked` begins after that. */
async function givenUpLine(more: { exported?: boolean } = {}) {
  let ids = 0;
  const requests: Request[] = [];
  const world = { answer: (_request: Request): Reply => SILENCE, epoch: 'e1' };
  const owner: QueueOwner = { user_id: 'ada', user_name: 'Ada', device_id: 't1', app_version: '1' };
  const store = memoryStore();
  const ports: Ports = {
    store,
    clock: { now: () => 1_800_000_000_000 },
    chance: { next: () => 0.5, uuid: () => `uuid-no-${++ids}` },
    net: {
      send: async (request) => {
        requests.push(request);
        const reply = world.answer(request);
        return reply.verified ? { ...reply, epoch: world.epoch } : reply;
      },
    },
  };
  const outbox = makeOutbox(ports, () => owner);
  const key = await outbox.saveLine('order-1', line('p1', 1), NOWHERE);
  const pass = () => drain(ports, owner, { forced: true });
  if (more.exported) await outbox.exportUnsent();
  else await pass();
  await noticeEpoch(ports, 'e1');
  world.answer = () => closed;
  const [op] = await store.read((tx) => tx.ops());
  expect(await outbox.discard(op?.seq ?? 0)).toBe('discarded');
  requests.length = 0;
  const past = async () => (await store.read((tx) => tx.past(key)))?.op.state;
  /** Told by the health probe, as after a restore. */
  const restored = async (epoch = 'e2') => {
    world.epoch = epoch;
    expect(await noticeEpoch(ports, epoch)).toBe(true);
  };
  return { world, requests, owner, ports, outbox, pass, past, restored, key };
}

describe('a restored server forgot that a key is closed', { tags: ['rule-34', 'rule-35'] }, () => {
  test.each([false, true])(
    'its key is closed again before anything else, once (left in a file: %s)',
    async (exported) => {
      const t = await givenUpLine({ exported });
      await t.restored();
      await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
      await t.pass();
      expect(t.requests.map((request) => request.path)).toEqual(['sync/cancel', 'purchase_order_item/upsert_bulk']);
      expect(t.requests[0]).toMatchObject({ fields: { key: t.key }, epoch: 'e2' });
      t.requests.length = 0;
      await t.pass();
      expect(t.requests.map((request) => request.path)).not.toContain('sync/cancel');
      expect(await t.past()).toBe('discarded');
    },
  );

  test.each([
    ['silence', SILENCE],
    ['a busy server', refused(503, 'unavailable')],
    ['an ended session', refused(401, 'unauthorized')],
    ['a starter password', refused(403, 'must_change_password')],
    ['a mistake of the server', refused(500, 'internal')],
    ['a request under way', refused(409, 'in_progress')],
  ])('%s leaves it to the next pass', async (_name, answer) => {
    const t = await givenUpLine();
    await t.restored();
    t.world.answer = () => answer;
    await t.pass();
    t.world.answer = () => closed;
    await t.pass();
    await t.pass();
    expect(t.requests.map((request) => request.fields.key)).toEqual([t.key, t.key]);
  });

  test('a key that is somebody else’s by now is let be', async () => {
    const t = await givenUpLine();
    await t.restored();
    t.world.answer = () => refused(422, 'idempotency_mismatch');
    await t.pass();
    await t.pass();
    expect(t.requests).toHaveLength(1);
    expect(await t.past()).toBe('discarded');
  });

  test('a copy came first: it counts as sent, and the screens read anew', async () => {
    const t = await givenUpLine();
    await t.restored();
    t.world.answer = () => say(200, { state: 'done', code: 200, message: 'OK', data: { _id: 'i1', version: 1 } });
    expect((await t.pass()).finished).toBe(1);
    expect(await t.past()).toBe('done');
  });

  test('a copy came first and was refused: it stays given up', async () => {
    const t = await givenUpLine();
    await t.restored();
    t.world.answer = () => say(200, { state: 'done', code: 409, message: '', data: { error: 'receipt_locked' } });
    expect((await t.pass()).finished).toBe(0);
    expect(await t.past()).toBe('discarded');
  });

  test('another officer at this tablet does not close it: the server would bind the key to them', async () => {
    const t = await givenUpLine();
    await t.restored();
    t.owner.user_id = 'bem';
    await t.pass();
    expect(t.requests).toEqual([]);
    t.owner.user_id = 'ada';
    await t.pass();
    expect(t.requests.map((request) => request.path)).toEqual(['sync/cancel']);
  });

  test('restored again before it was closed: still once per restore', async () => {
    const t = await givenUpLine();
    await t.restored();
    await t.restored('e3');
    await t.pass();
    expect(t.requests.map((request) => request.epoch)).toEqual(['e3']);
    await t.restored('e4');
    await t.pass();
    expect(t.requests.map((request) => request.epoch)).toEqual(['e3', 'e4']);
  });

  test('heard of while sending: closed in the same pass', async () => {
    const t = await givenUpLine();
    t.world.epoch = 'e2';
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    t.world.answer = ({ path }) => (path === 'sync/cancel' ? closed : refused(503, 'unavailable'));
    await t.pass();
    expect(t.requests.slice(0, 2).map((request) => request.path)).toEqual([
      'purchase_order_item/upsert_bulk',
      'sync/cancel',
    ]);
  });

  test('heard of while sending, and a copy came first: that pass counts it, so that the screens read anew', {
    tags: ['SYNC-35'],
  }, async () => {
    const t = await givenUpLine();
    t.world.epoch = 'e2';
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    t.world.answer = ({ path }) =>
      path === 'sync/cancel'
        ? say(200, { state: 'done', code: 200, message: 'OK', data: { _id: 'i1', version: 1 } })
        : refused(503, 'unavailable');
    expect((await t.pass()).finished).toBe(1);
    expect(await t.past()).toBe('done');
  });

  test('many keys and a slow line: what waits to be sent goes out in the same pass, the rest is closed in the next ones', {
    tags: ['SYNC-20'],
  }, async () => {
    const t = await givenUpLine();
    await t.restored();
    await t.ports.store.change((tx) =>
      setCancelledKeys(
        tx,
        Array.from({ length: 12 }, (_, at) => ({ key: `given-up-${at}`, user_id: 'ada' })),
      ),
    );
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    let now = t.ports.clock.now();
    const clock = { now: () => now };
    t.world.answer = (request) => {
      now += 4_000;
      return request.path === 'sync/cancel' ? closed : kind(request);
    };
    const cancels = () => t.requests.filter(({ path }) => path === 'sync/cancel').length;
    expect((await drain({ ...t.ports, clock }, t.owner, { forced: true })).finished).toBe(1);
    expect(cancels()).toBe(3);
    for (let pass = 0; pass < 3; pass += 1) await drain({ ...t.ports, clock }, t.owner, { forced: true });
    expect(cancels()).toBe(12);
    expect(new Set(t.requests.map(({ fields }) => fields.key)).size).toBe(13);
  });

  test('never sent and never in a file: nobody has a copy, nothing is asked', async () => {
    const t = await givenUpLine();
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    const [op] = await t.ports.store.read((tx) => tx.ops());
    await t.outbox.discard(op?.seq ?? 0);
    await t.restored();
    await t.pass();
    expect(t.requests.map((request) => request.fields.key)).toEqual([t.key]);
  });
});

/** `count` lines that were never sent, discarded at sign-out without a connection. */
async function discardedAtSignOut(count: number) {
  const t = await givenUpLine();
  await t.outbox.saveLines(
    'order-9',
    Array.from({ length: count }, (_, at) => ({ line: line(`never-${at}`, 1), at: NOWHERE })),
  );
  const ops = await t.ports.store.read((tx) => tx.ops());
  expect(await t.outbox.discardAll(ops.map((op) => op.seq))).toBe(true);
  const keys = ops.map((op) => op.key);
  let now = t.ports.clock.now();
  const clock = { now: () => now };
  const pass = () => drain({ ...t.ports, clock }, t.owner, { forced: true });
  const answer = (request: Request) => {
    now += 4_000;
    return request.path === 'sync/cancel' ? closed : kind(request);
  };
  t.world.answer = answer;
  const paths = () => t.requests.map(({ path }) => (path === 'sync/cancel' ? 'close' : 'send'));
  return { ...t, keys, pass, paths, answer, clock };
}

describe('what was never sent and is discarded at sign-out', { tags: ['SYNC-40'] }, () => {
  test('what waits to be sent goes out first; its keys are closed behind it, each once', {
    tags: ['SYNC-20'],
  }, async () => {
    const t = await discardedAtSignOut(5);
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    expect((await t.pass()).finished).toBe(1);
    expect(t.paths()).toEqual(['send', 'close', 'close', 'close']);
    await t.outbox.saveLine('order-2', line('p3', 1), NOWHERE);
    await t.pass();
    await t.pass();
    expect(t.paths().slice(4)).toEqual(['send', 'close', 'close']);
    const requests = t.requests.filter(({ path }) => path === 'sync/cancel').map(({ fields }) => fields.key);
    expect(requests.sort()).toEqual([...t.keys].sort());
  });

  test('a key that a copy may be of is closed before anything is sent, also one noted by an older version', {
    tags: ['SYNC-35'],
  }, async () => {
    const t = await discardedAtSignOut(1);
    await t.restored();
    await t.ports.store.change(async (tx) => {
      const list = (await tx.meta('given_up')) as { key: string; user_id: string }[];
      await setCancelledKeys(tx, [...list, { key: 'noted-before', user_id: 'ada' }]);
    });
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    await t.pass();
    expect(t.requests.map(({ path, fields }) => (path === 'sync/cancel' ? fields.key : 'send'))).toEqual([
      t.key,
      'noted-before',
      'send',
      t.keys[0],
    ]);
  });

  test('refused and then discarded: the restored server may have forgotten the refusal, so its key is closed first', {
    tags: ['SYNC-35'],
  }, async () => {
    const t = await givenUpLine();
    const key = await t.outbox.complete('order-1', { expect_digest: 'digest', lines: 1 });
    t.world.answer = () => say(200, { errors: [{ code: 'short_stock', message: 'Not enough stock.' }] });
    await t.pass();
    const [op] = await t.ports.store.read((tx) => tx.ops());
    expect(await t.outbox.discardAll([op?.seq ?? 0])).toBe(true);
    await t.restored();
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    t.world.answer = (request) => (request.path === 'sync/cancel' ? closed : kind(request));
    t.requests.length = 0;
    await t.pass();
    expect(t.requests.map(({ path }) => path)).toEqual([
      'sync/cancel',
      'sync/cancel',
      expect.stringContaining('upsert'),
    ]);
    expect(t.requests.map(({ fields }) => fields.key)).toContain(key);
  });

  test('something is saved meanwhile: the record makes way for it, and the pass asks to be run again at once', {
    tags: ['SYNC-03'],
  }, async () => {
    const t = await discardedAtSignOut(3);
    const { send } = t.ports.net;
    t.ports.net.send = async (request) => {
      if (t.requests.length === 0) await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
      return send(request);
    };
    expect((await t.pass()).retryAt).toBe(t.clock.now());
    expect(t.paths()).toEqual(['close']);
    expect((await t.pass()).retryAt).toBeNull();
    expect(t.paths()).toEqual(['close', 'send', 'close', 'close']);
  });

  test('nobody answers what is sent: nothing is asked behind it', { tags: ['SYNC-24'] }, async () => {
    const t = await discardedAtSignOut(2);
    t.world.answer = () => SILENCE;
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    await t.pass();
    expect(t.paths()).toEqual(['send']);
  });
});

describe('what goes with a transfer that is given up', { tags: ['SYNC-34'] }, () => {
  test('a line of it that left in a file: its key is closed too, or it counts as sent', {
    tags: ['P4', 'SYNC-34'],
  }, async () => {
    for (const state of ['cancelled', 'done'] as const) {
      const t = await givenUpLine();
      const transfer = await t.outbox.createTransfer(HEADER);
      const key = await t.outbox.saveLine(transfer, line('p3', 1), NOWHERE);
      const never = await t.outbox.saveLine(transfer, line('p4', 1), NOWHERE);
      await t.ports.store.change(async (tx) => {
        for (const op of await tx.ops()) if (op.key === key) await tx.put({ ...op, copied: true });
      });
      const [create] = await t.ports.store.read((tx) => tx.ops());
      expect(await t.outbox.discard(create?.seq ?? 0)).toBe('discarded');
      t.requests.length = 0;
      t.world.answer = () => say(200, { state, code: 200, message: '', data: { _id: 'item-p3', version: 1 } });
      await t.pass();
      expect(t.requests.map((request) => request.fields.key)).toEqual([key]);
      const past = (of: string) => t.ports.store.read(async (tx) => (await tx.past(of))?.op.state);
      expect(await past(key)).toBe(state === 'done' ? 'done' : 'discarded');
      expect(await past(never)).toBe('discarded');
    }
  });
});

describe('a refusal that came in a file', { tags: ['SYNC-34', 'SEC-20'] }, () => {
  test('the server may have been restored since it was given: it is no word of this store, so the key is closed before it is given up', {
    tags: ['P4'],
  }, async () => {
    const from = await givenUpLine();
    const key = await from.outbox.complete('order-1', { expect_digest: 'digest', lines: 1 });
    from.world.answer = () => say(200, { errors: [{ code: 'short_stock', message: 'Not enough stock.' }] });
    await from.pass();
    const file = JSON.parse(JSON.stringify(await from.outbox.exportUnsent()));
    const t = await givenUpLine();
    await t.outbox.importUnsent(file);
    const [taken] = await t.ports.store.read((tx) => tx.ops());
    expect([taken?.key, taken?.state, taken?.last_error?.message]).toEqual([key, 'attention', '']);
    t.world.answer = () => SILENCE;
    expect(await t.outbox.discard(taken?.seq ?? 0)).toBe('needs_connection');
    t.world.answer = () => closed;
    expect(await t.outbox.discard(taken?.seq ?? 0)).toBe('discarded');
    expect(t.requests.at(-1)).toMatchObject({ path: 'sync/cancel', fields: { key } });
  });
});
