/** Who sees and changes what of a product: B8.1 to B8.3, B10.4, B10.4a, SEC-08. */
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { COLUMNS } from '#tests/support/matrix.ts';
import { putRow, startServer, type TestServer } from '#tests/support/server.ts';

const HUB_SIDE: Role[] = ['seller.manager', 'sales_officer.manager', 'sales_officer.cs'];
const CORE: Role[] = ['manager.staff', 'manager.accountant', 'manager.warehouse_officer'];

describeOneEngine('catalogue', (database) => {
  let server: TestServer;
  const tokens = new Map<Role, string>();
  const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);
  const ask = (role: Role, method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}) =>
    server.call(method, path, fields, { token: tokens.get(role) });
  const admin = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}) =>
    ask('administrator.administrator', method, path, fields);

  beforeAll(async () => {
    server = await startServer(database());
    for (const hub of ['hub_a', 'hub_b']) await put('seller', { _id: hub, name: hub.toUpperCase(), address: 'x' });
    for (const role of Object.values(COLUMNS))
      tokens.set(role, (await server.signInAs(role, { seller_id: 'hub_a' })).token);
    await put('manufacturer', { _id: 'maker', name: 'Maker' });
    await put('brand', { _id: 'brand', name: 'Brand', manufacturer_id: 'maker' });
    await put('product', {
      _id: 'milk',
      name: 'Milk',
      description: 'Milk of a cow',
      sku_id: 'MILK',
      case_count: 12,
      mpu: 3,
      price_kobo: 1_234_500,
      brand_id: 'brand',
    });
    for (const [hub, price] of [
      ['hub_a', 1_300_000],
      ['hub_b', 1_400_000],
    ] as const) {
      await put('seller_product', { _id: `sp_${hub}`, seller_id: hub, product_id: 'milk', mpu: 3, price_kobo: price });
      for (const n of [1, 2])
        await put('user_account', {
          _id: `u_${hub}${n}`,
          role: 'sales_officer.rep',
          name: `Rep ${n}`,
          email: `${hub}${n}@example.test`,
        });
      for (const n of [1, 2])
        await put('sales_officer', {
          _id: `da_${hub}${n}`,
          name: `Rep ${hub} ${n}`,
          user_id: `u_${hub}${n}`,
          phone: `0802${hub === 'hub_a' ? 1 : 2}00000${n}`,
          email: `${hub}${n}@example.test`,
          role: 'sales_officer.rep',
          seller_id: hub,
        });
    }
  });

  test('list price and MPU are in the lists of the administrator alone', { tags: ['B10.4', 'PROD-14'] }, async () => {
    expect((await admin('GET', 'product/read_all')).data[0]).toMatchObject({ price: '12345.00', mpu: 3 });
    for (const role of [...CORE, ...HUB_SIDE, 'manager.customer_support'] as Role[]) {
      for (const fields of [{}, { page: 1 }, { since: 0 }]) {
        const { data, code } = await ask(role, 'GET', 'product/read_all', fields);
        expect(code, role).toBe(200);
        const [row] = 'rows' in data ? data.rows : data;
        expect(Object.keys(row), role).toContain('case_count');
        expect(Object.keys(row), role).not.toContain('price');
        expect(Object.keys(row), role).not.toContain('mpu');
      }
    }
  });
  test('read by id has them for who may create or edit products, and for nobody else', {
    tags: ['B10.4'],
  }, async () => {
    for (const role of [...CORE, 'seller.manager', 'sales_officer.manager'] as Role[]) {
      expect((await ask(role, 'GET', 'product/read', { _id: 'milk' })).data[0], role).toMatchObject({
        price: '12345.00',
        mpu: 3,
      });
    }
    for (const role of ['sales_officer.cs', 'manager.customer_support'] as Role[]) {
      expect(Object.keys((await ask(role, 'GET', 'product/read', { _id: 'milk' })).data[0]), role).not.toContain(
        'price',
      );
    }
  });
  test("hub-side roles see their own hub's entry only", {
    tags: ['PROD-11', 'PROD-13', 'B8.3', 'B10.4a'],
  }, async () => {
    expect(Object.keys((await admin('GET', 'product/read', { _id: 'milk' })).data[0].sellers)).toEqual([
      'hub_a',
      'hub_b',
    ]);
    for (const role of HUB_SIDE) {
      const response = await ask(role, 'GET', 'product/read_all');
      expect(response.data[0].sellers).toEqual({
        hub_a: {
          seller: { _id: 'hub_a', name: 'HUB_A' },
          price: '13000.00',
          status: 'active',
          seller_product_id: 'sp_hub_a',
        },
      });
      expect(response.text).not.toContain('14000.00');
    }
  });
  test("general product fields are not a hub's to change: 403", { tags: ['B8.14'] }, async () => {
    for (const role of ['seller.manager', 'sales_officer.manager'] as Role[]) {
      expect((await ask(role, 'POST', 'product/update', { _id: 'milk', name: 'Hub milk' })).code).toBe(403);
      expect((await ask(role, 'POST', 'product/set_status', { _id: 'milk', status: 'inactive' })).code).toBe(403);
    }
  });
  test("SKU, MPU and price: another role's equal values pass, different ones are 403", {
    tags: ['PROD-19', 'B8.2'],
  }, async () => {
    const same = { _id: 'milk', sku_id: 'MILK', mpu: 3, price: '12345' };
    expect(
      (await ask('manager.staff', 'POST', 'product/update', { ...same, description: 'Milk of two cows' })).code,
    ).toBe(200);
    for (const change of [{ sku_id: 'MILK-2' }, { mpu: 4 }, { price: '12345.01' }]) {
      expect(
        (await ask('manager.staff', 'POST', 'product/update', { ...same, ...change })).code,
        JSON.stringify(change),
      ).toBe(403);
    }
    expect((await admin('POST', 'product/update', { _id: 'milk', price: '12345.01' })).data.price).toBe('12345.01');
  });
  test('case count must be a multiple of MPU, and is fixed once stock moved', {
    tags: ['PROD-18', 'B8.1'],
  }, async () => {
    for (const change of [{ case_count: 13 }, { mpu: 5 }]) {
      expect(await admin('POST', 'product/update', { _id: 'milk', ...change })).toMatchObject({
        code: 422,
        message: 'Case count must be multiple of MPU',
      });
    }
    expect((await admin('POST', 'product/update', { _id: 'milk', case_count: 15 })).data.case_count).toBe(15);
    const warehouse = (
      await admin('POST', 'warehouse/create', { status: 'active', parent_type: 'seller', parent: 'hub_a' })
    ).data as unknown as string;
    const moved = await admin('POST', 'warehouse_log/adjust', {
      warehouse_id: warehouse,
      product_id: 'milk',
      counted: 30,
      reason: 'opening',
    });
    expect(moved.code, moved.message).toBe(200);
    expect(await admin('POST', 'product/update', { _id: 'milk', case_count: 18 })).toMatchObject({
      code: 409,
      message: 'Case count cannot change after stock has moved.',
    });
  });
  test('SKU once: 409 "SKU is already in use."', { tags: ['API-4.11'] }, async () => {
    const fields = {
      name: 'Other milk',
      description: 'Another milk here',
      status: 'active',
      sku_id: 'MILK',
      case_count: 12,
      mpu: 1,
      price: '1',
      weight: '1',
      size: '1',
      brand_id: 'brand',
    };
    expect(await admin('POST', 'product/create', fields)).toMatchObject({
      code: 409,
      message: 'SKU is already in use.',
    });
    expect(await admin('POST', 'product/create', { ...fields, sku_id: 'M2', brand_id: 'none' })).toMatchObject({
      code: 404,
      message: 'Brand not found',
    });
  });
  test('money on the wire: decimals in, two decimals out, everything else 422', { tags: ['B1.2'] }, async () => {
    for (const [sent, kept] of [
      ['1', '1.00'],
      ['0.005', '0.01'],
      ['-0', '0.00'],
      ['999999999999.99', '999999999999.99'],
    ] as const) {
      expect((await admin('POST', 'product/update', { _id: 'milk', price: sent })).data.price, sent).toBe(kept);
    }
    for (const sent of ['1,000', '1e3', '+1', '٣', '1.2.3', 'NaN', '9999999999999']) {
      const response = await admin('POST', 'product/update', { _id: 'milk', price: sent });
      expect([response.code, response.message], sent).toEqual([
        422,
        sent === '9999999999999' ? 'Price is too large.' : 'Price must be a number.',
      ]);
    }
  });
  test('a renamed hub carries its name into its warehouse', { tags: ['API-4.8'] }, async () => {
    expect((await admin('POST', 'seller/update', { _id: 'hub_a', name: 'Renamed Hub' })).code).toBe(200);
    expect((await admin('GET', 'warehouse/read_all', { search: 'renamed' })).data[0].parent).toEqual({
      _id: 'hub_a',
      name: 'Renamed Hub',
    });
  });
  test('sales officers: door 2 holders see all hubs, hub-side roles their own, others nothing', {
    tags: ['B10.4a', 'API-4.9'],
  }, async () => {
    for (const role of ['manager.buyer', 'manager.customer_support'] as Role[])
      expect((await ask(role, 'GET', 'sales_officer/read_all')).code).toBe(403);
    expect((await ask('manager.warehouse_officer', 'GET', 'sales_officer/read_all')).data).toHaveLength(4);
    for (const role of ['seller.manager', 'sales_officer.rep'] as Role[]) {
      const { data } = await ask(role, 'GET', 'sales_officer/read_all');
      expect(new Set(data.map((row: { seller_id: string }) => row.seller_id)), role).toEqual(new Set(['hub_a']));
    }
  });
});
