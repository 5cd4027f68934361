/** Products, tags, what hubs sell them for and the log of it (PROD rows, B8), on both engines. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { COLUMNS } from '#tests/support/matrix.ts';
import { NOW, newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('products', (database) => {
  let server: TestServer;
  const tokens = new Map<Role, string>();
  const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);
  const ask = (role: Role, path: string, fields: Record<string, unknown> = {}, key?: string) =>
    server.call(/\/read(_all)?$/.test(path) ? 'GET' : 'POST', path, fields, { token: tokens.get(role), key });
  const admin = (path: string, fields: Record<string, unknown> = {}, key?: string) =>
    ask('administrator.administrator', path, fields, key);
  const hubManager = (path: string, fields: Record<string, unknown> = {}) => ask('sales_officer.manager', path, fields);

  const FIELDS = {
    name: 'New soap',
    description: 'A soap of the north',
    status: 'active',
    sku_id: 'SOAP-NEW',
    case_count: 12,
    mpu: 3,
    price: '1500',
    weight: '0',
    size: '0',
    brand_id: 'brand_a',
  };
  const SOLD = { seller_id: 'hub_a', mpu: 3, price: '2000', quantity: -1, status: 'active' };

  beforeAll(async () => {
    server = await startServer(database());
    for (const hub of ['hub_a', 'hub_b']) await put('seller', { _id: hub, name: hub.toUpperCase(), address: 'x' });
    for (const role of Object.values(COLUMNS))
      tokens.set(role, (await server.signInAs(role, { seller_id: 'hub_a' })).token);
    for (const one of ['a', 'b']) {
      await put('manufacturer', { _id: `maker_${one}`, name: `Maker ${one}` });
      await put('brand', { _id: `brand_${one}`, name: `Brand ${one}`, manufacturer_id: `maker_${one}` });
    }
    for (const [id, name, brand] of [
      ['milk', 'Milk', 'brand_a'],
      ['rice', 'Rice', 'brand_a'],
      ['soap', 'Soap', 'brand_b'],
      ['tea', 'Tea', 'brand_b'],
    ] as const) {
      await put('product', {
        _id: id,
        name,
        description: `${name} to sell`,
        sku_id: id.toUpperCase(),
        case_count: 12,
        mpu: 3,
        price_kobo: 1_000_000,
        brand_id: brand,
      });
    }
  });

  test('what a product must say, in the documents’ words', { tags: ['PROD-17', 'PROD-18', 'UI-25'] }, async () => {
    for (const [change, text] of [
      [{ brand_id: '' }, 'Brand field is required.'],
      [{ name: 'ab' }, 'Name must be at least 3 characters.'],
      [{ description: 'too short' }, 'Description must be at least 10 characters.'],
      [{ sku_id: '' }, 'SKU field is required.'],
      [{ case_count: '' }, 'Case count field is required.'],
      [{ mpu: '' }, 'MPU field is required.'],
      [{ price: '' }, 'Price field is required.'],
      [{ price: '-1' }, 'Price must not be less than 0'],
      [{ weight: '' }, 'Weight field is required.'],
      [{ size: 'big' }, 'Size must be a number.'],
      [{ mpu: 5 }, 'Case count must be multiple of MPU'],
    ] as const) {
      const response = await admin('product/create', { ...FIELDS, ...change });
      expect([response.code, response.message], JSON.stringify(change)).toEqual([422, text]);
    }
    expect(await admin('product/create', { ...FIELDS, upload_id: 'none' })).toMatchObject({
      code: 404,
      message: 'Image not found',
    });
  });

  test('a product is created with the fixed default image and read back whole', {
    tags: ['PROD-13', 'PROD-21', 'PROD-24', 'API-25'],
  }, async () => {
    for (const role of [
      'manager.customer_support',
      'sales_officer.manager',
      'seller.manager',
      'sales_officer.rep',
    ] as Role[])
      expect((await ask(role, 'product/create', FIELDS)).code, role).toBe(403);
    const made = await admin('product/create', FIELDS);
    expect(made.code, made.message).toBe(200);
    const [row] = (await admin('product/read', { _id: made.data as unknown as string })).data;
    expect(row).toMatchObject({
      name: 'New soap',
      description: 'A soap of the north',
      status: 'active',
      sku_id: 'SOAP-NEW',
      case_count: 12,
      mpu: 3,
      price: '1500.00',
      weight: 0,
      size: 0,
      brand_id: 'brand_a',
      brand: { _id: 'brand_a', name: 'Brand a', status: 'active' },
      manufacturer: { _id: 'maker_a', name: 'Maker a', status: 'active' },
      upload_id: 'upload_product_default',
      upload: { path: 'shipped-product.png' },
      sellers: {},
      seller_status: 'inactive',
      compound_status: 'inactive',
    });
    expect((await admin('product/set_status', { _id: row._id, status: 'inactive' })).data.status).toBe('inactive');
  });

  test('a seller product: refusals first', { tags: ['PROD-26', 'PROD-28', 'B8.4'] }, async () => {
    const give = { ...SOLD, product_id: 'milk' };
    for (const role of ['manager.customer_support', 'sales_officer.cs', 'sales_officer.rep'] as Role[])
      expect((await ask(role, 'seller_product/create', give)).code, role).toBe(403);
    for (const [change, code, text] of [
      [{ mpu: 5 }, 422, 'Case count must be multiple of MPU'],
      [{ mpu: '' }, 422, 'MPU field is required.'],
      [{ price: '' }, 422, 'Price field is required.'],
      [{ price: '-1' }, 422, 'Price must not be less than 0'],
      [{ quantity: '' }, 422, 'Quantity field is required.'],
      [{ quantity: -2 }, 422, 'Quantity must be between -1 - 1000000'],
      [{ quantity: '1.5' }, 422, 'Quantity must be a whole number of units.'],
      [{ meta: '{"discount":"much"}' }, 422, 'Discount must be a number.'],
      [{ meta: '{"discount":"101"}' }, 422, 'Discount must be between 0 and 100'],
      [{ meta: '{"market_price":"1,000"}' }, 422, 'Market price must be a number.'],
      [{ product_id: 'none' }, 404, 'Product not found'],
      [{ seller_id: 'none' }, 404, 'Hub not found'],
    ] as const) {
      const response = await admin('seller_product/create', { ...give, ...change });
      expect([response.code, response.message], JSON.stringify(change)).toEqual([code, text]);
    }
    expect(
      (await admin('seller_product/read_by_seller_product', { seller_id: 'hub_a', product_id: 'milk' })).data,
    ).toBe(null);
  });

  test('created, read, unique, and its product becomes live', {
    tags: ['PROD-13', 'PROD-14', 'PROD-26', 'PROD-32'],
  }, async () => {
    const meta = '{"discount":"12.5","market_price":"2300"}';
    const made = await admin('seller_product/create', { ...SOLD, product_id: 'milk', meta });
    expect(made.code, made.message).toBe(200);
    const response = await admin('seller_product/read_by_seller_product', { seller_id: 'hub_a', product_id: 'milk' });
    expect(response.data).toMatchObject({
      _id: made.data,
      seller_id: 'hub_a',
      seller: { _id: 'hub_a', name: 'HUB_A' },
      product_id: 'milk',
      mpu: 3,
      price: '2000.00',
      quantity: -1,
      status: 'active',
      meta: '{"discount":"12.5","market_price":"2300.00"}',
    });
    expect(await admin('seller_product/create', { ...SOLD, product_id: 'milk' })).toMatchObject({
      code: 409,
      message: 'This hub already has this product.',
    });
    const [milk] = (await admin('product/read', { _id: 'milk' })).data;
    expect(milk).toMatchObject({ seller_status: 'active', compound_status: 'active' });
    // PROD-13: an entry per hub.
    const entry = { seller: { _id: 'hub_a', name: 'HUB_A' }, price: '2000.00', status: 'active' };
    expect(milk.sellers).toEqual({ hub_a: { ...entry, seller_product_id: made.data } });
    const live = await admin('product/read_all', { 'compound_status[]': 'active' });
    expect(live.data.map((row: { _id: string }) => row._id)).toEqual(['milk']);
    // Any one part that is off takes it off.
    for (const part of ['manufacturer', 'brand', 'product'] as const) {
      const _id = { manufacturer: 'maker_a', brand: 'brand_a', product: 'milk' }[part];
      await admin(`${part}/set_status`, { _id, status: 'inactive' });
      expect((await admin('product/read', { _id: 'milk' })).data[0].compound_status, part).toBe('inactive');
      expect((await admin('product/read_all', { compound_status: 'active' })).data, part).toEqual([]);
      await admin(`${part}/set_status`, { _id, status: 'active' });
    }
    // So does the last hub that sells it.
    const sells = (status: string) =>
      sql`update seller_product set status = ${status} where _id = ${made.data}`.execute(database().kysely);
    await sells('inactive');
    expect((await admin('product/read', { _id: 'milk' })).data[0]).toMatchObject({
      seller_status: 'inactive',
      compound_status: 'inactive',
    });
    expect((await admin('product/read_all', { compound_status: 'active' })).data).toEqual([]);
    await sells('active');
  });

  test('the history of a product names the price changes of its hubs, and the product who made the last one', {
    tags: ['B12.2', 'B8.6'],
  }, async () => {
    const history = async (record_id: string) =>
      (await admin('audit_log/read_by_record', { model: 'product', record_id, page: 1 })).data.rows as {
        model: string;
        action: string;
        before: Record<string, unknown> | null;
        after: Record<string, unknown>;
        record_label: string;
      }[];
    const made = await admin('seller_product/create', { ...SOLD, seller_id: 'hub_b', product_id: 'rice' });
    expect(made.code, made.message).toBe(200);
    server.clock.now += 60;
    expect((await admin('seller_product/update', { _id: made.data, price: '2100' })).code).toBe(200);
    const [last, first] = await history('rice');
    expect(last).toMatchObject({
      model: 'seller_product',
      action: 'update',
      before: { price: '2000.00' },
      after: { price: '2100.00' },
    });
    expect(last?.record_label).toMatch(/ at HUB_B$/);
    expect(first).toMatchObject({ model: 'seller_product', action: 'create' });
    expect((await history('milk')).filter(({ record_label }) => /rice/.test(record_label))).toEqual([]);
    expect((await admin('product/read', { _id: 'rice' })).data[0]).toMatchObject({
      modified: server.clock.now,
      modified_by: { name: 'Ada administrator.administrator' },
    });
    await sql`delete from seller_product_log where seller_product_id = ${made.data}`.execute(database().kysely);
    await sql`delete from seller_product where _id = ${made.data}`.execute(database().kysely);
  });

  test('one line per changed field, newest first; nothing changed is no line', {
    tags: ['PROD-31', 'B8.6'],
  }, async () => {
    const { _id } = (await admin('seller_product/read_by_seller_product', { seller_id: 'hub_a', product_id: 'milk' }))
      .data;
    const tags = async () =>
      (await admin('seller_product_log/read_by_seller_product', { seller_product_id: _id })).data.map(
        ({ tag, value }: { tag: string; value: string }) => `${tag} ${value}`,
      );
    expect(await tags()).toEqual([
      'meta {"discount":"12.5","market_price":"2300.00"}',
      'quantity -1',
      'price 2000.00',
      'mpu 3',
      'status active',
    ]);
    await admin('seller_product/update', { _id, mpu: 3, price: '2000.0' });
    expect(await tags()).toHaveLength(5);
    server.clock.now += 60;
    await admin('seller_product/update', { _id, mpu: 6, price: '2100' });
    await admin('seller_product/set_status', { _id, status: 'inactive' });
    expect((await tags()).slice(0, 3)).toEqual(['status inactive', 'price 2100.00', 'mpu 6']);
    const [line] = (await admin('seller_product_log/read_by_seller_product', { seller_product_id: _id })).data;
    expect(line).toMatchObject({ created: server.clock.now, created_by: { name: 'Ada administrator.administrator' } });
    expect((await admin('seller_product_log/read_by_seller_product', { seller_product_id: 'none' })).code).toBe(404);
    // The product's copy on a tablet hears of it, though its own version stands.
    const { data } = await admin('product/read_all', { since: server.clock.now });
    expect(data.rows.map((row: { _id: string }) => row._id)).toContain('milk');
    await admin('seller_product/update', { _id, mpu: 3, price: '2000', status: 'active' });
  });

  test('products whose brand or maker changed stand in the next delta, and nobody who edits one is told of a conflict', {
    tags: ['API-1.5', 'PROD-14'],
  }, async () => {
    const changed = async (path: string, fields: Record<string, unknown>) => {
      server.clock.now += 60;
      expect((await admin(path, fields)).code, path).toBe(200);
      const names = async (model: string) =>
        (await admin(`${model}/read_all`, { since: server.clock.now })).data.rows
          .filter((row: { _id: string }) => ['milk', 'rice', 'soap', 'tea', 'brand_a', 'brand_b'].includes(row._id))
          .map((row: { _id: string }) => row._id)
          .sort();
      return { products: await names('product'), brands: await names('brand') };
    };
    const soap = async () => (await admin('product/read', { _id: 'soap' })).data[0];
    const { version } = await soap();
    const [mine, both] = [['soap', 'tea'], ['brand_b']];
    for (const [path, fields, brands] of [
      ['brand/set_status', { _id: 'brand_b', status: 'inactive' }, both],
      ['brand/update', { _id: 'brand_b', name: 'Brand b 2' }, both],
      ['brand/update', { _id: 'brand_b', manufacturer_id: 'maker_a' }, both],
      ['brand/update', { _id: 'brand_b', manufacturer_id: 'maker_b' }, both],
      ['manufacturer/update', { _id: 'maker_b', name: 'Maker b 2' }, both],
      ['manufacturer/set_status', { _id: 'maker_b', status: 'inactive' }, []],
    ] as const)
      expect(await changed(path, fields), JSON.stringify(fields)).toEqual({ products: mine, brands });
    expect(await soap()).toMatchObject({
      compound_status: 'inactive',
      brand: { name: 'Brand b 2', status: 'inactive' },
      manufacturer: { name: 'Maker b 2', status: 'inactive' },
      version,
    });
    expect(await changed('manufacturer/update', { _id: 'maker_b', address: 'Apapa' })).toEqual({
      products: [],
      brands: [],
    });
    const edit = await admin('product/update', { _id: 'soap', description: 'Typed meanwhile', base_version: version });
    expect(edit.code, edit.message).toBe(200);
    for (const [path, fields] of [
      ['brand/update', { _id: 'brand_b', name: 'Brand b', status: 'active' }],
      ['manufacturer/update', { _id: 'maker_b', name: 'Maker b', status: 'active' }],
    ] as const)
      expect((await admin(path, fields)).code).toBe(200);
  });

  test('hub-side roles change their own hub only, and nothing of the product itself', {
    tags: ['PERM-50', 'PROD-11', 'B8.14'],
  }, async () => {
    const other = (await admin('seller_product/create', { ...SOLD, seller_id: 'hub_b', product_id: 'milk' }))
      .data as unknown as string;
    for (const role of ['sales_officer.manager', 'seller.manager'] as Role[]) {
      expect((await ask(role, 'seller_product/update', { _id: other, price: '1' })).code, role).toBe(404);
      expect(
        await ask(role, 'seller_product/create', { ...SOLD, seller_id: 'hub_b', product_id: 'rice' }),
      ).toMatchObject({
        code: 404,
        message: 'Hub not found',
      });
      expect((await ask(role, 'seller_product_log/read_by_seller_product', { seller_product_id: other })).code).toBe(
        404,
      );
      expect(
        (await ask(role, 'seller_product/read_by_seller_product', { seller_id: 'hub_b', product_id: 'milk' })).data,
      ).toBe(null);
      expect((await ask(role, 'seller_product/read_by_seller', { seller_id: 'hub_b' })).data).toEqual([]);
      expect((await ask(role, 'product/update', { _id: 'milk', name: 'Mine' })).code).toBe(403);
      expect((await ask(role, 'product_tag/create', { product_id: 'milk', tag: 'CLASS', value: 'A' })).code).toBe(403);
      const [milk] = (await ask(role, 'product/read_all', { search: 'milk' })).data;
      expect(Object.keys(milk.sellers), role).toEqual(['hub_a']);
    }
    const { _id } = (
      await hubManager('seller_product/read_by_seller_product', { seller_id: 'hub_a', product_id: 'milk' })
    ).data;
    expect((await hubManager('seller_product/update', { _id, price: '1999.50' })).data.price).toBe('1999.50');
    expect((await hubManager('seller_product/create', { ...SOLD, product_id: 'rice' })).code).toBe(200);
    expect((await hubManager('seller_product/read_by_seller', { seller_id: 'hub_a' })).data).toHaveLength(2);
    // Live elsewhere is not live here.
    await hubManager('seller_product/update', { _id, status: 'inactive' });
    const live = (role: Role) => ask(role, 'product/read_all', { compound_status: 'active', search: 'milk' });
    expect((await live('sales_officer.manager')).data).toEqual([]);
    expect((await live('administrator.administrator')).data).toHaveLength(1);
    await hubManager('seller_product/update', { _id, status: 'active' });
  });

  test('the switch creates with 500, then toggles', { tags: ['PROD-30', 'CONST-18', 'PROD-27'] }, async () => {
    const made = await admin('seller_product/create', { ...SOLD, product_id: 'tea', quantity: 500 });
    const _id = made.data as unknown as string;
    expect((await admin('seller_product/set_status', { _id, status: 'inactive' })).data).toMatchObject({
      status: 'inactive',
      quantity: 500,
    });
    expect((await admin('seller_product/set_status', { _id, status: 'active' })).data.status).toBe('active');
  });

  test('tags: four kinds, each once, values that fit', {
    tags: ['PROD-22', 'PROD-24', 'CONST-25', 'B8.9'],
  }, async () => {
    const tag = { product_id: 'soap', tag: 'CLASS', value: 'Premium' };
    expect((await ask('manager.customer_support', 'product_tag/create', tag)).code).toBe(403);
    for (const [change, code, text] of [
      [{ tag: 'COLOUR' }, 422, 'Tag field is required.'],
      [{ value: ' ' }, 422, 'Value field is required.'],
      [{ product_id: 'none' }, 404, 'Product not found'],
      [{ tag: 'MARKUP', value: 'lots' }, 422, 'Markup must be a number.'],
    ] as const) {
      const response = await admin('product_tag/create', { ...tag, ...change });
      expect([response.code, response.message], JSON.stringify(change)).toEqual([code, text]);
    }
    const made = (await admin('product_tag/create', tag)).data as unknown as string;
    for (const [kind, value] of [
      ['MARKUP', '7.5'],
      ['LOWER_UNIT', 'Sachet'],
      ['HIGHER_UNIT', 'Carton'],
    ])
      expect((await admin('product_tag/create', { ...tag, tag: kind, value })).code).toBe(200);
    expect(await admin('product_tag/create', tag)).toMatchObject({ code: 409, message: 'Product tag already exists.' });
    expect(await admin('product_tag/update', { _id: made, tag: 'MARKUP', value: '1' })).toMatchObject({
      code: 409,
      message: 'Product tag already exists.',
    });
    expect((await admin('product_tag/update', { _id: made, value: 'Basic' })).data).toMatchObject({
      tag: 'CLASS',
      value: 'Basic',
      product_id: 'soap',
    });
    const read = async () =>
      (await ask('manager.customer_support', 'product_tag/read_by_product', { product_id: 'soap' })).data.map(
        (row: { tag: string }) => row.tag,
      );
    expect(await read()).toEqual(['LOWER_UNIT', 'HIGHER_UNIT', 'MARKUP', 'CLASS']);
    // A hub's accounts are refused, and not told which ids there are.
    for (const role of ['sales_officer.manager', 'seller.manager'] as const)
      for (const _id of [made, 'none']) {
        expect((await ask(role, 'product_tag/delete', { _id })).code, role).toBe(403);
        expect((await ask(role, 'product_tag/update', { _id, value: 'Mine' })).code, role).toBe(403);
      }
    expect(await read()).toHaveLength(4);
    expect((await admin('product_tag/delete', { _id: 'none' })).code).toBe(404);
    expect((await admin('product_tag/delete', { _id: made })).code).toBe(200);
    expect((await admin('product_tag/delete', { _id: made })).code).toBe(200);
    expect((await ask('seller.manager', 'product_tag/delete', { _id: made })).code).toBe(403);
    expect(await read()).toEqual(['LOWER_UNIT', 'HIGHER_UNIT', 'MARKUP']);
    expect((await admin('product_tag/create', tag)).code).toBe(200);
  });

  test('products of a brand, of a manufacturer, whole and by page', { tags: ['PROD-25'] }, async () => {
    const names = (answer: { data: unknown }) => (answer.data as { name: string }[]).map((row) => row.name);
    expect(names(await admin('product/read_by_brand', { brand_id: 'brand_b' }))).toEqual(['Soap', 'Tea']);
    expect(names(await admin('product/read_by_manufacturer', { manufacturer_id: 'maker_a' }))).toEqual([
      'Milk',
      'New soap',
      'Rice',
    ]);
    const page = await admin('product/read_by_brand', { brand_id: 'brand_b', page: 2, per_page: 1 });
    expect(page.data).toMatchObject({ total: 2, page: 2, rows: [{ name: 'Tea' }] });
    expect((await ask('sales_officer.rep', 'product/read_by_brand', { brand_id: 'brand_b' })).code).toBe(403);
  });

  test('what a hub has comes first, for people who may read the stock of that hub', { tags: ['ORD-37'] }, async () => {
    await put('warehouse', { _id: 'place_b', parent_type: 'seller', parent: 'hub_b', owner_name: 'HUB_B' });
    await put('warehouse_product', { _id: 'held_tea', warehouse_id: 'place_b', product_id: 'tea', quantity: 12 });
    const names = async (role: Role, stocked_at: string) => {
      const answer = await ask(role, 'product/read_all', { page: '1', per_page: '30', stocked_at });
      expect(answer.code).toBe(200);
      return (answer.data as unknown as { rows: { _id: string }[] }).rows.map(({ _id }) => _id);
    };
    const byName = await names('manager.staff', 'hub_a');
    expect(byName.indexOf('tea')).toBeGreaterThan(0);
    // An account of a hub learns nothing of the stock of another hub.
    expect(await names('sales_officer.manager', 'hub_b')).toEqual(byName);
    expect(await names('manager.staff', 'hub_b')).toEqual(['tea', ...byName.filter((id) => id !== 'tea')]);
  });

  test('what may be sold at a location, page 0 and limit 0 for all', {
    tags: ['API-24', 'PROD-42', 'PROD-25', 'UI-10'],
  }, async () => {
    await put('location', { _id: 'place', name: 'Mushin', state: 'Lagos', lga: 'Mushin' });
    expect(
      (await ask('sales_officer.rep', 'product/read_available_more', { location_id: 'place', page: 0, limit: 0 })).code,
    ).toBe(403);
    expect((await admin('product/read_available_more', { location_id: 'none', page: 0, limit: 0 })).code).toBe(404);
    const response = await admin('product/read_available_more', { location_id: 'place', page: 0, limit: 0 });
    expect(response.code, response.message).toBe(200);
    expect(response.data.products.map((row: { name: string; quantity: number }) => [row.name, row.quantity])).toEqual([
      ['Milk', -1],
      ['Rice', -1],
      ['Tea', 500],
    ]);
    expect(response.data.brands.map((row: { name: string }) => row.name)).toEqual(['Brand a', 'Brand b']);
    expect(response.data.manufacturers.map((row: { name: string }) => row.name)).toEqual(['Maker a', 'Maker b']);
    // The hub of the active area that serves the location: its own products, its own ceiling.
    await put('area', {
      _id: 'area',
      name: 'Mushin',
      phone: '08031234568',
      manufacturer_id: 'maker_a',
      seller_id: 'hub_b',
    });
    await put('location_area', { _id: 'served', area_id: 'area', location_id: 'place', manufacturer_id: 'maker_a' });
    const ofB = await admin('seller_product/read_by_seller_product', { seller_id: 'hub_b', product_id: 'milk' });
    await admin('seller_product/update', { _id: ofB.data._id, quantity: 36 });
    const served = await admin('product/read_available_more', { location_id: 'place', page: 0, limit: 0 });
    expect(served.data.products.map((row: { name: string; quantity: number }) => [row.name, row.quantity])).toEqual([
      ['Milk', 36],
    ]);
    await sql`update area set status = 'inactive'`.execute(database().kysely);
    const second = await admin('product/read_available_more', { location_id: 'place', page: 1, limit: 1 });
    expect(second.data.products.map((row: { name: string }) => row.name)).toEqual(['Rice']);
    expect((await admin('product/read_all', { search: 'MIL' })).data.map((row: { name: string }) => row.name)).toEqual([
      'Milk',
    ]);
  });

  const rowsOf = (list: readonly Record<string, unknown>[]) =>
    Object.fromEntries(Object.keys(list[0] ?? {}).map((name) => [name, list.map((row) => row[name])]));

  test('products in bulk: each row its own verdict, an empty SKU is made, 126 are too many', {
    tags: ['PROD-40', 'PROD-38', 'B8.10'],
  }, async () => {
    const rows = [
      { ...FIELDS, name: 'Bulk one', sku_id: 'BULK-1' },
      { ...FIELDS, name: 'Bulk two', sku_id: '' },
      { ...FIELDS, name: 'Bulk three', sku_id: 'MILK' },
      { ...FIELDS, name: 'Bulk four', sku_id: 'BULK-4', mpu: 7 },
    ];
    const fields = rowsOf(rows);
    expect((await ask('sales_officer.manager', 'product/create_bulk', fields)).code).toBe(403);
    expect((await admin('product/create_bulk', rowsOf(Array.from({ length: 126 }, () => rows[0] ?? {})))).code).toBe(
      413,
    );
    const tried = await admin('product/create_bulk', { ...fields, commit: 'false' }, newKey());
    expect([tried.data.succeeded, tried.data.failed]).toEqual([2, 2]);
    expect((await admin('product/read_all', { search: 'bulk' })).data).toEqual([]);
    const key = newKey();
    const done = await admin('product/create_bulk', fields, key);
    expect(done.data).toMatchObject({
      succeeded: 2,
      failed: 2,
      results: [
        { index: 0, code: 200 },
        { index: 1, code: 200 },
        { index: 2, code: 409, message: 'SKU is already in use.' },
        { index: 3, code: 422, message: 'Case count must be multiple of MPU' },
      ],
    });
    // A lost answer asked again is the same answer.
    expect((await admin('product/create_bulk', fields, key)).data).toEqual(done.data);
    const made = (await admin('product/read_all', { search: 'bulk' })).data as { name: string; sku_id: string }[];
    expect(made.map((row) => row.name)).toEqual(['Bulk one', 'Bulk two']);
    expect(made[1]?.sku_id).toMatch(/^SKU-[0-9A-F]{12}$/);
  });

  test('a row of a batch takes a client_id: the same again is the same product, also with a SKU that the server made', {
    tags: ['B1.8', 'B8.10', 'API-4.11'],
  }, async () => {
    const { sku_id: _, ...plain } = FIELDS;
    const [one, two] = [newKey(), newKey()];
    const rows = [
      { ...plain, name: 'Client one', client_id: one },
      { ...plain, name: 'Client two', client_id: two, sku_id: 'CLIENT-2' },
    ];
    const send = async (sent: Record<string, unknown>[]) =>
      (await admin('product/create_bulk', rowsOf(sent), newKey())).data.results as { code: number; data: unknown }[];
    const made = await send(rows);
    expect(made.map((row) => row.code)).toEqual([200, 200]);
    expect(await send(rows)).toEqual(made);
    expect(await send([{ ...rows[0], name: 'Client other' }, rows[1] ?? {}])).toMatchObject([
      { code: 409, data: { error: 'duplicate_client_id' } },
      made[1],
    ]);
    const same = rows.map((row) => ({ ...row, name: 'Client three', client_id: newKey(), sku_id: '' }));
    expect((await Promise.all([send(same), send(same)])).map((answer) => answer.map((row) => row.code))).toEqual([
      [200, 200],
      [200, 200],
    ]);
    expect((await admin('product/read_all', { search: 'client' })).data).toHaveLength(4);
  });

  test('what a hub newly sells takes a client_id, in a batch and alone: the same again is the same row, also when the product asks something else by then', {
    tags: ['B1.8', 'API-4.11', 'PROD-30'],
  }, async () => {
    await put('seller', { _id: 'hub_c', name: 'HUB_C', address: 'x' });
    const plain = { seller_id: 'hub_c', quantity: -1, status: 'active' };
    const [one, two] = [newKey(), newKey()];
    const rows = [
      { ...plain, product_id: 'tea', mpu: 6, price: '900', client_id: one },
      { ...plain, product_id: 'soap', mpu: '', price: '', client_id: two },
    ];
    const send = async (sent: Record<string, unknown>[]) =>
      (await admin('seller_product/create_bulk', rowsOf(sent), newKey())).data.results as Record<string, unknown>[];
    expect(await send([{ ...rows[0], client_id: 'x'.repeat(200) }])).toMatchObject([{ code: 422 }]);
    const made = await send(rows);
    expect(made.map((row) => row.code)).toEqual([200, 200]);
    const priced = async () =>
      (await admin('seller_product/read_by_seller', { seller_id: 'hub_c' })).data.map(
        (row: Record<string, unknown>) => [row.product_id, row.mpu, row.price],
      );
    const before = await priced();
    expect(before).toEqual([
      ['soap', 3, '10000.00'],
      ['tea', 6, '900.00'],
    ]);
    expect((await admin('product/update', { _id: 'soap', price: '12000', mpu: 4 })).code).toBe(200);
    expect(await send(rows)).toEqual(made);
    expect((await admin('seller_product/create', rows[0], newKey())).data).toBe(made[0]?.data);
    expect(await send([{ ...rows[0], price: '950' }, rows[1] ?? {}])).toMatchObject([
      { code: 409, data: { error: 'duplicate_client_id' } },
      made[1] ?? {},
    ]);
    expect(await priced()).toEqual(before);
    expect((await admin('product/update', { _id: 'soap', price: '10000', mpu: 3 })).code).toBe(200);
  });

  test('a row of a batch that names no record is the request’s mistake, not a value’s', {
    tags: ['API-1.7'],
  }, async () => {
    const response = await admin(
      'product/update_bulk',
      rowsOf([
        { _id: '', status: 'active' },
        { _id: 'none', status: 'active' },
      ]),
    );
    expect(response.data.results).toMatchObject([
      { code: 400, message: '_id field is required.', data: { error: 'bad_request' } },
      { code: 404 },
    ]);
  });

  test('what a hub sells: whole, what changed since, by page, searched and sorted', { tags: ['API-1.5'] }, async () => {
    await put('seller', { _id: 'hub_paged', name: 'Paged hub', address: 'x' });
    for (const [index, product_id] of ['tea', 'milk', 'rice'].entries())
      await put('seller_product', {
        ...{ _id: `paged_${product_id}`, seller_id: 'hub_paged', product_id, mpu: 3, quantity: -1 },
        ...{ price_kobo: 100 * (index + 1), modified: NOW + index },
      });
    const read = (fields: Record<string, unknown> = {}) =>
      admin('seller_product/read_by_seller', { seller_id: 'hub_paged', ...fields });
    const ids = (rows: { product_id: string }[]) => rows.map((row) => row.product_id);
    expect((await read({ sort: 'nothing' })).code).toBe(400);
    expect(ids((await read()).data)).toEqual(['milk', 'rice', 'tea']);
    expect(ids((await read({ since: NOW + 1 })).data)).toEqual(['milk', 'rice']);
    const { rows, ...page } = (await read({ page: 1, per_page: 2, sort: '-price' })).data;
    expect([ids(rows as never), page]).toEqual([['rice', 'milk'], { total: 3, page: 1, per_page: 2 }]);
    expect(ids((await read({ search: 'te' })).data)).toEqual(['tea']);
    expect(
      (await ask('sales_officer.manager', 'seller_product/read_by_seller', { seller_id: 'hub_paged', page: 1 })).data,
    ).toMatchObject({ rows: [], total: 0 });
  });

  test('seller products in bulk: a dry run keeps nothing, takes no key, and says what would be', {
    tags: ['PROD-30', 'API-11'],
  }, async () => {
    const listed = (await admin('seller_product/read_by_seller', { seller_id: 'hub_a' })).data as {
      _id: string;
      price: string;
      version: number;
    }[];
    const rows = listed.map((row, index) => ({
      _id: row._id,
      price: index === 0 ? '-5' : '3000',
      base_version: row.version,
    }));
    const key = newKey();
    const tried = await admin('seller_product/update_bulk', { ...rowsOf(rows), commit: 'false' }, key);
    expect([tried.data.succeeded, tried.data.failed]).toEqual([rows.length - 1, 1]);
    expect(tried.data.results[0]).toMatchObject({ code: 422, message: 'Price must not be less than 0' });
    expect(tried.data.results[1]).toMatchObject({
      code: 200,
      data: { price: '3000.00', version: (listed[1]?.version ?? 0) + 1 },
    });
    expect((await admin('seller_product/read_by_seller', { seller_id: 'hub_a' })).data).toEqual(listed);
    const logs = await admin('seller_product_log/read_by_seller_product', { seller_product_id: listed[1]?._id });
    expect(logs.data.map((row: { value: string }) => row.value)).not.toContain('3000.00');
    // The same key commits afterwards: the dry run did not use it up.
    const done = await admin('seller_product/update_bulk', { ...rowsOf(rows), commit: 'true' }, key);
    expect([done.data.succeeded, done.data.failed, done.headers['idempotent-replay']]).toEqual([
      rows.length - 1,
      1,
      undefined,
    ]);
    // Someone was faster: that row alone is refused.
    const late = await admin('seller_product/update_bulk', rowsOf(rows.map((row) => ({ ...row, price: '3100' }))));
    expect(late.data.results.map((row: { code: number }) => row.code)).toEqual([200, ...rows.slice(1).map(() => 409)]);
  });

  test('list prices in bulk are the administrator’s, seller products of another hub nobody’s of this hub', {
    tags: ['PERM-49', 'B8.14'],
  }, async () => {
    const rows = rowsOf([
      { _id: 'milk', price: '11000' },
      { _id: 'rice', price: '12000' },
    ]);
    for (const role of ['manager.staff', 'sales_officer.manager'] as Role[]) {
      const response = await ask(role, 'product/update_bulk', rows);
      expect(
        response.data.results.map((row: { code: number }) => row.code),
        role,
      ).toEqual([403, 403]);
    }
    expect((await admin('product/update_bulk', rows)).data.succeeded).toBe(2);
    expect(
      (await ask('manager.staff', 'product/update_bulk', rowsOf([{ _id: 'milk', status: 'inactive' }]))).data.succeeded,
    ).toBe(1);
    await admin('product/update_bulk', rowsOf([{ _id: 'milk', status: 'active' }]));
    const other = (await admin('seller_product/read_by_seller_product', { seller_id: 'hub_b', product_id: 'milk' }))
      .data._id;
    expect(
      (await hubManager('seller_product/update_bulk', rowsOf([{ _id: other, status: 'inactive' }]))).data.results[0]
        .code,
    ).toBe(404);
    const created = await hubManager(
      'seller_product/create_bulk',
      rowsOf([
        { ...SOLD, product_id: 'soap' },
        { ...SOLD, product_id: 'soap', seller_id: 'hub_b' },
      ]),
    );
    expect(created.data.results.map((row: { code: number }) => row.code)).toEqual([200, 404]);
  });

  test('sales history: delivered and completed groups by Lagos month, accepted units, line values', {
    tags: ['PROD-33', 'PROD-36', 'B8.8'],
  }, async () => {
    expect((await ask('sales_officer.rep', 'product/history', { as_csv: 'false' })).code).toBe(403);
    expect((await admin('product/history', { as_csv: 'false' })).data).toEqual({ products: [] });
    await put('store_type', { _id: 'kiosk', name: 'Kiosk', description: 'A small shop' });
    await put('user_account', { _id: 'u_buyer', role: 'buyer.buyer', name: 'Bola', email: 'bola@example.test' });
    await put('buyer', {
      _id: 'bola',
      user_id: 'u_buyer',
      name: 'Bola Stores',
      phone: '08031234567',
      store_type_id: 'kiosk',
      location_id: 'place',
    });
    const at = (text: string) => Date.parse(text) / 1_000;
    let n = 0;
    const sold = async (
      tag: string,
      created: number,
      hub: string,
      lines: [string, number, number | null, number][],
      orderTag = tag,
    ) => {
      n += 1;
      const _id = `g${n}`;
      await put('order_group', { _id, ref: `REF${n}`, tag, buyer_id: 'bola', seller_id: hub });
      await sql`update order_group set created = ${created} where _id = ${_id}`.execute(database().kysely);
      await put('order', {
        _id: `o${n}`,
        ref: `REF${n}-1`,
        order_group_id: _id,
        manufacturer_id: 'maker_a',
        tag: orderTag,
      });
      for (const [product_id, quantity, quantity_accepted, line_kobo] of lines) {
        await put('order_item', {
          _id: `${_id}_${product_id}`,
          order_id: `o${n}`,
          order_group_id: _id,
          product_id,
          quantity,
          quantity_accepted,
          amount_kobo: line_kobo,
          line_kobo,
          billed_kobo: line_kobo - 50,
        });
      }
    };
    // The last minute of January and the first of February, in Lagos.
    await sold('delivered', at('2026-01-31T22:59:00Z'), 'hub_a', [
      ['milk', 24, 20, 100_000],
      ['rice', 12, null, 50_050],
    ]);
    await sold('completed', at('2026-01-31T23:00:00Z'), 'hub_b', [['milk', 5, 5, 1_000]]);
    await sold('completed', at('2025-12-31T22:59:59Z'), 'hub_a', [['milk', 7, 7, 700]]);
    await sold('pending', at('2026-01-05T10:00:00Z'), 'hub_a', [['milk', 99, 99, 9_900]]);
    await sold('cancelled', at('2026-01-05T10:00:00Z'), 'hub_a', [['milk', 99, 99, 9_900]]);
    await sold('delivered', at('2026-01-05T10:00:00Z'), 'hub_a', [['milk', 99, 99, 9_900]], 'cancelled');
    const all = (await admin('product/history', { as_csv: 'false' })).data.products;
    expect(all).toMatchObject([
      {
        _id: 'milk',
        name: 'Milk',
        case_count: 12,
        brand: { _id: 'brand_a', name: 'Brand a' },
        manufacturer: { _id: 'maker_a', name: 'Maker a' },
        years: {
          2025: { 12: { count: 7, value: '7.00', adjustments: '-0.50', billed: '6.50' } },
          2026: { 1: { count: 20, value: '1000.00' }, 2: { count: 5, value: '10.00' } },
        },
      },
      { _id: 'rice', years: { 2026: { 1: { count: 12, value: '500.50' } } } },
    ]);
    const [milk] = (await admin('product/history', { as_csv: 'false', year: 2026 })).data.products;
    expect(Object.keys(milk.years)).toEqual(['2026']);
    const byGet = await server.call(
      'GET',
      'product/history',
      { seller_id: 'hub_b' },
      { token: tokens.get('administrator.administrator') },
    );
    expect(byGet.data.products).toMatchObject([{ _id: 'milk', years: { 2026: { 2: { count: 5 } } } }]);
    // Of his own hub, whatever he asks for.
    const own = (await hubManager('product/history', { seller_id: 'hub_b', year: 2026 })).data.products;
    expect(own[0].years).toEqual({
      2026: { 1: { count: 20, value: '1000.00', adjustments: '-0.50', billed: '999.50' } },
    });
    await sql`update product set name = '=Milk, "fresh"' where _id = 'milk'`.execute(database().kysely);
    const csv = (await admin('product/history', { as_csv: 'true', year: 2026 })).data as unknown as string;
    expect(csv.split('\r\n')).toEqual([
      'Product,Brand,Manufacturer,Case Count,Year,Month,Unit Count,Value,Adjustments,Billed',
      `"'=Milk, ""fresh""",Brand a,Maker a,12,2026,1,20,1000.00,-0.50,999.50`,
      `"'=Milk, ""fresh""",Brand a,Maker a,12,2026,2,5,10.00,-0.50,9.50`,
      'Rice,Brand a,Maker a,12,2026,1,12,500.50,-0.50,500.00',
      '',
    ]);
    await sql`update product set name = 'Milk' where _id = 'milk'`.execute(database().kysely);
  });

  test('a bulk of a hub without MPU and price starts with the product’s own', {
    tags: ['PROD-30', 'B10.4'],
  }, async () => {
    const made = (await admin('product/create', { ...FIELDS, name: 'Plain soap', sku_id: 'PLAIN' }))
      .data as unknown as string;
    const rows = rowsOf([
      { seller_id: 'hub_a', product_id: made, quantity: 500, status: 'active' },
      { seller_id: 'hub_a', product_id: 'none', quantity: 500, status: 'active' },
    ]);
    const response = await hubManager('seller_product/create_bulk', rows);
    expect(response.data.results.map((row: { code: number }) => row.code)).toEqual([200, 404]);
    expect(
      (await hubManager('seller_product/read_by_seller_product', { seller_id: 'hub_a', product_id: made })).data,
    ).toMatchObject({
      mpu: 3,
      price: '1500.00',
      quantity: 500,
    });
  });

  test('a category carries products, each once, by status', { tags: ['PROD-41', 'CAT-07'] }, async () => {
    const category = (await admin('category/create', { name: 'Breakfast', status: 'active' }))
      .data as unknown as string;
    const rows = rowsOf([
      { category_id: category, product_id: 'milk', status: 'active' },
      { category_id: category, product_id: 'tea', status: 'inactive' },
      { category_id: category, product_id: 'none', status: 'active' },
    ]);
    const response = await admin('category_product/create_bulk', rows);
    expect(response.data.results.map((row: { code: number }) => row.code)).toEqual([200, 200, 404]);
    const carried = (await admin('category_product/read_by_category', { category_id: category })).data;
    expect(carried.map((row: { product: { name: string }; status: string }) => [row.product.name, row.status])).toEqual(
      [
        ['Milk', 'active'],
        ['Tea', 'inactive'],
      ],
    );
  });

  test('ten thousand products: the last page, a search and a filter give what they should (their speed: bench)', {
    tags: ['PROD-06', 'PROD-07', 'PROD-08'],
    timeout: 60_000,
  }, async () => {
    await sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      select 'many_' || n, ${NOW}, ${NOW}, 'Many ' || md5(n::text), 'One of a great many', 'MANY-' || n, 12, 1, n * 100,
        case when n % 2 = 0 then 'brand_a' else 'brand_b' end from generate_series(1, 10000) n`.execute(
      database().kysely,
    );
    await sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo)
      select 'sp_many_' || n, ${NOW}, ${NOW}, 'hub_a', 'many_' || n, 1, n * 100 from generate_series(1, 10000) n`.execute(
      database().kysely,
    );
    await sql`analyze`.execute(database().kysely);
    const found = async (fields: Record<string, unknown>) =>
      (await admin('product/read_all', { per_page: 50, ...fields })).data as unknown as {
        total: number;
        rows: { _id: string; name: string; price: string; brand: { _id: string } }[];
      };
    const all = await found({ page: 1 });
    expect(all.total).toBeGreaterThanOrEqual(10_000);
    expect(all.rows).toHaveLength(50);
    const last = Math.ceil(all.total / 50);
    expect((await found({ page: last })).rows).toHaveLength(all.total - (last - 1) * 50);
    expect((await found({ page: last + 1 })).rows).toHaveLength(0);
    const searched = await found({ page: 1, search: 'many 7b' });
    expect(searched.rows.length).toBe(Math.min(50, searched.total));
    expect(searched.rows.filter(({ name }) => !/^Many .*7b/.test(name))).toEqual([]);
    const dearest = await found({ page: 1, brand_id: ['brand_a'], status: ['active'], sort: '-price' });
    expect(dearest.rows.filter(({ brand }) => brand._id !== 'brand_a')).toEqual([]);
    expect(dearest.rows.find(({ _id }) => _id.startsWith('many_'))).toMatchObject({
      _id: 'many_10000',
      price: '10000.00',
    });
    const prices = dearest.rows.map(({ price }) => Number(price));
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    const one = await found({ page: 1, manufacturer_id: ['maker_b'], search: 'many' });
    expect([one.total, new Set(one.rows.map(({ brand }) => brand._id))]).toEqual([5_000, new Set(['brand_b'])]);
    expect((await found({ page: 1, manufacturer_id: ['maker_a', 'maker_b'], search: 'many' })).total).toBe(10_000);
    expect((await found({ page: 1, status: ['inactive'], search: 'many' })).total).toBe(0);
    expect((await found({ page: 1, compound_status: ['active'] })).total).toBeGreaterThanOrEqual(10_000);
    const names = (await admin('product/read_all', { page: 2, per_page: 300 })).data.rows.map(
      (row: { name: string }) => row.name,
    );
    expect(names).toHaveLength(300);
    expect(names).toEqual([...names].sort((a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  });
});
