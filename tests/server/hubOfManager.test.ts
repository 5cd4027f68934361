/** A seller manager's hub is the one that names him (A10, A48, B10.4a; HUB-06, PERM-50). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeOneEngine } from '#tests/support/database.ts';
import { newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

interface Person {
  id: string;
  user_id: string;
  token: string;
}

describeOneEngine('the hub of a seller manager', (database) => {
  let server: TestServer;
  let admin: string;
  let last = 0;
  const write = async (path: string, fields: Record<string, unknown>) => {
    const response = await server.call('POST', path, fields, { token: admin, key: newKey() });
    expect(response.code, response.message).toBe(200);
    return response.data as unknown as string;
  };
  /** As the app makes one: record, account, session. */
  const manager = async (role = 'seller.manager'): Promise<Person> => {
    last += 1;
    const email = `hub.manager${last}@example.test`;
    const fields = { name: `Kehinde ${last}`, phone: `0807${String(last).padStart(7, '0')}`, email, role };
    const id = await write('manager/create', { ...fields, status: 'active' });
    const person = (await server.call('GET', 'manager/read', { _id: id }, { token: admin })).data[0];
    await sql`update user_account set must_change = false where _id = ${person.user_id}`.execute(database().kysely);
    return { id, user_id: person.user_id as string, token: await server.openSession(person.user_id) };
  };
  /** With an own price of the one product. */
  const hub = async () => {
    last += 1;
    const id = await write('seller/create', { name: `Hub ${last}`, address: '1 Broad Street', status: 'active' });
    await putRow(database(), 'seller_product', {
      ...{ _id: `sp_${id}`, seller_id: id, product_id: 'soap' },
      mpu: 1,
      price_kobo: 500,
    });
    return id;
  };
  const names = (seller_id: string, manager_id: string, status = 'active') =>
    write('seller_manager/create', { seller_id, manager_id, status });
  const seller = async (token: string) =>
    (await server.call('GET', 'administrator/read_delegate', {}, { token })).data.profile.seller?._id ?? null;
  /** May he set the hub's price of the soap? */
  const sells = async (token: string, id: string) =>
    (await server.call('POST', 'seller_product/update', { _id: `sp_${id}`, price: '7.00' }, { token, key: newKey() }))
      .code;
  const managerOf = async (id: string) =>
    (await server.call('GET', 'seller/read', { _id: id }, { token: admin })).data[0].manager?._id ?? null;

  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);
    await put('manufacturer', { _id: 'maker', name: 'Maker', email: 'm@example.test', address: 'Lagos' });
    await put('brand', { _id: 'brand', name: 'Brand', manufacturer_id: 'maker' });
    await put('product', {
      _id: 'soap',
      name: 'Soap',
      brand_id: 'brand',
      description: 'Soap',
      sku_id: 'soap',
      case_count: 12,
      mpu: 1,
      price_kobo: 100,
    });
  });

  test('nobody named him, an inactive link, staff who manages a hub: no hub', {
    tags: ['PERM-50', 'B10.4a'],
  }, async () => {
    const [one, staff, id] = [await manager(), await manager('manager.staff'), await hub()];
    expect([await seller(one.token), await sells(one.token, id)]).toEqual([null, 404]);
    await names(id, one.id, 'inactive');
    expect(await seller(one.token)).toBeNull();
    await names(id, staff.id);
    expect(await seller(staff.token)).toBeNull();
  });
  test('who is made a hub’s manager sees it with the next call, who is replaced no more', {
    tags: ['PERM-50', 'PERM-06', 'HUB-06'],
  }, async () => {
    const [one, two, id] = [await manager(), await manager(), await hub()];
    await names(id, one.id);
    expect([await seller(one.token), await sells(one.token, id)]).toEqual([id, 200]);
    await names(id, two.id);
    expect([await seller(one.token), await sells(one.token, id)]).toEqual([null, 404]);
    expect([await seller(two.token), await sells(two.token, id)]).toEqual([id, 200]);
    // An old name in the account itself says nothing.
    await sql`update user_account set seller_id = ${id} where _id = ${one.user_id}`.execute(database().kysely);
    expect([await seller(one.token), await sells(one.token, id)]).toEqual([null, 404]);
  });
  test('a link that is switched off takes the hub away, switched on it comes back', { tags: ['HUB-06'] }, async () => {
    const [one, id] = [await manager(), await hub()];
    const link = await names(id, one.id);
    await write('seller_manager/set_status', { _id: link, status: 'inactive' });
    expect(await seller(one.token)).toBeNull();
    await write('seller_manager/set_status', { _id: link, status: 'active' });
    expect(await seller(one.token)).toBe(id);
  });
  test('a seller manager has one hub: another one takes him from the first; staff may manage several', {
    tags: ['B10.4a', 'A48'],
  }, async () => {
    const [one, staff, a, b] = [await manager(), await manager('manager.staff'), await hub(), await hub()];
    const first = await names(a, one.id);
    await names(b, one.id);
    expect([await seller(one.token), await managerOf(a), await managerOf(b)]).toEqual([b, null, one.id]);
    const known = (await server.call('GET', 'seller_manager/candidates', {}, { token: admin })).data;
    const hubOf = (id: string) => known.find((row: { _id: string }) => row._id === id).seller?._id ?? null;
    expect([hubOf(one.id), hubOf(staff.id)]).toEqual([b, null]);
    await write('seller_manager/set_status', { _id: first, status: 'active' });
    expect([await seller(one.token), await managerOf(a), await managerOf(b)]).toEqual([a, one.id, null]);
    await names(a, staff.id);
    await names(b, staff.id);
    expect([await managerOf(a), await managerOf(b)]).toEqual([staff.id, staff.id]);
  });
  test('staff with several hubs who becomes a seller manager keeps the one that named him last; the others hear of it', {
    tags: ['B10.4a', 'A48'],
  }, async () => {
    const [staff, a, b, c] = [await manager('manager.staff'), await hub(), await hub(), await hub()];
    const links: string[] = [];
    for (const id of [a, b, c]) {
      server.clock.now += 10;
      links.push(await names(id, staff.id));
    }
    server.clock.now += 10;
    // The first one is switched off and on again: that is the last naming.
    await write('seller_manager/set_status', { _id: links[0], status: 'inactive' });
    server.clock.now += 10;
    await write('seller_manager/set_status', { _id: links[0], status: 'active' });
    server.clock.now += 10;
    await write('manager/update', { _id: staff.id, role: 'seller.manager' });
    expect([await managerOf(a), await managerOf(b), await managerOf(c)]).toEqual([staff.id, null, null]);
    expect(await seller(staff.token)).toBe(a);
    const { rows } = await sql<{ action: string; record_id: string }>`select action, record_id from audit_log
      where model = 'seller_manager' and created = ${server.clock.now} order by record_id`.execute(database().kysely);
    expect(rows).toEqual(
      links
        .slice(1)
        .toSorted()
        .map((record_id) => ({ action: 'set_status', record_id })),
    );
    const result = await sql<{ _id: string }>`select _id from seller where modified = ${server.clock.now}`.execute(
      database().kysely,
    );
    expect(result.rows.map(({ _id }) => _id).toSorted()).toEqual([b, c].toSorted());
  });
  test('two hubs name one person who has none at once: one of them has him', { tags: ['B10.4a'] }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, a, b] = [await manager(), await hub(), await hub()];
      const answers = await Promise.all(
        [a, b].map((seller_id) =>
          server.call(
            'POST',
            'seller_manager/create',
            { seller_id, manager_id: one.id, status: 'active' },
            { token: admin, key: newKey() },
          ),
        ),
      );
      const codes = answers.map(({ code }) => code);
      for (const code of codes) expect([200, 409]).toContain(code);
      expect(codes).toContain(200);
      const { rows } =
        await sql`select 1 from seller_manager where manager_id = ${one.id} and status = 'active'`.execute(
          database().kysely,
        );
      expect(rows).toHaveLength(1);
    }
  });
  test('two hubs call for one person at once, and each other’s: one hub each, nobody gets a 500', {
    tags: ['B10.4a'],
  }, async () => {
    const [one, two, a, b] = [await manager(), await manager(), await hub(), await hub()];
    await names(a, one.id);
    await names(b, two.id);
    const answers = await Promise.all(
      [
        [b, one.id],
        [a, two.id],
        [a, one.id],
        [b, two.id],
      ].map(([seller_id, manager_id]) =>
        server.call(
          'POST',
          'seller_manager/create',
          { seller_id, manager_id, status: 'active' },
          { token: admin, key: newKey() },
        ),
      ),
    );
    for (const { code } of answers) expect([200, 409]).toContain(code);
    const { rows } = await sql<{ n: number }>`select count(*) as n from seller_manager
      where manager_id in (${one.id}, ${two.id}) and status = 'active' group by manager_id`.execute(database().kysely);
    for (const { n } of rows) expect(n).toBe(1);
  });
});
