/**
 * Backup and restore (SYNC rule 35, B12.1): one file for both engines, refused when it is not whole, all or nothing when it is. What a
 * tablet sees after a restore to an older state: its acknowledged work comes again by itself, once.
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch } from '#offline/drain/epoch.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { type BackupHeader, checkBackup, type Trailer } from '#server/backup/format.ts';
import { type RestoreParts, restoreBackup as restore } from '#server/backup/restore.ts';
import { sealing } from '#server/backup/seal.ts';
import { readTables } from '#server/backup/tables.ts';
import { writeBackup } from '#server/backup/write.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { announce } from '#server/db/postgres/presence.ts';
import { fileStore } from '#server/uploads/fileStore.ts';
import { ENGINES, openTestDatabase } from '#tests/support/database.ts';
import { withEmptyDatabase, withFormerDatabase } from '#tests/support/formerDatabase.ts';
import { multipart, png } from '#tests/support/images.ts';
import { asAdmin, SERVER } from '#tests/support/postgres.ts';
import { folder, tidyUp } from '#tests/support/process.ts';
import { NOW, newKey, passwordHash, startServer } from '#tests/support/server.ts';
import { serverCommand } from '#tests/support/serverBundle.ts';
import { signedInAgain } from '#tests/support/signedIn.ts';
import { brokenBooks, makeWorld } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

const PASSPHRASE = 'Ẹ̀kọ́ of the blue harbour';
const dir = mkdtempSync(join(tmpdir(), 'kasuwa-backup-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let made = 0;
const place = () => {
  made += 1;
  return join(dir, String(made));
};

/** Every row of every table as text, but for what a store knows of its own epoch, restore, backup and cluster. */
async function everything(database: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name, columns } of await readTables(database.kysely)) {
    const kept = columns.filter(
      (column) => !(name === 'store' && ['epoch', 'restored', 'backed_up', 'cluster'].includes(column.name)),
    );
    const { rows } = await sql<{ r: string }>`select row(${sql.join(kept.map((one) => sql.ref(one.name)))})::text as r
      from ${sql.table(name)}`.execute(database.kysely);
    // Sorted here: each engine sorts text by its own language.
    all[name] = rows.map((row) => row.r).sort();
  }
  return all;
}

/** A site with stock, a receipt, an open order, a wallet, a picture and an answered key. */
async function filled(database: Database, uploadsDir: string) {
  const server = await startServer(database, { uploadsDir });
  const world = await makeWorld(database, server);
  await world.fill([
    [world.milk, 120],
    [world.rice, 40],
  ]);
  const open = await world.order(world.issue, [[world.milk, 12]]);
  const key = newKey();
  const fields = { name: `Ọlá's "Kiosk"\n\tQuote`, description: 'a\\b {c} NULL', status: 'active' };
  const first = await world.call('POST', 'store_type/create', fields, { key });
  expect(first.code, first.message).toBe(200);
  const body = multipart({ tag: 'brand_1', title: 'Brand', overwrite: 'false' }, png());
  const picture = await server.send({
    method: 'POST',
    url: '/api/upload/upload',
    payload: body.payload,
    headers: { ...body.headers, authorization: `Bearer ${world.admin.token}` },
  });
  expect(picture.code, picture.message).toBe(200);
  return { server, world, open, key, fields, first, picture: picture.data.path as string };
}

const restoreBackup = (file: string, parts: Omit<RestoreParts, 'passphrase'>, passphrase = '') =>
  restore(file, { ...parts, passphrase });
const files = (uploadsDir: string) => fileStore({ uploadsDir, s3: null });
const write = (file: string, database: Database, uploadsDir: string, passphrase = '') =>
  writeBackup(file, { database, files: files(uploadsDir), now: NOW, version: '1.0.0', passphrase });

