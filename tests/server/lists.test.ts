/** Manufacturers, brands, categories, locations and their links (API.md 4.10; MFR, BRAND, CAT, LOC rows). */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('catalogue lists', (database) => {
  let server: TestServer;
  let admin: string;
  let staff: string;
  const call = (
    method: 'GET' | 'POST',
    path: string,
    fields: Record<string, unknown> = {},
    token = admin,
    key?: string,
  ) => server.call(method, path, fields, { token, key });
  const made = async (path: string, fields: Record<string, unknown>) => {
    const response = await call('POST', `${path}/create`, { status: 'active', ...fields });
    expect(response.message).toBe('OK');
    return response.data as unknown as string;
  };
  const one = async (model: string, _id: string) => (await call('GET', `${model}/read`, { _id })).data[0];
  const maker = (name: string) => made('manufacturer', { name, email: 'maker@example.test', address: 'Lagos' });

  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    staff = (await server.signInAs('manager.staff')).token;
  });

  describe('manufacturers', () => {
    test('422 texts; only the administrator writes', { tags: ['MFR-06', 'PERM-31', 'MFR-02'] }, async () => {
      expect((await call('POST', 'manufacturer/create')).data.fields).toEqual({
        name: 'Name field is required.',
        email: 'Email field is required.',
        address: 'Address field is required.',
      });
      const short = { name: 'ab', status: 'active', email: 'no', address: 'x' };
      expect((await call('POST', 'manufacturer/create', short)).data.fields).toEqual({
        name: 'Name must be at least 3 characters.',
        email: 'Email must be valid.',
      });
      expect((await call('POST', 'manufacturer/create', { ...short, name: 'Abc' }, staff)).code).toBe(403);
    });
    test('name, status, email, address, user_id, upload_id; one name once', {
      tags: ['MFR-05', 'MFR-07', 'API-25'],
    }, async () => {
      const fields = {
        name: 'Dangote Foods',
        status: 'inactive',
        email: 'Sales@Dangote.test',
        address: 'Apapa',
        upload_id: 'upload_placeholder',
      };
      const id = await made('manufacturer', fields);
      expect(await one('manufacturer', id)).toMatchObject({
        ...fields,
        email: 'sales@dangote.test',
        user_id: '',
        upload: { path: 'shipped-placeholder.png' },
      });
      expect(await call('POST', 'manufacturer/create', { ...fields, name: 'DANGOTE  foods' })).toMatchObject({
        code: 409,
        message: 'Manufacturer already exists.',
      });
      expect(
        (await call('POST', 'manufacturer/update', { _id: id, user_id: 'user_1', status: 'active' })).data,
      ).toMatchObject({
        user_id: 'user_1',
        status: 'active',
        version: 2,
      });
      expect((await call('GET', 'manufacturer/read', { _id: 'none' })).message).toBe('Manufacturer not found');
    });
  });

  for (const [row, model, more] of [
    ['MFR-01', 'manufacturer', { email: 'status@example.test', address: 'Lagos' }],
    ['STYPE-01', 'store_type', { description: 'Searched by its status' }],
  ] as const)
    test(`a ${model} is found by name or status, as the status is now`, { tags: [row] }, async () => {
      const [off, on] = [
        await made(model, { ...more, name: 'Status searched off', status: 'inactive' }),
        await made(model, { ...more, name: 'Status searched on' }),
      ];
      const found = async (search: string) =>
        (await call('GET', `${model}/read_all`, { search })).data.map((row) => row._id as string);
      expect(await found('searched off')).toEqual([off]);
      expect(await found('status searched INACTIVE')).toEqual([off]);
      await call('POST', `${model}/update`, { _id: on, status: 'inactive' });
      expect(await found('status searched inactive')).toEqual([off, on]);
    });

  describe('brands', () => {
    test('422 texts, 404 of a manufacturer that is not there', { tags: ['BRAND-07'] }, async () => {
      expect((await call('POST', 'brand/create', { name: 'ab' })).data.fields).toEqual({
        name: 'Name must be at least 3 characters.',
        manufacturer_id: 'Manufacturer field is required.',
      });
      expect(
        await call('POST', 'brand/create', { name: 'Lost', status: 'active', manufacturer_id: 'none' }),
      ).toMatchObject({ code: 404, message: 'Manufacturer not found' });
    });
    test('create (also as signup), update, read_by_manufacturer', {
      tags: ['BRAND-06', 'BRAND-08', 'API-27'],
    }, async () => {
      const [mine, other] = [await maker('Maker of brands'), await maker('Other maker')];
      const id = await made('brand', { name: 'Milo', manufacturer_id: mine });
      expect(await one('brand', id)).toMatchObject({
        manufacturer_id: mine,
        manufacturer: { _id: mine, name: 'Maker of brands' },
        upload_id: 'upload_placeholder',
        upload: { path: 'shipped-placeholder.png' },
        index: 0,
      });
      const twin = { name: 'Milo', status: 'active', manufacturer_id: mine };
      expect((await call('POST', 'brand/signup', twin)).message).toBe('Brand already exists.');
      const second = await call('POST', 'brand/signup', { ...twin, manufacturer_id: other }, staff);
      expect(second.code).toBe(200);
      const read = await call('POST', 'brand/read_by_manufacturer', { manufacturer_id: mine }, staff);
      expect(read.data.map((row) => row._id)).toEqual([id]);
      expect((await call('POST', 'brand/read_by_manufacturer', {})).message).toBe('Manufacturer field is required.');
      // One record is asked for: what a filter reads as "all", or as several, names none.
      for (const manufacturer_id of ['none', '*', 'all', `${mine},${other}`])
        expect((await call('POST', 'brand/read_by_manufacturer', { manufacturer_id })).data).toEqual([]);
      const filtered = { manufacturer_id: mine, manufacturers: [other], page: 1 };
      expect((await call('POST', 'brand/read_by_manufacturer', filtered)).data.rows).toEqual([]);
      expect((await call('POST', 'brand/update', { _id: id, manufacturer_id: 'none' })).message).toBe(
        'Manufacturer not found',
      );
      expect(
        (await call('POST', 'brand/update', { _id: id, manufacturer_id: other, name: 'Milo 2' })).data,
      ).toMatchObject({
        name: 'Milo 2',
        manufacturer: { _id: other },
      });
    });
    test('the order made by hand comes before the name; the same place again is no change', {
      tags: ['BRAND-01', 'B8.11'],
    }, async () => {
      const mine = await maker('Maker of an order');
      const ids: string[] = [];
      for (const name of ['Alpha', 'Beta', 'Gamma']) ids.push(await made('brand', { name, manufacturer_id: mine }));
      const names = async () =>
        (await call('GET', 'brand/read_all', { manufacturers: mine })).data.map((row) => row.name as string);
      expect(await names()).toEqual(['Alpha', 'Beta', 'Gamma']);
      expect((await call('POST', 'brand/set_index', { _id: ids, index: [0, 1] })).message).toBe(
        'All lists must have the same length.',
      );
      const response = await call('POST', 'brand/set_index', { _id: [...ids, 'none'], index: [2, 1, 0, 5] });
      expect(response.data.results.map((row: { message: string }) => row.message)).toEqual([
        'OK',
        'OK',
        'OK',
        'Brand not found',
      ]);
      expect(await names()).toEqual(['Gamma', 'Beta', 'Alpha']);
      expect((await one('brand', ids[0] as string)).version).toBe(2);
      expect((await one('brand', ids[2] as string)).version).toBe(1);
      expect((await call('GET', 'brand/read_all', { manufacturers: mine, sort: '-name' })).data[0].name).toBe('Gamma');
    });
    test('filters by status and by several manufacturers, as the address writes them', {
      tags: ['BRAND-02'],
    }, async () => {
      const [one, two] = [await maker('Filter one'), await maker('Filter two')];
      await made('brand', { name: 'Of one', manufacturer_id: one });
      await made('brand', { name: 'Of two', manufacturer_id: two, status: 'inactive' });
      const found = async (fields: Record<string, unknown>) =>
        (await call('GET', 'brand/read_all', { page: 1, ...fields })).data.rows.map(
          (row: { name: string }) => row.name,
        );
      expect(await found({ manufacturers: `${one},${two}` })).toEqual(['Of one', 'Of two']);
      expect(await found({ manufacturers: [one, two], status: 'inactive' })).toEqual(['Of two']);
      expect(await found({ manufacturers: one, status: 'all' })).toEqual(['Of one']);
    });
  });

  describe('categories', () => {
    test('422 texts; meta may be left out and emptied again', { tags: ['CAT-05', 'CAT-06'] }, async () => {
      expect((await call('POST', 'category/create', { name: 'ab', meta: '' })).data.fields).toEqual({
        name: 'Name must be at least 3 characters.',
      });
      const id = await made('category', { name: 'Without meta' });
      expect(await one('category', id)).toMatchObject({ meta: '', status: 'active', upload_id: 'upload_placeholder' });
      expect((await call('POST', 'category/update', { _id: id, meta: 'Some words' })).data.meta).toBe('Some words');
      expect((await call('POST', 'category/update', { _id: id, meta: '' })).data).toMatchObject({
        meta: '',
        version: 3,
      });
    });
    test('_id, name, meta, status, upload_id, upload; one name once', { tags: ['CAT-04'] }, async () => {
      const _id = await made('category', { name: 'Ìpanu', meta: 'Snacks' });
      expect((await call('GET', 'category/read_all', { search: 'ipanu' })).data).toMatchObject([
        {
          _id,
          name: 'Ìpanu',
          meta: 'Snacks',
          status: 'active',
          upload_id: 'upload_placeholder',
          upload: { path: 'shipped-placeholder.png' },
        },
      ]);
      expect((await call('POST', 'category/create', { name: 'ipanu', status: 'active' })).message).toBe(
        'Category already exists.',
      );
    });
    test('products of a category: a pair once, however often it is made', {
      tags: ['CAT-03', 'CAT-07', 'DIST-13'],
    }, async () => {
      const category = await made('category', { name: 'With products' });
      const brand = await made('brand', { name: 'Brand of it', manufacturer_id: await maker('Maker of it') });
      const products: string[] = [];
      for (const name of ['Zobo drink', 'Apple juice'])
        products.push(
          await made('product', {
            name,
            description: 'Something to drink',
            sku_id: name,
            case_count: 12,
            mpu: 1,
            price: '100',
            weight: '1',
            size: '1',
            brand_id: brand,
          }),
        );
      const rows = { category_id: category, product_id: [...products, 'none'], status: 'active' };
      const first = await call('POST', 'category_product/create_bulk', rows, staff);
      expect(first.data).toMatchObject({ succeeded: 2, failed: 1 });
      expect(first.data.results[2]).toMatchObject({ code: 404, message: 'Product not found' });
      const again = await call('POST', 'category_product/create_bulk', { ...rows, status: 'inactive' });
      expect(again.data.results.map((row: { data: unknown }) => row.data).slice(0, 2)).toEqual(
        first.data.results.map((row: { data: unknown }) => row.data).slice(0, 2),
      );
      const read = async () =>
        (await call('POST', 'category_product/read_by_category', { category_id: category })).data;
      expect((await read()).map((row) => [row.product.name, row.status])).toEqual([
        ['Apple juice', 'inactive'],
        ['Zobo drink', 'inactive'],
      ]);
      const [link] = await read();
      expect(link.product).toMatchObject({
        case_count: 12,
        brand: { _id: brand },
        manufacturer: { name: 'Maker of it' },
      });
      // The pair of a stored link is fixed; only its status changes.
      const moved = { _id: [link._id], status: ['active'], product_id: [products[0]] };
      expect((await call('POST', 'category_product/update_bulk', moved)).data.results[0].data).toMatchObject({
        product_id: link.product_id,
        status: 'active',
        version: 3,
      });
      const stale = { _id: link._id, status: 'inactive', base_version: 1 };
      expect((await call('POST', 'category_product/update', stale)).data.error).toBe('conflict');
      expect(
        (
          await call(
            'POST',
            'category_product/create',
            { ...rows, product_id: products[0] },
            (
              await server.signInAs('seller.manager')
            ).token,
          )
        ).code,
      ).toBe(403);
    });
    test('the same pair twenty times at once: one row', { tags: ['CAT-07'] }, async () => {
      const category_id = await made('category', { name: 'A race of links' });
      const { data } = await call('GET', 'product/read_all');
      const fields = { category_id, product_id: data[0]._id, status: 'active' };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => call('POST', 'category_product/create', fields, admin, newKey())),
      );
      expect(new Set(answers.map((one) => `${one.code} ${String(one.data)}`)).size).toBe(1);
      expect((await call('POST', 'category_product/read_by_category', { category_id })).data).toHaveLength(1);
    });
    test('op_key: a batch sent again and a row of it sent alone are known', { tags: ['CAT-07'] }, async () => {
      const category_id = await made('category', { name: 'Sent again' });
      const { data: products } = await call('GET', 'product/read_all');
      const op_key = [newKey(), newKey()];
      const fields = { category_id, product_id: products.slice(0, 2).map((row) => row._id), status: 'active', op_key };
      const first = await call('POST', 'category_product/create_bulk', fields);
      expect((await call('POST', 'category_product/create_bulk', fields)).data).toEqual(first.data);
      const alone = { category_id, product_id: products[0]._id, status: 'active' };
      expect((await call('POST', 'category_product/create', alone, admin, op_key[0])).data).toBe(
        first.data.results[0].data,
      );
    });
  });

  describe('locations', () => {
    test('422 texts; an LGA belongs to its state', { tags: ['LOC-08'] }, async () => {
      expect((await call('POST', 'location/create', { name: 'ab' })).data.fields).toEqual({
        name: 'Name must be at least 3 characters.',
        state: 'State field is required.',
        lga: 'LGA field is required.',
      });
      const wrong = { name: 'Bodija', status: 'active', state: 'Lagos', lga: 'Ibadan North' };
      expect((await call('POST', 'location/create', wrong)).data.fields).toEqual({
        lga: 'LGA must be in the chosen state.',
      });
      expect((await call('POST', 'location/create', { ...wrong, state: 'Atlantis' })).code).toBe(422);
    });
    test('name, status, state, lga; once per state and LGA; the administrator alone', {
      tags: ['LOC-07', 'LOC-04', 'PERM-30'],
    }, async () => {
      const fields = { name: 'Bódìjà', state: 'Oyo', lga: 'Ibadan North' };
      const id = await made('location', fields);
      expect(await one('location', id)).toMatchObject({ ...fields, status: 'active' });
      expect((await call('POST', 'location/create', { ...fields, name: 'BODIJA', status: 'active' })).message).toBe(
        'Location already exists.',
      );
      await made('location', { ...fields, lga: 'Ibadan South-West' });
      expect((await call('POST', 'location/update', { _id: id, state: 'Lagos' })).message).toBe(
        'LGA must be in the chosen state.',
      );
      expect((await call('POST', 'location/update', { _id: id, state: 'Lagos', lga: 'Ikeja' })).data).toMatchObject({
        state: 'Lagos',
        lga: 'Ikeja',
      });
      expect((await call('POST', 'location/create', { ...fields, status: 'active' }, staff)).code).toBe(403);
      expect((await call('GET', 'location/read_all', {}, staff)).code).toBe(200);
      expect((await call('GET', 'location/read', { _id: 'none' })).message).toBe('Location not found');
    });
    test('filters by status, states and LGAs; states may be several', { tags: ['LOC-02'] }, async () => {
      await made('location', { name: 'Filter Kano', state: 'Kano', lga: 'Fagge' });
      await made('location', { name: 'Filter Rivers', state: 'Rivers', lga: 'Port Harcourt', status: 'inactive' });
      const found = async (fields: Record<string, unknown>) =>
        (await call('GET', 'location/read_all', { search: 'filter', ...fields })).data.map((row) => row.name as string);
      expect(await found({ states: 'Kano,Rivers' })).toEqual(['Filter Kano', 'Filter Rivers']);
      expect(await found({ state: ['Rivers'] })).toEqual(['Filter Rivers']);
      expect(await found({ lgas: 'Fagge' })).toEqual(['Filter Kano']);
      expect(await found({ status: 'inactive' })).toEqual(['Filter Rivers']);
    });
    test('states and their LGAs come from our own server', { tags: ['LOC-09', 'API-19'] }, async () => {
      expect((await call('GET', 'states')).data).toHaveLength(37);
      expect((await call('GET', 'states/Oyo/lgas')).data).toContain('Ibadan North');
      expect((await call('GET', 'lgas')).data).toHaveLength(774);
    });
  });

  test('links: what changed since, and the search finds the other side', { tags: ['API-1.5'] }, async () => {
    const { data } = await call('GET', 'category/read_all', { search: 'with products' });
    const fields = { category_id: data[0]._id };
    const delta = (await call('POST', 'category_product/read_by_category', { ...fields, since: NOW })).data;
    expect(delta.rows).toHaveLength(2);
    expect((await call('POST', 'category_product/read_by_category', { ...fields, search: 'zobo' })).data).toHaveLength(
      1,
    );
    expect(
      (
        await sql<{ n: number }>`select count(*) as n from audit_log where model = 'category_product'`.execute(
          database().kysely,
        )
      ).rows[0]?.n,
    ).toBeGreaterThan(4);
  });
});
