/** B14.7, B9.14: where an order comes from when nobody says. */
import { beforeAll, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { startServer } from '#tests/support/server.ts';

describeEngineOfDay('default_order_source', (database) => {
  let world: OrderWorld;
  beforeAll(async () => {
    world = await makeOrderWorld(database(), await startServer(database()));
  });
  const placed = async (meta?: Record<string, string>) => {
    const id = await world.ordered([[world.milk, 12]], 'draft', { buyer: await world.buyer('Kiosk') });
    const response = await world.tag(id, 'draft', 'pending', meta ? { meta: JSON.stringify(meta) } : {});
    expect(response.code, response.message).toBe(200);
    const { source, meta_obj } = await world.group(id);
    return [source, meta_obj.source.value];
  };

  test('without the setting, or with an empty one, it is BACK_OFFICE; what the order says itself stands', {
    tags: ['B14.7', 'ORD-30'],
  }, async () => {
    expect(await placed()).toEqual(['BACK_OFFICE', 'BACK_OFFICE']);
    expect(await placed({ source: 'WHATSAPP' })).toEqual(['WHATSAPP', 'WHATSAPP']);
  });
  test('the setting counts for orders placed from then on, until it is deleted', {
    tags: ['B14.7', 'B9.14'],
  }, async () => {
    const made = await world.call('POST', 'config/create', { key: 'default_order_source', value: ' KASUWA_DESK ' });
    expect(made.code, made.message).toBe(200);
    expect(await placed()).toEqual(['KASUWA_DESK', 'KASUWA_DESK']);
    expect(await placed({ source: 'WHATSAPP' })).toEqual(['WHATSAPP', 'WHATSAPP']);
    expect((await world.call('POST', 'config/delete', { _id: made.data })).code).toBe(200);
    expect(await placed()).toEqual(['BACK_OFFICE', 'BACK_OFFICE']);
  });
});
