/** What a list of groups carries inside, and what its head says (API.md 1.5, 2). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';

describeEngineOfDay('groups with their orders', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });

  test('groups without a page: X-Total-Count counts them, not their orders; each holds its own orders and lines', {
    tags: ['ORD-17', 'API-1.5'],
  }, async () => {
    const { milk, soap, tea } = world;
    const first = await world.ordered(
      [
        [tea, 10],
        [soap, 7],
        [milk, 12],
      ],
      'pending',
    );
    const second = await world.ordered([[tea, 20]], 'pending');
    const range = { timestamp_min: NOW - 1, timestamp_max: NOW + 1, query: '', tags: ['pending'] };
    const response = await world.call('POST', 'order_group/read_all_custom', range);
    expect(response.code, response.message).toBe(200);
    expect([response.data.length, response.headers['x-total-count']]).toEqual([2, '2']);
    const inside = (id: string) =>
      response.data
        .find((group: Data) => group._id === id)
        .orders.map((order: Data) => [order.order_group_id, order.items.map((item: Data) => item.product_id)]);
    expect(inside(first)).toEqual([
      [first, [milk, soap]],
      [first, [tea]],
    ]);
    expect(inside(second)).toEqual([[second, [tea]]]);
  });

  test('a group says who ordered and who brought him, who delivers, what is asked, what was paid, and why', {
    tags: ['ORD-17', 'ORD-18', 'ORD-19', 'A32'],
  }, async () => {
    const { db, run, location, rep } = world;
    const shop = await world.buyer('Entity shop');
    const [known] = (await world.call('GET', 'buyer/read', { _id: shop })).data;
    await sql`insert into agent (_id, created, modified, name, phone, source, bank, account, location_id)
      values (${`agent_${run}`}, ${NOW}, ${NOW}, 'Amaka Agent', '08020000077', 'BUYER', '044', '0123456789', ${location})`.execute(
      db,
    );
    await sql`insert into agent_referral (_id, created, modified, agent_id, phone)
      values (${`referral_${run}`}, ${NOW}, ${NOW}, ${`agent_${run}`}, ${known.phone})`.execute(db);
    const id = await world.ordered([[world.milk, 12]], 'completed', { buyer: shop });
    const meta = [
      ['discount', '-500', 'promo'],
      ['returns', '250', 'other'],
      ['payment_method', 'cash_transfer'],
      ['payment_cash', '4000'],
      ['payment_transfer', '1000.5'],
      ['comment', 'Call first'],
    ] as const;
    expect((await world.pay(id, meta, { update_amounts_too: true })).code).toBe(200);
    const [officer] = (await world.call('GET', 'sales_officer/read', { _id: rep })).data;
    const entry = (tag: string, value: string, about = '') => ({ [tag]: { tag, value, meta: about } });
    expect(await world.group(id)).toMatchObject({
      ...{ _id: id, ref: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/), tag: 'completed', created: NOW, modified: NOW },
      buyer: {
        ...{ _id: shop, name: known.name, phone: known.phone, agent: { name: 'Amaka Agent' } },
        ...{ location: { _id: location, name: known.location.name }, location_id: location },
        ledgers: { wallet: { balance: '6499.50' } },
      },
      buyer_is_new: true,
      ...{ sales_officer_id: rep, sales_officer_name: officer.name },
      sales_officer: { _id: rep, name: officer.name, phone: officer.phone },
      ...{
        manufacturers: 1,
        manufacturer: { name: expect.any(String) },
        manufacturer_id: expect.any(String),
        cases: 1,
      },
      ...{ subtotal: '12000.00', delivery_fee: '0.00', discount: '-500.00', discount_reason: 'promo' },
      ...{ total: '11500.00', amount: '11500.00', source: 'BACK_OFFICE', comment: 'Call first' },
      ...{ payment_method: 'cash_transfer', cash: '4000.00', transfer: '1000.50', paid: '5000.50' },
      outstanding: '-6499.50',
      charges: [{ _id: 'discount', title: 'Discount (Promo)', value: '-500.00', index: 0 }],
      meta_obj: {
        ...entry('discount', '-500.00', 'promo'),
        ...entry('returns', '250.00', 'other'),
        ...entry('payment_method', 'cash_transfer'),
        ...entry('payment_cash', '4000.00'),
        ...entry('payment_transfer', '1000.50'),
        ...entry('comment', 'Call first'),
        ...entry('item_case_count', '1'),
      },
    });
  });
});