describe.each(ENGINES)('backup (%s)', { timeout: 240_000 }, (engine) => {
  test('what is no whole backup is refused, and the database stays as it is', { tags: ['SYNC-35'] }, async () => {
    const database = await openTestDatabase(engine);
    const target = await openTestDatabase(engine);
    try {
      const uploads = place();
      await filled(database, uploads);
      const good = place();
      await write(good, database, uploads);
      await expect(write(good, database, uploads)).rejects.toThrow('is there already');
      const bytes = readFileSync(good);
      const text = gunzipSync(bytes).toString();
      const lines = text.trimEnd().split('\n');
      const header = JSON.parse(lines[0] ?? '') as BackupHeader;
      const trailer = JSON.parse(lines.at(-1) ?? '') as Trailer;
      const zipped = (changed: readonly string[]) => gzipSync(`${changed.join('\n')}\n`);
      const withHeader = (changed: Partial<BackupHeader>) =>
        zipped([JSON.stringify({ ...header, ...changed }), ...lines.slice(1)]);
      const bad: [string, Buffer, RegExp][] = [
        ['a picture', png(), /is no backup of Kasuwa/],
        ['nothing', Buffer.alloc(0), /is no backup|incomplete/],
        ['another gzip file', gzipSync('a,b\n1,2\n'), /is no backup of Kasuwa/],
        ['other JSON', gzipSync('{"a":1}\n'), /is no backup of Kasuwa/],
        ['half of it', bytes.subarray(0, bytes.length / 2), /incomplete/],
        ['all but ten bytes', bytes.subarray(0, bytes.length - 10), /incomplete/],
        ['the last line gone', zipped(lines.slice(0, -1)), /incomplete/],
        ['a line gone', zipped([...lines.slice(0, 3), ...lines.slice(4)]), /damaged/],
        ['a digit changed', gzipSync(text.replace('"120"', '"121"')), /damaged/],
        ['lines after its end', gzipSync(`${text}${lines[1]}\n`), /damaged/],
        ['another count', zipped([...lines.slice(0, -1), JSON.stringify({ ...trailer, files: 2 })]), /damaged/],
        ['another format', withHeader({ kasuwa_backup: 2 as 1 }), /newer version|damaged/],
      ];
      const before = await everything(target);
      for (const [name, content, why] of bad) {
        const file = place();
        writeFileSync(file, content);
        await expect(
          restoreBackup(file, { database: target, files: files(place()), replace: true }),
          name,
        ).rejects.toThrow(why);
      }
      // Not empty, and nobody said --replace.
      const used = await everything(database);
      await expect(restoreBackup(good, { database, files: files(uploads), replace: false })).rejects.toThrow(
        /not empty.*--replace/,
      );
      expect(await everything(database)).toEqual(used);
      expect(await everything(target)).toEqual(before);
      expect((await checkBackup(good, '')).header.epoch).toBe(header.epoch);
    } finally {
      await database.close();
      await target.close();
    }
  });

  test(
    'a backup of an older version is brought up to date, also over a newer database',
    {
      tags: ['SYNC-45', 'SYNC-35'],
    },
    () =>
      withEmptyDatabase(engine, async (old) => {
        const target = await openTestDatabase(engine);
        try {
          const all = readMigrations();
          const had = all.filter((migration) => migration.name < '010');
          await migrate(old, had);
          await sql`insert into seller (_id, name, address, created, modified) values ('hub', 'Ọlá Hub', 'Lagos', 1, 1)`.execute(
            old.kysely,
          );
          const file = place();
          await write(file, old, place());
          await filled(target, place());
          const result = await restoreBackup(file, { database: target, files: files(place()), replace: true });
          expect(result.migrated).toEqual(all.slice(had.length).map((migration) => migration.name));
          const { rows } = await sql`select _id, name_key from seller`.execute(target.kysely);
          expect(rows).toEqual([{ _id: 'hub', name_key: 'ola hub' }]);
          expect(await migrate(target)).toEqual([]);
          expect((await startServer(target)).server).toBeDefined();
        } finally {
          await target.close();
        }
      }),
  );

  test(
    'of the former migrations: a backup from their middle is refused, one from their end comes back as it was',
    {
      tags: ['SYNC-45', 'SYNC-35'],
    },
    () =>
      withFormerDatabase(engine, async (old) => {
        const target = await openTestDatabase(engine);
        try {
          const [whole, middle] = [place(), place()];
          await write(whole, old, place());
          const last = await sql<{ checksum: string }>`delete from migration where name = '240_asked_timestamp.sql'
          returning checksum`.execute(old.kysely);
          await write(middle, old, place());
          await sql`insert into migration values ('240_asked_timestamp.sql', ${last.rows[0]?.checksum}, 0)`.execute(
            old.kysely,
          );
          const before = await everything(target);
          await expect(
            restoreBackup(middle, { database: target, files: files(place()), replace: true }),
          ).rejects.toThrow(
            'This backup is of an older version of Kasuwa and stands at 233_delivery_reports.sql. Restore it with the version of commit c919d419',
          );
          expect(await everything(target)).toEqual(before);
          const result = await restoreBackup(whole, { database: target, files: files(place()), replace: true });
          expect(result.migrated).toEqual(
            readMigrations().flatMap(({ name }) => (name > '010_messages.sql' ? [name] : [])),
          );
          expect(await migrate(old)).toEqual(result.migrated);
          // The migration draws the key of webhooks by chance, so each database has its own.
          const copied = async (of: typeof target) => {
            const { secret = [], ...rest } = await everything(of);
            return { ...rest, secret: secret.map((row) => (row.startsWith('(webhook,') ? 'webhook' : row)) };
          };
          expect(await copied(target)).toEqual({ ...(await copied(old)), session: [] });
          expect(await migrate(target)).toEqual([]);
          expect(await brokenBooks(target)).toEqual([]);
        } finally {
          await target.close();
        }
      }),
  );

  test('a restore that breaks in the middle leaves what was there', { tags: ['SYNC-35'] }, async () => {
    const database = await openTestDatabase(engine);
    try {
      const uploads = place();
      await filled(database, uploads);
      const file = place();
      await write(file, database, uploads);
      const before = await everything(database);
      const broken = { ...files(uploads), put: () => Promise.reject(new Error('The file store is gone.')) };
      await expect(restoreBackup(file, { database, files: broken, replace: true })).rejects.toThrow(
        'file store is gone',
      );
      expect(await everything(database)).toEqual(before);
    } finally {
      await database.close();
    }
  });

  // Embedded, one transaction runs at a time: nothing can be written meanwhile.
  test.runIf(engine === 'postgres')(
    'a backup of one moment: what is written while it runs is wholly in it or not at all',
    { tags: ['SYNC-35'] },
    async () => {
      const database = await openTestDatabase(engine);
      const target = await openTestDatabase(engine);
      try {
        const uploads = place();
        const { world } = await filled(database, uploads);
        let running = true;
        const traffic = (async () => {
          while (running) await world.fill([[world.soap, 7]]);
        })();
        for (let round = 0; round < 3; round += 1) {
          const file = place();
          await write(file, database, uploads);
          await restoreBackup(file, { database: target, files: files(place()), replace: true });
          expect(await brokenBooks(target)).toEqual([]);
        }
        running = false;
        await traffic;
      } finally {
        await database.close();
        await target.close();
      }
    },
  );

  test('a tablet after a restore to an older state: acknowledged work comes again by itself, nothing twice', {
    tags: ['SYNC-35', 'SYNC-14'],
  }, async () => {
    const database = await openTestDatabase(engine);
    try {
      const uploads = place();
      let { server, world } = await filled(database, uploads);
      let line = netAs(world.officer.token, fetchOf(server));
      const tablet = makeTablet('officer', () => line);
      const head: TransferHeader = {
        timestamp: NOW,
        source_type: 'distributor',
        source: world.distributor,
        destination_type: 'seller',
        destination: world.hub,
        meta: '{}',
        source_name: 'D',
        destination_name: 'S',
      };
      const lineOf = (product_id: string, quantity: number) => ({
        product_id,
        quantity,
        quantity_accepted: quantity,
        amount: '100.00',
        reason: null,
        note: '',
        about: { name: product_id, case_count: 1 },
      });
      const none = { item_id: null, version: null };
      const send = async () => {
        await drain(tablet.ports, tablet.owner, { forced: true });
      };
      // Before the backup: one transfer with one line. After it: its second line, its confirmation, and a whole other transfer.
      const early = await tablet.outbox.createTransfer(head);
      await tablet.outbox.saveLine(early, lineOf(world.milk, 24), none);
      await send();
      expect(await tablet.waiting()).toEqual([]);
      const file = place();
      await write(file, database, uploads);
      await tablet.outbox.saveLine(early, lineOf(world.soap, 14), none);
      const view = await tablet.ports.store.read(async (tx) =>
        overlay(early, null, await tx.opsOf(early), null, await tx.pastSince(0)),
      );
      expect(view.lines).toHaveLength(2);
      await tablet.outbox.complete(early, confirmationOf(view));
      const late = await tablet.outbox.createTransfer(head);
      await tablet.outbox.saveLine(late, lineOf(world.rice, 3), none);
      await send();
      expect(await tablet.waiting()).toEqual([]);
      const orders = async () => {
        const { rows } = await sql<{
          client_id: string;
          tag: string;
          lines: number;
          milk: number | null;
        }>`select client_id, tag,
          (select count(*) from purchase_order_item i where i.purchase_order_id = po._id and i.deleted_at is null)::int8 as lines
          from purchase_order po where client_id = any(${[early, late].map((one) => one.replace('local-', ''))}) order by lines`.execute(
          database.kysely,
        );
        return rows;
      };
      const reached = await orders();
      expect(reached.map((one) => [one.tag, one.lines])).toEqual([
        ['purchase_order', 1],
        ['receipt', 2],
      ]);
      const stock = await world.stock(world.hub);

      const old = server;
      await old.close();
      await signedInAgain(database, () => restoreBackup(file, { database, files: files(uploads), replace: true }));
      expect((await orders()).map((one) => [one.tag, one.lines])).toEqual([['purchase_order', 1]]);
      server = await startServer(database, { uploadsDir: uploads });
      line = netAs(world.officer.token, fetchOf(server));
      // What the health probe tells, then the flusher as always.
      const { data } = await server.call('GET', 'health', {}, { token: world.officer.token });
      expect(await noticeEpoch(tablet.ports, data.store_epoch)).toBe(true);
      expect((await tablet.waiting()).length).toBeGreaterThan(4);
      await send();
      expect(await tablet.waiting()).toEqual([]);
      expect(await orders()).toEqual(reached);
      expect(await world.stock(world.hub)).toEqual(stock);
      expect(await brokenBooks(database)).toEqual([]);
      await server.close();
    } finally {
      await database.close();
    }
  });

  test('a line that was changed, removed and added again around a backup is sent again as it was sent', {
    tags: ['SYNC-35', 'SYNC-12'],
  }, async () => {
    const database = await openTestDatabase(engine);
    try {
      const uploads = place();
      let { server, world, open } = await filled(database, uploads);
      let line = netAs(world.officer.token, fetchOf(server));
      const tablet = makeTablet('officer', () => line);
      const send = () => drain(tablet.ports, tablet.owner, { forced: true });
      const lines = async () => {
        const { rows } = await sql<{ _id: string; version: number; quantity: number }>`select _id, version, quantity
          from purchase_order_item where purchase_order_id = ${open} and deleted_at is null`.execute(database.kysely);
        return rows;
      };
      const [milk] = await lines();
      const of = (quantity: number) => ({
        product_id: world.milk,
        quantity,
        quantity_accepted: null,
        amount: '100.00',
        reason: null,
        note: '',
        about: { name: 'Milk', case_count: 1 },
      });
      const at = { item_id: milk?._id ?? '', version: milk?.version ?? 0 };
      const before = place();
      await write(before, database, uploads);
      await tablet.outbox.saveLine(open, of(5), at);
      await send();
      const between = place();
      await write(between, database, uploads);
      await tablet.outbox.removeLine(open, of(5), at);
      await tablet.outbox.saveLine(open, of(7), { item_id: null, version: null });
      await send();
      expect(await tablet.waiting()).toEqual([]);
      expect((await lines()).map((one) => one.quantity)).toEqual([7]);
      expect((await lines())[0]?._id).not.toBe(milk?._id);

      // The change's key is in the one and not in the other; the line's id of today is in neither.
      for (const file of [between, before]) {
        await server.close();
        await signedInAgain(database, () => restoreBackup(file, { database, files: files(uploads), replace: true }));
        server = await startServer(database, { uploadsDir: uploads });
        line = netAs(world.officer.token, fetchOf(server));
        const { data } = await server.call('GET', 'health', {}, { token: world.officer.token });
        expect(await noticeEpoch(tablet.ports, data.store_epoch)).toBe(true);
        await send();
        expect(await tablet.waiting()).toEqual([]);
        expect((await lines()).map((one) => one.quantity)).toEqual([7]);
      }
      await server.close();
    } finally {
      await database.close();
    }
  });
});

