/** Which products "Add Product" of an order finds, and in which order (ORD-37, API.md 1.5), on both engines. */
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { putRow, startServer, type TestServer } from '#tests/support/server.ts';

const PRODUCTS = { beans: 'Beans', flakes: 'Corn Flakes 300g', soap: 'Soap', tea: 'Tea' };

describeEachEngine('products of an order', (database) => {
  let server: TestServer;
  let token: string;
  const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);
  const read = async (input: Record<string, string>) =>
    (await server.call('GET', 'product/read_all', { page: '1', per_page: '30', ...input }, { token }))
      .data as unknown as { rows: { _id: string; name: string }[]; total: number };

  beforeAll(async () => {
    server = await startServer(database());
    token = (await server.signInAs('manager.staff')).token;
    await put('seller', { _id: 'hub', name: 'Hub', address: 'x' });
    await put('manufacturer', { _id: 'maker', name: 'Maker' });
    await put('brand', { _id: 'brand', name: 'Brand', manufacturer_id: 'maker' });
    await put('warehouse', { _id: 'place', parent_type: 'seller', parent: 'hub', owner_name: 'Hub' });
    for (const [_id, name] of Object.entries(PRODUCTS))
      await put('product', {
        _id,
        name,
        description: `${name} to sell`,
        sku_id: _id.toUpperCase(),
        case_count: 12,
        mpu: 3,
        price_kobo: 1_000_000,
        brand_id: 'brand',
      });
  });

  test('a list finds words with a slip, and two words as one, where no row has the words', {
    tags: ['ORD-37'],
  }, async () => {
    for (const search of ['corn flakes', 'cornflakes', 'corn flaeks'])
      expect(await read({ search }), search).toMatchObject({ total: 1, rows: [{ name: 'Corn Flakes 300g' }] });
    expect(await read({ search: 'cornflakes', page: '2' })).toMatchObject({ total: 1, rows: [] });
    for (const search of ['corn zzzz', 'xyz', 'FLAKES9'])
      expect(await read({ search }), search).toMatchObject({ total: 0, rows: [] });
    // A row that has the words leaves no room for guesses.
    expect(await read({ search: 'tea' })).toMatchObject({ total: 1, rows: [{ name: 'Tea' }] });
  });

  test('what the hub has comes first, what it does not sell comes last', { tags: ['ORD-37'] }, async () => {
    for (const [product_id, quantity] of [
      ['soap', 12],
      ['beans', 24],
    ] as const)
      await put('warehouse_product', { _id: `held_${product_id}`, warehouse_id: 'place', product_id, quantity });
    const ids = async () => (await read({ stocked_at: 'hub' })).rows.map(({ _id }) => _id);
    expect(await ids()).toEqual(['beans', 'soap', 'flakes', 'tea']);
    const sold = { seller_id: 'hub', price_kobo: 100, mpu: 3 };
    // The limit leaves less than the smallest quantity that may be sold (B8.4).
    await put('seller_product', { _id: 'own_beans', product_id: 'beans', quantity: 2, ...sold });
    await put('seller_product', { _id: 'own_flakes', product_id: 'flakes', quantity: -1, status: 'inactive', ...sold });
    await put('seller_product', { _id: 'own_soap', product_id: 'soap', quantity: 3, ...sold });
    expect(await ids()).toEqual(['soap', 'tea', 'beans', 'flakes']);
  });
});
