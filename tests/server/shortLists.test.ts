/** The POST reads that come whole also take page, per_page, search and sort (API.md 1.5), and say how many rows there are (1.2). */
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('short lists', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  let agent: string;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    const post = (path: string, fields: Record<string, unknown>) => world.call('POST', path, fields, { key: newKey() });
    const made = await post('agent/create', {
      ...{ name: 'Ọlá Agent', phone: '08051230000', status: 'active', source: 'AGENCY', location_id: world.location },
    });
    agent = String(made.data);
    for (const phone of ['08051230001', '08051230002', '08061230003'])
      expect((await post('agent_referral/create_phone', { phone, referral: agent, status: 'unverified' })).code).toBe(
        200,
      );
  });
  const referrals = (more: Record<string, unknown> = {}) =>
    world.call('POST', 'agent_referral/read_by_agent', { agent_id: agent, ...more });
  const phones = (rows: Data[]) => rows.map((row) => row.phone);

  test('refusals: a page that is no number, one sent twice, a sort (no such list names fields for it), an unknown field', {
    tags: ['API-1.5'],
  }, async () => {
    expect(await referrals({ page: 'abc' })).toMatchObject({ code: 400, data: { error: 'bad_request' } });
    expect(await referrals({ page: ['1', '2'] })).toMatchObject({
      code: 400,
      message: 'Field page was sent more than once.',
    });
    expect(await referrals({ sort: '-phone' })).toMatchObject({ code: 400, message: 'Cannot sort by phone.' });
    expect(await referrals({ colour: 'red' })).toMatchObject({ code: 400, message: 'Unknown field: colour.' });
    // Permission and existence stand where they stood.
    expect((await referrals({ agent_id: 'none', page: 1 })).code).toBe(404);
    const response = await world.call(
      'POST',
      'agent_referral/read_by_agent',
      { page: 1 },
      { token: world.staff.token },
    );
    expect(response.code).toBe(403);
  });

  test('a page of it, a page past the end, words that must all stand in a row', {
    tags: ['API-09', 'API-1.5'],
  }, async () => {
    expect(phones((await referrals()).data)).toEqual(['08061230003', '08051230002', '08051230001']);
    // UI-05: a number as forms show it.
    expect(phones((await referrals({ search: '+234 806 123 0003' })).data)).toEqual(['08061230003']);
    // API.md 1.1 "Every row".
    const by = { name: 'Adaeze Admin' };
    expect((await referrals()).data[0]).toMatchObject({ modified: NOW, version: 1, created_by: by, modified_by: by });
    expect((await referrals({ page: 1, per_page: 2 })).data).toMatchObject({
      ...{ total: 3, page: 1, per_page: 2 },
      rows: [{ phone: '08061230003' }, { phone: '08051230002' }],
    });
    expect((await referrals({ page: 2, per_page: 2 })).data).toMatchObject({ rows: [{ phone: '08051230001' }] });
    expect((await referrals({ page: 9 })).data).toEqual({ rows: [], total: 3, page: 9, per_page: 30 });
    expect((await referrals({ page: 1, per_page: 9_999 })).data.per_page).toBe(500);
    expect(phones((await referrals({ search: '0805 unverified' })).data)).toEqual(['08051230002', '08051230001']);
    expect((await referrals({ page: 1, search: '0806' })).data).toMatchObject({
      total: 1,
      rows: [{ phone: '08061230003' }],
    });
    const free = { location: world.location, page: 1, search: 'iya BASIRA' };
    expect((await world.call('POST', 'route_plan/read_unattached', free)).data).toMatchObject({
      total: 1,
      rows: [{ _id: world.shop }],
    });
  });

  test('X-Total-Count says how many rows an unpaged read has, whatever kind of list it is', {
    tags: ['API-1.2'],
  }, async () => {
    const count = async (method: 'GET' | 'POST', path: string, fields: Record<string, unknown>) => {
      const { headers, data, code } = await world.call(method, path, fields);
      expect(code, path).toBe(200);
      return [headers['x-total-count'], data.length];
    };
    expect(await count('POST', 'agent_referral/read_by_agent', { agent_id: agent })).toEqual(['3', 3]);
    expect(await count('POST', 'agent_referral/read_by_agent', { agent_id: agent, search: '0806' })).toEqual(['1', 1]);
    const group = await world.ordered([[world.milk, 12]], 'completed');
    const wallet = await world.call('POST', 'ledger/read_by_owner_specific', { head: 'buyer', owner: world.shop });
    const [logs, rows] = await count('GET', 'ledger_log/read_by_ledger', { ledger_id: wallet.data._id });
    expect([logs, Number(rows) > 0]).toEqual([String(rows), true]);
    expect(await count('GET', 'order_group_item/read_by_order_group', { order_group_id: group })).toEqual(['1', 1]);
    expect((await referrals({ page: 1 })).headers['x-total-count']).toBeUndefined();
    expect((await world.call('GET', 'agent/read', { _id: agent })).headers['x-total-count']).toBeUndefined();
  });
});
