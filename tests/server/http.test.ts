import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('http', (database) => {
  let server: TestServer;
  let admin: string;
  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
  });

  test('API-1.10 health', async () => {
    const told = await server.call('GET', 'health');
    expect(told).toMatchObject({ status: 200, code: 200, data: { status: 'ok' } });
    const made = await server.call('POST', 'store_type/create', { name: 'Kiosk', description: 'A small shop', status: 'active' }, { token: admin, key: newKey() });
    expect(made).toMatchObject({ status: 200, code: 200, message: 'OK' });
  });
});
