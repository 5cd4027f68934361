/** Real databases for tests, migrated once and copied for each use: the embedded one always, and PostgreSQL if one answers. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { type Database, type DatabaseConfig, openDatabase } from '#server/db/open.ts';
import { makePgBouncer, type PgBouncer } from './pgbouncer.ts';
import { asAdmin, postgresAnswers, SERVER } from './postgres.ts';
import { isOfDay } from './shares.ts';

export type Engine = Database['engine'];

const MIGRATIONS = createHash('sha256').update(JSON.stringify(readMigrations())).digest('hex').slice(0, 16);

/** Every test server is two servers, each with its own pool, that answer in turn (the project "two servers"). Only PostgreSQL supports this. */
export const TWO_SERVERS = process.env.KASUWA_TWO_SERVERS === '1';

export const ENGINES: readonly Engine[] = (await postgresAnswers())
  ? TWO_SERVERS
    ? ['postgres']
    : ['pglite', 'postgres']
  : ['pglite'];

/** `1`: every PostgreSQL database is used through a PgBouncer in transaction mode (`npm run prove -- --only=pooler`). */
const POOLED = process.env.KASUWA_TEST_POOLER === '1';
let pooler: Promise<PgBouncer> | null = null;
async function startPooler(): Promise<PgBouncer> {
  const made = await makePgBouncer(Number(new URL(SERVER).port || 5432));
  await made.start();
  return made;
}

/** How a test opens the PostgreSQL database at that address. */
async function placeOf(url: string): Promise<Pick<DatabaseConfig, 'url' | 'directUrl'>> {
  if (!POOLED) return { url };
  pooler ??= startPooler();
  return { url: (await pooler).url(new URL(url).pathname.slice(1)), directUrl: url };
}

const addresses = new WeakMap<Database, string>();
const second = new WeakMap<Database, Promise<Database>>();

/** The address of a PostgreSQL test database, for tests that open their own connection. */
export function addressOf(database: Database): string {
  const url = addresses.get(database);
  if (!url) throw new Error('Only a PostgreSQL test database has an address.');
  return url;
}

/** A second pool on the same PostgreSQL database, as a second server process has. Null for the embedded one. It is closed with the first pool. */
export async function secondPool(database: Database): Promise<Database | null> {
  const url = addresses.get(database);
  if (!url) return null;
  const known = second.get(database) ?? placeOf(url).then((place) => openDatabase({ ...place, waitForDisk: false }));
  second.set(database, known);
  return known;
}

type GroupBody = (database: () => Database, engine: Engine) => void;

/** One group of tests for each engine, on one migrated, empty database each. `tags`: the requirement rows of the whole group. */
export function describeEachEngine(title: string, ...rest: [GroupBody] | [{ tags: string[] }, GroupBody]): void {
  describeOn(ENGINES, title, rest);
}

/**
 * Like {@link describeEachEngine}, but only on PostgreSQL if one answers. For files about decisions of our own code before or after a statement: rights,
 * fields of a body, fields of an answer. `tests/oneEngine.json` lists the files. They run on the embedded engine in `npm run core`, and on each engine in
 * `npm run prove -- --only=engines` (`KASUWA_TEST_ENGINES=each`).
 */
export function describeOneEngine(title: string, ...rest: [GroupBody] | [{ tags: string[] }, GroupBody]): void {
  describeOn(process.env.KASUWA_TEST_ENGINES === 'each' ? ENGINES : ENGINES.slice(-1), title, rest);
}

/**
 * Like {@link describeEachEngine}, but on PostgreSQL for each change, and on the embedded engine on one of five days, which depends on the title (decision
 * 0920). For files that send the same plain statements on both engines. Without PostgreSQL they run on the embedded engine. `KASUWA_TEST_ENGINES=each`
 * runs them on both.
 */
export function describeEngineOfDay(title: string, ...rest: [GroupBody] | [{ tags: string[] }, GroupBody]): void {
  const isBoth = process.env.KASUWA_TEST_ENGINES === 'each' || isOfDay(title);
  describeOn(isBoth ? ENGINES : ENGINES.slice(-1), title, rest);
}

