/** Every change of an order may carry the version it was read from (API.md 1.4, B12.5). */
import { beforeAll, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeEngineOfDay('versions of orders', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });
  const orderOf = async (group: string) => (await world.group(group)).orders[0] as Data;
  const post = (path: string, fields: Record<string, unknown>) => world.call('POST', path, fields, { key: newKey() });

  test('order/update_tag is refused over lines that changed since, and twice the same is no conflict', {
    tags: ['API-14', 'B12.5'],
  }, async () => {
    const group = await world.ordered([[world.milk, 12]], 'completed');
    const seen = await orderOf(group);
    const move = { _id: seen._id, old_tag: 'completed', new_tag: 'cancelled' };
    expect((await world.add(group, world.rice, 3)).code).toBe(200);

    const late = await post('order/update_tag', { ...move, base_version: seen.version });
    expect(late).toMatchObject({ code: 409, data: { error: 'conflict', current: { amount: '162000.00' } } });
    expect(late.message).toMatch(/^Order was changed by Adaeze Admin at /);
    const stored = await orderOf(group);
    expect(stored.tag).toBe('completed');

    const response = await post('order/update_tag', { ...move, base_version: stored.version });
    expect(response).toMatchObject({ code: 200, data: { tag: 'cancelled' } });
    const again = await post('order/update_tag', { ...move, base_version: stored.version });
    expect(again).toMatchObject({ code: 200, data: { tag: 'cancelled', version: response.data.version } });
  });

  test('order_meta/upsert_many is refused over what somebody else wrote, and says the same without a conflict', {
    tags: ['API-17', 'B12.5'],
  }, async () => {
    const group = await world.ordered([[world.milk, 12]], 'pending');
    const seen = await orderOf(group);
    const meta = (text: string, base_version: unknown) =>
      post('order_meta/upsert_many', { order_id: seen._id, tag: ['comment'], value: [text], meta: [''], base_version });
    expect((await meta('Call first', seen.version)).code).toBe(200);

    const late = await meta('Leave at the gate', seen.version);
    expect(late).toMatchObject({ code: 409, data: { error: 'conflict', current: { _id: seen._id } } });
    expect((await meta('Call first', seen.version)).code).toBe(200);
    const stored = await orderOf(group);
    expect(stored.meta.find((one: Data) => one.tag === 'comment').value).toBe('Call first');
    expect((await meta('Leave at the gate', stored.version)).code).toBe(200);
  });
});
