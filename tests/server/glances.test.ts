/** What the pages of a hub, a distributor and an agent tell first, and what an account may do (decision 0400). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Access, AgentGlance, DistributorGlance, SellerGlance } from '#contract/home/glanceCalls.ts';
import { DAY } from '#domain/time.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, putRow, startServer, type TestServer } from '#tests/support/server.ts';

describeEngineOfDay('pages at a glance', { tags: ['HUB-03', 'DIST-10', 'AGT-05'] }, (database) => {
  let server: TestServer;
  let w: OrderWorld;
  const glanceOf = async <T>(path: string, fields: Record<string, string>) =>
    (await w.call('POST', path, fields)).data as unknown as T;

  beforeAll(async () => {
    server = await startServer(database());
    w = await makeOrderWorld(database(), server);
    for (const hub of [w.hub, w.hub2])
      for (const product of [w.milk, w.tea, w.soap])
        await w.call('POST', 'seller_product/create', {
          ...{ seller_id: hub, product_id: product, mpu: 1, price: '1000', quantity: -1, status: 'active' },
        });
  });

  test('what is not there, and who may not look', { tags: ['PERM-01'] }, async () => {
    const { token } = await server.signInAs('manager.customer_support');
    for (const [path, field, message] of [
      ['seller/glance', 'seller_id', 'Hub not found'],
      ['distributor/glance', 'distributor_id', 'Distributor not found'],
      ['agent/glance', 'agent_id', 'Agent not found'],
      ['manager/access', '_id', 'Manager not found'],
      ['sales_officer/access', '_id', 'Sales officer not found'],
    ] as const) {
      expect((await w.call('POST', path, { [field]: 'nobody' })).message).toBe(message);
      expect((await w.call('POST', path, { [field]: 'nobody' }, { token })).code).toBe(403);
    }
  });

  test('a hub: stock at cost, orders of 28 days beside the days before, what is owed, who works there', async () => {
    server.clock.now = NOW - 50 * DAY;
    await w.ordered([[w.soap, 7]], 'completed');
    server.clock.now = NOW - 3 * DAY;
    await w.ordered([[w.soap, 14]], 'completed');
    server.clock.now = NOW;
    await w.ordered([[w.milk, 12]], 'pending');
    await w.ordered([[w.milk, 12]], 'cancelled');
    await w.fill([[w.milk, 24, undefined, '20000']], w.hub2);
    const first = await glanceOf<SellerGlance>('seller/glance', { seller_id: w.hub });
    expect(first.orders.count).toHaveLength(28);
    expect(first.orders.count.slice(-4)).toEqual([1, 0, 0, 1]);
    expect(first.to_deliver.count).toBe(1);
    expect(first.owed.retailers).toBe(1);
    expect(first.retailers).toBe(1);
    expect(first.stock).toMatchObject({ cases: 0, products: 0 });
    expect(first.people.map(({ _id }) => _id)).toEqual([w.rep]);
    const other = await glanceOf<SellerGlance>('seller/glance', { seller_id: w.hub2 });
    expect(other.stock).toEqual({
      ...{ warehouse_id: await w.warehouseOf(w.hub2), cases: 2, amount: '20000.00', products: 1 },
    });
    expect(other.orders.count.every((many) => many === 0)).toBe(true);
    expect(other.people).toEqual([]);
  });

  test('a distributor: receipts of 28 days by hub, what is open, the last receipt', async () => {
    const id = await w.fill([[w.milk, 12, undefined, '9000']], w.hub);
    await w.order(w.shipIn, [[w.milk, 12, undefined, '500']]);
    const { ref } = await w.read(id);
    const glance = await glanceOf<DistributorGlance>('distributor/glance', { distributor_id: w.distributor });
    expect(glance.received.amount).toBe('29000.00');
    expect(glance.received.count).toBe(2);
    expect(glance.received.days.at(-1)).toBe('29000.00');
    expect(glance.open).toEqual({ count: 1, amount: '500.00' });
    expect(glance.rejected).toEqual({ count: 0, amount: '0.00' });
    expect([glance.hubs[0]?._id, glance.hubs[0]?.amount]).toEqual([w.hub2, '20000.00']);
    expect([glance.hubs[1]?._id, glance.hubs[1]?.serves]).toEqual([w.hub, false]);
    expect(glance.last?.ref === ref || glance.last?.hub._id === w.hub2).toBe(true);
    const quiet = await glanceOf<DistributorGlance>('distributor/glance', {
      distributor_id: await w.party('distributor', 'Quiet Depot'),
    });
    expect(quiet).toMatchObject({ last: null, hubs: [], received: { count: 0, amount: '0.00' } });
  });

  test('an agent: numbers, the retailers that came of them and their orders', async () => {
    const db = database().kysely;
    const agent = `agent_${w.run}`;
    await putRow(database(), 'agent', {
      ...{ _id: agent, name: 'Ngozi', phone: '08090000001', source: 'WHATSAPP', bank: '044', account: '1' },
      location_id: w.location,
    });
    const empty = await glanceOf<AgentGlance>('agent/glance', { agent_id: agent });
    expect(empty).toMatchObject({ referred: 0, retailers: 0, best: [], all: { count: 0, amount: '0.00' } });
    const shop = await w.buyer('Brought Stores', { created: NOW - 2 * DAY });
    const { rows } = await sql<{ phone: string }>`select phone from buyer where _id = ${shop}`.execute(db);
    for (const [index, phone] of [rows[0]?.phone ?? '', '08099999999'].entries())
      await putRow(database(), 'agent_referral', { _id: `ref${index}_${w.run}`, agent_id: agent, phone });
    const id = await w.ordered([[w.soap, 7]], 'completed', { buyer: shop });
    const { total } = await w.group(id);
    const glance = await glanceOf<AgentGlance>('agent/glance', { agent_id: agent });
    expect(glance).toMatchObject({ referred: 2, verified: 0, retailers: 1, all: { count: 1, amount: total } });
    expect(glance.orders.count.at(-1)).toBe(1);
    expect(glance.best).toEqual([{ _id: shop, name: `Brought Stores ${w.run}`, orders: 1, amount: total, last: NOW }]);
    expect(glance.months.reduce((sum, { joined }) => sum + joined, 0)).toBe(1);
  });

  test('what an account may do, and when its person was last seen', { tags: ['PERM-01'] }, async () => {
    const { user_id } = await server.signInAs('manager.accountant', { name: 'Seen Person' });
    const id = `manager_${w.run}`;
    await putRow(database(), 'manager', {
      ...{ _id: id, user_id, name: 'Seen Person', phone: '08090000002', email: 'seen@example.test' },
      role: 'manager.accountant',
    });
    const seen = await glanceOf<Access>('manager/access', { _id: id });
    expect(seen.last_seen).toBe(NOW);
    expect(seen.permissions).toContain('create_deposit');
    expect(seen.permissions).not.toContain('update_config');
  });
});