describe.each(ENGINES.flatMap((from) => ENGINES.map((to) => [from, to] as const)))(
  'from %s to %s',
  { timeout: 120_000 },
  (from, to) => {
    test('everything is there again: rows, locks, pictures and answers; only the epoch is new, and nobody is signed in', {
      tags: ['S16', 'SYNC-35', 'SEC-02'],
    }, async () => {
      const source = await openTestDatabase(from);
      const target = await openTestDatabase(to);
      try {
        const [uploads, others] = [place(), place()];
        const { world, open, key, fields, first, picture } = await filled(source, uploads);
        const file = place();
        const result = await write(file, source, uploads, PASSPHRASE);
        expect(result).toMatchObject({ files: 1, missing: [] });
        // Under a passphrase: what comes back is the same.
        const restored = await restoreBackup(
          file,
          { database: target, files: files(others), replace: false },
          PASSPHRASE,
        );
        expect(restored).toMatchObject({ made: NOW, rows: result.rows, files: 1, migrated: [] });
        expect(restored.epoch).not.toBe(result.epoch);
        const [then, now] = [await everything(source), await everything(target)];
        expect(then.session?.length).toBeGreaterThan(0);
        expect(now).toEqual({ ...then, session: [] });
        await signedInAgain(source, async () => undefined, target);
        // D10: the planner knows at once how long the tables are.
        const { rows: known } = await sql<{ at: unknown }>`select last_analyze as at from pg_stat_user_tables
          where relname = 'product'`.execute(target.kysely);
        expect(known[0]?.at).toBeTruthy();
        expect(await files(others).get(picture)).toEqual(await files(uploads).get(picture));
        // Computed columns, indexes and identities are the migrations' own again.
        const server = await startServer(target, { uploadsDir: others });
        const ask = { token: world.admin.token };
        expect((await server.call('GET', 'store_type/read_all', { search: "ola's" }, ask)).data).toHaveLength(1);
        const again = await server.call('POST', 'store_type/create', fields, { ...ask, key });
        expect([again.data, again.headers['idempotent-replay']]).toEqual([first.data, '1']);
        const moved = await server.call(
          'POST',
          'purchase_order/execute',
          { _id: open, commit: true },
          { ...ask, key: newKey() },
        );
        expect(moved.message).toBe('Transfer successful.');
        expect(await brokenBooks(target)).toEqual([]);
        await expect(sql`update warehouse_log set quantity = 0`.execute(target.kysely)).rejects.toMatchObject({
          code: 'KS001',
        });
        await expect(
          sql`delete from purchase_order_item where purchase_order_id = ${open}`.execute(target.kysely),
        ).rejects.toMatchObject({ code: 'KS002' });
        expect(await migrate(target)).toEqual([]);
      } finally {
        await source.close();
        await target.close();
      }
    });
  },
);

