/** What the page of a retailer tells first: orders, how often, what, and who serves it (decision 0252). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { BuyerGlance } from '#contract/people/buyerCalls.ts';
import { DAY } from '#domain/time.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Ask, NOW, startServer, type TestServer } from '#tests/support/server.ts';

describeEngineOfDay('a retailer at a glance', { tags: ['BUY-03'] }, (database) => {
  let server: TestServer;
  let w: OrderWorld;
  const call = (buyer_id: string, ask: Ask = {}) => w.call('POST', 'buyer/glance', { buyer_id }, ask);
  const glance = async (buyer: string, ask: Ask = {}) => (await call(buyer, ask)).data as unknown as BuyerGlance;

  beforeAll(async () => {
    server = await startServer(database());
    w = await makeOrderWorld(database(), server);
    for (const hub of [w.hub, w.hub2])
      for (const product of [w.milk, w.tea, w.soap])
        await w.call('POST', 'seller_product/create', {
          ...{ seller_id: hub, product_id: product, mpu: 1, price: '1000', quantity: -1, status: 'active' },
        });
  });

  test('a retailer that is not there; who may see orders and no retailers', { tags: ['PERM-01'] }, async () => {
    expect((await call('nobody')).message).toBe('Buyer not found');
    const { token } = await server.signInAs('seller.manager', { seller_id: w.hub });
    expect((await call(w.shop, { token })).code).toBe(403);
    expect((await call(w.shop, { token: w.support.token })).code).toBe(200);
  });

  test('a retailer without orders, areas and visits', async () => {
    const answer = await glance(await w.buyer('Quiet Stores'));
    expect(answer).toMatchObject({
      ...{ orders: 0, value: '0.00', last: null, every: null },
      ...{ products: [], hub: null, areas: [], visitors: [] },
    });
    expect(answer.months.map(({ count, amount }) => [count, amount])).toEqual(Array(12).fill([0, '0.00']));
  });

  test('orders that count, how often, the months, and what was bought most: accepted units, live parts', {
    tags: ['B7.1', 'B5.0c'],
  }, async () => {
    const shop = await w.buyer('Iya Ruka');
    server.clock.now = NOW - 420 * DAY;
    await w.ordered([[w.soap, 70]], 'completed', { buyer: shop });
    server.clock.now = NOW - 40 * DAY;
    await w.ordered(
      [
        [w.milk, 24],
        [w.tea, 10],
      ],
      'delivered',
      { buyer: shop },
    );
    server.clock.now = NOW - 20 * DAY;
    // A cancelled order and a cart count for nothing.
    await w.ordered([[w.soap, 700]], 'cancelled', { buyer: shop });
    await w.ordered([[w.milk, 12]], 'completed', { buyer: shop });
    server.clock.now = NOW;
    const id = await w.ordered(
      [
        [w.milk, 36],
        [w.tea, 10],
      ],
      'pending',
      { buyer: shop },
    );
    const group = await w.group(id);
    const orders = group.orders as {
      _id: string;
      tag: string;
      version: number;
      items: { _id: string; product_id: string; version: number }[];
    }[];
    // Only 12 of 36 came; the part with the tea is taken out.
    const milk = orders.flatMap((order) => order.items).find((item) => item.product_id === w.milk);
    await w.call('POST', 'order_group_item/update', { _id: milk?._id ?? '', quantity_accepted: 12 });
    const tea = orders.find((order) => order.items.some((item) => item.product_id === w.tea));
    await w.call('POST', 'order/update_tag', { _id: tea?._id ?? '', old_tag: tea?.tag ?? '', new_tag: 'cancelled' });
    await w.ordered([[w.soap, 7]], 'draft', { buyer: shop });
    const answer = await glance(shop);
    const read = await w.group(id);
    expect(answer.last).toEqual({ _id: id, ref: read.ref, tag: 'pending', created: NOW, total: read.total });
    expect([answer.orders, answer.every]).toEqual([4, 140]);
    const { rows } = await sql<{ created: number; kobo: number }>`select created, total_kobo as kobo from order_group
      where buyer_id = ${shop} and tag in ('pending', 'delivered', 'completed')`.execute(database().kysely);
    const sum = (of: readonly { kobo: number }[]) => of.reduce((all, { kobo }) => all + kobo, 0) / 100;
    expect(Number(answer.value)).toBe(sum(rows));
    const bought = answer.products.map(({ product, quantity, orders: many }) => [product._id, quantity, many] as const);
    expect(new Map(bought.map((one) => [one[0], one]))).toEqual(
      new Map([
        [w.milk, [w.milk, 24 + 12 + 12, 3]],
        [w.tea, [w.tea, 10, 1]],
      ]),
    );
    const amounts = answer.products.map(({ amount }) => Number(amount));
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
    expect(answer.months.reduce((sum, month) => sum + month.count, 0)).toBe(3);
    // In the month in which they were made, in Lagos.
    for (const [at, { from, amount }] of answer.months.entries()) {
      const to = answer.months[at + 1]?.from ?? Number.POSITIVE_INFINITY;
      expect(Number(amount)).toBe(sum(rows.filter(({ created }) => created >= from && created < to)));
    }
  });

  test('who serves it: the hub of its location, areas with their representative, route plans; phones by right', {
    tags: ['B5.0a', 'AREA-09', 'B9.16'],
  }, async () => {
    const db = database().kysely;
    const fields = { status: 'active', phone: '08031110001' };
    await w.call('POST', 'area/create', {
      ...{ ...fields, name: 'Yaba East', manufacturer_id: w.maker2, seller_id: w.hub, sales_officer_id: w.rep },
    });
    const { rows } = await sql<{ _id: string }>`select _id from area where name = 'Yaba East'`.execute(db);
    const area = rows[0]?._id ?? '';
    await w.call('POST', 'location_area/create', {
      ...{ area_id: area, location_id: w.location, manufacturer_id: w.maker2, status: 'active' },
    });
    await sql`insert into route_plan (_id, created, modified, sales_officer_id, buyer_id, day, week, status)
      values ('r1', ${NOW}, ${NOW}, ${w.rep}, ${w.shop}, 1, 1, 'active'), ('r2', ${NOW}, ${NOW}, ${w.rep}, ${w.shop}, 3, 1, 'active')`.execute(
      db,
    );
    const officer = { _id: w.rep, name: `Bola Rep ${w.run}`, phone: expect.stringMatching(/./) };
    const answer = await glance(w.shop);
    expect(answer.hub).toMatchObject({ _id: w.hub });
    expect(answer.areas).toEqual([{ _id: area, name: 'Yaba East', sales_officer: officer }]);
    expect(answer.visitors).toEqual([officer]);
    const care = await glance(w.shop, { token: w.support.token });
    expect([care.areas[0]?.sales_officer, care.visitors]).toEqual([
      { ...officer, phone: '' },
      [{ ...officer, phone: '' }],
    ]);
  });
});
