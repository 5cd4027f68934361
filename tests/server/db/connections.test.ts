/** Connections that break: what hangs is ended, what was committed is kept, and the next query finds a connection that works. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/open.ts';
import { addressOf, ENGINES, openTestDatabase } from '../../support/database.ts';
import { asAdmin } from '../../support/postgres.ts';
import { startServer } from '../../support/server.ts';

describe('the embedded engine', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'kasuwa-embedded-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  test('a query that hangs is ended and refused; the next one finds a new worker and everything that was committed', async () => {
    const lines: unknown[] = [];
    // Long enough that no statement of a slow machine and a slow disk is taken for the one that hangs.
    const database = await openDatabase({ dir, stuckMs: 6_000, log: (line) => lines.push(line.event) });
    await sql`create table kept (at int8)`.execute(database.kysely);
    await sql`insert into kept values (9007199254740991)`.execute(database.kysely);
    const hangs = database.transaction(
      async (tx) => {
        await sql`insert into kept values (2)`.execute(tx);
        await sql`select pg_sleep(60)`.execute(tx);
      },
      { retries: 0 },
    );
    await expect(hangs).rejects.toThrow();
    const { rows } = await sql<{ at: number }>`select at from kept`.execute(database.kysely);
    expect(rows).toEqual([{ at: Number.MAX_SAFE_INTEGER }]);
    expect(lines).toEqual(['database_stuck']);
    await database.close();
  });

  test('a refusal names its code and constraint, and the connection is good for the next; a long answer comes whole', async () => {
    const database = await openDatabase({ memory: true });
    await sql`create table one (name text constraint one_key primary key)`.execute(database.kysely);
    const twice = database.transaction(async (tx) => {
      await sql`insert into one values ('ọ̀pọ̀lọpọ̀')`.execute(tx);
      await sql`insert into one values (${'ọ̀pọ̀lọpọ̀'})`.execute(tx);
    });
    await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'one_key', table: 'one' });
    await expect(sql`select 1 / ${0}::int4`.execute(database.kysely)).rejects.toMatchObject({ code: '22012' });
    const { rows } = await sql<{
      n: number;
      long: string;
    }>`select n, repeat('ẹ', 1000) as long from generate_series(1, ${20_000}::int4) n`.execute(database.kysely);
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)).toEqual({ n: 20_000, long: 'ẹ'.repeat(1_000) });
    await expect(sql`select 9007199254740993::int8`.execute(database.kysely)).rejects.toThrow(
      'beyond what a number holds',
    );
    expect((await sql`select 1::int8 as one`.execute(database.kysely)).rows).toEqual([{ one: 1 }]);
    await database.close();
  });
});

describe.runIf(ENGINES.includes('postgres'))('PostgreSQL', () => {
  test('a connection that is ended in mid transaction is refused there and nowhere else', async () => {
    const database = await openTestDatabase('postgres');
    const broken = database.transaction(
      async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        const ended = new Promise((resolve) => setTimeout(resolve, 300));
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(tx);
        await ended;
      },
      { retries: 0 },
    );
    await expect(broken).rejects.toThrow();
    expect((await sql`select 1 as one`.execute(database.kysely)).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  test('a verdict is told only when it is on disk, also where somebody switched that off for the database', {
    tags: ['SYNC-36', 'P1'],
  }, async () => {
    const database = await openTestDatabase('postgres');
    // A database of tests does not wait for the disk, and says so.
    expect(database.durability()).toBe('clean-stop');
    const name = new URL(addressOf(database)).pathname.slice(1);
    await asAdmin((admin) => admin.query(`alter database ${name} set synchronous_commit = off`));
    const later = await openDatabase({ url: addressOf(database) });
    expect((await sql`show synchronous_commit`.execute(later.kysely)).rows).toEqual([{ synchronous_commit: 'on' }]);
    await later.close();
    await database.close();
  });

  test('options in the address do not take the place of ours', { tags: ['SYNC-36'] }, async () => {
    const database = await openTestDatabase('postgres');
    const own = encodeURIComponent('-c statement_timeout=61000 -c synchronous_commit=off');
    const later = await openDatabase({ url: `${addressOf(database)}?options=${own}&application_name=desk` });
    const { rows } =
      await sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('synchronous_commit') as commit, current_setting('application_name') as name`.execute(
        later.kysely,
      );
    expect(rows).toEqual([{ statement: '61s', lock: '5s', commit: 'on', name: 'desk' }]);
    expect(later.durability()).toBe('full');
    await later.close();
    await database.close();
  });

  // What the server would say is said by a function of that name in the database: nobody may switch fsync off for the other tests.
  const says = (database: Database, off: string) =>
    sql`create or replace function public.current_setting(name text) returns text language sql
      as ${sql.lit(`select case when name = '${off}' then 'off' else pg_catalog.current_setting(name) end`)}`.execute(
      database.kysely,
    );

  test.each([
    ['fsync', 'process-crash'],
    ['full_page_writes', 'process-crash'],
    ['synchronous_commit', 'clean-stop'],
  ])(
    'where %s is off, health says %s and the start says so once',
    { tags: ['SYNC-36', 'API-4.22'] },
    async (off, durability) => {
      const database = await openTestDatabase('postgres');
      const name = new URL(addressOf(database)).pathname.slice(1);
      await asAdmin((admin) => admin.query(`alter database ${name} set search_path = public, pg_catalog`));
      await says(database, off);
      const lines: Record<string, unknown>[] = [];
      const later = await openDatabase({ url: addressOf(database), log: (line) => lines.push(line) });
      const server = await startServer(later);
      const { token } = await server.signInAs('manager.staff');
      const health = () =>
        server.send({ method: 'GET', url: '/health', headers: { authorization: `Bearer ${token}` } });
      expect((await health()).data).toMatchObject({ status: 'ok', database: 'postgres', durability });
      const entry = { level: 'error', event: 'durability', durability, text: expect.stringContaining(`${off} is off`) };
      expect(lines).toEqual([entry]);
      // It is asked again whenever health is: who switches it on, or off, restarts nothing.
      await says(later, 'nothing');
      expect((await health()).data.durability).toBe('full');
      await says(later, off);
      expect((await health()).data.durability).toBe(durability);
      expect(lines).toEqual([entry, entry]);
      await later.close();
      await database.close();
    },
  );
});
