/** The retailers of a group, for a notification (decision 0372). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';
import { makeShops } from '#tests/support/shops.ts';

const DAY = 86_400;

describeEachEngine('the retailers of a group', (database) => {
  let server: TestServer;
  let call: Awaited<ReturnType<typeof makeShops>>['call'];
  let hub: string;
  const names = async (fields: Record<string, unknown>) =>
    ((await call('POST', 'notification/find_buyers', fields)).data as { name: string }[]).map(({ name }) => name);

  beforeAll(async () => {
    server = await startServer(database());
    ({ call } = await makeShops(database(), server, [
      ['Bola Shop', '08021000002', 'active', 'bodija'],
      ['Ada Shop', '08021000001', 'active', 'aguda'],
      ['Closed Shop', '08021000003', 'inactive', 'aguda'],
      ['Far Shop', '08021000004', 'active', 'bodija'],
    ]));
    const db = database().kysely;
    hub = String(
      (await call('POST', 'seller/create', { name: 'Bodija Hub', address: 'Road 1', status: 'active' })).data,
    );
    await sql`insert into manufacturer (_id, name, created, modified) values ('maker', 'Maker', ${NOW}, ${NOW})`.execute(
      db,
    );
    await sql`insert into area (_id, name, phone, manufacturer_id, seller_id, created, modified) values
      ('north', 'North', '08020000001', 'maker', ${hub}, ${NOW}, ${NOW}), ('none', 'None', '08020000002', 'maker', ${hub}, ${NOW}, ${NOW})`.execute(
      db,
    );
    await sql`insert into location_area (_id, area_id, location_id, manufacturer_id, created, modified) values ('la', 'north', 'bodija', 'maker', ${NOW}, ${NOW})`.execute(
      db,
    );
    await sql`insert into cohort (_id, title, description, created, modified) values ('first', 'First ones', 'Pilot', ${NOW}, ${NOW})`.execute(
      db,
    );
    const idOf = async (name: string) =>
      (await sql<{ _id: string }>`select _id from buyer where name = ${name}`.execute(db)).rows[0]?._id ?? '';
    for (const name of ['Ada Shop', 'Far Shop', 'Closed Shop'])
      await sql`insert into cohort_buyer (_id, created, created_by, cohort_id, buyer_id)
        values (${name}, ${NOW}, 'x', 'first', ${await idOf(name)})`.execute(db);
    // Bola ordered ten days ago, Far forty days ago, Ada's order of yesterday was cancelled.
    for (const [name, days, tag] of [
      ['Bola Shop', 10, 'completed'],
      ['Far Shop', 40, 'pending'],
      ['Ada Shop', 1, 'cancelled'],
    ] as const)
      await order(await idOf(name), NOW - days * DAY, tag);
  });
  const order = (buyer: string, created: number, tag: string) =>
    sql`insert into order_group (_id, ref, buyer_id, seller_id, tag, created, modified)
      values (${newKey()}, ${newKey().slice(0, 8)}, ${buyer}, ${hub}, ${tag}, ${created}, ${created})`.execute(
      database().kysely,
    );

  test('a group that is not there, a wrong number of days and a person without the right are refused', {
    tags: ['PERM-23'],
  }, async () => {
    for (const field of ['seller_id', 'area_id', 'cohort_id'])
      expect((await call('POST', 'notification/find_buyers', { [field]: 'nowhere' })).code).toBe(404);
    for (const quiet_days of [0, -1, 'many', 4_000])
      expect((await call('POST', 'notification/find_buyers', { quiet_days })).code).toBe(422);
    const care = (await server.signInAs('manager.customer_support', { name: 'Wale Care' })).token;
    expect((await call('POST', 'notification/find_buyers', {}, care)).code).toBe(403);
  });

  test('by hub, area, cohort and days without an order; only active retailers, by name, each limit narrows', {
    tags: ['NOTIF-10'],
  }, async () => {
    expect(await names({})).toEqual(['Ada Shop', 'Bola Shop', 'Far Shop']);
    expect((await call('POST', 'notification/find_buyers', { seller_id: hub })).data).toMatchObject([
      { name: 'Bola Shop', phone: '08021000002', location: 'Bodija' },
      { name: 'Far Shop', phone: '08021000004', location: 'Bodija' },
    ]);
    expect(await names({ area_id: 'north' })).toEqual(['Bola Shop', 'Far Shop']);
    expect(await names({ area_id: 'none' })).toEqual([]);
    expect(await names({ cohort_id: 'first' })).toEqual(['Ada Shop', 'Far Shop']);
    expect(await names({ cohort_id: 'first', seller_id: hub })).toEqual(['Far Shop']);
    expect(await names({ quiet_days: 30 })).toEqual(['Ada Shop', 'Far Shop']);
    expect(await names({ quiet_days: 5 })).toEqual(['Ada Shop', 'Bola Shop', 'Far Shop']);
    expect(await names({ quiet_days: 60 })).toEqual(['Ada Shop']);
    expect(await names({ quiet_days: 30, seller_id: hub })).toEqual(['Far Shop']);
  });
});
