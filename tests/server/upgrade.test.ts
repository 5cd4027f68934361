/**
 * SYNC rule 45: a database and a tablet's queue that an early version wrote, on today's code. `tests/fixtures/early` was made at commit
 * 5d65e44 (migrations 001 to 050, before any list, picture or order group): its server on PostgreSQL and its engine over Dexie did four
 * transfers, then `pg_dump --inserts` (settings and comments taken out) gave server.sql and the outbox's tables gave outbox.json.
 */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import Dexie from 'dexie';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch } from '#offline/drain/epoch.ts';
import { type Known, type Op, type Past, refusalOfOp } from '#offline/outbox/op.ts';
import { dexieStore } from '#offline/store/dexieStore.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { asAdmin, ENGINES, type Engine, SERVER } from '#tests/support/database.ts';
import { newKey, startServer } from '#tests/support/server.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

const OLD = new URL('../fixtures/early/', import.meta.url);
const outbox = JSON.parse(readFileSync(new URL('outbox.json', OLD), 'utf8')) as {
  transfers: Record<'first' | 'second' | 'third' | 'fourth', string>;
  ops: Op[];
  known: Known[];
  past: Past[];
  meta: { name: string; value: unknown }[];
};
const ADMIN = 'fixture-token-of-the-administrator';
const OFFICER = 'fixture-token-of-the-officer';

async function emptyDatabase(engine: Engine): Promise<{ database: Database; drop: () => Promise<unknown> }> {
  if (engine === 'pglite') return { database: await openDatabase({ memory: true }), drop: async () => undefined };
  const name = `kasuwa_test_upgrade_${newKey().slice(0, 8)}`;
  await asAdmin((admin) => admin.query(`create database ${name}`));
  return {
    database: await openDatabase({ url: `${SERVER}/${name}` }),
    drop: () => asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`)),
  };
}

/** The old database as its dump says; bodies of functions stand between $$. */
async function loadOld(database: Database): Promise<void> {
  const parts = readFileSync(new URL('server.sql', OLD), 'utf8').split('$$');
  const statements = [''];
  for (const [at, part] of parts.entries()) {
    const [first = '', ...more] = at % 2 === 0 ? part.split(/;\n/) : [`$$${part}$$`];
    statements[statements.length - 1] += first;
    statements.push(...more);
  }
  for (const statement of statements) if (statement.trim()) await sql.raw(statement).execute(database.kysely);
}

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

describe.each(ENGINES)('upgrade (%s)', { timeout: 120_000 }, (engine) => {
  test('an early database comes up to date: sessions, rows, locks and answered keys hold', {
    tags: ['SYNC-45', 'SYNC-31'],
  }, async () => {
    const { database, drop } = await emptyDatabase(engine);
    try {
      await loadOld(database);
      const { rows: before } = await sql<{ name: string }>`select name from migration order by 1`.execute(
        database.kysely,
      );
      expect(before.at(-1)?.name).toBe('050_purchasing.sql');
      expect(await migrate(database)).toEqual(
        readMigrations()
          .map((one) => one.name)
          .filter((name) => !before.some((one) => one.name === name)),
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
      // Folded names of later migrations are there for old rows.
      expect((await server.call('GET', 'seller/read_all', { search: 'oja' }, ask)).data).toHaveLength(1);
      const fields = { name: 'Kiosk', description: 'small', status: 'active' };
      const key = 'fixture-key-store-type';
      const again = await server.call('POST', 'store_type/create', fields, { ...ask, key });
      expect([again.code, again.headers['idempotent-replay']]).toEqual([200, '1']);
      expect((await server.call('POST', 'store_type/create', { ...fields, name: 'Other' }, { ...ask, key })).code).toBe(
        422,
      );
      expect((await server.call('GET', 'store_type/read_all', {}, ask)).data).toHaveLength(1);
      expect(await brokenBooks(database)).toEqual([]);
    } finally {
      await database.close();
      await drop();
    }
  });

  test('an early queue opens and drains: lost answers replay, what waited arrives once, a conflict is shown and settled', {
    tags: ['SYNC-45', 'SYNC-12', 'P1', 'P2'],
  }, async () => {
    const { database, drop } = await emptyDatabase(engine);
    try {
      await loadOld(database);
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

      const said = refusalOfOp(conflict)?.data as { current: { version: number } } | undefined;
      expect(await tablet.outbox.keepMine(conflict.seq, said?.current.version ?? null)).toBe('discarded');
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
    } finally {
      await database.close();
      await drop();
    }
  });
});
