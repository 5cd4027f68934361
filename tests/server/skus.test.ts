/** SKUs are unique without case, also in a database that has some which are not (imports.md D2); which of a file's are taken (D13). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { skuKey } from '#domain/sku.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { type Data, putRow, startServer, type TestServer } from '#tests/support/server.ts';

const FIELDS = {
  description: 'A soap of the north',
  status: 'active',
  case_count: 12,
  mpu: 3,
  price: '1500',
  weight: '0',
  size: '0',
  brand_id: 'brand_a',
};

describeEngineOfDay('SKUs', (database) => {
  let server: TestServer;
  let token: string;
  const call = (path: string, fields: Record<string, unknown>, ask = {}) =>
    server.call('POST', path, fields, { token, ...ask });
  const create = (sku_id: string) => call('product/create', { ...FIELDS, name: `Soap ${sku_id}`, sku_id });
  beforeAll(async () => {
    server = await startServer(database());
    token = (await server.signInAs('administrator.administrator')).token;
    await putRow(database(), 'manufacturer', { _id: 'maker_a', name: 'Maker a' });
    await putRow(database(), 'brand', { _id: 'brand_a', name: 'Brand a', manufacturer_id: 'maker_a' });
  });

  test('a SKU that differs from another one by case alone is refused, new or changed, at its field', {
    tags: ['D2'],
  }, async () => {
    const first = await create('B1');
    expect(first.code).toBe(200);
    const other = await create('C1');
    for (const response of [await create('b1'), await call('product/update', { _id: other.data, sku_id: 'b1' })]) {
      expect(response).toMatchObject({ code: 409, message: 'SKU is already in use.' });
      expect(JSON.stringify(response.data)).toContain('sku_id');
    }
    const rows = await call('product/create_bulk', {
      brand_id: ['brand_a', 'brand_a'],
      ...Object.fromEntries(
        Object.entries(FIELDS)
          .filter(([name]) => name !== 'brand_id')
          .map(([name, value]) => [name, [value, value]]),
      ),
      name: ['Soap one', 'Soap two'],
      sku_id: ['é9', 'É9'],
      op_key: ['sku-key-000000001', 'sku-key-000000002'],
    });
    expect(rows.data.results.map((one: Data) => [one.code, one.message])).toEqual([
      [200, expect.anything()],
      [409, 'SKU is already in use.'],
    ]);
  });
  test('the same product may write its SKU in other letters of case', { tags: ['D2'] }, async () => {
    const made = await create('d1');
    expect((await call('product/update', { _id: made.data, sku_id: 'D1' })).code).toBe(200);
  });
  test('which SKUs of a file are taken, whatever their case, and nothing else', { tags: ['D13'] }, async () => {
    await create('E1');
    const response = await call('product/read_skus', { sku_id: ['e1', 'E1', 'unknown', "'; drop table product; --"] });
    expect(response.data).toEqual([expect.objectContaining({ sku_id: 'E1', name: 'Soap E1' })]);
    expect((await call('product/read_skus', {})).code).toBe(422);
    const many = Array.from({ length: 1_001 }, (_, at) => `S${at}`);
    expect(await call('product/read_skus', { sku_id: many })).toMatchObject({
      code: 413,
      message: 'Too many values of sku_id.',
    });
    const rep = await server.signInAs('sales_officer.rep');
    expect((await call('product/read_skus', { sku_id: ['E1'] }, { token: rep.token })).code).toBe(403);
  });
  test('the browser and the database mean the same by the same SKU', { tags: ['D2'] }, async () => {
    for (const sku of ['AbC', 'É'.normalize('NFD'), 'ỌJÀ-1', 'ẞ', 'ÄÖÜ', '日本', 'Ǆ', 'Ω1']) {
      const { rows } = await sql<Data>`select lower(normalize(${sku}::text, NFC)) as key`.execute(database().kysely);
      expect(rows[0]?.key, sku).toBe(skuKey(sku));
    }
  });
  test('of products that an older database has twice, the first leaves its place to the next', {
    tags: ['D2'],
  }, async () => {
    const first = (await create('T1')).data;
    await putRow(database(), 'product', {
      _id: 'twin_of_before',
      name: 'Twin',
      description: 'Of before',
      sku_id: 't1',
      sku_twin: 1,
      case_count: 1,
      mpu: 1,
      price_kobo: 100,
      brand_id: 'brand_a',
    });
    expect((await call('product/update', { _id: first, sku_id: 'T2' })).code).toBe(200);
    expect((await create('T1')).code).toBe(409);
    expect((await call('product/update', { _id: 'twin_of_before', sku_id: 'T3' })).code).toBe(200);
    expect((await create('T1')).code).toBe(200);
  });
});
