/** Retailers (API.md 4.13, B7.2, B7.3, B7.10). */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { BUYER_CATEGORIES, categoryOf } from '#domain/buyerCategory.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;

describeEachEngine('buyers', (database) => {
  let server: TestServer;
  let care: string;
  beforeAll(async () => {
    server = await startServer(database());
    care = (await server.signInAs('manager.customer_support', { name: 'Hauwa Sani' })).token;
    const db = database().kysely;
    await sql`insert into store_type (_id, name, description, created, modified) values
      ('kiosk', 'Kiosk', 'Small roadside stand', ${NOW}, ${NOW}), ('market', 'Market stall', 'In a market', ${NOW}, ${NOW})`.execute(
      db,
    );
    await sql`insert into location (_id, name, state, lga, created, modified) values
      ('aguda', 'Aguda', 'Lagos', 'Surulere', ${NOW}, ${NOW}), ('bodija', 'Bódìjà', 'Oyo', 'Ibadan North', ${NOW}, ${NOW})`.execute(
      db,
    );
  });
  const call = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}, token = care) =>
    server.call(method, path, fields, { token, key: method === 'POST' ? newKey() : undefined });
  let last = 0;
  const shop = (more: Record<string, unknown> = {}) => {
    last += 1;
    return {
      name: `Shop ${last}`,
      person: `Retailer ${last}`,
      phone: `0805${String(1_000_000 + last)}`,
      status: 'active',
      store_type_id: 'kiosk',
      location_id: 'aguda',
      address: '3 Adé Street',
      ...more,
    };
  };
  const signup = async (more: Record<string, unknown> = {}) =>
    String((await call('POST', 'buyer/signup', { ...shop(more), hash: 'x' })).data._id);
  const read = async (_id: string) => (await call('GET', 'buyer/read', { _id })).data[0];

  describe('refusals', { tags: ['BUY-05'] }, () => {
    test('the texts of every field', { tags: ['BUY-05'] }, async () => {
      expect((await call('POST', 'buyer/signup', {})).data.fields).toEqual({
        name: 'Store name field is required.',
        phone: 'Phone number field is required.',
        store_type_id: 'Store type field is required.',
        location_id: 'Location field is required.',
      });
      expect((await call('POST', 'buyer/signup', shop({ name: 'Ab', phone: '0603' }))).data.fields).toEqual({
        name: 'Name must be at least 3 characters.',
        phone: 'Phone number must be valid. Ex. 08021234567',
      });
    });
    test('a store type and a location that are there; a phone once', { tags: ['BUY-05'] }, async () => {
      expect(await call('POST', 'buyer/signup', shop({ store_type_id: 'none' }))).toMatchObject({
        code: 404,
        message: 'Store type not found',
      });
      expect(await call('POST', 'buyer/signup', shop({ location_id: 'none' }))).toMatchObject({
        code: 404,
        message: 'Location not found',
      });
      await signup({ phone: '08051112222' });
      expect(await call('POST', 'buyer/create', shop({ phone: '+234 805 111 2222' }))).toMatchObject({
        code: 409,
        message: 'Phone number is already in use.',
      });
    });
  });

  test('signup and create answer an object with _id; the row; the account opens nothing here', {
    tags: ['BUY-04', 'BUY-06'],
  }, async () => {
    const sent = shop({ name: 'Mama Títí Stores', person: 'Títílayọ̀ Òjó' });
    const response = await call('POST', 'buyer/create', { ...sent, hash: passwordHash('default') });
    expect(response.data).toEqual({ _id: expect.any(String) });
    expect(await read(response.data._id)).toMatchObject({
      ...sent,
      user_id: expect.any(String),
      store_type: { _id: 'kiosk', name: 'Kiosk' },
      location: { _id: 'aguda', name: 'Aguda' },
      agent: null,
      category: 'new_inactive',
      ledgers: { wallet: { _id: '', balance: '0.00' } },
      outstanding: '0.00',
    });
    const signIn = await server.call('POST', 'administrator/login_delegate', {
      phone: sent.phone,
      hash: passwordHash('default'),
    });
    expect(signIn.code).toBe(401);
  });

  test('a retailer with the number of an officer does not stand in the way of his sign-in', {
    tags: ['B10.5'],
  }, async () => {
    await signup({ phone: '08057778888' });
    const officer = await server.account('manager.staff', { password: 'Correct-horse-9' });
    await sql`update user_account set phone = '08057778888', created = ${NOW + 10} where _id = ${officer.user_id}`.execute(
      database().kysely,
    );
    const response = await server.call('POST', 'administrator/login_delegate', {
      phone: '08057778888',
      hash: passwordHash('Correct-horse-9'),
    });
    expect(response.code).toBe(200);
  });

  test('update: the phone stays, name and status follow to the account', { tags: ['BUY-05'] }, async () => {
    const id = await signup();
    const before = await read(id);
    const response = await call('POST', 'buyer/update', {
      _id: id,
      user_id: before.user_id,
      name: 'Shop renamed',
      phone: '08050000000',
      store_type_id: 'market',
      status: 'inactive',
      base_version: 1,
    });
    expect(response.data).toMatchObject({
      name: 'Shop renamed',
      phone: before.phone,
      store_type: { name: 'Market stall' },
      status: 'inactive',
      modified_by: { name: 'Hauwa Sani' },
    });
    const { rows } = await sql`select name, status from user_account where _id = ${before.user_id}`.execute(
      database().kysely,
    );
    expect(rows).toEqual([{ name: 'Shop renamed', status: 'inactive' }]);
  });

  test('retailer name and address: set, taken back, and left out', { tags: ['BUY-02', 'BUY-04'] }, async () => {
    const id = await signup({ person: 'Títílayọ̀ Òjó', address: '3 Adé Street' });
    const cleared = await call('POST', 'buyer/update', { _id: id, person: '', address: ' ', base_version: 1 });
    expect(cleared).toMatchObject({ code: 200, data: { person: '', address: '', version: 2 } });
    expect(await read(id)).toMatchObject({ person: '', address: '', version: 2 });
    expect((await call('GET', 'buyer/read_all', { search: 'titilayo' })).data).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ _id: id })]),
    );
    // The same again says nothing new, whatever version was seen.
    expect((await call('POST', 'buyer/update', { _id: id, person: '', base_version: 1 })).data.version).toBe(2);
    const set = await call('POST', 'buyer/update', { _id: id, person: 'Ngọzi', base_version: 2 });
    expect(set.data).toMatchObject({ person: 'Ngọzi', address: '', version: 3 });
    const { person: _person, address: _address, ...least } = shop();
    const without = (await call('POST', 'buyer/signup', least)).data._id;
    expect(await read(without)).toMatchObject({ person: '', address: '' });
    expect(await read(await signup({ person: '', address: '' }))).toMatchObject({ person: '', address: '' });
  });

  test('the list: search by shop, retailer, phone and location; filters; sorted by what is outstanding', {
    tags: ['BUY-01'],
  }, async () => {
    const ids = [];
    for (const [name, person, phone, location_id, balance] of [
      ['Alhaji Stores', 'Ɗanjuma', '08061000001', 'bodija', 500],
      ['Blessed Shop', 'Ngọzi', '08061000002', 'bodija', -200],
      ['Corner Shop', 'Tunde', '08061000003', 'bodija', 0],
    ] as const) {
      const id = await signup({ name, person, phone, location_id, store_type_id: 'market' });
      ids.push(id);
      if (balance !== 0)
        await sql`insert into ledger (_id, head, owner, balance_kobo, created, modified)
          values (${`l${id}`}, 'buyer', ${id}, ${balance * 100}, ${NOW}, ${NOW})`.execute(database().kysely);
    }
    const list = async (fields: Record<string, unknown>) =>
      (await call('GET', 'buyer/read_all', { page: 1, per_page: 10, location_id: 'bodija', ...fields })).data.rows.map(
        (row: { name: string }) => row.name,
      );
    expect(await list({ search: 'danjuma' })).toEqual(['Alhaji Stores']);
    expect(await list({ search: '1000002' })).toEqual(['Blessed Shop']);
    expect(await list({ search: 'bodija corner' })).toEqual(['Corner Shop']);
    expect(await list({ store_type_id: 'kiosk' })).toEqual([]);
    expect(await list({ sort: 'outstanding' })).toEqual(['Alhaji Stores', 'Corner Shop', 'Blessed Shop']);
    expect(await list({ category: 'new_inactive' })).toHaveLength(3);
    expect(await list({ category: 'regular_weekly' })).toEqual([]);
    expect((await read(ids[0] ?? '')).outstanding).toBe('-500.00');
  });

  test('the category of a retailer follows what he ordered', {
    tags: ['K10', 'BUY-10', 'BUY-11', 'BUY-14'],
  }, async () => {
    const db = database().kysely;
    const made = async (name: string, age: number, orders: readonly (readonly [string, number])[]) => {
      const id = await signup({ name });
      await sql`update buyer set created = ${NOW - age * DAY} where _id = ${id}`.execute(db);
      for (const [tag, ago] of orders)
        await sql`insert into order_group (_id, ref, tag, buyer_id, created, modified)
          values (${newKey()}, ${newKey()}, ${tag}, ${id}, ${NOW - ago * DAY}, ${NOW})`.execute(db);
      return id;
    };
    const fresh = await made('Category new', 5, [['pending', 1]]);
    const cart = await made('Category cart', 5, [['draft', 1]]);
    const weekly = await made('Category weekly', 21, [
      ['completed', 15],
      ['delivered', 8],
      ['pending', 2],
    ]);
    const lost = await made('Category lost', 21, [
      ['cancelled', 15],
      ['deleted', 8],
      ['pending', 20],
    ]);
    // K10: an account of years is judged by its last 12 weeks, and is pre_launch only while nothing was ordered since the launch.
    const weeks = Array.from({ length: 10 }, (_, week) => ['completed', 1 + week * 8] as const);
    const oldWeekly = await made('Category old weekly', 3_000, weeks);
    const oldOnce = await made('Category old once', 3_000, [
      ['completed', 2],
      ...weeks.map(([tag]) => [tag, 100] as const),
    ]);
    const oldNever = await made('Category old never', 3_000, [['completed', 2_900]]);
    for (const [id, category] of [
      [oldWeekly, 'regular_weekly'],
      [oldOnce, 'N/A'],
      [oldNever, 'pre_launch'],
    ]) {
      expect((await read(id ?? '')).category).toBe(category);
      const found = await call('GET', 'buyer/read_all', { page: 1, search: 'category old', category });
      expect(found.data.rows.map((row: { _id: string }) => row._id)).toEqual([id]);
      const admin = (await server.signInAs('administrator.administrator')).token;
      const history = await call('GET', 'buyer/history', { search: 'category old' }, admin);
      expect(history.data.find((row: { _id: string }) => row._id === id).category).toBe(category);
      await sql`update buyer set name = 'Judged' where _id = ${id ?? ''}`.execute(db);
    }
    const expected = [
      [fresh, 'new_active'],
      [cart, 'new_inactive'],
      [weekly, 'regular_weekly'],
      [lost, 'N/A'],
    ];
    for (const [id, category] of expected) {
      expect((await read(id ?? '')).category).toBe(category);
      const found = await call('GET', 'buyer/read_all', { page: 1, search: 'category', category });
      expect(found.data.rows.map((row: { _id: string }) => row._id)).toEqual([id]);
    }
  });

  test('launch_cutoff moves the border of pre_launch, in rows, filter and reports alike', {
    tags: ['B9.14'],
  }, async () => {
    const db = database().kysely;
    const admin = (await server.signInAs('administrator.administrator')).token;
    const opened = NOW - 100 * DAY;
    for (const [name, created] of [
      ['Launch before', opened - 1],
      ['Launch after', opened],
    ] as const)
      await sql`update buyer set created = ${created} where _id = ${await signup({ name })}`.execute(db);
    const seen = async () => {
      const { data } = await call('GET', 'buyer/read_all', { search: 'launch' });
      const filtered = await call('GET', 'buyer/read_all', { page: 1, search: 'launch', category: 'pre_launch' });
      const history = await call('GET', 'buyer/history', { search: 'launch' }, admin);
      const named = (rows: { name: string; category: string }[]) =>
        rows.flatMap(({ name, category }) => (category === 'pre_launch' ? [name] : []));
      return [named(data), named(filtered.data.rows), named(history.data), filtered.data.total];
    };
    expect(await seen()).toEqual([[], [], [], 0]);
    const set = await call('POST', 'config/create', { key: 'launch_cutoff', value: ` ${opened} ` }, admin);
    const before = ['Launch before'];
    expect(await seen()).toEqual([before, before, before, 1]);
    const refused = await call('POST', 'config/update', { _id: set.data, value: 'soon' }, admin);
    expect(refused.data.fields).toEqual({ value: 'Value must be a whole number of seconds. Ex. 1588546800' });
    expect(await seen()).toEqual([before, before, before, 1]);
    // A value from before the check is no launch at all.
    await sql`update config set value = 'soon' where _id = ${set.data}`.execute(db);
    expect(await seen()).toEqual([[], [], [], 0]);
    await call('POST', 'config/update', { _id: set.data, value: String(NOW) }, admin);
    expect((await seen()).at(-1)).toBe(2);
    await call('POST', 'config/delete', { _id: set.data }, admin);
    expect((await seen()).at(-1)).toBe(0);
  });

  test('who sees orders only learns the name of the shop', { tags: ['API-4.13'] }, async () => {
    const id = await signup({ name: 'Seen by hub' });
    const hub = (await server.signInAs('sales_officer.manager')).token;
    expect((await call('GET', 'buyer/read', { _id: id }, hub)).data[0]).toMatchObject({
      name: 'Seen by hub',
      phone: '',
      person: '',
      address: '',
    });
  });

  test('the category of the filter is the category of the row, whatever age and orders', {
    tags: ['BUY-09', 'BUY-10', 'BUY-11', 'BUY-12', 'BUY-13', 'BUY-14', 'BUY-15'],
  }, async () => {
    const cases = [];
    for (const age of [0, 1, 13.9, 14, 14.1, 20, 21, 21.1, 27, 28, 28.1, 60, 400, 2_400, 2_700])
      for (const orders of [0, 1, 2, 3, 8, 60, 400])
        for (const since of [null, 0.5, 13.9, 14, 20.9, 21, 27.9, 28, 90]) {
          if ((orders === 0) !== (since === null)) continue;
          const created = NOW - Math.round(age * DAY);
          cases.push({ created, recent_orders: orders, last_ordered_on: since === null ? null : NOW - since * DAY });
        }
    expect(cases.length).toBeGreaterThan(700);
    const { rows } = await sql<{
      category: string;
    }>`select buyer_category(made::int8, orders::int8, last_order::int8, ${NOW}::int8) as category
      from json_to_recordset(${JSON.stringify(
        cases.map((one) => ({ made: one.created, orders: one.recent_orders, last_order: one.last_ordered_on })),
      )}::json) as x(made int8, orders int8, last_order int8)`.execute(database().kysely);
    const expected = cases.map((one) => categoryOf({ ...one, now: NOW }));
    expect(rows.map((row) => row.category)).toEqual(expected);
    expect(new Set(expected)).toEqual(new Set(BUYER_CATEGORIES));
  });
});
