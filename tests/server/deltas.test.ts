/** What a copy is told when a row shows something of another one that changed (API.md 1.5: `since=`). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { type Data, newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

/** The reads of links name their owner. */
const READS: Readonly<Record<string, Record<string, string>>> = {
  'sales_officer_area/read_by_area': { area_id: 'area' },
  'location_area/read_by_area': { area_id: 'area' },
  'seller_manager/read_by_seller': { seller_id: 'hub' },
  'seller_manufacturer/read_by_seller': { seller_id: 'hub' },
  'distributor_seller/read_by_distributor': { distributor_id: 'depot' },
  'distributor_product/read_by_distributor': { distributor_id: 'depot' },
  'category_product/read_by_category': { category_id: 'shelf' },
};
const LISTS = [
  'agent',
  'area',
  'brand',
  'buyer',
  'distributor',
  'distributor_officer',
  'product',
  'sales_officer',
  'seller',
];

describeEachEngine('deltas', (database, engine) => {
  let server: TestServer;
  let admin: string;
  const ask = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown>) =>
    server.call(method, path, fields, { token: admin, key: method === 'POST' ? newKey() : undefined });

  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);
    const person = async (_id: string, role: string) => {
      await put('user_account', { _id: `user_${_id}`, name: _id, role });
      return { _id, user_id: `user_${_id}`, name: `Ngozi ${_id}`, phone: `080${_id}` };
    };
    await put('seller', { _id: 'hub', name: 'Ikeja Hub', address: 'Road' });
    await put('seller', { _id: 'far', name: 'Kano Hub', address: 'Road' });
    await put('manufacturer', { _id: 'maker', name: 'Maker' });
    await put('brand', { _id: 'brand', name: 'Brand', manufacturer_id: 'maker' });
    for (const _id of ['milk', 'rice']) {
      const sold = {
        description: 'Of a test',
        sku_id: _id,
        case_count: 12,
        mpu: 1,
        price_kobo: 100,
        brand_id: 'brand',
      };
      await put('product', { _id, name: `The ${_id}`, ...sold });
    }
    await put('seller_product', { _id: 'sold', seller_id: 'hub', product_id: 'milk', mpu: 1, price_kobo: 100 });
    await put('seller_product', { _id: 'sold_far', seller_id: 'far', product_id: 'rice', mpu: 1, price_kobo: 100 });
    await put('category', { _id: 'shelf', name: 'Shelf' });
    await put('category_product', { _id: 'shelf_milk', category_id: 'shelf', product_id: 'milk' });
    await put('distributor', { _id: 'depot', name: 'Depot', address: 'Road' });
    await put('distributor_product', { _id: 'depot_milk', distributor_id: 'depot', product_id: 'milk' });
    await put('distributor_seller', { _id: 'depot_hub', distributor_id: 'depot', seller_id: 'hub' });
    const clerk = await person('clerk', 'distributor_officer.rep');
    await put('distributor_officer', { ...clerk, email: 'c@example.test', role: 'rep', distributor_id: 'depot' });
    const chief = await person('chief', 'manager.staff');
    await put('manager', { ...chief, email: 'm@example.test', role: 'manager.staff' });
    await put('seller_manager', { _id: 'hub_chief', seller_id: 'hub', manager_id: 'chief' });
    await put('seller_manufacturer', { _id: 'hub_maker', seller_id: 'hub', manufacturer_id: 'maker' });
    for (const [_id, seller_id] of [
      ['rep', 'hub'],
      ['rep_far', 'far'],
    ] as const) {
      const rep = await person(_id, 'sales_officer.rep');
      await put('sales_officer', { ...rep, email: `${_id}@example.test`, role: 'sales_officer.rep', seller_id });
    }
    const phone = '08031112222';
    await put('area', { _id: 'area', name: 'Area', phone, manufacturer_id: 'maker', seller_id: 'hub' });
    await put('sales_officer_area', { _id: 'area_rep', area_id: 'area', sales_officer_id: 'rep', seller_id: 'hub' });
    await put('location', { _id: 'place', name: 'Place', state: 'Lagos', lga: 'Surulere' });
    const there = { area_id: 'area', location_id: 'place', manufacturer_id: 'maker' };
    await put('location_area', { _id: 'area_place', ...there });
    await put('store_type', { _id: 'kiosk', name: 'Kiosk', description: 'Small stand' });
    const shop = await person('shop', 'buyer.buyer');
    await put('buyer', { ...shop, person: 'Ada', status: 'active', store_type_id: 'kiosk', location_id: 'place' });
    await put('agent', {
      _id: 'agent',
      name: 'Agent',
      phone,
      source: 'AGENCY',
      bank: '-',
      account: '-',
      location_id: 'place',
    });
    await put('agent_referral', { _id: 'referral', agent_id: 'agent', phone: shop.phone });
  });

  /** Every row that a delta since then tells, as `list: id`. */
  const heard = async (since: number) => {
    const ids: string[] = [];
    const take = (name: string, rows: Data[]) => {
      for (const { _id } of rows) ids.push(`${name}: ${_id}`);
    };
    for (const name of LISTS) take(name, (await ask('GET', `${name}/read_all`, { since })).data.rows);
    for (const [path, fields] of Object.entries(READS))
      take(path.split('/')[0] ?? '', (await ask('POST', path, { ...fields, since })).data.rows);
    for (const seller_id of ['hub', 'far'])
      take('seller_product', (await ask('POST', 'seller_product/read_by_seller', { seller_id, since })).data as never);
    return ids.sort();
  };
  const versions = async () => {
    const tables = [...LISTS, 'seller_product', ...Object.keys(READS).map((path) => path.split('/')[0] ?? '')];
    const found: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await sql<{
        _id: string;
        version: number;
      }>`select _id, version from ${sql.table(table)}`.execute(database().kysely);
      for (const row of rows) found[`${table}: ${row._id}`] = row.version;
    }
    return found;
  };
  const PRODUCT_LINKS = ['category_product: shelf_milk', 'distributor_product: depot_milk'];
  const PRODUCTS = ['product: milk', 'product: rice', ...PRODUCT_LINKS];

  test.each([
    [
      'seller: hub',
      { name: 'Ikeja Hub Two' },
      [
        ...['area: area', 'distributor: depot', 'distributor_seller: depot_hub', 'product: milk'],
        ...['sales_officer: rep', 'seller_product: sold'],
      ],
    ],
    ['seller: hub', { address: 'Another road' }, []],
    ['product: milk', { name: 'The good milk' }, PRODUCT_LINKS],
    ['product: milk', { status: 'inactive' }, PRODUCT_LINKS],
    ['product: milk', { case_count: 24 }, PRODUCT_LINKS],
    ['product: milk', { description: 'Another description' }, []],
    ['brand: brand', { name: 'Brand two' }, PRODUCTS],
    ['brand: brand', { status: 'inactive' }, PRODUCTS],
    [
      'manufacturer: maker',
      { name: 'Maker two' },
      ['area: area', 'brand: brand', 'seller: hub', 'seller_manufacturer: hub_maker', ...PRODUCTS],
    ],
    ['manufacturer: maker', { status: 'inactive' }, PRODUCTS],
    ['distributor: depot', { name: 'Depot two' }, ['distributor_officer: clerk']],
    ['manager: chief', { name: 'Ngozi Chief' }, ['seller: hub', 'seller_manager: hub_chief']],
    ['sales_officer: rep', { name: 'Ngozi Rep' }, ['area: area', 'sales_officer_area: area_rep']],
    ['location: place', { name: 'Place two' }, ['agent: agent', 'buyer: shop', 'location_area: area_place']],
    ['agent: agent', { name: 'Agent two' }, ['buyer: shop']],
    ['store_type: kiosk', { name: 'Kiosk two' }, ['buyer: shop']],
    ['store_type: kiosk', { description: 'A very small stand' }, []],
  ])(
    'a delta after a change of %s %j tells who shows it, and nobody who edits them meets a conflict',
    { tags: ['API-1.5', 'GEN-09'] },
    async (row, fields, shown) => {
      const [model = '', _id] = row.split(': ');
      server.clock.now += 60;
      const since = server.clock.now;
      const before = await versions();
      const response = await ask('POST', `${model}/update`, { _id, ...fields });
      expect(response.code, response.message).toBe(200);
      expect((await heard(since)).filter((one) => one !== row)).toEqual(shown.toSorted());
      const after = await versions();
      delete after[row];
      delete before[row];
      expect(after).toEqual(before);
      // The same again changes nothing, and nobody hears of it.
      server.clock.now += 60;
      expect((await ask('POST', `${model}/update`, { _id, ...fields })).code).toBe(200);
      expect(await heard(server.clock.now)).toEqual([]);
    },
  );

  test('hub, product, what it sells and its people changed at once, many times: nobody is refused by a fault', {
    tags: ['API-1.5', 'B3.16'],
  }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const answers = await Promise.all([
        ask('POST', 'seller/update', { _id: 'hub', name: `Ikeja ${round}` }),
        ask('POST', 'seller_product/update', { _id: 'sold', price: `${round + 2}.00` }),
        ask('POST', 'product/update', { _id: 'milk', name: `Milk ${round}` }),
        ask('POST', 'distributor_product/update', { _id: 'depot_milk', status: round % 2 ? 'active' : 'inactive' }),
        ask('POST', 'sales_officer/update', { _id: 'rep', seller_id: round % 2 ? 'hub' : 'far' }),
        ask('POST', 'area/update', { _id: 'area', seller_id: round % 2 ? 'hub' : 'far' }),
        ask('POST', 'manufacturer/update', { _id: 'maker', name: `Maker ${round}` }),
        ask('POST', 'manager/update', { _id: 'chief', name: `Chief ${round}` }),
      ]);
      expect(answers.map((one) => [one.code, one.message])).toEqual(answers.map(() => [200, 'OK']));
    }
  });

  test('a store type of very many retailers gets a new name: none of them is written, and a delta tells each once, page by page', {
    tags: ['API-1.5'],
  }, async () => {
    await sql`insert into store_type (_id, created, modified, name, description) values ('mall', 1, 1, 'Mall', 'Many shops')`.execute(
      database().kysely,
    );
    await sql`insert into buyer (_id, created, modified, user_id, name, phone, status, store_type_id, location_id)
      select 'many_' || n, 1, 1, 'user_shop', 'Shop ' || n, '0802' || n, case n % 2 when 0 then 'active' else 'inactive' end, 'mall', 'place'
      from generate_series(1000, 1039) n`.execute(database().kysely);
    await sql`update buyer set deleted_at = 2 where _id = 'many_1039'`.execute(database().kysely);
    server.clock.now += 60;
    const since = server.clock.now;
    const gone = await ask('GET', 'buyer/read_all', { since: 1 });
    expect((await ask('POST', 'store_type/update', { _id: 'mall', name: 'Mall two' })).code).toBe(200);
    server.clock.now += 60;
    // Who is changed after it stands there once more in his own place, as he is now.
    expect((await ask('POST', 'buyer/update', { _id: 'many_1004', name: 'Changed since' })).code).toBe(200);
    const pages = async (fields: Record<string, unknown>) => {
      const rows: Data[] = [];
      for (let after: string | undefined; ; ) {
        const { data } = await ask('GET', 'buyer/read_all', {
          since,
          per_page: 7,
          ...(after ? { after } : {}),
          ...fields,
        });
        rows.push(...data.rows);
        expect(data.deleted).toEqual([]);
        if (!data.more) return rows;
        after = data.next;
      }
    };
    const rows = await pages({});
    const ids = Array.from({ length: 39 }, (_, at) => `many_${1_000 + at}`);
    expect(rows.map((row) => row._id).sort()).toEqual(ids);
    expect(new Set(rows.map((row) => row.store_type.name))).toEqual(new Set(['Mall two']));
    expect(rows.at(-1)).toMatchObject({ _id: 'many_1004', name: 'Changed since', version: 2 });
    expect(rows.slice(0, -1).every((row) => row.modified === 1 && row.version === 1)).toBe(true);
    // A filter and a search hold for them too; a full copy and a later delta hear nothing twice.
    expect((await pages({ status: 'inactive' })).length).toBe(19);
    expect((await pages({ search: '1006' })).map((row) => row._id)).toEqual(['many_1006']);
    const whole = await ask('GET', 'buyer/read_all', { since: 0 });
    expect(whole.data.rows.filter((row: Data) => row._id.startsWith('many_'))).toHaveLength(39);
    expect((await ask('GET', 'buyer/read_all', { since: since + 1 })).data.rows.map((row: Data) => row._id)).toEqual([
      'many_1004',
    ]);
    expect(gone.data.deleted).toEqual(['many_1039']);
  });

  test.runIf(engine === 'pglite')(
    'a change that waited long for its turn comes with the next delta: it counts from its turn on',
    { tags: ['API-1.5'] },
    async () => {
      server.clock.now += 3_600;
      const began = server.clock.now;
      const pending = await database()
        .kysely.transaction()
        .execute(async (tx) => {
          const pause = () => sql`select pg_sleep(0.2)`.execute(tx);
          await pause();
          const pendingAnswer = ask('POST', 'store_type/create', {
            name: 'Waited for its turn',
            description: 'A kiosk of a test',
            status: 'active',
          });
          await pause();
          server.clock.now = began + 10;
          const read = ask('GET', 'store_type/read_all', { since: began - 60 });
          await pause();
          return { pendingAnswer, read };
        });
      const [response, first] = [await pending.pendingAnswer, await pending.read];
      expect([response.code, first.code]).toEqual([200, 200]);
      const next = await ask('GET', 'store_type/read_all', { since: first.data.as_of });
      const heard = [...first.data.rows, ...next.data.rows].map((row: Data) => row.name);
      expect(heard).toContain('Waited for its turn');
    },
  );
});
