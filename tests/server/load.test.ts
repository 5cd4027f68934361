/** `npm run load`: what it is asked, what it prints, and that it writes nothing where people work. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { readLoadPlan } from '#server/tools/load.ts';
import { loadRows, loadTable } from '#server/tools/loadFigures.ts';
import { type LoadPlan, runLoad } from '#server/tools/loadRun.ts';
import { ENGINES, openTestDatabase } from '#tests/support/database.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld } from '#tests/support/stockWorld.ts';

describe('load', { tags: ['OPS-11'] }, () => {
  test.each([
    [['--tablets=many'], '--tablets must be a number from 0 to 1000, not "many".'],
    [['--seconds='], '--seconds must be a number'],
    [['--fast'], '--fast is not known.'],
    [[], 'Which site?'],
    [['localhost:8080'], 'Which site?'],
    [['http://a.example', 'http://b.example'], 'http://b.example is not known.'],
  ])('%j is refused', (args, words) => {
    expect(() => readLoadPlan(args)).toThrow(words);
  });
  test('arguments', () => {
    expect(readLoadPlan(['http://localhost:8080/', '--tablets=3', '--pace=0.5', '--desk=a@b.c:x:y'])).toEqual({
      ...{ url: 'http://localhost:8080', tablets: 3, desks: 10, seconds: 30, pace: 0.5, production: false },
      ...{ officer: 'officer1@example.test:officer1-Passw0rd', desk: 'a@b.c:x:y' },
    });
  });
  test('figures: the commonest call first, then all of them', () => {
    const calls = [1, 2, 3, 4].map((ms) => ({ path: 'b', ms, code: ms === 4 ? 503 : 200 }));
    const rows = loadRows([{ path: 'a', ms: 9, code: 0 }, ...calls], 2);
    expect(rows).toEqual([
      { path: 'b', calls: 4, perSecond: 2, p50: 2, p99: 4, errors: 1 },
      { path: 'a', calls: 1, perSecond: 0.5, p50: 9, p99: 9, errors: 1 },
      { path: 'all', calls: 5, perSecond: 2.5, p50: 3, p99: 9, errors: 2 },
    ]);
    expect(loadTable(rows).split('\n')).toEqual([
      'call  calls  a second  p50 ms  p99 ms  errors',
      'b         4       2.0       2       4       1',
      'a         1       0.5       9       9       1',
      'all       5       2.5       3       9       2',
    ]);
    expect(loadRows([], 1).at(-1)).toMatchObject({ calls: 0, p99: 0 });
  });
});

describe('load over a real line', { tags: ['OPS-11'] }, () => {
  let database: Database;
  const open: TestServer[] = [];
  let accounts: Pick<LoadPlan, 'officer' | 'desk'>;
  beforeAll(async () => {
    database = await openTestDatabase(ENGINES.at(-1) ?? 'pglite');
  }, 120_000);
  afterAll(async () => {
    for (const server of open) await server.close();
    await database?.close();
  });
  const place = async (environment: 'test' | 'production') => {
    const server = await startServer(database, { environment });
    open.push(server);
    return { server, url: await server.server.listen({ port: 0, host: '127.0.0.1' }) };
  };
  const plan = (url: string, more: Partial<LoadPlan> = {}): LoadPlan => ({
    ...{ url, tablets: 2, desks: 1, seconds: 60, pace: 0, production: false, rounds: 2, ...accounts, ...more },
  });
  const receipts = async () =>
    (
      await sql<{ many: number }>`select count(*) as many from purchase_order where tag = 'receipt'`.execute(
        database.kysely,
      )
    ).rows[0]?.many;

  test('a wrong password and a site in production are refused; there, with the flag, nothing is written', async () => {
    const { server, url } = await place('production');
    await makeWorld(database, server);
    const [officer, desk] = [await server.account('manager.warehouse_officer'), await server.account('manager.staff')];
    accounts = { officer: `${officer.email}:${officer.password}`, desk: `${desk.email}:${desk.password}` };
    await expect(runLoad(plan(url, { desk: `${desk.email}:wrong` }))).rejects.toThrow(`${desk.email} cannot sign in`);
    await expect(runLoad(plan(url))).rejects.toThrow('is in production: people work there.');
    const { writes, rows } = await runLoad(plan(url, { production: true }));
    expect(writes).toBe(false);
    expect(rows.map(({ path }) => path)).not.toContain('purchase_order/create');
    expect(rows.at(-1)).toMatchObject({ path: 'all', calls: 2 * 2 * 2 + 2 * 4, errors: 0 });
    expect(await receipts()).toBe(0);
  });
  test('officers receive and desks read; every call is counted', async () => {
    const { url } = await place('test');
    const { environment, rows, tooMany } = await runLoad(plan(url));
    expect([environment, tooMany]).toEqual(['test', 0]);
    const counts = Object.fromEntries(rows.map(({ path, calls, errors }) => [path, [calls, errors]]));
    expect(counts).toMatchObject({
      'purchase_order/create': [4, 0],
      'purchase_order_item/upsert': [12, 0],
      'purchase_order/execute': [4, 0],
      'order_group/read_all': [2, 0],
    });
    expect(await receipts()).toBe(4);
  });
});
