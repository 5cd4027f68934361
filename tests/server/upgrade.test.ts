/**
 * SYNC rule 45: a database and a tablet's queue that old versions wrote, on today's code. tests/fixtures/early/README.md says how they were made and
 * how the next ones are made.
 */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import Dexie from 'dexie';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch } from '#offline/drain/epoch.ts';
import { type FinishedOp, type Known, type Op, refusalOfOp } from '#offline/outbox/op.ts';
import { dexieStore } from '#offline/store/dexieStore.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { ENGINES } from '#tests/support/database.ts';
import { withFormerDatabase } from '#tests/support/formerDatabase.ts';
import { brokenWallets } from '#tests/support/orderWorld.ts';
import { newKey, startServer, type TestServer } from '#tests/support/server.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

const OUTBOX = new URL('../fixtures/early/outbox.json', import.meta.url);
const outbox = JSON.parse(readFileSync(OUTBOX, 'utf8')) as {
  transfers: Record<'first' | 'second' | 'third' | 'fourth', string>;
  ops: Op[];
  known: Known[];
  past: FinishedOp[];
  meta: { name: string; value: unknown }[];
};
const ADMIN = 'fixture-token-of-the-administrator';
const OFFICER = 'fixture-token-of-the-officer';

/** The old tablet's IndexedDB, written under the schema that version had. */
async function oldTablet(name: string): Promise<void> {
  const db = new Dexie(name);
  db.version(1).stores({
    ops: '++seq, &key, transfer, user_id',
    known: 'ref, id',
    past: 'key, at, op.transfer',
    meta: 'name',
    drafts: 'id, saved_at',
  });
  for (const table of ['ops', 'known', 'past', 'meta'] as const) await db.table(table).bulkAdd(outbox[table]);
  db.close();
}

/** A stocktake over the stock and the people of the old database: all that 012_stocktake.sql adds is used. */
async function countAndPost(server: TestServer): Promise<void> {
  const send = (token: string, path: string, fields: Record<string, unknown>) =>
    server.call('POST', path, fields, { token, key: newKey() });
  const [hub] = (await server.call('GET', 'stocktake/warehouses', {}, { token: OFFICER })).data;
  const opened = await send(OFFICER, 'stocktake/open', { warehouse_id: hub?._id, scope: 'all', client_id: newKey() });
  expect(opened.code, opened.message).toBe(200);
  const id = { _id: opened.data._id as string };
  const before = (await server.call('GET', 'stocktake/read_result', id, { token: ADMIN })).data.lines;
  expect(before.length).toBeGreaterThan(0);
  const [line] = before;
  const count = { product_id: [line.product_id], quantity: [line.now + 1], counted_at: [server.clock.now] };
  const counted = await send(OFFICER, 'stocktake/count', { stocktake_id: id._id, ...count });
  expect(counted.data).toMatchObject({ succeeded: 1 });
  await send(OFFICER, 'stocktake/finish', { stocktake_id: id._id });
  const { digest } = (await server.call('GET', 'stocktake/read_result', id, { token: ADMIN })).data;
  const fields = { stocktake_id: id._id, expect_digest: digest, anyway: true };
  expect((await send(ADMIN, 'stocktake/post', fields)).data).toMatchObject({ adjusted: 1 });
}

