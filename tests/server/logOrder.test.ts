/** Logs of stock and wallets stand in the order in which things moved (B2.6, B2.8, B6.3), whoever waited for whom and whatever a server's clock says. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { type Data, NOW, newKey, type TestServer } from '#tests/support/server.ts';
import type { World } from '#tests/support/stockWorld.ts';

describeEachEngine('the order of logs', (database, engine) => {
  let server: TestServer;
  let w: World;
  eachWorld(database, (...made) => {
    [server, w] = made;
  });
  async function deposit(owner: string, value: string) {
    const response = await w.call(
      'POST',
      'ledger_log/deposit_to',
      { head: 'sales_officer', owner, value, description: 'Paid in at the bank', tag: 'cash' },
      { key: newKey() },
    );
    expect(response).toMatchObject({ code: 200 });
  }
  /** The wallet's log as answered, newest first. */
  async function walletLog(owner: string): Promise<Data[]> {
    const { data } = await w.call('POST', 'ledger/read_by_owner_specific', { head: 'sales_officer', owner });
    const response = await w.call('GET', 'ledger_log/read_by_ledger', { ledger_id: data._id });
    expect(response).toMatchObject({ code: 200 });
    return response.data;
  }
  /** The warehouse's log as answered, newest first. */
  const stockLog = async (owner: string): Promise<Data[]> =>
    (await w.call('POST', 'warehouse_log/read_by_warehouse', { warehouse_id: await w.warehouseOf(owner) })).data;

  test('a server whose clock is behind: the newest row of a wallet says its balance', { tags: ['B6.3'] }, async () => {
    await deposit(w.rep, '100');
    server.clock.now = NOW - 3;
    await deposit(w.rep, '50');
    const logs = await walletLog(w.rep);
    expect(logs.map((log) => log.balance_after)).toEqual(['-150.00', '-100.00']);
    expect(logs.map((log) => log.created)).toEqual([NOW, NOW]);
  });

  test('a clock that ran far ahead and was put right is not followed', { tags: ['B6.3'] }, async () => {
    server.clock.now = NOW + 86_400;
    await deposit(w.rep, '100');
    server.clock.now = NOW;
    await deposit(w.rep, '50');
    expect((await walletLog(w.rep)).map((log) => log.created)).toEqual([NOW + 86_400, NOW]);
  });

  test('a server whose clock is behind: the newest row of a product says its stock, after transfers and counts', {
    tags: ['B2.6', 'B2.8'],
  }, async () => {
    await w.fill([[w.milk, 30]]);
    server.clock.now = NOW - 3;
    const id = await w.order(w.issue, [[w.milk, 10]]);
    expect((await w.execute(id)).message).toBe('Transfer successful.');
    server.clock.now = NOW - 7;
    const warehouse_id = await w.warehouseOf(w.hub);
    const response = await w.call(
      'POST',
      'warehouse_log/adjust',
      { warehouse_id, product_id: w.milk, counted: 25, reason: 'count' },
      { key: newKey() },
    );
    expect(response.code).toBe(200);
    expect((await stockLog(w.hub)).map((log) => log.balance_after)).toEqual([25, 20, 30]);
  });

  test.runIf(engine === 'postgres')(
    'a transfer that waited for its warehouse stands above the deposit that did not wait',
    { tags: ['B6.3', 'B3.16'] },
    async () => {
      await w.fill([[w.milk, 30]]);
      const id = await w.order(w.issue, [[w.milk, 12]]);
      const waiting = await database()
        .kysely.transaction()
        .execute(async (tx) => {
          await sql`select 1 from warehouse where parent = ${w.hub} for update`.execute(tx);
          const pendingAnswer = w.execute(id);
          const waits = async () =>
            (
              await sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
                tx,
              )
            ).rows.length > 0;
          while (!(await waits())) await sql`select pg_sleep(0.01)`.execute(tx);
          server.clock.now = NOW + 2;
          await deposit(w.rep, '100');
          return { pendingAnswer };
        });
      expect((await waiting.pendingAnswer).message).toBe('Transfer successful.');
      expect((await walletLog(w.rep)).map((log) => log.balance_after)).toEqual(['11900.00', '-100.00']);
    },
  );
});
