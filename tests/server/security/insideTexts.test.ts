/** SEC-07, SEC-09, SEC-10, SEC-13: what no field of a form looks at, because it stands inside of another text or beside the fields. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeOneEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

describeOneEngine('inside texts', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    await world.fill([[world.milk, 240]]);
  }, 120_000);
  /** No database text holds the first; no JSON of a database the second. */
  const BROKEN = ['\0', 'abcd\0efghijkl', '\ud800'];

  test('a key of a row that no database text holds is refused with its row, for whoever sends it', {
    tags: ['SEC-10', 'rule-26'],
  }, async () => {
    const rep = await server.signInAs('sales_officer.rep', { seller_id: world.hub });
    const order = await world.order(world.issue);
    const send = (key: string, token: string, path = 'purchase_order_item/upsert_bulk', more: object = {}) =>
      server.call(
        'POST',
        path,
        {
          purchase_order_id: order,
          product_id: [world.milk],
          quantity: [1],
          quantity_accepted: [1],
          ...more,
          op_key: [key],
        },
        { token },
      );
    for (const key of BROKEN) {
      expect(await send(key, rep.token), JSON.stringify(key)).toMatchObject({
        code: 403,
        data: { error: 'forbidden' },
      });
      const response = await send(key, world.admin.token);
      expect(response, response.text).toMatchObject({
        code: 200,
        data: { succeeded: 0, results: [{ code: 400, message: 'The Idempotency-Key is not valid.' }] },
      });
      const plan = {
        sales_officer_id: [world.rep],
        buyer_id: [world.shop],
        day: [1],
        week: [0],
        index: [0],
        status: ['active'],
      };
      const alone = await server.call(
        'POST',
        'route_plan/create_bulk',
        { ...plan, op_key: [key] },
        { token: world.admin.token },
      );
      expect(alone, alone.text).toMatchObject({ code: 200, data: { succeeded: 0, results: [{ code: 400 }] } });
    }
    const both = { product_id: [world.milk, world.rice], quantity: [1, 2], quantity_accepted: [1, 2] };
    const response = await server.call(
      'POST',
      'purchase_order_item/upsert_bulk',
      { purchase_order_id: order, ...both, op_key: ['\0', newKey()] },
      { token: world.admin.token },
    );
    expect(response.data).toMatchObject({ succeeded: 1, results: [{ code: 400 }, { code: 200 }] });
  });

  test('a file of a queue that claims an author no database can hold is no file of a queue', {
    tags: ['SEC-20'],
  }, async () => {
    const op = {
      ...{
        seq: 1,
        key: newKey(),
        schema: 1,
        type: 'create',
        transfer: `local-${newKey()}`,
        chain: 'head',
        item: null,
        base: null,
      },
      ...{ frozen_base: null, attempts: 0, user_id: world.admin.user_id, user_name: 'Adaeze' },
      payload: { ...world.header(world.issue), amount: undefined, ref: undefined, tag: undefined },
    };
    const send = (more: object) =>
      world.call('POST', 'sync/import', {
        file: JSON.stringify({ ops: [{ ...op, ...more }], known: [] }),
        commit: 'true',
      });
    for (const bad of BROKEN)
      for (const name of ['user_id', 'transfer', 'chain']) {
        const response = await send({ [name]: bad });
        expect(response, `${name} ${response.text}`).toMatchObject({ code: 400, data: { error: 'bad_request' } });
        expect(response.message).toBe(`This file is not an exported queue of Kasuwa (ops.0.${name}).`);
      }
    expect((await send({})).data).toMatchObject({ succeeded: 1, failed: 0 });
  });

  test('a transfer says of itself that it reverses a receipt only where it takes those goods back', {
    tags: ['B3.23', 'SEC-09'],
  }, async () => {
    const receipt = await world.order(world.issue, [[world.milk, 12]]);
    const open = await world.order(world.issue, [[world.milk, 12]]);
    expect((await world.execute(receipt)).message).toBe('Transfer successful.');
    const { token } = world.officer;
    const make = async (parties: Parameters<typeof world.header>[0], reverses: unknown) => {
      const response = await world.call(
        'POST',
        'purchase_order/create',
        world.header(parties, { meta: JSON.stringify({ reverses }) }),
        { token },
      );
      expect(response.code, response.text).toBe(200);
      return world.read(String(response.data));
    };
    for (const bad of [...BROKEN, 'order of nobody', 7, null, {}])
      expect((await make(world.giveBack, bad)).reverses, String(bad)).toBeNull();
    // Goods of somebody else, the same way again, and an order that moved nothing yet.
    for (const parties of [world.shipIn, world.reject, world.issue])
      expect((await make(parties, receipt)).reverses).toBeNull();
    expect((await make(world.giveBack, open)).reverses).toBeNull();
    expect((await world.read(receipt)).reversed_by).toEqual([]);
    const back = await make(world.giveBack, receipt);
    expect(back.reverses).toMatchObject({ _id: receipt });
    expect((await world.read(receipt)).reversed_by).toEqual([{ _id: back._id, ref: back.ref }]);
    // The receipt that says "There is one already" must not do so of a transfer that goes elsewhere by now.
    await world.call('POST', 'purchase_order/update', { _id: back._id, meta: '{}' });
    expect((await world.read(back._id)).reverses).toMatchObject({ _id: receipt });
    const [source_type, source, destination_type, destination] = world.issue;
    const parties = { source_type, source, destination_type, destination };
    const moved = await world.call('POST', 'purchase_order/update', { _id: back._id, ...parties });
    expect(moved).toMatchObject({ code: 200 });
    expect((await world.read(back._id)).reverses).toBeNull();
    expect((await world.read(receipt)).reversed_by).toEqual([]);
  });

  test('how often other spellings of a phone may be tried does not tell whether somebody has it', {
    tags: ['SEC-13', 'B10.9'],
  }, async () => {
    const made = await server.account('manager.staff');
    await sql`update user_account set phone = '08031112223' where _id = ${made.user_id}`.execute(database().kysely);
    const codes = async (phone: string) => {
      const bare = phone.slice(1);
      const spellings = [
        phone,
        `+234${bare}`,
        bare,
        `0${bare.slice(0, 3)} ${bare.slice(3)}`,
        `234${bare}`,
        `(${phone})`,
      ];
      const codes: number[] = [];
      for (const one of spellings)
        codes.push(
          (await server.call('POST', 'administrator/login_delegate', { phone: one, hash: passwordHash('a guess') }))
            .code,
        );
      return codes;
    };
    expect(NOW).toBe(server.clock.now);
    expect(await codes('08039998887')).toEqual(await codes('08031112223'));
  });
});