describe('the commands', () => {
  afterAll(tidyUp);
  /** `npm run backup` and `npm run restore` as a process of their own: from their sources, as a person runs them, or from the bundle. */
  const command = async (
    tool: 'backup' | 'restore',
    args: readonly string[],
    data: string,
    more: Record<string, string> = {},
    { fromSource = false } = {},
  ) => {
    const child = spawn(process.execPath, [...(await serverCommand(tool, fromSource)), ...args], {
      env: { PATH: process.env.PATH ?? '', KASUWA_DATA: data, ...more },
    });
    return new Promise<{ code: number | null; text: string }>((resolve) => {
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          text += String(chunk);
        });
      child.on('close', (code) => resolve({ code, text }));
    });
  };
  const SOURCE = { fromSource: true };

  test('embedded: refused beside its server, then moved to another folder, where everybody signs in again', {
    tags: ['S16', 'SYNC-35', 'SYNC-36'],
    timeout: 360_000,
  }, async () => {
    const [data, other, file] = [folder(), folder(), place()];
    expect(await command('backup', [file], data)).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no database'),
    });
    const database = await openDatabase({ dir: data });
    await migrate(database);
    const { token, email, password } = await (await startServer(database)).signInAs('administrator.administrator');
    expect(await command('backup', [file], data)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Another Kasuwa server is using this database'),
    });
    await database.close();
    expect(await command('backup', [file], data, {}, SOURCE)).toMatchObject({
      code: 0,
      text: expect.stringContaining('(pglite)'),
    });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await command('restore', [file], other, {}, SOURCE)).toMatchObject({
      code: 0,
      text: expect.stringContaining('Restored'),
    });
    expect(await command('restore', [file], other)).toMatchObject({
      code: 1,
      text: expect.stringContaining('not empty'),
    });
    // Under a passphrase, by the environment.
    const sealed = place();
    const named = (passphrase: string) => ({ KASUWA_BACKUP_PASSPHRASE: passphrase });
    expect(await command('backup', [sealed], data, named('short'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('at least 12 characters'),
    });
    expect(await command('backup', [sealed], data, named(PASSPHRASE))).toMatchObject({
      code: 0,
      text: expect.stringContaining('under a passphrase'),
    });
    for (const [env, why] of [
      [{}, 'Nothing was restored: This backup is under a passphrase. Set KASUWA_BACKUP_PASSPHRASE to it.'],
      [named('Another blue harbour'), 'Nothing was restored: This is not the passphrase of this backup.'],
    ] as const)
      expect(await command('restore', [sealed, '--replace'], other, env)).toMatchObject({
        code: 1,
        text: expect.stringContaining(why),
      });
    expect(await command('restore', [sealed, '--replace'], other, named(PASSPHRASE))).toMatchObject({
      code: 0,
      text: expect.stringContaining('Everybody signs in again'),
    });
    const moved = await openDatabase({ dir: other });
    try {
      const server = await startServer(moved);
      expect((await server.call('GET', 'purchase_order/read_all', {}, { token })).code).toBe(401);
      const response = await server.call('POST', 'administrator/login_delegate', {
        phone: email,
        hash: passwordHash(password),
      });
      expect(response.code).toBe(200);
    } finally {
      await moved.close();
    }
  });
});

