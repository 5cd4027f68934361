/** SEC-07 to SEC-12 and SEC-15 over every call of the registry, as an attacker would try each door, not one example of it. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { HOLDERS } from '#tests/support/matrix.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

const CALLS = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null)).map(({ call }) => call);
const WRITES = CALLS.filter((call) => call.write);

describe('what a foreign page could make a browser send', { tags: ['SEC-12'] }, () => {
  test('nothing that changes anything is asked by GET, signing out excepted', { tags: ['SEC-12'] }, () => {
    expect(WRITES.filter((call) => call.method === 'GET' || call.also === 'GET').map((call) => call.path)).toEqual([
      'auth/revoke',
    ]);
  });
});

describeOneEngine('doors', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  const ask = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}, token = world.admin.token) =>
    server.call(method, path, fields, { token });

  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    await world.fill([[world.milk, 240]]);
    await world.ordered([[world.milk, 12]], 'completed');
  }, 120_000);

  test.each(WRITES.map((call) => [call.path, call] as const))(
    '%s: refused from a foreign page; a field that is not its own is named, and nothing is done',
    { tags: ['SEC-12', 'SEC-09'] },
    async (path, call) => {
      const foreign = await server.send({
        method: call.method,
        url: `/api/${path}`,
        headers: {
          authorization: `Bearer ${world.admin.token}`,
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'cross-site',
          origin: 'https://evil.example',
        },
      });
      expect(foreign, foreign.text).toMatchObject({ code: 403, data: { error: 'forbidden' } });
      expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
      // Ending the session is no mass assignment.
      if (path === 'auth/revoke') return;
      const own = { ...call.input, ...(call.row ?? {}) };
      const others = [
        'role',
        'user_id',
        'tag',
        'quantity_accepted',
        '_id',
        'version',
        'created_by',
        'deleted_at',
        'password_hash',
      ]
        .concat([
          'must_change',
          'permissions',
          'balance',
          'executed_at',
          'item_count',
          'seller_name',
          'amount_kobo',
          'constructor',
        ])
        .filter((name) => !Object.hasOwn(own, name));
      expect(others.length).toBeGreaterThan(8);
      for (const name of others) {
        const response = await ask(call.method, path, { [name]: call.row ? ['x'] : 'x' });
        expect(response, `${name} ${response.text}`).toMatchObject({ code: 400, data: { error: 'unknown_field' } });
      }
    },
  );

  test('a person is never made or changed into a role of another kind', { tags: ['SEC-09'] }, async () => {
    const person = { name: 'Climber One', phone: '08029990001', email: 'climber@example.test', status: 'active' };
    const officer = await ask('POST', 'sales_officer/create', {
      ...person,
      role: 'sales_officer.rep',
      seller_id: world.hub,
    });
    expect(officer.code, officer.message).toBe(200);
    const id = (officer.data as unknown as { _id: string })._id;
    for (const role of [
      'administrator.administrator',
      'manager.staff',
      'seller.manager',
      'agent.agent',
      '',
      'ADMINISTRATOR.ADMINISTRATOR',
    ]) {
      const made = await ask(
        'POST',
        'sales_officer/create',
        { ...person, phone: '08029990002', email: 'climber2@example.test', role, seller_id: world.hub },
        world.staff.token,
      );
      expect(made.code, role).toBe(422);
      if (role === '') continue;
      expect((await ask('POST', 'sales_officer/update', { _id: id, role }, world.staff.token)).code, role).toBe(422);
    }
    const { rows } = await sql<{
      role: string;
    }>`select u.role from sales_officer o join user_account u on u._id = o.user_id
      where o._id = ${id}`.execute(database().kysely);
    expect(rows).toEqual([{ role: 'sales_officer.rep' }]);
  });

  const lists = CALLS.filter((call) => Object.hasOwn(call.input, 'sort'));
  test.each(lists.map((call) => [call.path, call] as const))(
    '%s sorts by its own names only',
    { tags: ['SEC-11'] },
    async (path, call) => {
      const needed = Object.fromEntries(
        Object.entries(call.input).flatMap(([name, field]) => (field.needed ? [[name, needs(name)]] : [])),
      );
      for (const sort of [
        '_id',
        'name;drop table manager',
        '(select 1)',
        '1',
        'm.name',
        'password_hash',
        '--name',
        'name desc',
        'constructor',
      ]) {
        const response = await ask(call.method, path, { ...needed, sort });
        expect(response, `${sort} ${response.text.slice(0, 300)}`).toMatchObject({
          code: 400,
          message: `Cannot sort by ${sort.replace(/^-/, '')}.`,
        });
      }
    },
  );

  /** A value for what a list cannot do without. */
  function needs(name: string): string {
    const known: Record<string, string> = {
      status: 'active',
      tag: 'completed',
      brand_id: `brand_${world.run}`,
      manufacturer_id: world.maker2,
      buyer_id: world.shop,
      sales_officer_id: world.rep,
      seller_id: world.hub,
      from_timestamp: '0',
      timestamp_min: String(NOW - 86_400),
      timestamp_max: String(NOW + 86_400),
    };
    return known[name] ?? 'x';
  }

  test('a percent sign, an underscore or a backslash, of any width, in a search stands for itself, in every call that searches', {
    tags: ['SEC-11'],
  }, async () => {
    const wallet = await sql<{ _id: string }>`select _id from ledger where owner = ${world.shop}`.execute(
      database().kysely,
    );
    const warehouse = await world.warehouseOf(world.hub);
    const more: Record<string, unknown> = {
      ledger_id: wallet.rows[0]?._id,
      warehouse_id: warehouse,
      seller_id: '*',
      head: 'buyer',
      kind: 'week',
      to_timestamp: NOW + 86_400,
      from_timestamp: NOW - 86_400,
    };
    const searching = CALLS.filter((call) => !call.write && (Object.hasOwn(call.input, 'search') || soldOf(call.path)));
    let found = 0;
    for (const call of searching) {
      const field = Object.hasOwn(call.input, 'search') ? 'search' : 'query';
      const fields = Object.fromEntries(
        Object.entries(call.input).flatMap(([name, one]) =>
          one.needed && !call.path.includes(`{${name}}`) ? [[name, more[name] ?? needs(name)]] : [],
        ),
      );
      const say = async (text: string) => {
        const response = await ask(call.method, call.path.replace('{kind}', 'week'), { ...fields, [field]: text });
        expect(response.code, `${call.path} ${text} ${response.message}`).toBe(200);
        return response.text;
      };
      const nothing = await say('zqxzqx');
      for (const sign of ['%', '%%', 'a%', '\\', '%\\%', '__', 'a__', '％', '＿＿', '＼', '﹪'])
        expect(await say(sign), `${call.path} ${sign}`).toBe(nothing);
      const all = await ask(call.method, call.path.replace('{kind}', 'week'), fields);
      if (all.text !== nothing) found += 1;
    }
    // Searches that find nothing for want of rows would prove nothing.
    expect(found).toBeGreaterThan(20);
  });
  const soldOf = (path: string) => path.startsWith('order_group/sales_of_all');

  test('who may not see the list price may not sort by it, in any list of products', {
    tags: ['SEC-08', 'PROD-14'],
  }, async () => {
    const roles = [...(HOLDERS.get('view_products') ?? [])].filter(
      (role) => role !== 'administrator.administrator',
    ) as Role[];
    expect(roles.length).toBeGreaterThan(5);
    const products = [
      ['product/read_all', {}],
      ['product/read_by_status', { status: 'active' }],
      ['product/read_by_brand', { brand_id: `brand_${world.run}` }],
      ['product/read_by_manufacturer', { manufacturer_id: world.maker2 }],
    ] as const;
    for (const role of roles) {
      const { token } = await server.signInAs(role, { seller_id: world.hub });
      for (const [path, fields] of products) {
        const { method = 'GET' } = CALLS.find((call) => call.path === path) ?? {};
        for (const sort of ['price', '-price', 'mpu', '-mpu']) {
          const response = await ask(method, path, { ...fields, sort, page: 1, per_page: 1 }, token);
          expect([response.code, response.message], `${role} ${path} ${sort}`).toEqual([
            400,
            `Cannot sort by ${sort.replace('-', '')}.`,
          ]);
        }
      }
    }
    const sorted = await ask('GET', 'product/read_all', { sort: '-price' });
    const prices = sorted.data.map((row: { price: string }) => Number(row.price));
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    expect(new Set(prices).size).toBeGreaterThan(2);
  });

  test('the hash that is sent along when people are made opens no door, whoever they are', {
    tags: ['SEC-15', 'SEC-14'],
  }, async () => {
    const hash = passwordHash('the fixed default');
    const phone = (n: number) => `0802777000${n}`;
    const common = { status: 'active', hash };
    const made = [
      [
        'buyer/signup',
        {
          ...common,
          name: 'Shop One',
          person: 'Ada',
          phone: phone(1),
          store_type_id: world.storeType,
          location_id: world.location,
          address: 'x',
        },
      ],
      [
        'sales_officer/signup',
        {
          ...common,
          name: 'Rep One',
          phone: phone(2),
          email: 'rep.one@example.test',
          role: 'sales_officer.manager',
          seller_id: world.hub,
        },
      ],
      [
        'distributor_officer/signup',
        {
          ...common,
          name: 'Depot One',
          phone: phone(3),
          email: 'depot.one@example.test',
          role: 'manager',
          distributor_id: world.distributor,
        },
      ],
      [
        'agent/signup',
        {
          ...common,
          name: 'Agent One',
          phone: phone(4),
          source: 'AGENCY',
          bank: '-',
          account: '-',
          location_id: world.location,
        },
      ],
      [
        'manager/signup',
        { ...common, name: 'Boss One', phone: phone(5), email: 'boss.one@example.test', role: 'manager.staff' },
      ],
    ] as const;
    for (const [path, fields] of made) {
      const response = await server.call('POST', path, fields, { token: world.admin.token, key: newKey() });
      expect(response.code, `${path} ${response.text}`).toBe(200);
      const logins = [fields.phone, 'email' in fields ? fields.email : null].filter((one) => one !== null);
      for (const login of logins)
        expect(await server.call('POST', 'administrator/login_delegate', { phone: login, hash }), path).toMatchObject({
          code: 401,
          message: 'Email or password is not correct.',
        });
    }
    const { rows } = await sql<{ n: number }>`select count(*) as n from user_account where password_hash is not null
      and name in ('Shop One', 'Rep One', 'Depot One', 'Agent One', 'Boss One')`.execute(database().kysely);
    expect(rows).toEqual([{ n: 0 }]);
  });
});
