/** A code is taught to one product only: versioned, refused clearly, found in whichever length it was written. */
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { putRow, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('barcodes', (database) => {
  let server: TestServer;
  const tokens = new Map<Role, string>();
  const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);
  const teach = (fields: Record<string, unknown>, role: Role = 'manager.warehouse_officer') =>
    server.call('POST', 'product/update', fields, { token: tokens.get(role) });
  const read = async (id: string) =>
    (await server.call('GET', 'product/read', { _id: id }, { token: tokens.get('manager.warehouse_officer') })).data[0];

  beforeAll(async () => {
    server = await startServer(database());
    await put('seller', { _id: 'hub', name: 'Hub', address: 'x' });
    for (const role of ['manager.warehouse_officer', 'manager.customer_support', 'seller.manager'] as Role[])
      tokens.set(role, (await server.signInAs(role, { seller_id: 'hub' })).token);
    await put('manufacturer', { _id: 'maker', name: 'Maker' });
    await put('brand', { _id: 'brand', name: 'Brand', manufacturer_id: 'maker' });
    const more = { description: 'Of a test', mpu: 1, price_kobo: 1_000, brand_id: 'brand' };
    await put('product', {
      _id: 'milk',
      name: 'Milk',
      sku_id: 'M',
      case_count: 12,
      barcode_unit: '0012345678905',
      ...more,
    });
    await put('product', { _id: 'soap', name: 'Soap', sku_id: 'S', case_count: 48, ...more });
    await put('product', { _id: 'rice', name: 'Rice', sku_id: 'R', case_count: 1, ...more });
  });

  test('without update_product: 403; a hub may not teach either', { tags: ['B8.14'] }, async () => {
    expect((await teach({ _id: 'soap', barcode_unit: '4444' }, 'manager.customer_support')).code).toBe(403);
    expect((await teach({ _id: 'soap', barcode_unit: '4444' }, 'seller.manager')).code).toBe(403);
    expect((await read('soap')).barcode_unit).toBeNull();
  });
  test('a code of another product: 409 with its name, as unit or as case, in any length', async () => {
    for (const name of ['barcode_unit', 'barcode_case']) {
      for (const code of ['0012345678905', '012345678905', '00012345678905']) {
        const response = await teach({ _id: 'soap', [name]: code });
        expect([response.code, response.message], `${name} ${code}`).toEqual([
          409,
          `${name === 'barcode_unit' ? 'Unit' : 'Case'} barcode ${code} belongs to Milk.`,
        ]);
        expect(response.data.error).toBe('duplicate');
      }
    }
    expect(await read('soap')).toMatchObject({ barcode_unit: null, barcode_case: null, version: 1 });
  });
  test('one code for unit and case: 422, unless a case is one unit', async () => {
    const response = await teach({ _id: 'milk', barcode_case: '012345678905' });
    expect([response.code, response.message]).toEqual([422, 'A unit and its case cannot carry the same barcode.']);
    expect((await teach({ _id: 'soap', barcode_unit: '7777', barcode_case: '7777' })).code).toBe(422);
    expect((await teach({ _id: 'rice', barcode_unit: '5555', barcode_case: '5555' })).code).toBe(200);
  });
  test('a stale version: 409 conflict, nothing taught', { tags: ['B12.6'] }, async () => {
    expect((await teach({ _id: 'soap', barcode_case: '8888', base_version: 99 })).data.error).toBe('conflict');
    expect((await read('soap')).barcode_case).toBeNull();
  });
  test('taught to two products at once: one gets it, the other is refused', async () => {
    const answers = await Promise.all([
      teach({ _id: 'milk', barcode_case: 'CASE-1' }),
      teach({ _id: 'soap', barcode_case: 'CASE-1' }),
    ]);
    expect(answers.map((one) => one.code).sort()).toEqual([200, 409]);
  });
  test('taught: the version grows and the wizard reads it with the product', async () => {
    const { version } = await read('soap');
    const response = await teach({ _id: 'soap', barcode_unit: '2000000000015', base_version: version });
    expect(response).toMatchObject({ code: 200, data: { barcode_unit: '2000000000015', version: version + 1 } });
    expect((await teach({ _id: 'soap', barcode_unit: '2000000000015' })).code).toBe(200);
    await put('distributor', { _id: 'depot', name: 'Depot', address: 'x' });
    await put('distributor_product', { _id: 'dp', distributor_id: 'depot', product_id: 'soap' });
    const party = { parent_type: 'distributor', parent: 'depot' };
    const copy = await server.call('POST', 'warehouse_product/read_by_party', party, {
      token: tokens.get('manager.warehouse_officer'),
    });
    expect(copy.data.products[0].product).toMatchObject({ _id: 'soap', barcode_unit: '2000000000015' });
  });
});