describe('a backup under a passphrase', { tags: ['S16'], timeout: 240_000 }, () => {
  test('cut, changed, moved or lengthened, without the passphrase or under another one: refused in one line, and nothing is touched', {
    tags: ['S16'],
  }, async () => {
    const database = await openTestDatabase('pglite');
    const target = await openTestDatabase('pglite');
    try {
      const uploads = place();
      await filled(database, uploads);
      // What cannot be packed: the file has several pieces.
      const noise = Array.from({ length: 6_000 }, () => randomBytes(32).toString('hex'));
      await sql`insert into sign_in_attempt (subject, count, window_start) select s, 0, 0 from unnest(${noise}::text[]) as s`.execute(
        database.kysely,
      );
      const [plain, good] = [place(), place()];
      await write(plain, database, uploads);
      await write(good, database, uploads, PASSPHRASE);
      const bytes = readFileSync(good);
      const body = bytes.indexOf(10) + 1;
      const piece = 65_536 + 16;
      expect(bytes.length).toBeGreaterThan(body + 2 * piece);
      const flipped = (at: number) =>
        Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 1]), bytes.subarray(at + 1)]);
      const part = (from: number, to: number) => bytes.subarray(body + from * piece, body + to * piece);
      const head = bytes.subarray(0, body);
      const others = readFileSync(plain);
      const bad: [string, Buffer, string, RegExp][] = [
        ['no passphrase', bytes, '', /is under a passphrase/],
        ['another passphrase', bytes, 'Another blue harbour', /not the passphrase/],
        ['its first line cut', bytes.subarray(0, 60), PASSPHRASE, /incomplete|damaged/],
        [
          'another salt',
          Buffer.from(bytes.toString('latin1').replace(/"salt":"../, '"salt":"00'), 'latin1'),
          PASSPHRASE,
          /not the passphrase/,
        ],
        [
          'a cost of hours',
          Buffer.from(bytes.toString('latin1').replace('"cost":131072', '"cost":1073741824'), 'latin1'),
          PASSPHRASE,
          /damaged/,
        ],
        ['nothing after it', head, PASSPHRASE, /incomplete/],
        ['cut in the middle', bytes.subarray(0, bytes.length / 2), PASSPHRASE, /incomplete|damaged/],
        ['cut between two pieces', bytes.subarray(0, body + piece), PASSPHRASE, /incomplete|damaged/],
        ['ten bytes gone', bytes.subarray(0, -10), PASSPHRASE, /incomplete|damaged/],
        ['a bit of the first piece', flipped(body + 9), PASSPHRASE, /damaged/],
        ['a bit of the last piece', flipped(bytes.length - 20), PASSPHRASE, /damaged/],
        ['a bit of the last tag', flipped(bytes.length - 1), PASSPHRASE, /damaged/],
        [
          'two pieces in the other order',
          Buffer.concat([head, part(1, 2), part(0, 1), bytes.subarray(body + 2 * piece)]),
          PASSPHRASE,
          /damaged/,
        ],
        [
          'a piece left out',
          Buffer.concat([head, part(1, 2), bytes.subarray(body + 2 * piece)]),
          PASSPHRASE,
          /damaged/,
        ],
        ['something after its end', Buffer.concat([bytes, Buffer.alloc(40)]), PASSPHRASE, /damaged/],
        ['a plain backup under its first line', Buffer.concat([head, others]), PASSPHRASE, /damaged/],
      ];
      const before = await everything(target);
      for (const [name, content, passphrase, why] of bad) {
        const file = place();
        writeFileSync(file, content);
        const refused = restoreBackup(file, { database: target, files: files(place()), replace: true }, passphrase);
        await expect(refused, name).rejects.toThrow(why);
        await expect(refused, name).rejects.toSatisfy((error: Error) => !error.message.includes('\n'));
      }
      expect(await everything(target)).toEqual(before);
      // One of before, without a passphrase, still comes back, also where one is set.
      await restoreBackup(plain, { database: target, files: files(place()), replace: true }, PASSPHRASE);
      expect(await everything(target)).toEqual({ ...(await everything(database)), session: [] });
    } finally {
      await database.close();
      await target.close();
    }
  });

  test('nothing of what it holds can be read in it, and what is sealed twice is not the same', {
    tags: ['S16'],
  }, async () => {
    const seal = async () => {
      const stream = await sealing(PASSPHRASE, 1_024);
      stream.end('Ọlá owes NGN 12,000');
      return Buffer.concat((await stream.toArray()) as Buffer[]);
    };
    const [one, other] = [await seal(), await seal()];
    expect(one.toString('latin1')).not.toContain('NGN');
    expect(one.subarray(-19)).not.toEqual(other.subarray(-19));
  });

  test('sessions in a backup of before do not come back', { tags: ['S16'] }, async () => {
    const database = await openTestDatabase('pglite');
    try {
      const { world } = await filled(database, place());
      const file = place();
      await write(file, database, place());
      // As it was written before: with the rows of sessions.
      const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
      const header = JSON.parse(lines[0] ?? '') as BackupHeader;
      const at = header.tables.findIndex(({ name }) => name === 'session');
      const columns = header.tables[at]?.columns ?? [];
      const { rows } = await sql<{ r: string[] }>`select array[${sql.join(
        columns.map((one) => sql`${sql.ref(one.name)}::text`),
      )}]::text[] as r from session`.execute(database.kysely);
      expect(rows.length).toBeGreaterThan(0);
      const trailer = JSON.parse(lines.at(-1) ?? '') as Trailer;
      const body = [...lines.slice(0, -1), JSON.stringify({ t: at, r: rows.map(({ r }) => r) })];
      const sha256 = createHash('sha256')
        .update(`${body.join('\n')}\n`)
        .digest('hex');
      const end = { ...trailer, rows: { ...trailer.rows, session: rows.length }, sha256 };
      const old = place();
      writeFileSync(old, gzipSync(`${[...body, JSON.stringify(end)].join('\n')}\n`));
      await restoreBackup(old, { database, files: files(place()), replace: true });
      expect((await everything(database)).session).toEqual([]);
      const server = await startServer(database);
      expect((await server.call('GET', 'store_type/read_all', {}, { token: world.admin.token })).code).toBe(401);
    } finally {
      await database.close();
    }
  });
});

describe.runIf(ENGINES.includes('postgres'))('restore beside a server', { timeout: 120_000 }, () => {
  test('while a server uses the database a restore is refused; the server waits while one runs', {
    tags: ['SYNC-35'],
  }, async () => {
    const name = `kasuwa_test_presence_${newKey().slice(0, 8)}`;
    await asAdmin((admin) => admin.query(`create database ${name}`));
    const url = `${SERVER}/${name}`;
    const source = await openTestDatabase('postgres');
    const target = await openDatabase({ url });
    try {
      await expect(write(place(), target, place())).rejects.toThrow('no server ever prepared it');
      const file = place();
      await write(file, source, place());
      const presence = await announce(url);
      const parts = { database: target, files: files(place()), replace: true };
      await expect(restoreBackup(file, parts)).rejects.toThrow(
        'A Kasuwa server is using this database. Stop it first.',
      );
      await presence.leave();
      await restoreBackup(file, parts);
      const again = await announce(url);
      await again.leave();
    } finally {
      await source.close();
      await target.close();
      await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`));
    }
  });
});