/**
 * Like {@link describeEachEngine}, for the files of the project "two servers" (`tests/twoServers.json`). That project runs them on PostgreSQL, each call
 * at one of two servers. The project "server" runs them on the embedded engine. `KASUWA_TEST_ENGINES=each` runs them on both there too.
 */
export function describeForTwoServers(title: string, ...rest: [GroupBody] | [{ tags: string[] }, GroupBody]): void {
  describeOn(process.env.KASUWA_TEST_ENGINES === 'each' ? ENGINES : ENGINES.slice(0, 1), title, rest);
}

function describeOn(
  engines: readonly Engine[],
  title: string,
  rest: [GroupBody] | [{ tags: string[] }, GroupBody],
): void {
  const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  describe.each(engines)(`${title} (%s)`, options, (engine) => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(engine);
    }, 120_000);
    afterAll(async () => {
      await database?.close();
    }, 60_000);
    body(() => database, engine);
  });
}

/** A migrated, empty database for one test. The test closes it, which also drops a PostgreSQL database. */
export function openTestDatabase(engine: Engine, more: Pick<DatabaseConfig, 'onStatement'> = {}): Promise<Database> {
  return engine === 'pglite' ? openEmbeddedCopy(more) : openPostgresCopy(more);
}

/**
 * The program of the embedded database, compiled once for all test files of a process. V8 shares compiled code with worker threads as long as something
 * holds it. Each further database then starts a second of processor time faster.
 */
const shared = globalThis as { embeddedProgram?: Promise<WebAssembly.Module>; embeddedDump?: Buffer };
const holdProgram = () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  shared.embeddedProgram ??= WebAssembly.compile(readFileSync(join(folder, 'pglite.wasm')));
  return shared.embeddedProgram;
};

async function openEmbeddedCopy(more: Pick<DatabaseConfig, 'onStatement'>): Promise<Database> {
  await holdProgram();
  const folder = join(tmpdir(), 'kasuwa-tests');
  const file = join(folder, `${MIGRATIONS}.tar`);
  if (!existsSync(file)) {
    const fresh = await openDatabase({ memory: true });
    await migrate(fresh);
    const dump = await fresh.dump();
    await fresh.close();
    mkdirSync(folder, { recursive: true });
    const own = `${file}.${randomBytes(4).toString('hex')}`;
    writeFileSync(own, dump);
    renameSync(own, file);
  }
  // 46 MB, one copy for all databases of the process. A test file holds its databases and their first content until the process ends.
  shared.embeddedDump ??= readFileSync(file);
  return openDatabase({ memory: true, dump: shared.embeddedDump, ...more });
}

async function openPostgresCopy(more: Pick<DatabaseConfig, 'onStatement'>): Promise<Database> {
  const template = `kasuwa_tests_${MIGRATIONS}`;
  const name = `kasuwa_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(async (admin) => {
    // Test files run side by side. The first one makes the template, and the others wait.
    await admin.query('select pg_advisory_lock(471100)');
    const { rows } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (rows.length === 0) {
      // A template that was left half made by a stopped run.
      await admin.query(`drop database if exists ${template}_new with (force)`);
      await admin.query(`create database ${template}_new`);
      const fresh = await openDatabase({ url: `${SERVER}/${template}_new` });
      await migrate(fresh);
      await fresh.close();
      await admin.query(`alter database ${template}_new rename to ${template}`);
    }
    await admin.query(`create database ${name} template ${template}`);
  });
  const url = `${SERVER}/${name}`;
  // A commit waits 2 to 3 ms for the disk, and a test has hundreds. db/connections.test.ts and the tests with kills check what survives a power cut.
  const database = await openDatabase({ ...(await placeOf(url)), waitForDisk: false, ...more });
  const made: Database = {
    ...database,
    async close() {
      await (await second.get(made))?.close();
      await database.close();
      await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
  addresses.set(made, url);
  return made;
}
