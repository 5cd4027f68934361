/** The newest, the oldest, the first of several: where two rows are of the same second the id decides, whatever order they lie in. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { multipart, png } from '#tests/support/images.ts';
import { type Data, NOW, passwordHash, putRow, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';

/** Both orders in which two rows can lie on the disk. */
const ORDERS = [
  ['a', 'b'],
  ['b', 'a'],
] as const;

describeEachEngine('ties', (database) => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeWorld(database(), server);
  });
  const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);

  test.each(ORDERS)(
    'one phone, two accounts of the same second: the lower id signs in (%s before %s)',
    { tags: ['B10.5'] },
    async (...order) => {
      const phone = order[0] === 'a' ? '08035550001' : '08035550002';
      const name = (which: string) => `${phone}_${which}`;
      for (const which of order) {
        const made = await server.account(which === 'a' ? 'manager.staff' : 'sales_officer.manager');
        // A new row, so that they lie in this order.
        await sql`insert into user_account (_id, role, name, phone, email, status, password_hash, password_salt, must_change, created, modified)
        select ${name(which)}, role, name, ${phone}, ${`${name(which)}@example.test`}, status, password_hash, password_salt, must_change, created, modified
        from user_account where _id = ${made.user_id}`.execute(database().kysely);
      }
      const response = await server.call('POST', 'administrator/login_delegate', {
        phone,
        hash: passwordHash('Correct-horse-7'),
      });
      expect(response.data.profile).toMatchObject({ user_id: name('a'), role: 'manager.staff' });
    },
  );

  test.each(ORDERS)(
    'two pictures of one label and one second: the newer id is put over (%s before %s)',
    { tags: ['UI-21'] },
    async (...order) => {
      const label = { tag: `category_${world.run}`, title: order.join(' ') };
      const id = (which: string) => `upload_${world.run}_${order.join('')}_${which}`;
      for (const which of order)
        await put('upload', {
          _id: id(which),
          ...label,
          path: `${id(which)}.png`,
          mime: 'image/png',
          size: 1,
          width: 1,
          height: 1,
          sha256: '',
        });
      const response = await server.send({
        method: 'POST',
        url: '/api/upload/upload',
        ...withToken(multipart({ ...label, overwrite: 'true' }, png()), world.admin.token),
      });
      expect([response.code, response.data._id]).toEqual([200, id('b')]);
    },
  );

  test.each(ORDERS)(
    'two hubs of one name: a distributor is shown at the lower id (%s before %s)',
    { tags: ['DIST-01'] },
    async (...order) => {
      const distributor_id = await world.party('distributor', `Twice Depot ${order.join('')}`);
      const hub = (which: string) => `hub_${world.run}_${order.join('')}_${which}`;
      for (const which of order) {
        await put('seller', { _id: hub(which), name: 'Same Name Hub', address: 'Lagos' });
        await put('distributor_seller', { _id: `link_${hub(which)}`, distributor_id, seller_id: hub(which) });
      }
      const row = (await world.call('GET', 'distributor/read', { _id: distributor_id })).data[0];
      expect([row.seller._id, row.sellers.map((one: Data) => one._id)]).toEqual([hub('a'), [hub('a'), hub('b')]]);
    },
  );

  test.each(ORDERS)(
    'two shipments of one second: the price of the later one is the last (%s before %s)',
    { tags: ['B3.6'] },
    async (...order) => {
      const { run } = world;
      const product = await world.product(`Tied ${order.join('')}`, 10, 100_000);
      const hub = await world.party('seller', `Tied Hub ${order.join('')} ${run}`);
      const from = await world.party('distributor', `Tied Depot ${order.join('')} ${run}`);
      await put('warehouse', { _id: `held_${hub}`, parent_type: 'seller', parent: hub, owner_name: 'Tied' });
      for (const which of order) {
        const _id = `po_${hub}_${which}`;
        const parties = {
          source_type: 'distributor',
          source: from,
          source_name: 'D',
          destination_type: 'seller',
          destination: hub,
          destination_name: 'H',
        };
        await put('purchase_order', {
          _id,
          ref: _id,
          tag: 'purchase_order',
          kind: 'shipment_in',
          timestamp: NOW,
          ...parties,
          items_digest: '',
        });
        await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after, created, timestamp,
          purchase_order_id, item_id)
        values (${`log_${_id}`}, ${_id}, 'shipment_in', ${`held_${hub}`}, ${product}, 10, ${which === 'a' ? 70_000 : 80_000}, 100000, 10, ${NOW}, ${NOW},
          ${_id}, null)`.execute(database().kysely);
      }
      const next = await world.order(['distributor', from, 'seller', hub], [[product, 10]]);
      expect((await world.call('GET', 'purchase_order/read', { _id: next })).data[0].amount).toBe('800.00');
    },
  );

  test.each(ORDERS)(
    'two reversals of one second stand in the order they were made (%s before %s)',
    { tags: ['B3.23'] },
    async (...order) => {
      const receipt = await world.order(world.shipIn, [[world.milk, 12]]);
      expect((await world.execute(receipt)).code).toBe(200);
      const id = (which: string) => `back_${receipt}_${which}`;
      for (const which of order) {
        const parties = {
          source_type: 'seller',
          source: world.hub,
          source_name: 'H',
          destination_type: 'distributor',
          destination: world.distributor,
          destination_name: 'D',
        };
        await put('purchase_order', {
          _id: id(which),
          ref: id(which),
          tag: 'purchase_order',
          kind: 'shipment_out',
          timestamp: NOW,
          ...parties,
          items_digest: '',
          reverses: receipt,
        });
      }
      const row = (await world.call('GET', 'purchase_order/read', { _id: receipt })).data[0];
      expect(row.reversed_by.map((one: Data) => one._id)).toEqual([id('a'), id('b')]);
    },
  );
});

const withToken = <T extends { headers: Record<string, string> }>(body: T, token: string) => ({
  ...body,
  headers: { ...body.headers, authorization: `Bearer ${token}` },
});
