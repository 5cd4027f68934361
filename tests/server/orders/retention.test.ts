/** Buyer retention and history (RPT-15, RPT-16, B7.1, B7.6, B7.9) against figures worked out here from the same orders. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { OrderTag } from '#domain/order.ts';
import { PERIODS } from '#domain/periods.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;
const WEEK = PERIODS.week;

describeEachEngine('retention', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  const orders: { buyer: string; tag: OrderTag; created: number; total: number; hub: string }[] = [];
  const shops: string[] = [];
  const ask = (kind: string, fields: Record<string, unknown>, token?: string) =>
    world.call('POST', `buyer/order_retention_${kind}`, fields, token ? { token } : {});
  const weeks = { from_timestamp: NOW - 4 * WEEK, to_timestamp: NOW };

  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    for (let index = 0; index < 12; index += 1) {
      const shop = await world.buyer(`Shop ${String(index).padStart(2, '0')}`, {
        created: NOW - (index < 3 ? 5 : 90) * DAY,
      });
      shops.push(shop);
      const tags: OrderTag[] = ['completed', 'pending', 'delivered', 'cancelled', 'draft'];
      for (let nth = 0; nth < index; nth += 1) {
        const one = {
          buyer: shop,
          tag: tags[(index + nth) % tags.length] ?? 'completed',
          created: NOW - (((index * 5 + nth * 11) % 48) + 1) * DAY + 60,
          total: (index + 1) * 10_000 + nth,
          hub: nth % 2 === 0 ? world.hub : world.hub2,
        };
        // One cart per retailer and hub.
        if (
          one.tag === 'draft' &&
          orders.some((known) => known.buyer === shop && known.hub === one.hub && known.tag === 'draft')
        )
          continue;
        orders.push(one);
        await sql`insert into order_group (_id, created, modified, ref, tag, buyer_id, seller_id, orders_kobo)
          values (${`g_${world.run}_${orders.length}`}, ${one.created}, ${NOW}, ${`R${world.run}${orders.length}`}, ${one.tag}, ${shop}, ${one.hub}, ${one.total})`.execute(
          world.db,
        );
      }
    }
  });
  const counted = (tag: OrderTag) => tag === 'pending' || tag === 'delivered' || tag === 'completed';
  const money = (kobo: number) => (kobo / 100).toFixed(2);
  const sumOf = (some: typeof orders, tag: OrderTag) =>
    some.reduce((sum, one) => sum + (one.tag === tag ? one.total : 0), 0);

  test('refusals: another kind, no range, too far apart, no permission', { tags: ['RPT-16'] }, async () => {
    expect(await ask('fortnight', weeks)).toMatchObject({ code: 404, message: 'There is no such call.' });
    expect((await ask('week', { to_timestamp: NOW })).message).toBe('Date range is required.');
    expect((await ask('week', { from_timestamp: NOW, to_timestamp: NOW })).message).toBe('Date range is required.');
    expect((await ask('day', { from_timestamp: NOW - 500 * DAY, to_timestamp: NOW })).message).toBe(
      'Please choose at most 400 days.',
    );
    expect((await ask('week', weeks, world.support.token)).code).toBe(403);
  });

  test('every figure of every period and retailer, for all five kinds and by hub', {
    tags: ['RPT-15', 'B7.6', 'B7.7'],
  }, async () => {
    for (const kind of ['day', 'week', 'biweek', 'month', 'quarter'] as const) {
      for (const hub of [undefined, world.hub2]) {
        const length = PERIODS[kind];
        const { data } = await ask(kind, { ...weeks, search: world.run, ...(hub ? { seller_id: hub } : {}) });
        const count = Math.ceil((4 * WEEK) / length);
        expect(data.periods).toHaveLength(count);
        const own = orders.filter((one) => counted(one.tag) && (!hub || one.hub === hub));
        const placeOf = (at: number) => count - 1 - Math.floor((NOW - 1 - at) / length);
        const activeIn = (place: number) =>
          new Set(own.filter((one) => placeOf(one.created) === place).map((one) => one.buyer));
        const firstOf = (buyer: string) =>
          Math.min(...orders.filter((one) => one.buyer === buyer && counted(one.tag)).map((one) => one.created));
        for (const [place, period] of data.periods.entries()) {
          const active = activeIn(place);
          const before = activeIn(place - 1);
          const retained = [...active].filter((buyer) => before.has(buyer));
          expect(period, `${kind} ${place}`).toMatchObject({
            active: active.size,
            retained: retained.length,
            new: [...active].filter((buyer) => placeOf(firstOf(buyer)) === place).length,
            returning: [...active].filter((buyer) => !before.has(buyer) && placeOf(firstOf(buyer)) < place).length,
            retention_rate: before.size === 0 ? null : Math.round((retained.length / before.size) * 10_000) / 10_000,
          });
        }
        for (const row of data.buyers as Data[]) {
          for (const [place, cell] of row.periods.entries()) {
            const mine = own.filter((one) => one.buyer === row._id && placeOf(one.created) === place);
            expect(cell).toEqual({ count: mine.length, value: money(mine.reduce((sum, one) => sum + one.total, 0)) });
          }
        }
      }
    }
  });

  test('the figures of a retailer, categories as chips and as a filter, pages', {
    tags: ['BUY-08', 'RPT-15', 'B7.1', 'B7.2'],
  }, async () => {
    const { data } = await ask('week', { ...weeks, search: world.run });
    expect(data.total).toBe(13);
    for (const row of data.buyers as Data[]) {
      const mine = orders.filter((one) => one.buyer === row._id);
      const good = mine.filter((one) => counted(one.tag));
      const total = good.reduce((sum, one) => sum + one.total, 0);
      expect(row).toMatchObject({
        order_count: good.length,
        order_value: money(total),
        order_average: money(good.length === 0 ? 0 : Math.floor((2 * total + good.length) / (2 * good.length))),
        cancelled_count: mine.filter((one) => one.tag === 'cancelled').length,
        cancelled_value: money(sumOf(mine, 'cancelled')),
        cart_count: mine.filter((one) => one.tag === 'draft').length,
        cart_value: money(sumOf(mine, 'draft')),
        first_ordered_on: good.length === 0 ? null : Math.min(...good.map((one) => one.created)),
        last_ordered_on: good.length === 0 ? null : Math.max(...good.map((one) => one.created)),
      });
    }
    expect(data.categories).toMatchObject({ new_inactive: 2 });
    expect(Object.values(data.categories as Record<string, number>).reduce((sum, n) => sum + n, 0)).toBe(13);
    const fresh = await ask('week', { ...weeks, search: world.run, category: 'new_inactive' });
    expect(fresh.data.total).toBe(data.categories.new_inactive);
    expect(fresh.data.categories).toEqual(data.categories);
    const page = await ask('week', { ...weeks, search: world.run, page: 2, per_page: 5 });
    expect(page.data.buyers.map((row: Data) => row._id)).toEqual(data.buyers.slice(5, 10).map((row: Data) => row._id));
    expect((await ask('week', { ...weeks, search: world.run, location_id: 'nowhere' })).data.buyers).toEqual([]);
  });

  test('buyer/history: whole or by page, with item lines by manufacturer on request', {
    tags: ['BUY-08', 'BUY-16', 'B7.9'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    await own.ordered(
      [
        [own.milk, 12],
        [own.soap, 7],
        [own.tea, 10],
      ],
      'completed',
    );
    const read = async (fields: Record<string, unknown>) =>
      (await own.call('GET', 'buyer/history', fields)).data as Data;
    const [row] = await read({ show_more: false, search: own.run });
    expect(row).toMatchObject({
      _id: own.shop,
      order_count: 1,
      order_items: 3,
      category: 'new_active',
      order_value: '15000.00',
    });
    expect(row?.items_by_manufacturer).toBeUndefined();
    // The report counts them as the history does.
    const report = await ask('week', { ...weeks, to_timestamp: NOW + 60, search: own.run });
    expect(report.data.buyers).toMatchObject([{ _id: own.shop, order_count: 1, order_items: 3 }]);
    const [more] = await read({ show_more: true, search: own.run });
    expect(more?.items_by_manufacturer.map((one: Data) => [one._id === own.maker2, one.items]).sort()).toEqual([
      [false, 2],
      [true, 1],
    ]);
    expect(await read({ page: 1, per_page: 1, search: own.run })).toMatchObject({
      total: 1,
      page: 1,
      per_page: 1,
      rows: [{ _id: own.shop }],
    });
    expect((await own.call('GET', 'buyer/history', {}, { token: own.support.token })).code).toBe(403);
  });
});
