/** Lists of orders show, filter and find as those of their groups do (API.md 4.15, 4.16). */
import { beforeAll, expect, test } from 'vitest';
import { formatMoney, koboOf } from '#domain/money.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('lists of orders', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  /** Groups by what they are; each holds one order. */
  let made: Record<'cart' | 'pending' | 'completed' | 'deleted' | 'cut', string>;
  /** The orders of `rows` by the names of their groups, those of other worlds left out. */
  const namesOf = (rows: Data[]) =>
    Object.entries(made)
      .filter(([, id]) => rows.some((row) => row.order_group_id === id))
      .map(([name]) => name);
  const list = async (fields: Record<string, unknown>) => {
    const paged = await world.call('GET', 'order/read_all', { page: 1, per_page: 100, ...fields });
    const whole = await world.call('GET', 'order/read_all', fields);
    expect([paged.code, whole.code], paged.text).toEqual([200, 200]);
    const names = namesOf(whole.data as never);
    expect(namesOf(paged.data.rows)).toEqual(names);
    return names;
  };
  const post = async (path: string, fields: Record<string, unknown>) => {
    const response = await world.call('POST', `order/${path}`, fields);
    expect(response.code, response.text).toBe(200);
    return namesOf(response.data as never);
  };

  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    const make = (to: 'draft' | 'pending' | 'completed') => world.ordered([[world.milk, 12]], to);
    made = {
      pending: await make('pending'),
      completed: await make('completed'),
      deleted: await make('pending'),
      cut: await make('pending'),
      cart: await make('draft'),
    };
    await world.call('POST', 'order_group/delete', { _id: made.deleted });
    // An order's tag is its own (B5.2): completing or deleting the group leaves it, and a line in a cart completes it.
    for (const [name, to] of [
      ['completed', 'completed'],
      ['cut', 'deleted'],
    ] as const) {
      const { _id, tag } = (await world.group(made[name])).orders[0];
      await world.call('POST', 'order/update_tag', { _id, old_tag: tag, new_tag: to });
    }
  });

  test('a filter that nobody knows is refused as in the list of groups', { tags: ['API-10', 'ORD-12'] }, async () => {
    const code = async (fields: object) => (await world.call('GET', 'order/read_all', { page: 1, ...fields })).code;
    expect(await code({ payment: 'x' })).toBe(400);
    expect(await code({ tag: ['x'] })).toBe(400);
    // One unknown value among known ones is as unknown.
    for (const tag of [['pending', 'x'], 'pending,x']) expect(await code({ tag })).toBe(400);
  });

  test('what is deleted or in a cart, by its own tag or its group’s, stays out unless it is asked for by tag', {
    tags: ['API-10', 'ORD-20'],
  }, async () => {
    const mine = { manufacturer_id: (await world.group(made.pending)).orders[0].manufacturer_id, buyer_id: world.shop };
    expect(await list(mine)).toEqual(['pending', 'completed']);
    expect(await list({ ...mine, tag: ['pending'] })).toEqual(['pending']);
    expect(await list({ ...mine, tag: ['pencom'] })).toEqual(['pending', 'completed']);
    expect(await list({ ...mine, tag: ['deleted'] })).toEqual(['cut']);
    expect(await list({ ...mine, tag: ['draft', 'completed'] })).toEqual(['completed', 'cart']);
    expect(await list({ ...mine, tag: 'draft,completed' })).toEqual(['completed', 'cart']);
    expect(await list({ ...mine, tag: ['all'] })).toEqual(Object.keys(made));

    const { shop: buyer_id, rep: sales_officer_id } = world;
    const range = { timestamp_min: NOW, timestamp_max: NOW + 1 };
    expect(await post('read_by_buyer', { buyer_id })).toEqual(['pending', 'completed']);
    expect(await post('read_all_custom', range)).toEqual(['pending', 'completed']);
    expect(await post('read_all_custom_special', range)).toEqual(['pending', 'completed']);
    expect(await post('read_by_tag', { tag: 'pending' })).toEqual(['pending']);
    expect(await post('read_by_buyer_tag', { buyer_id, tag: 'completed' })).toEqual(['completed']);
    expect(await post('read_by_sales_officer_tag', { sales_officer_id, tag: 'pending', from_timestamp: 0 })).toEqual([
      'pending',
    ]);
    expect(await post('read_all_custom_special', { ...range, tags: ['deleted'] })).toEqual(['cut']);
  });

  test('the delta and a group keep every order', { tags: ['API-1.5', 'ORD-17'] }, async () => {
    const { rows } = (await world.call('GET', 'order/read_all', { since: 0 })).data;
    expect(namesOf(rows)).toEqual(Object.keys(made));
    for (const id of Object.values(made)) expect((await world.group(id)).orders).toHaveLength(1);
  });

  test('hub and payment are those of the group', { tags: ['API-10', 'ORD-12'] }, async () => {
    await world.pay(made.completed, [
      ['payment_method', 'cash'],
      ['payment_cash', '12000'],
    ]);
    expect(await list({ seller_id: world.hub })).toEqual(['pending', 'completed']);
    expect(await list({ seller_id: world.hub2 })).toEqual([]);
    expect(await list({ payment: 'paid' })).toEqual(['completed']);
    expect(await list({ payment: 'unpaid' })).toEqual(['pending']);
    expect(await list({ payment: 'owing' })).toEqual([]);
  });

  test('a page of groups sums up what its filters let through: of orders that count, inside the reader’s scope', {
    tags: ['ORD-03', 'API-1.5'],
  }, async () => {
    const sums = async (fields: object, token?: string) =>
      (
        await world.call(
          'GET',
          'order_group/read_all',
          { page: 1, per_page: 1, sums: true, buyer_id: world.shop, ...fields },
          token ? { token } : {},
        )
      ).data.sums;
    const [pending, completed, cut] = [
      await world.group(made.pending),
      await world.group(made.completed),
      await world.group(made.cut),
    ];
    const counting = [pending, completed, cut];
    const total = counting.reduce((sum, group) => sum + koboOf(group.total), 0);
    const unpaid = counting.reduce((sum, group) => sum + Math.max(0, -koboOf(group.outstanding)), 0);
    expect(total).toBeGreaterThan(0);
    // The cart and the deleted order are let through by "all", and count for nothing.
    expect(await sums({ tag: ['all'] })).toEqual({
      total: formatMoney(total),
      unpaid: formatMoney(unpaid),
      cases: String(counting.reduce((sum, group) => sum + group.cases, 0)),
    });
    expect((await sums({ tag: ['completed'] })).total).toBe(completed.total);
    expect(await sums({ tag: ['draft'] })).toEqual({ total: '0.00', unpaid: '0.00', cases: '0' });
    const stranger = await server.signInAs('seller.manager');
    expect(await sums({ tag: ['all'] }, stranger.token)).toEqual({ total: '0.00', unpaid: '0.00', cases: '0' });
  });

  test('an order is found by its own ref and its group’s, its retailer, his phone and place, and its associate', {
    tags: ['API-10', 'UI-08'],
  }, async () => {
    const { ref, orders, buyer, sales_officer } = await world.group(made.pending);
    expect(await list({ search: 'nothing-of-all-this' })).toEqual([]);
    expect(await list({ search: ref })).toEqual(['pending']);
    expect(await list({ search: orders[0].ref })).toEqual(['pending']);
    for (const word of [buyer.name, buyer.phone, buyer.location.name, sales_officer.name])
      expect(await list({ search: word }), word).toEqual(['pending', 'completed']);
  });
});
