/** work/read_mine: what waits for whom. */
import { beforeAll, expect, test } from 'vitest';
import type { Work } from '#contract/session/workCalls.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('work to do', (database) => {
  let server: TestServer;
  let admin: string;
  const mine = async (token: string) => (await server.call('GET', 'work/read_mine', {}, { token })).data as Work[];
  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
  });

  test('B10.2 who holds nothing has nothing to do; a kind without a record is not told', async () => {
    expect(await mine((await server.signInAs('manager.buyer')).token)).toEqual([]);
    expect(await mine((await server.signInAs('manager.warehouse_officer')).token)).toEqual([]);
  });
  test('B10.6 a starter password that was made and not changed waits for the administrator alone', async () => {
    const made = await server.call(
      'POST',
      'manager/signup',
      { name: 'Ọjọ́ Àjàyí', phone: '08029991234', email: 'ojo@example.test', status: 'active', role: 'manager.staff' },
      { token: admin },
    );
    expect(await mine(admin)).toEqual([]);
    await server.call('POST', 'user/starter_password', { _id: made.data }, { token: admin });
    expect(await mine(admin)).toEqual([
      {
        kind: 'starter_passwords',
        total: 1,
        rows: [{ model: 'manager', _id: made.data, title: 'Ọjọ́ Àjàyí', note: '08029991234' }],
      },
    ]);
    expect(await mine((await server.signInAs('manager.staff')).token)).toEqual([]);
  });
});
