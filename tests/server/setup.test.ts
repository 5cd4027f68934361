/** What is set up of a new firm: each step is done by its own record, and only administrators are told. */
import { beforeAll, expect, test } from 'vitest';
import { SETUP_STEPS } from '#domain/setup.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld } from '#tests/support/orderWorld.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('the steps of a new firm', { tags: ['DASH-01'] }, (database) => {
  let server: TestServer;
  let token: string;
  const done = async () =>
    (await server.call('GET', 'home/setup', {}, { token })).data as unknown as { done: string[] };
  beforeAll(async () => {
    server = await startServer(database());
    token = (await server.signInAs('administrator.administrator')).token;
  });

  test('nothing is done in an empty firm, and each step is ticked by its record', async () => {
    expect(await done()).toEqual({ done: [] });
    const made = await server.call(
      'POST',
      'location/create',
      { name: 'Yaba', state: 'Lagos', lga: 'Lagos Mainland' },
      { token },
    );
    expect(made.code).toBe(200);
    expect(await done()).toEqual({ done: ['location'] });
    await server.call('POST', 'store_type/create', { name: 'Kiosk', description: 'A small shop' }, { token });
    expect(await done()).toEqual({ done: ['location', 'store_type'] });
  });

  test('a firm at work has them in their order, and staff are not asked', async () => {
    const world = await makeOrderWorld(database(), server);
    const { done: steps } = await done();
    expect(steps).toEqual(SETUP_STEPS.filter((step) => steps.includes(step)));
    for (const step of ['hub', 'brand', 'product', 'retailer']) expect(steps).toContain(step);
    expect((await server.call('GET', 'home/setup', {}, { token: world.staff.token })).code).toBe(403);
  });
});
