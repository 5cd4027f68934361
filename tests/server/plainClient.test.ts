/** What a client that sends only the documents' fields is answered (API.md 1.1, 4.21): nothing of theirs is unknown, what it may not set is not used. */
import { beforeAll, expect, test } from 'vitest';
import { describeOneEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeOneEngine('plain client', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });
  let last = 0;
  const phone = () => {
    last += 1;
    return `0803${String(3_000_000 + last)}`;
  };
  const common = { status: 'active', hash: 'default' };
  const post = (path: string, fields: Record<string, unknown>) => world.call('POST', path, fields, { key: newKey() });
  const read = async (model: string, _id: string) =>
    (await world.call('GET', `${model}/read`, { _id })).data[0] as Data;

  /** People with what their create call takes. */
  const people = (): readonly (readonly [string, string, Record<string, unknown>])[] => [
    ['manager', 'create', { name: 'Musa Bello', email: `${phone()}@example.test`, role: 'manager.staff' }],
    [
      'sales_officer',
      'create',
      { name: 'Musa Bello', email: `${phone()}@example.test`, role: 'sales_officer.rep', seller_id: world.hub },
    ],
    [
      'distributor_officer',
      'signup',
      { name: 'Musa Bello', email: `${phone()}@example.test`, role: 'rep', distributor_id: world.distributor },
    ],
    ['buyer', 'create', { name: 'Musa Stores', store_type_id: world.storeType, location_id: world.location }],
    ['agent', 'create', { name: 'Musa Bello', source: 'AGENCY', bank: '-', account: '-', location_id: world.location }],
  ];

  test('an update takes all that create sent, with _id and user_id: hash and phone are accepted and not used', {
    tags: ['API-13', 'MGR-12'],
  }, async () => {
    for (const [model, create, more] of people()) {
      const number = phone();
      const body = { ...more, ...common, phone: number };
      const made = await post(`${model}/${create}`, body);
      expect(made.code, `${model}/${create}: ${made.message}`).toBe(200);
      const { data } = made;
      const _id = String(typeof data === 'string' ? data : data._id);
      const { user_id, version } = await read(model, _id);
      const sent = { ...body, _id, ...(user_id ? { user_id } : {}) };
      // The phone of a sales officer is the one that can be corrected (K22; officers.test.ts).
      const others = model === 'sales_officer' ? [number] : [number, phone(), 'no number', ''];
      for (const other of others) {
        const response = await post(`${model}/update`, { ...sent, name: `Musa ${other || 'again'}`, phone: other });
        expect(response.code, `${model}/update "${other}": ${response.message}`).toBe(200);
        expect(response.data.phone).toBe(number);
      }
      expect((await read(model, _id)).version).toBe(Number(version) + others.length);
    }
  });

  test('user_id of a hub or a distributor is accepted and not used', { tags: ['API-28'] }, async () => {
    for (const model of ['seller', 'distributor']) {
      const body = { name: `Depot ${phone()}`, address: 'Broad Street', status: 'active', user_id: 'somebody' };
      const _id = String((await post(`${model}/create`, body)).data);
      expect((await read(model, _id)).user_id, model).toBe('');
      const response = await post(`${model}/update`, { ...body, _id, address: 'Marina' });
      expect(response, model).toMatchObject({ code: 200, data: { user_id: '', address: 'Marina' } });
    }
  });

  test('what an update never changes may say anything in a bulk call too', { tags: ['API-12'] }, async () => {
    const plan = await post('route_plan/create_bulk', {
      sales_officer_id: world.rep,
      buyer_id: [world.shop],
      day: ['1'],
      week: ['0'],
      index: ['1'],
      status: 'active',
    });
    expect(plan.data).toMatchObject({ succeeded: 1, failed: 0 });
    const moved = await post('route_plan/update_bulk', {
      _id: [String(plan.data.results[0].data)],
      buyer_id: [''],
      day: ['2'],
    });
    expect(moved.data.results[0]).toMatchObject({ code: 200, data: { day: 2, buyer_id: world.shop } });
  });
});
