/** Reports over a day of a real wholesaler's orders (../shared/data/orders), against answers worked out here from the file alone. */
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OrderTag } from '#domain/order.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { sharedRows } from '#tests/support/sharedData.ts';

const DAY = 86_400;
const TAGS: readonly OrderTag[] = ['pending', 'delivered', 'completed', 'cancelled', 'draft'];
const ALL: readonly OrderTag[] = [...TAGS, 'deleted'];

/** One line of the file as an order's line; every seventh was accepted one bottle short. Cents stand for kobo. */
interface Line {
  store: string;
  item: string;
  maker: string;
  pack: number;
  units: number;
  accepted: number | null;
  cents: number;
  /** What is billed: the accepted part, half away from zero. */
  billed: number;
  tag: OrderTag;
  created: number;
}

const file = sharedRows('orders/iowa_wholesale_2012-01-31.csv');
const lines: Line[] = (file ?? []).map((row, index) => {
  const store = String(row.store_number);
  const units = Number(row.bottles_sold);
  const cents = Math.round(Number(row.sale_dollars || 0) * 100);
  const accepted = index % 7 === 0 ? units - 1 : null;
  const billed = accepted === null ? cents : Math.floor((2 * cents * accepted + units) / (2 * units));
  return {
    store,
    item: String(row.item_number),
    maker: String(row.vendor_name),
    pack: Number(row.pack),
    units,
    accepted,
    cents,
    billed,
    tag: TAGS[Number(store) % TAGS.length] ?? 'pending',
    created: NOW - (Number(store) % 10) * DAY,
  };
});
const sum = (of: readonly Line[], value: (line: Line) => number) => of.reduce((total, line) => total + value(line), 0);
const kept = (line: Line) => line.accepted ?? line.units;
const money = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

