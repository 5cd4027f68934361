/** A stuck queue taken to another tablet, or to the server by an administrator (SYNC rule 41, SEC-20): once, whoever sends it when. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import type { UnsentFile } from '#offline/file/unsentFile.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { Op, TransferHeader, TransferLine } from '#offline/outbox/op.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Ports, QueueOwner, Reply, Request } from '#offline/store/ports.ts';
import { describeForTwoServers } from '#tests/support/database.ts';
import { newKey, startServer, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, makeWorld, type World } from '#tests/support/stockWorld.ts';

const NOWHERE = { item_id: null, version: null };

describeForTwoServers('sync/import', (database) => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeWorld(database(), server);
  });

  /** A tablet's own engine against this server. `line` says what the network does with a request. */
  function tablet(user: { user_id: string; token: string; name: string }, name: string) {
    const net = { line: 'up' as 'up' | 'down' | 'answers get lost' };
    const owner: QueueOwner = { user_id: user.user_id, user_name: user.name, device_id: name, app_version: '1.0.0' };
    const ports: Ports = {
      store: memoryStore(),
      clock: { now: () => Date.now() },
      chance: { next: () => 0, uuid: newKey },
      net: {
        async send({ path, fields, key, epoch }: Request): Promise<Reply> {
          if (net.line === 'down') return { verified: false };
          const headers: Record<string, string> = epoch ? { 'x-store-epoch': epoch } : {};
          const response = await server.call('POST', path, fields, { token: user.token, key, headers });
          if (net.line === 'answers get lost') return { verified: false };
          const { code, message, data } = response;
          const verified = response.headers['idempotency-key'] === key;
          const about = { code, message, data, epoch: response.headers['x-store-epoch'] ?? null, retryAfter: null };
          return verified ? { verified, ...about } : { verified };
        },
      },
    };
    const outbox = makeOutbox(ports, () => owner);
    return {
      net,
      ports,
      outbox,
      pass: () => drain(ports, owner, { forced: true }),
      ops: () => ports.store.read((tx) => tx.ops()),
      past: () => ports.store.read((tx) => tx.pastSince(0)),
    };
  }
  type Tablet = ReturnType<typeof tablet>;

  const header = (): TransferHeader => ({
    timestamp: 1_795_250_000,
    source_type: 'distributor',
    source: world.distributor,
    destination_type: 'seller',
    destination: world.hub,
    meta: '{}',
    source_name: 'D',
    destination_name: 'S',
  });
  const line = (product_id: string, quantity: number): TransferLine => ({
    product_id,
    quantity,
    quantity_accepted: quantity,
    amount: '100.00',
    // K1: what a tablet sends with a line today; a body without it would be another one under the same key.
    rate: '100.00',
    reason: null,
    note: 'café',
    about: { name: 'Milk', case_count: 12 },
  });

  /** A whole transfer on a tablet without a line: two products, one edited, one added and removed again, confirmed. */
  async function shift(t: Tablet): Promise<string> {
    const transfer = await t.outbox.createTransfer(header());
    await t.outbox.saveLine(transfer, line(world.milk, 12), NOWHERE);
    await t.outbox.saveLine(transfer, line(world.rice, 5), NOWHERE);
    const view = overlay(transfer, null, await t.ops(), null, await t.past());
    await t.outbox.complete(transfer, confirmationOf(view));
    return transfer;
  }
  const asFile = async (t: Tablet): Promise<UnsentFile> => JSON.parse(JSON.stringify(await t.outbox.exportUnsent()));
  const bring = (file: unknown, commit: boolean, token = world.admin.token) =>
    server.call('POST', 'sync/import', { file: JSON.stringify(file), commit }, { token, key: newKey() });
  const orders = async (transfer: string) =>
    (
      await sql<{
        _id: string;
        tag: string;
      }>`select _id, tag from purchase_order where client_id = ${transfer.replace('local-', '')}`.execute(
        database().kysely,
      )
    ).rows;
  const stockOf = async (product: string) => (await world.stock(world.hub))[product] ?? 0;

  test('only an administrator: 403, nothing is kept', { tags: ['API-4.20'] }, async () => {
    const t = tablet(world.officer, 't1');
    const transfer = await shift(t);
    const file = await asFile(t);
    for (const { token } of [world.officer, world.staff]) expect((await bring(file, true, token)).code).toBe(403);
    expect(await orders(transfer)).toEqual([]);
  });

  test.each([
    ['not JSON', 'nonsense{'],
    ['another file', '{"rows":[]}'],
    ['a change of another schema', { schema: 2 }],
    ['a key of the wrong form', { key: 'x' }],
    ['a type that is none', { type: 'delete_everything' }],
    ['a quantity that is no number', { type: 'upsert', payload: { product_id: 'p', quantity: '1e9' } }],
  ])('%s: 400, nothing is kept', { tags: ['SEC-20'] }, async (_what, wrong) => {
    const t = tablet(world.officer, 't1');
    const transfer = await shift(t);
    const file = await asFile(t);
    const [first, ...rest] = file.ops;
    const text =
      typeof wrong === 'string' ? wrong : JSON.stringify({ ...file, ops: [{ ...first, ...wrong }, ...rest] });
    const response = await server.call(
      'POST',
      'sync/import',
      { file: text, commit: true },
      { token: world.admin.token },
    );
    expect(response).toMatchObject({ code: 400, data: { error: 'bad_request' } });
    expect(response.message).toContain('This file is not an exported queue of Kasuwa');
    expect(await orders(transfer)).toEqual([]);
  });

  test('without commit it says what would happen and keeps nothing, not even a key', {
    tags: ['API-4.20'],
  }, async () => {
    const t = tablet(world.officer, 't1');
    const transfer = await shift(t);
    const file = await asFile(t);
    const response = await bring(file, false);
    expect(response).toMatchObject({ code: 200, data: { succeeded: 4, failed: 0 } });
    expect(await orders(transfer)).toEqual([]);
    const keys = file.ops.map((op) => op.key);
    const { rows } = await sql`select 1 from idempotency where key = any(${keys})`.execute(database().kysely);
    expect(rows).toEqual([]);
  });

  test('committed: done once, by the administrator, its author recorded as a claim; the revived tablet gets its answers', {
    tags: ['SEC-20', 'SYNC-41'],
  }, async () => {
    const t = tablet(world.officer, 't1');
    const transfer = await shift(t);
    const file = await asFile(t);
    const before = await stockOf(world.milk);
    expect((await bring(file, true)).data).toMatchObject({ succeeded: 4, failed: 0 });
    expect(await orders(transfer)).toMatchObject([{ tag: 'receipt' }]);
    expect(await stockOf(world.milk)).toBe(before + 12);
    // Brought twice: the same answers, nothing twice.
    expect((await bring(file, true)).data).toMatchObject({ succeeded: 4, failed: 0 });
    const { rows } = await sql<{
      user_id: string;
      after: { claimed_author_id: string };
    }>`select user_id, after from audit_log
      where action = 'import' and record_id = any(${file.ops.map((op) => op.key)})`.execute(database().kysely);
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      expect(row.user_id).toBe(world.admin.user_id);
      expect(row.after.claimed_author_id).toBe(world.officer.user_id);
    }
    // The stuck tablet comes back to life and sends everything itself.
    await t.pass();
    expect(await t.ops()).toEqual([]);
    expect((await t.past()).map((one) => one.op.state)).toEqual(['done', 'done', 'done', 'done']);
    expect(await orders(transfer)).toHaveLength(1);
    expect(await stockOf(world.milk)).toBe(before + 12);
    expect(await brokenBooks(database())).toEqual([]);
  });

  test('a long import: each change is written when its turn came, not below what a delta told meanwhile', {
    tags: ['API-1.5', 'API-4.20'],
  }, async () => {
    const t = tablet(world.officer, 't1');
    const transfer = await shift(t);
    const file = await asFile(t);
    const start = server.clock.now;
    let looked = start;
    // Each look at the clock is 30 s after the one before.
    Object.defineProperty(server.clock, 'now', { configurable: true, get: () => (looked += 30) });
    try {
      expect((await bring(file, true)).data).toMatchObject({ succeeded: 4, failed: 0 });
    } finally {
      Object.defineProperty(server.clock, 'now', { value: looked, writable: true });
    }
    const [order] = await orders(transfer);
    const { rows } = await sql<{ at: number }>`select created as at from purchase_order where _id = ${order?._id}
      union all select created from purchase_order_item where purchase_order_id = ${order?._id}
      union all select distinct created from warehouse_log where purchase_order_id = ${order?._id} order by at`.execute(
      database().kysely,
    );
    const { rows: keys } = await sql<{ created: number }>`select created from idempotency
      where key = any(${file.ops.map((op) => op.key)}) order by created`.execute(database().kysely);
    const own = keys.map((row) => row.created);
    expect(new Set(own).size).toBe(4);
    expect(rows.map((row) => row.at)).toEqual(own);
  });

  test('half of it was applied and its answers lost: the rest is done, that half is not done again', {
    tags: ['SEC-20', 'P2'],
  }, async () => {
    const t = tablet(world.officer, 't1');
    const transfer = await shift(t);
    t.net.line = 'answers get lost';
    await t.pass();
    const created = await orders(transfer);
    expect(created).toHaveLength(1);
    t.net.line = 'down';
    const file = await asFile(t);
    expect((await bring(file, true)).data).toMatchObject({ succeeded: 4, failed: 0 });
    expect(await orders(transfer)).toMatchObject([{ _id: created[0]?._id, tag: 'receipt' }]);
    t.net.line = 'up';
    await t.pass();
    expect(await t.ops()).toEqual([]);
    expect(await brokenBooks(database())).toEqual([]);
  });

  test('what was sent is not what the change shows: refused, nothing is kept', { tags: ['SEC-20'] }, async () => {
    const t = tablet(world.officer, 't1');
    const transfer = await shift(t);
    t.net.line = 'answers get lost';
    await t.pass();
    t.net.line = 'down';
    const file = await asFile(t);
    const [create] = file.ops;
    Object.assign(create?.sent_body ?? {}, { source: world.admin.user_id });
    const response = await bring(file, true);
    expect(response.data.results[0]).toMatchObject({
      code: 400,
      message: 'What was sent of this change is not what it shows.',
    });
    expect(response.data).toMatchObject({ succeeded: 0, failed: 4 });
    expect(await orders(transfer)).toMatchObject([{ tag: 'purchase_order' }]);
  });

  test('a confirmation whose body leaves out which lines were confirmed: refused, nothing moves', {
    tags: ['SEC-20', 'SYNC-33'],
  }, async () => {
    const t = tablet(world.officer, 't1');
    const transfer = await shift(t);
    const file = await asFile(t);
    const execute = file.ops.at(-1);
    Object.assign(execute ?? {}, { attempts: 1, sent_body: { _id: 'any', commit: true, error_on_empty: true } });
    const response = await bring(file, true);
    expect(response.data.results.at(-1)).toMatchObject({ code: 400 });
    expect(await orders(transfer)).toMatchObject([{ tag: 'purchase_order' }]);
  });

  describe('a change that aims at another record than it shows', { tags: ['SEC-20', 'SYNC-41'] }, () => {
    const NOT_AS_SHOWN = 'What was sent of this change is not what it shows.';
    const seen = async (order: string, product: string) => {
      const rows = (await world.items(order)) as { _id: string; product_id: string; version: number }[];
      const row = rows.find((one) => one.product_id === product);
      return { item_id: row?._id ?? '', version: row?.version ?? null };
    };
    /** A transfer of the officer's own tablet, on the server with rice and milk, and one of somebody else with the same. */
    async function twoTransfers() {
      const theirs = await world.order(world.shipIn, [
        [world.rice, 5, 5, '100.00'],
        [world.milk, 12, 12, '100.00'],
      ]);
      const t = tablet(world.officer, 't1');
      const transfer = await t.outbox.createTransfer(header());
      for (const product of [world.rice, world.milk]) await t.outbox.saveLine(transfer, line(product, 3), NOWHERE);
      await t.pass();
      t.net.line = 'down';
      const mine = (await orders(transfer))[0]?._id ?? '';
      const look = async () => ({ order: await world.read(theirs), items: await world.items(theirs) });
      return { t, transfer, mine, theirs, look };
    }
    type Two = Awaited<ReturnType<typeof twoTransfers>>;
    const about = { name: 'Rice', case_count: 1 };
    const removeRice = async ({ t, transfer, mine }: Two) =>
      void (await t.outbox.removeLine(
        transfer,
        { product_id: world.rice, about },
        { revision: undefined, ...(await seen(mine, world.rice)) },
      ));
    const tried = (op: Op | undefined, sent_body: Record<string, unknown>) =>
      Object.assign(op ?? {}, { attempts: 1, sent_body });

    test.each<[string, (two: Two) => Promise<unknown>, (op: Op, two: Two, file: UnsentFile) => unknown]>([
      [
        'a removal whose body names a line of theirs',
        removeRice,
        async (op, { theirs }) => tried(op, { _id: (await seen(theirs, world.rice)).item_id }),
      ],
      [
        'a removal whose body names another line of its own transfer',
        removeRice,
        async (op, { mine }) => tried(op, { _id: (await seen(mine, world.milk)).item_id }),
      ],
      [
        'a removal that was never sent and stands on a line of theirs',
        removeRice,
        async (op, { theirs }, file) => {
          Object.assign(op, { item: { id: (await seen(theirs, world.rice)).item_id, client_id: '', fresh: false } });
          file.known = file.known.filter((one) => one.ref !== op.chain);
        },
      ],
      [
        'a removal whose line is said to be one of theirs',
        removeRice,
        async (op, { theirs }, file) => {
          const { item_id, version } = await seen(theirs, world.rice);
          file.known = [{ ref: op.chain, id: item_id, version }];
        },
      ],
      [
        'a removal whose body names an order beside the line',
        removeRice,
        async (op, { mine, theirs }) =>
          tried(op, { _id: (await seen(mine, world.rice)).item_id, purchase_order_id: theirs }),
      ],
      [
        'a confirmation with the right digest of theirs',
        ({ t, transfer }) => t.outbox.complete(transfer, { expect_digest: 'd', lines: 2 }),
        async (op, { theirs }) => {
          const expect_digest = world.digest((await world.items(theirs)) as never);
          Object.assign(op.payload, { expect_digest });
          tried(op, { _id: theirs, commit: true, error_on_empty: true, expect_digest });
        },
      ],
      [
        'details of theirs',
        ({ t, transfer }) => t.outbox.saveHeader(transfer, { ...header(), timestamp: 1_795_260_000 }, 1),
        (op, { theirs }) => {
          const { source_name: _s, destination_name: _d, ...payload } = op.payload as TransferHeader;
          tried(op, { _id: theirs, ...payload });
        },
      ],
      [
        'a new product of theirs',
        ({ t, transfer }) => t.outbox.saveLine(transfer, line(world.soap, 7), NOWHERE),
        (op, { theirs }) => {
          const { about: _, ...payload } = op.payload as TransferLine;
          tried(op, { purchase_order_id: theirs, ...payload, client_id: newKey() });
        },
      ],
      [
        'a product whose line is theirs',
        async ({ t, transfer, mine }) => t.outbox.saveLine(transfer, line(world.rice, 9), await seen(mine, world.rice)),
        async (op, { mine, theirs }) => {
          const { about: _, ...payload } = op.payload as TransferLine;
          tried(op, { purchase_order_id: mine, ...payload, _id: (await seen(theirs, world.rice)).item_id });
        },
      ],
      [
        'a new transfer that is kept as another one',
        ({ t }) => t.outbox.createTransfer(header()),
        (op) => {
          const { source_name: _s, destination_name: _d, ...payload } = op.payload as TransferHeader;
          tried(op, { ref: '*', ...payload, tag: 'purchase_order', amount: '0', client_id: newKey() });
        },
      ],
    ])('%s: refused, nothing changes', async (_what, change, forge) => {
      const two = await twoTransfers();
      await change(two);
      const file = await asFile(two.t);
      expect(file.ops).toHaveLength(1);
      await forge(file.ops[0] as Op, two, file);
      const before = { theirs: await two.look(), mine: await world.items(two.mine), milk: await stockOf(world.milk) };
      const response = await bring(file, true);
      expect(response.data).toMatchObject({ succeeded: 0, failed: 1, results: [{ code: 400, message: NOT_AS_SHOWN }] });
      const after = { theirs: await two.look(), mine: await world.items(two.mine), milk: await stockOf(world.milk) };
      expect(after).toEqual(before);
      // The key is still free: what the tablet itself shows and sends is done.
      two.t.net.line = 'up';
      await two.t.pass();
      if (file.ops[0]?.type !== 'execute') expect(await two.t.ops()).toEqual([]);
      expect(await two.look()).toEqual(before.theirs);
    });

    test('before it is sent, what it is about has the server’s names, whatever the file calls it', async () => {
      const two = await twoTransfers();
      await removeRice(two);
      await two.t.outbox.createTransfer(header());
      const file = await asFile(two.t);
      const [remove, create] = file.ops;
      Object.assign(remove?.payload ?? {}, { about: { name: 'Soap', case_count: 99 } });
      Object.assign(create?.payload ?? {}, { source_name: 'Another depot' });
      const { data } = await bring(file, false);
      expect(data.named).toEqual({
        [world.rice]: { name: expect.stringMatching(/^Rice /), case_count: 1 },
        [world.distributor]: { name: expect.stringMatching(/^Dangote Depot /), case_count: null },
        [world.hub]: { name: expect.stringMatching(/^Mushin Hub /), case_count: null },
      });
      expect(data.orders).toEqual({ [two.transfer]: two.mine });
    });

    test('which order a transfer is, the server says: a file that says another is not believed, one that says none goes on', async () => {
      const two = await twoTransfers();
      const { t, transfer, mine, theirs } = two;
      const rows = (await world.items(mine)) as never;
      await t.outbox.complete(transfer, { expect_digest: world.digest(rows), lines: 2 });
      const file = await asFile(t);
      const before = await two.look();
      // Where the server knows no such transfer, what the file says of it counts for nothing.
      const nobodys = `local-${newKey()}`;
      const ops = file.ops.map((op) => ({ ...op, transfer: nobodys, key: newKey() }));
      const response = await bring({ ...file, ops, known: [{ ref: nobodys, id: theirs, version: 1 }] }, true);
      expect(response.data).toMatchObject({ succeeded: 0, failed: 1, results: [{ code: 404 }] });
      // The digest of theirs is not that of the transfer whose name it comes under.
      const expect_digest = world.digest((await world.items(theirs)) as never);
      const known = [{ ref: transfer, id: theirs, version: 1 }];
      const forged = file.ops.map((op) => ({ ...op, key: newKey(), payload: { ...op.payload, expect_digest } }));
      expect((await bring({ ...file, ops: forged, known }, true)).data).toMatchObject({
        results: [{ code: 409, data: { error: 'items_changed' } }],
      });
      expect(await two.look()).toEqual(before);
      expect((await bring({ ...file, known: [] }, true)).data).toMatchObject({ succeeded: 1, failed: 0 });
      expect(await orders(transfer)).toMatchObject([{ _id: mine, tag: 'receipt' }]);
      expect(await two.look()).toEqual(before);
    });
  });

  test('half a character in what somebody wrote does not keep the rest of the file from being brought', {
    tags: ['SEC-20', 'P1'],
  }, async () => {
    const t = tablet(world.officer, 't1');
    const transfer = await shift(t);
    const file = await asFile(t);
    const line = file.ops.find((op) => op.type === 'upsert')?.payload as TransferLine;
    line.note = 'Wet \ud83d\0';
    expect((await bring(file, true)).data).toMatchObject({ succeeded: 4, failed: 0 });
    const { rows } = await sql<{ note: string }>`select note from purchase_order_item
      where purchase_order_id = ${(await orders(transfer))[0]?._id} and product_id = ${line.product_id}`.execute(
      database().kysely,
    );
    expect(rows).toEqual([{ note: 'Wet \ufffd' }]);
  });

  test('a tablet that takes a file in sends what its changes show', { tags: ['SEC-20'] }, async () => {
    const stuck = tablet(world.officer, 't1');
    const other = tablet(world.officer, 't2');
    const transfer = await shift(stuck);
    const file = await asFile(stuck);
    for (const op of file.ops)
      if (op.type === 'upsert')
        Object.assign(op, { attempts: 1, sent_body: { ...op.payload, about: undefined, quantity: 1_200 } });
    await other.outbox.importUnsent(file);
    await other.pass();
    expect(await other.ops()).toEqual([]);
    const { rows } = await sql<{ quantity: number }>`select quantity from purchase_order_item
      where purchase_order_id = ${(await orders(transfer))[0]?._id} order by quantity`.execute(database().kysely);
    expect(rows.map((row) => row.quantity)).toEqual([5, 12]);
  });

  test('the key of what a former release sent in another form is known again', {
    tags: ['SYNC-12', 'SEC-20'],
  }, async () => {
    const t = tablet(world.officer, 't1');
    const transfer = await t.outbox.createTransfer(header());
    await t.pass();
    await t.outbox.saveLine(transfer, line(world.milk, 12), NOWHERE);
    t.net.line = 'answers get lost';
    await t.pass();
    t.net.line = 'down';
    const file = await asFile(t);
    // What its change would be made into by now is another body than the one that used the key.
    for (const one of file.ops) Object.assign(one, { item: { id: 'made-anew', client_id: '', fresh: false } });
    expect((await bring(file, true)).data).toMatchObject({ succeeded: 1, failed: 0 });
    t.net.line = 'up';
    await t.pass();
    expect(await t.ops()).toEqual([]);
  });

  test('what stands on a refused change waits, other transfers go on, nothing is lost', {
    tags: ['SYNC-17'],
  }, async () => {
    const t = tablet(world.officer, 't1');
    const bad = await t.outbox.createTransfer({ ...header(), source: 'nobody' });
    await t.outbox.saveLine(bad, line(world.milk, 1), NOWHERE);
    const good = await shift(t);
    const response = await bring(await asFile(t), true);
    expect(response.data).toMatchObject({ succeeded: 4, failed: 2 });
    expect(response.data.results[1]).toMatchObject({
      code: 409,
      message: 'An earlier change of this transfer was refused.',
    });
    expect(await orders(bad)).toEqual([]);
    expect(await orders(good)).toMatchObject([{ tag: 'receipt' }]);
    await t.pass();
    expect((await t.ops()).map((op: Op) => op.transfer)).toEqual([bad, bad]);
  });

  test('a confirmation whose lines were changed in the file moves nothing', { tags: ['SEC-20'] }, async () => {
    const t = tablet(world.officer, 't1');
    const transfer = await shift(t);
    const file = await asFile(t);
    for (const op of file.ops) if (op.type === 'upsert') Object.assign(op.payload, { quantity_accepted: 999 });
    const response = await bring(file, true);
    expect(response.data.results.at(-1)).toMatchObject({ code: 409, data: { error: 'items_changed' } });
    expect(await orders(transfer)).toMatchObject([{ tag: 'purchase_order' }]);
  });

  test('another tablet of the same officer takes a stuck queue in and sends it; the first finds its answers', {
    tags: ['SYNC-41', 'SEC-20'],
  }, async () => {
    const stuck = tablet(world.officer, 't1');
    const other = tablet(world.officer, 't2');
    const transfer = await shift(stuck);
    stuck.net.line = 'answers get lost';
    await stuck.pass();
    stuck.net.line = 'down';
    const before = await stockOf(world.rice);
    expect(await other.outbox.importUnsent(await asFile(stuck))).toBe(4);
    await other.pass();
    expect(await other.ops()).toEqual([]);
    expect(await orders(transfer)).toMatchObject([{ tag: 'receipt' }]);
    expect(await stockOf(world.rice)).toBe(before + 5);
    stuck.net.line = 'up';
    await stuck.pass();
    expect(await stuck.ops()).toEqual([]);
    expect((await stuck.past()).every((one) => one.op.state === 'done')).toBe(true);
    expect(await stockOf(world.rice)).toBe(before + 5);
    expect(await brokenBooks(database())).toEqual([]);
  });

  test('another officer’s tablet keeps it for its owner: nobody sends what is not theirs', {
    tags: ['SYNC-41'],
  }, async () => {
    const stuck = tablet(world.officer, 't1');
    const other = tablet(world.admin, 't2');
    const transfer = await shift(stuck);
    await other.outbox.importUnsent(await asFile(stuck));
    await other.pass();
    expect(await other.ops()).toHaveLength(4);
    expect(await orders(transfer)).toEqual([]);
  });

  test('discarded on the tablet: brought later it is refused, and moves nothing', { tags: ['SYNC-34'] }, async () => {
    const t = tablet(world.officer, 't1');
    const transfer = await shift(t);
    const file = await asFile(t);
    const [create] = await t.ops();
    expect(await t.outbox.discard(create?.seq ?? 0)).toBe('discarded');
    const response = await bring(file, true);
    expect(response.data).toMatchObject({ succeeded: 0, failed: 4 });
    expect(response.data.results[0]).toMatchObject({ code: 409, message: 'This change was discarded.' });
    expect(await orders(transfer)).toEqual([]);
  });
});
