/** B6.2: every wallet is the sum of its log, looked at by night and on demand; what is wrong waits for the administrator. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Work } from '#contract/home/workCalls.ts';
import { checkWalletsNightly } from '#server/wallet/checkWallets.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

describeEngineOfDay('the look at the wallets', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  const check = async () => {
    const response = await world.call('POST', 'ledger/check');
    expect(response.code, response.message).toBe(200);
    return response.data;
  };
  const nightly = async (now: number) => {
    const lines: Record<string, unknown>[] = [];
    await database().transaction((tx) => checkWalletsNightly(tx, now, (line) => lines.push(line)));
    return lines;
  };
  const work = async (token: string) =>
    ((await server.call('GET', 'work/read_mine', {}, { token })).data as Work[]).filter(
      (one) => one.kind === 'wrong_wallets',
    );
  const bend = (owner: string, kobo: number) =>
    sql`update ledger set balance_kobo = balance_kobo + ${kobo} where owner = ${owner}`.execute(database().kysely);

  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    await world.fill([[world.milk, 240]]);
    await world.execute(await world.order(world.issue, [[world.milk, 24]]));
    await world.ordered([[world.milk, 12]], 'completed');
  });

  test('only the administrator asks', { tags: ['B6.2'] }, async () => {
    for (const { token } of [world.staff, world.accountant, world.officer])
      expect((await world.call('POST', 'ledger/check', {}, { token })).code).toBe(403);
  });
  test('right wallets: nothing found, nothing logged, nothing waits; that somebody looked is in the audit log', {
    tags: ['B6.2', 'B12.1'],
  }, async () => {
    const answer = await check();
    expect(answer).toEqual({ checked: expect.any(Number), wrong: [] });
    expect(answer.checked).toBeGreaterThanOrEqual(3);
    expect(await nightly(NOW)).toEqual([]);
    expect(await work(world.admin.token)).toEqual([]);
    const { rows } = await sql<{
      after: unknown;
    }>`select after from audit_log where model = 'ledger' and action = 'check'`.execute(database().kysely);
    expect(rows).toEqual([{ after: { wallets: answer.checked, wrong: 0 } }]);
  });
  test('a balance that somebody bent, and one without any log: named, logged as an error, told until it is right again', {
    tags: ['B6.2'],
  }, async () => {
    await bend(world.shop, 150);
    await sql`insert into ledger (_id, head, owner, balance_kobo, created, modified)
      values ('bare', 'distributor', 'gone', -500, ${NOW}, ${NOW})`.execute(database().kysely);
    const lines = await nightly(NOW + 10);
    expect(lines.map((line) => [line.level, line.event])).toEqual([
      ['error', 'wallet'],
      ['error', 'wallet'],
    ]);
    expect(JSON.stringify(lines)).toContain('Wallet bare holds -5.00, its log makes 0.00.');
    const found = (await work(world.admin.token))[0];
    expect(found?.total).toBe(2);
    expect(found?.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ model: 'buyer', _id: world.shop, note: '1.50', since: NOW + 10 }),
        expect.objectContaining({ model: 'distributor', _id: 'gone', title: 'gone', note: '-5.00' }),
      ]),
    );
    expect(await work(world.accountant.token)).toEqual([]);

    await bend(world.shop, -150);
    const { wrong } = await check();
    // When it was found first stays, however often it is looked at.
    expect(wrong).toEqual([
      { _id: 'bare', head: 'distributor', owner: 'gone', name: 'gone', found: NOW + 10, balance: '-5.00', log: '0.00' },
    ]);
    await bend('gone', 500);
    expect((await check()).wrong).toEqual([]);
    expect(await work(world.admin.token)).toEqual([]);
  });
});