describe.skipIf(file === null)('a day of orders', () => {
  test('the file is the one its README describes', () => {
    expect(lines.length).toBe(9_510);
    expect(sum(lines, (line) => line.units)).toBe(81_120);
    expect(sum(lines, (line) => line.cents)).toBe(103_995_109);
  });

  describeEachEngine('reports over it', (database) => {
    let server: TestServer;
    let world: OrderWorld;
    const items = [...new Map(lines.map((line) => [line.item, line])).values()];
    const makers = [...new Set(lines.map((line) => line.maker))];
    const stores = [...new Set(lines.map((line) => line.store))];
    const makerId = (name: string) => `iowa_maker_${makers.indexOf(name)}`;

    beforeAll(async () => {
      server = await startServer(database());
      world = await makeOrderWorld(database(), server);
      await load();
    }, 120_000);

    /** Puts the file into the tables, in bulk. The first half of the makers has a distributor. */
    async function load(): Promise<void> {
      const { db, hub, rep, distributor, storeType } = world;
      const put = async (rows: readonly object[], into: (json: string) => RawBuilder<unknown>) => {
        for (let at = 0; at < rows.length; at += 2_000)
          await into(JSON.stringify(rows.slice(at, at + 2_000))).execute(db);
      };
      await put(
        makers.map((name, at) => ({ id: `iowa_maker_${at}`, brand: `iowa_brand_${at}`, name })),
        (json) => sql`with x as (select * from json_to_recordset(${json}::json) as x(id text, brand text, name text)),
        made as (insert into manufacturer (_id, created, modified, name) select id, ${NOW}::int8, ${NOW}::int8, name from x returning _id)
        insert into brand (_id, created, modified, name, manufacturer_id) select brand, ${NOW}::int8, ${NOW}::int8, name, id from x`,
      );
      await put(
        items.map((line) => ({
          id: `iowa_${line.item}`,
          brand: `iowa_brand_${makers.indexOf(line.maker)}`,
          pack: line.pack,
        })),
        (
          json,
        ) => sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
        select id, ${NOW}::int8, ${NOW}::int8, id, 'Of the file', id, pack, 1, 100, brand from json_to_recordset(${json}::json) as x(id text, brand text, pack int)`,
      );
      await put(
        items.filter((line) => makers.indexOf(line.maker) % 2 === 0).map((line) => ({ id: `iowa_${line.item}` })),
        (json) => sql`insert into distributor_product (_id, created, modified, distributor_id, product_id)
        select 'dp_' || id, ${NOW}::int8, ${NOW}::int8, ${distributor}, id from json_to_recordset(${json}::json) as x(id text)`,
      );
      await sql`insert into distributor_seller (_id, created, modified, distributor_id, seller_id) values ('iowa_link', ${NOW}, ${NOW}, ${distributor}, ${hub})`.execute(
        db,
      );
      const places = [...new Set(stores.map((store) => Number(store) % 40))].map((at) => ({ id: `iowa_place_${at}` }));
      await put(
        places,
        (json) => sql`insert into location (_id, created, modified, name, state, lga)
        select id, ${NOW}::int8, ${NOW}::int8, id, 'Lagos', id from json_to_recordset(${json}::json) as x(id text)`,
      );
      await put(
        stores.map((store) => ({
          id: `iowa_shop_${store}`,
          place: `iowa_place_${Number(store) % 40}`,
          phone: `070${store.padStart(8, '0')}`,
        })),
        (json) => sql`with x as (select * from json_to_recordset(${json}::json) as x(id text, place text, phone text)),
        made as (insert into user_account (_id, role, name, created, modified) select 'user_' || id, 'buyer.buyer', id, ${NOW}::int8, ${NOW}::int8 from x returning _id)
        insert into buyer (_id, created, modified, user_id, name, phone, store_type_id, location_id) select id, ${NOW}::int8, ${NOW}::int8, 'user_' || id, id, phone, ${storeType}, place from x`,
      );
      const groups = new Map<string, { id: string; shop: string; tag: string; created: number; seen: Set<string> }>();
      const orders = new Map<string, { id: string; group: string; maker: string; ref: string }>();
      const rows = lines.map((line, at) => {
        // The same product twice in one store is two orders.
        let turn = 0;
        while (groups.get(`${line.store}_${turn}`)?.seen.has(line.item)) turn += 1;
        const key = `${line.store}_${turn}`;
        const group = groups.get(key) ?? {
          id: `iowa_group_${key}`,
          shop: `iowa_shop_${line.store}`,
          tag: line.tag,
          created: line.created,
          seen: new Set(),
        };
        groups.set(key, group);
        group.seen.add(line.item);
        const orderKey = `${key} ${line.maker}`;
        const order = orders.get(orderKey) ?? {
          id: `iowa_order_${orders.size}`,
          group: group.id,
          maker: makerId(line.maker),
          ref: `IOWA${orders.size}`,
        };
        orders.set(orderKey, order);
        return {
          id: `iowa_item_${at}`,
          order: order.id,
          group: group.id,
          product: `iowa_${line.item}`,
          units: line.units,
          accepted: line.accepted,
          cents: line.cents,
          billed: line.billed,
        };
      });
      await put(
        [...groups.values()].map(({ seen: _seen, ...group }, at) => ({ ...group, ref: `GRP${at}` })),
        (json) => sql`insert into order_group (_id, created, modified, ref, tag, buyer_id, seller_id, sales_officer_id)
        select id, created, created, ref, tag, shop, ${hub}, ${rep} from json_to_recordset(${json}::json) as x(id text, shop text, tag text, created int8, ref text)`,
      );
      await put(
        [...orders.values()],
        (json) => sql`insert into "order" (_id, created, modified, ref, order_group_id, manufacturer_id, tag)
        select id, ${NOW}::int8, ${NOW}::int8, ref, "group", maker, 'completed' from json_to_recordset(${json}::json) as x(id text, "group" text, maker text, ref text)`,
      );
      await put(
        rows,
        (
          json,
        ) => sql`insert into order_item (_id, created, modified, order_id, order_group_id, product_id, quantity, quantity_accepted, amount_kobo, line_kobo)
        select id, ${NOW}::int8, ${NOW}::int8, "order", "group", product, units, accepted, cents, billed
        from json_to_recordset(${json}::json) as x(id text, "order" text, "group" text, product text, units int, accepted int, cents int8, billed int8)`,
      );
    }

    const ask = async (path: string, fields: Record<string, unknown>) => {
      const response = await world.call('POST', `order_group/${path}`, fields);
      expect(response.code, response.text.slice(0, 300)).toBe(200);
      return response.data as Data;
    };
    const range = { timestamp_min: NOW - 20 * DAY, timestamp_max: NOW + 1 };
    const between = { from_timestamp: NOW - 20 * DAY, to_timestamp: NOW + 1 };

    test('refusals: no hub, no dates, dates reversed or too far apart', { tags: ['RPT-02', 'RPT-05'] }, async () => {
      const refused = async (path: string, fields: Record<string, unknown>) =>
        (await world.call('POST', `order_group/${path}`, fields)).message;
      expect(await refused('purchase_orders', between)).toBe('Seller field is required.');
      expect(await refused('purchase_orders_buyers', { seller_id: world.hub, from_timestamp: 1 })).toBe(
        'Date range is required.',
      );
      expect(await refused('sales_of_all_custom_special', { ...range, timestamp_max: 1, seller_id: '*' })).toBe(
        'Date range is required.',
      );
      expect(await refused('sales_of_all_custom_special_seller', { ...range, timestamp_min: 1, seller_id: '*' })).toBe(
        'Please choose at most 400 days.',
      );
      expect(await refused('sales_of_all_custom_special', { ...range, seller_id: '*', tags: ['sold'] })).toBe(
        'Tag field is required.',
      );
    });

    test('sales per product are those of the file, for any tags and any part of the days', {
      tags: ['RPT-01', 'RPT-03', 'RPT-09'],
    }, async () => {
      const cases: [OrderTag[], number, number][] = [
        [[...ALL], NOW - 20 * DAY, NOW + 1],
        [['completed'], NOW - 20 * DAY, NOW + 1],
        [['cancelled', 'draft'], NOW - 5 * DAY, NOW - DAY],
        [[], NOW - 3 * DAY, NOW + 1],
      ];
      for (const [tags, from, to] of cases) {
        const wanted = lines.filter(
          (line) =>
            (tags.length === 0 ? line.tag !== 'draft' : tags.includes(line.tag)) &&
            line.created >= from &&
            line.created < to,
        );
        const answer = await ask('sales_of_all_custom_special', {
          timestamp_min: from,
          timestamp_max: to,
          seller_id: world.hub,
          tags,
        });
        expect(answer.total).toBe(money(sum(wanted, (line) => line.billed)));
        const expected = new Map<string, { quantity: number; amount: number; pack: number }>();
        for (const line of wanted) {
          const one = expected.get(line.item) ?? {
            quantity: 0,
            amount: 0,
            pack: items.find((item) => item.item === line.item)?.pack ?? 1,
          };
          one.quantity += kept(line);
          one.amount += line.billed;
          expected.set(line.item, one);
        }
        expect(answer.products.length).toBe(expected.size);
        for (const row of answer.products) {
          const one = expected.get(row.product_id.slice(5));
          expect(row).toMatchObject({
            quantity: one?.quantity,
            amount: money(one?.amount ?? 0),
            cases: Math.floor((one?.quantity ?? 0) / (one?.pack ?? 1)),
            units: (one?.quantity ?? 0) % (one?.pack ?? 1),
          });
        }
      }
    });

    test('the value of each day, of the days before and of the hubs is that of the file', {
      tags: ['RPT-17'],
    }, async () => {
      const startOf = (at: number) => Math.floor((at + 3_600) / DAY) * DAY - 3_600;
      const refused = (fields: Record<string, unknown>, ask = {}) =>
        world.call('POST', 'order_group/value_by_day', fields, ask);
      expect((await refused(range)).message).toBe('Seller field is required.');
      expect((await refused({ seller_id: '*', timestamp_min: 1 })).message).toBe('Date range is required.');
      expect((await refused({ ...range, seller_id: '*', timestamp_min: 1 })).message).toBe(
        'Please choose at most 400 days.',
      );
      const outsider = await server.signInAs('sales_officer.rep');
      expect((await refused({ ...range, seller_id: '*' }, { token: outsider.token })).code).toBe(403);
      for (const [tags, from, to] of [
        [['pending', 'delivered', 'completed'], NOW - 6 * DAY, NOW + 1],
        [['completed'], NOW - 20 * DAY + 500, NOW - 2 * DAY],
        [[], startOf(NOW), startOf(NOW) + DAY],
      ] as const) {
        const answer = await ask('value_by_day', {
          ...{ timestamp_min: from, timestamp_max: to, seller_id: world.hub, tags: [...tags] },
        });
        const fits = (line: Line) =>
          tags.length === 0 ? line.tag !== 'draft' : (tags as readonly string[]).includes(line.tag);
        const count = (startOf(to - 1) - startOf(from)) / DAY + 1;
        expect([answer.days.length, answer.before.length]).toEqual([count, count]);
        const check = async (days: Data[], begin: number, end: number) => {
          for (const day of days) {
            const own = lines.filter(
              (line) =>
                fits(line) && line.created >= begin && line.created < end && startOf(line.created) === Number(day.at),
            );
            expect(day.amount).toBe(money(sum(own, (line) => line.billed)));
            const { rows: groups } =
              await sql`select 1 from order_group where created >= ${Math.max(begin, Number(day.at))}
              and created < ${Math.min(end, Number(day.at) + DAY)} and tag <> 'draft' and (tag = any(${[...tags]}) or ${tags.length === 0})`.execute(
                world.db,
              );
            expect(day.orders).toBe(groups.length);
          }
          expect(new Set(days.map((day) => day.at)).size).toBe(days.length);
        };
        await check(answer.days, from, to);
        await check(answer.before, from - count * DAY, to - count * DAY);
        const whole = lines.filter((line) => fits(line) && line.created >= from && line.created < to);
        expect(answer.hubs.map((hub: Data) => [hub._id, hub.amount])).toEqual(
          whole.length === 0 ? [] : [[world.hub, money(sum(whole, (line) => line.billed))]],
        );
        // The sum of the days is the total of the summary below the plot.
        const sales = await ask('sales_of_all_custom_special', {
          ...{ timestamp_min: from, timestamp_max: to, seller_id: world.hub, tags: [...tags] },
        });
        for (const [name, total] of [
          ['amount', 'total'],
          ['billed', 'total_billed'],
        ] as const) {
          const kobo = answer.days.reduce((all: number, day: Data) => all + Math.round(Number(day[name]) * 100), 0);
          expect(money(kobo)).toBe(sales[total]);
        }
      }
    });

    test('without days: the last 30, also of all hubs; a hub-side account has its own hub alone', {
      tags: ['RPT-17'],
    }, async () => {
      const today = Math.floor((NOW + 3_600) / DAY) * DAY - 3_600;
      const fields = { timestamp_min: today - 29 * DAY, timestamp_max: today + DAY, seller_id: '*' };
      for (const path of ['value_by_day', 'sales_of_all_custom_special'])
        expect(await ask(path, { seller_id: '*' })).toEqual(await ask(path, fields));
      const between = { from_timestamp: fields.timestamp_min, to_timestamp: fields.timestamp_max, seller_id: '*' };
      for (const path of ['purchase_orders', 'purchase_orders_buyers'])
        expect(await ask(path, { seller_id: '*' })).toEqual(await ask(path, between));
      const other = await server.signInAs('sales_officer.manager', { seller_id: world.hub2 });
      const none = await world.call('POST', 'order_group/value_by_day', { seller_id: '*' }, { token: other.token });
      expect(none.data.hubs.filter((hub: Data) => hub._id !== world.hub2)).toEqual([]);
    });

    test('per hub, by search, and only the own hub for a hub-side account', { tags: ['RPT-09'] }, async () => {
      const bySeller = await ask('sales_of_all_custom_special_seller', {
        ...range,
        seller_id: '*',
        tags: ALL,
        query: 'iowa',
      });
      expect(bySeller.products[0].seller).toMatchObject({ _id: world.hub });
      expect(bySeller.total).toBe(money(sum(lines, (line) => line.billed)));
      const one = await ask('sales_of_all_custom_special', {
        ...range,
        seller_id: world.hub,
        tags: ALL,
        query: 'Diageo',
      });
      expect(one.total).toBe(
        money(
          sum(
            lines.filter((line) => /diageo/i.test(line.maker)),
            (line) => line.billed,
          ),
        ),
      );
      const other = await server.signInAs('sales_officer.manager', { seller_id: world.hub2 });
      const response = await world.call(
        'POST',
        'order_group/sales_of_all_custom_special',
        { ...range, seller_id: world.hub, tags: ALL },
        { token: other.token },
      );
      expect(response.data).toMatchObject({ products: [], total: '0.00', total_billed: '0.00' });
    });

    test('the order summary by retailer: issued, returned, what is left, per store as in the file', {
      tags: ['RPT-06', 'RPT-08'],
    }, async () => {
      const counted = lines.filter((line) => ['pending', 'delivered', 'completed'].includes(line.tag));
      const answer = await ask('purchase_orders_buyers', {
        ...between,
        seller_id: world.hub,
        sales_officer: '*',
        distributor: '*',
      });
      expect(answer.total).toBe(money(sum(counted, (line) => line.billed)));
      expect(answer.groups.length).toBe(new Set(counted.map((line) => line.store)).size);
      for (const group of answer.groups) {
        const own = counted.filter((line) => `iowa_shop_${line.store}` === group._id);
        expect(group.amount).toBe(money(sum(own, (line) => line.billed)));
        for (const item of group.items) {
          const mine = own.filter((line) => `iowa_${line.item}` === item.product_id);
          expect(item.issued).toBe(sum(mine, (line) => line.units));
          expect(item.returned).toBe(sum(mine, (line) => line.units - kept(line)));
          expect(item.quantity).toBe(item.issued - item.returned);
          expect(item.cases * item.case_count + item.units).toBe(item.quantity);
          expect(item.issued_cases * item.case_count + item.issued_units).toBe(item.issued);
        }
      }
      expect(
        (await ask('purchase_orders_buyers', { ...between, seller_id: world.hub, sales_officer: 'nobody' })).groups,
      ).toEqual([]);
    });

    test('by distributor: the one linked to the hub, else none; hub price first', {
      tags: ['RPT-06', 'B5.13'],
    }, async () => {
      const counted = lines.filter((line) => ['pending', 'delivered', 'completed'].includes(line.tag));
      const has = (line: Line) => makers.indexOf(items.find((item) => item.item === line.item)?.maker ?? '') % 2 === 0;
      await sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo) values ('iowa_price', ${NOW}, ${NOW}, ${world.hub}, ${`iowa_${counted[0]?.item}`}, 1, 4242)`.execute(
        world.db,
      );
      const answer = await ask('purchase_orders', { ...between, seller_id: world.hub });
      expect(answer.groups.map((group: Data) => [group._id, group.amount]).sort()).toEqual(
        [
          [
            '',
            money(
              sum(
                counted.filter((line) => !has(line)),
                (line) => line.billed,
              ),
            ),
          ],
          [world.distributor, money(sum(counted.filter(has), (line) => line.billed))],
        ].sort(),
      );
      expect(answer.groups.find((group: Data) => group._id === '').name).toBe('No distributor');
      const all = answer.groups.flatMap((group: Data) => group.items) as Data[];
      expect(all.find((item) => item.product_id === `iowa_${counted[0]?.item}`)?.price).toBe('42.42');
      expect(all.find((item) => item.product_id !== `iowa_${counted[0]?.item}`)?.price).toBe('1.00');
      const one = await ask('purchase_orders', { ...between, seller_id: world.hub, distributor: world.distributor });
      expect(one.groups.map((group: Data) => group._id)).toEqual([world.distributor]);
    });

    test('the fulfilment matrix ticks exactly who ordered from whom', {
      tags: ['FUL-02', 'FUL-03', 'FUL-05', 'FUL-07', 'FUL-08'],
    }, async () => {
      const counted = lines.filter((line) => ['pending', 'delivered', 'completed'].includes(line.tag));
      const get = async (path: string, fields: Record<string, unknown> = {}) =>
        (await world.call('GET', `order/${path}`, fields)).data as Data;
      const whole = await get('matrix_fulfilment_buyers');
      const ticks = new Set<string>();
      for (const row of whole.data)
        for (const [maker, { found }] of Object.entries(row.manufacturers as Record<string, { found: boolean }>))
          if (found) ticks.add(`${row._id} ${maker}`);
      // The age of the oldest pending order of each pair, and of no other.
      const open = new Map<string, number>();
      for (const line of lines.filter(({ tag }) => tag === 'pending')) {
        const pair = `iowa_shop_${line.store} ${makerId(line.maker)}`;
        open.set(pair, Math.min(line.created, open.get(pair) ?? line.created));
      }
      expect(open.size).toBeGreaterThan(0);
      for (const row of whole.data)
        for (const [maker, cell] of Object.entries(row.manufacturers as Record<string, Data>))
          expect(cell.open_since).toBe(open.get(`${row._id} ${maker}`));
      expect(ticks).toEqual(new Set(counted.map((line) => `iowa_shop_${line.store} ${makerId(line.maker)}`)));
      const places = await get('matrix_fulfilment', {
        page: 1,
        per_page: 200,
        location_id: ['iowa_place_3', 'iowa_place_4'],
        manufacturer_id: ['iowa_maker_0', 'iowa_maker_1'],
      });
      expect(places.columns.map((column: Data) => column._id).sort()).toEqual(['iowa_maker_0', 'iowa_maker_1']);
      expect(places.total).toBe(2);
      for (const row of places.rows)
        for (const at of [0, 1])
          expect(row.manufacturers[`iowa_maker_${at}`].found).toBe(
            counted.some((line) => `iowa_place_${Number(line.store) % 40}` === row._id && line.maker === makers[at]),
          );
      // Only what was ordered: no row and no column without a tick, and how many of them are left out.
      const some = await get('matrix_fulfilment_buyers', { ordered: true });
      const ordering = [...new Set([...ticks].map((pair) => pair.split(' ')[0]))];
      expect(some.data.map((row: Data) => row._id).sort()).toEqual(ordering.sort());
      const makersOf = new Set([...ticks].map((pair) => pair.split(' ')[1]));
      expect(some.columns).toEqual(whole.columns.filter((column: Data) => makersOf.has(column._id)));
      expect(some.left_out).toEqual({
        rows: whole.data.length - some.data.length,
        columns: whole.columns.length - some.columns.length,
      });
      expect(some.left_out.columns).toBeGreaterThan(0);
      const [first] = makersOf;
      const ofFirst = [...ticks].filter((pair) => pair.endsWith(` ${first}`)).length;
      const page = { page: 1, per_page: 200, ordered: true };
      expect(await get('matrix_fulfilment_buyers', { ...page, manufacturer_id: [first] })).toMatchObject({
        ...{ total: ofFirst, left_out: { rows: whole.data.length - ofFirst, columns: 0 } },
      });
      expect(await get('matrix_fulfilment', { ...page, from_timestamp: NOW + 5 })).toMatchObject({
        ...{ columns: [], rows: [], total: 0 },
      });
      expect(whole.left_out).toBeUndefined();
      const route = await world.call('POST', 'order/route_fulfilment_all', { location_id: 'iowa_place_3' });
      const mine = new Set(counted.filter((line) => Number(line.store) % 40 === 3).map((line) => makerId(line.maker)));
      expect(
        new Set(
          Object.values(route.data as Record<string, { _id: string; found: boolean }>)
            .filter((one) => one.found)
            .map((one) => one._id),
        ),
      ).toEqual(mine);
      // FUL-05: by the manufacturer's id; the ones nobody ordered from are there as well.
      const keyed = Object.entries(route.data as Record<string, { _id: string; name: string }>);
      expect(keyed.map(([key]) => key).sort()).toEqual(whole.columns.map((column: Data) => column._id).sort());
      for (const [key, one] of keyed)
        expect(one).toMatchObject(whole.columns.find((column: Data) => column._id === key) ?? {});
      expect((await world.call('POST', 'order/route_fulfilment_all', { location_id: 'nowhere' })).message).toBe(
        'Location not found',
      );
      expect(
        (await get('matrix_fulfilment_buyers', { page: 1, from_timestamp: NOW + 5 })).rows.every((row: Data) =>
          Object.values(row.manufacturers as Record<string, { found: boolean }>).every((one) => !one.found),
        ),
      ).toBe(true);
      expect((await get('matrix_fulfilment_buyers', { page: 1, search: 'iowa_shop place_3' })).total).toBe(
        stores.filter((store) => `iowa_place_${Number(store) % 40}`.startsWith('iowa_place_3')).length,
      );
      // FUL-07: what a column and a row are.
      expect(whole.columns[0]).toEqual({ _id: expect.any(String), name: expect.any(String) });
      expect(whole.data[0]).toEqual({
        ...{ _id: expect.any(String), name: expect.any(String), phone: expect.any(String) },
        location: { _id: expect.any(String), name: expect.any(String) },
        manufacturers: Object.fromEntries(
          whole.columns.map((column: Data) => [column._id, expect.objectContaining({ found: expect.any(Boolean) })]),
        ),
      });
      // FUL-02: both tabs are searched by name, phone or location; a place is found by who trades there.
      const shop = whole.data.find((row: Data) => row._id === `iowa_shop_${stores[0]}`);
      for (const search of [shop.name, shop.phone, shop.location.name]) {
        const found = (await get('matrix_fulfilment', { page: 1, per_page: 200, search })).rows as Data[];
        expect(found.map((row) => row._id)).toContain(shop.location._id);
      }
      expect((await get('matrix_fulfilment', { page: 1, search: shop.phone })).total).toBe(1);
      expect((await get('matrix_fulfilment', { page: 1, search: 'nobody trades here' })).total).toBe(0);
    });
  });
});