describe.each(ENGINES)('upgrade (%s)', { timeout: 120_000 }, (engine) => {
  test(
    'an early database comes up to date: sessions, rows, locks and answered keys hold',
    {
      tags: ['SYNC-45', 'SYNC-31'],
    },
    () =>
      withFormerDatabase(engine, async (database) => {
        // A migration after the replacements of the 51 is missing in the old database.
        expect(await migrate(database)).toEqual(
          readMigrations()
            .map(({ name }) => name)
            .filter((name) => name > '010_messages.sql'),
        );
        const server = await startServer(database);
        const ask = { token: ADMIN };
        expect((await server.call('GET', 'purchase_order/read_all', {}, { token: 'another' })).code).toBe(401);
        const orders = await server.call('GET', 'purchase_order/read_all', {}, ask);
        expect(orders.data.map((order) => order.tag).sort()).toEqual(['purchase_order', 'purchase_order', 'receipt']);
        const receipt = orders.data.find((order) => order.tag === 'receipt');
        const locked = await server.call(
          'POST',
          'purchase_order/update',
          { _id: receipt?._id, tag: 'purchase_order', meta: '{"a":1}' },
          ask,
        );
        expect(locked.code).not.toBe(200);
        // Folded names are there for old rows.
        expect((await server.call('GET', 'seller/read_all', { search: 'oja' }, ask)).data).toHaveLength(1);
        const fields = { name: 'Kiosk', description: 'small', status: 'active' };
        const key = 'fixture-key-store-type';
        const again = await server.call('POST', 'store_type/create', fields, { ...ask, key });
        expect([again.code, again.headers['idempotent-replay']]).toEqual([200, '1']);
        expect(
          (await server.call('POST', 'store_type/create', { ...fields, name: 'Other' }, { ...ask, key })).code,
        ).toBe(422);
        expect((await server.call('GET', 'store_type/read_all', {}, ask)).data).toHaveLength(1);
        // 24 milk (two cases) and 7 soap (one case), 20,000 naira paid in cash.
        expect((await server.call('GET', 'order_group/read_all', {}, ask)).data).toMatchObject([
          { tag: 'delivered', total: '25000.00', paid: '20000.00' },
        ]);
        await countAndPost(server);
        expect(await brokenBooks(database)).toEqual([]);
        expect(await brokenWallets(database)).toEqual([]);
      }),
  );

  test(
    'an early queue opens and drains: lost answers replay, what waited arrives once, a conflict is shown and settled',
    {
      tags: ['SYNC-45', 'SYNC-12', 'P1', 'P2'],
    },
    () =>
      withFormerDatabase(engine, async (database) => {
        await migrate(database);
        const server = await startServer(database);
        const name = `upgrade-${engine}`;
        await oldTablet(name);
        const store = dexieStore(name);
        await store.ready();
        const officer = outbox.ops[0]?.user_id ?? '';
        const tablet = makeTablet(officer, () => netAs(OFFICER, fetchOf(server)), store);
        expect((await tablet.waiting()).map((op) => op.key)).toEqual(outbox.ops.map((op) => op.key));
        const conflict = (await tablet.waiting()).find((op) => op.state === 'conflict') as Op;
        expect(refusalOfOp(conflict)?.message).toBe('rice was changed by Adaeze Admin at 21 Nov, 10:00 AM.');
        const { data } = await server.call('GET', 'health', {}, { token: OFFICER });
        expect(await noticeEpoch(tablet.ports, data.store_epoch)).toBe(false);
        await drain(tablet.ports, tablet.owner, { forced: true });
        expect((await tablet.waiting()).map((op) => op.key)).toEqual([conflict.key]);

        const refused = refusalOfOp(conflict)?.data as { current: { version: number } } | undefined;
        expect(await tablet.outbox.keepMine(conflict.seq, refused?.current.version ?? null)).toBe('discarded');
        await drain(tablet.ports, tablet.owner, { forced: true });
        expect(await tablet.waiting()).toEqual([]);

        const { rows } = await sql<{ client_id: string; tag: string; lines: string }>`select po.client_id, po.tag,
        (select string_agg(i.product_id || ' ' || i.quantity, ', ' order by i.product_id) from purchase_order_item i
          where i.purchase_order_id = po._id and i.deleted_at is null) as lines from purchase_order po`.execute(
          database.kysely,
        );
        const { first, second, third, fourth } = outbox.transfers;
        const of = (transfer: string) =>
          rows.filter((row) => `local-${row.client_id}` === transfer).map((row) => [row.tag, row.lines]);
        expect(rows).toHaveLength(4);
        expect(of(first)).toEqual([['receipt', 'milk 24']]);
        expect(of(second)).toEqual([['purchase_order', 'rice 4']]);
        expect(of(third)).toEqual([['receipt', 'milk 12, soap 14']]);
        expect(of(fourth)).toEqual([['purchase_order', 'rice 2']]);
        expect(await brokenBooks(database)).toEqual([]);
        await store.db.delete();
      }),
  );
});
