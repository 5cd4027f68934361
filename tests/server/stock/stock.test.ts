/** What a warehouse holds, how it got there, what it is worth, and counting it (API.md 4.2, 4.3, B2.4 to B2.11, B4.3). */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { type Data, NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, makeWorld, type World } from '#tests/support/stockWorld.ts';

describeEachEngine('stock', (database) => {
  let server: TestServer;
  let w: World;
  let hub: string;
  beforeAll(async () => {
    server = await startServer(database());
  });
  beforeEach(async () => {
    server.clock.now = NOW;
    w = await makeWorld(database(), server);
    await w.fill([
      [w.milk, 30, 30, '25000'],
      [w.soap, 3, 3, '428.57'],
    ]);
    hub = (await w.warehouseOf(w.hub)) ?? '';
  });
  const adjust = (fields: Record<string, unknown>, ask = {}) =>
    w.call(
      'POST',
      'warehouse_log/adjust',
      { warehouse_id: hub, product_id: w.milk, counted: 29, reason: 'count', ...fields },
      ask,
    );

  describe('refused', () => {
    test('logs need view_warehouse_logs, values view_warehouses, counting adjust_stock', {
      tags: ['WH-23', 'B10.1'],
    }, async () => {
      const staff = { token: w.staff.token };
      expect((await w.call('POST', 'warehouse_log/read_by_warehouse', { warehouse_id: hub }, staff)).code).toBe(403);
      expect((await w.call('GET', 'warehouse/value', { _id: hub }, staff)).code).toBe(200);
      expect((await adjust({}, { token: w.officer.token })).code).toBe(403);
      const outsider = { token: (await server.signInAs('manager.buyer')).token };
      for (const path of ['read_by_warehouse', 'read_by_warehouse_available'])
        expect((await w.call('POST', `warehouse_product/${path}`, { warehouse_id: hub }, outsider)).code).toBe(403);
    });
    test('unknown warehouses and parties are 404, missing ones 422', { tags: ['API-4.3'] }, async () => {
      for (const path of [
        'warehouse_product/read_by_warehouse',
        'warehouse_product/read_by_warehouse_available',
        'warehouse_log/read_by_warehouse',
      ]) {
        expect(await w.call('POST', path, { warehouse_id: 'nowhere' })).toMatchObject({
          code: 404,
          message: 'Warehouse not found',
        });
        expect(await w.call('POST', path)).toMatchObject({ code: 422, message: 'Warehouse field is required.' });
      }
      expect((await w.call('GET', 'warehouse/value', { _id: 'nowhere' })).code).toBe(404);
      expect(
        (await w.call('POST', 'warehouse_product/read_by_party', { parent_type: 'seller', parent: 'nobody' })).message,
      ).toBe('Hub not found');
    });
    test('adjust: reason, whole units, known product; 409 when the stock moved while counting', {
      tags: ['B2.10'],
    }, async () => {
      expect((await adjust({ reason: 'theft' })).code).toBe(422);
      expect((await adjust({ counted: '2.5' })).message).toBe('Quantity must be a whole number of units.');
      expect((await adjust({ counted: -1 })).code).toBe(422);
      expect((await adjust({ product_id: 'nothing' })).message).toBe('Product not found');
      expect(await adjust({ base_quantity: 31 })).toMatchObject({
        code: 409,
        data: { error: 'conflict', current: { quantity: 30 } },
      });
      expect((await w.stock(w.hub))[w.milk]).toBe(30);
    });
  });

  test('adjust writes one signed log row outside any order; the same key once', { tags: ['B2.10'] }, async () => {
    const key = newKey();
    const first = await adjust({ counted: 24, reason: 'damaged', note: 'rain', base_quantity: 30 }, { key });
    expect(first.data).toMatchObject({
      quantity: 24,
      log: {
        kind: 'adjustment',
        quantity: -6,
        balance_after: 24,
        purchase_order: null,
        note: 'rain',
        cost_price: '10000.00',
        sell_price: '12000.00',
      },
    });
    expect(first.data.log.ref).toMatch(/^ADJ-/);
    expect((await adjust({ counted: 24, reason: 'damaged', note: 'rain', base_quantity: 30 }, { key })).data).toEqual(
      first.data,
    );
    // First stock of something the hub never held.
    expect((await adjust({ product_id: w.rice, counted: 8, reason: 'opening' })).data.log).toMatchObject({
      quantity: 8,
      cost_price: '50000.00',
    });
    expect(await w.stock(w.hub)).toEqual({ [w.milk]: 24, [w.soap]: 3, [w.rice]: 8 });
    expect(await brokenBooks(database())).toEqual([]);
  });
  test('available: more than 0, active products only, by name; cost only for view_warehouses', {
    tags: ['WH-23', 'WH-26', 'B2.11'],
  }, async () => {
    await adjust({ product_id: w.rice, counted: 8, reason: 'opening' });
    await adjust({ product_id: w.soap, counted: 0, reason: 'lost' });
    const names = async () =>
      (await w.call('POST', 'warehouse_product/read_by_warehouse_available', { warehouse_id: hub })).data.map(
        (one: Data) => one.product.name,
      );
    expect(await names()).toEqual([`Milk ${w.run}`, `Rice ${w.run}`]);
    await sql`update product set status = 'inactive' where _id = ${w.rice}`.execute(database().kysely);
    expect(await names()).toEqual([`Milk ${w.run}`]);
    const [milk] = (await w.call('POST', 'warehouse_product/read_by_warehouse_available', { warehouse_id: hub })).data;
    // API.md 1.1 "Every row"; nobody edits stock: who moved it says its log.
    const everyRow = { created: expect.any(Number), version: expect.any(Number), created_by: null, modified_by: null };
    expect(milk).toMatchObject(everyRow);
    expect(milk).toMatchObject({
      quantity: 30,
      cases: 2.5,
      cost_price: '10000.00',
      product: { price: '12000.00', case_count: 12, upload: { path: 'shipped-product.png' } },
    });
    // WH-23.
    const part = { _id: expect.any(String), name: expect.any(String), status: 'active' };
    expect(milk.product).toMatchObject({ _id: w.milk, name: `Milk ${w.run}`, status: 'active', brand: part });
    expect(milk.product.manufacturer).toEqual(part);
    expect((await w.call('POST', 'warehouse_product/read_by_warehouse', { warehouse_id: hub })).data).toHaveLength(3);
  });
  test('since: rows that changed since then', { tags: ['API-4.3'] }, async () => {
    server.clock.now = NOW + 100;
    await adjust({ counted: 1 });
    const response = await w.call('POST', 'warehouse_product/read_by_warehouse', {
      warehouse_id: hub,
      since: NOW + 50,
    });
    expect(response.data.map((one: Data) => [one.product_id, one.quantity])).toEqual([[w.milk, 1]]);
  });
  test('warehouse_product/read_all: the delta of some warehouses, page after page, every row once', {
    tags: ['API-1.5'],
  }, async () => {
    const read = async (fields: Record<string, unknown>) =>
      (await w.call('GET', 'warehouse_product/read_all', { warehouse_id: [hub], ...fields })).data;
    expect(await read({})).toMatchObject({ deleted: [], as_of: NOW - 5, more: false, next: null, rows: [{}, {}] });
    const seen: string[] = [];
    let after: string | null | undefined;
    for (let turn = 0; turn < 5 && after !== null; turn += 1) {
      const page = await read({ since: 0, per_page: 1, after: after ?? undefined });
      seen.push(...page.rows.map((one: Data) => one.product_id));
      after = page.next;
    }
    expect(seen.sort()).toEqual([w.milk, w.soap].sort());
    server.clock.now = NOW + 100;
    await adjust({ counted: 0 });
    // The oldest change comes first, whatever the names are.
    const ordered = (await read({})).rows.map((one: Data) => one.product_id);
    expect(ordered).toEqual([w.soap, w.milk]);
    expect((await read({ since: NOW + 1 })).rows).toMatchObject([{ product_id: w.milk, quantity: 0 }]);
    expect((await read({ warehouse_id: ['nowhere'] })).rows).toEqual([]);
    expect((await w.call('GET', 'warehouse_product/read_all', { after: 'x' })).code).toBe(400);
  });
  test('value is at cost; sell value at the list price; skus without the empty ones', {
    tags: ['WH-25', 'B4.3'],
  }, async () => {
    await adjust({ product_id: w.rice, counted: 0, reason: 'count' });
    const value = (await w.call('GET', 'warehouse/value', { _id: hub })).data;
    expect(value).toMatchObject({ total: '25428.57', total_sell: '30428.57', skus: 2, cases: 2.93 });
    expect(value.products[w.milk]).toMatchObject({
      quantity: 30,
      cases: 2.5,
      cost_price: '10000.00',
      value: '25000.00',
      value_sell: '30000.00',
    });
    expect(value.products[w.soap]).toMatchObject({ quantity: 3, cost_price: '1000.00', value: '428.57' });
    expect(value.products[w.rice]).toBeUndefined();
  });
  test('read_by_party: what a hub holds, what a distributor carries, with the rate a line starts with', {
    tags: ['PO-34', 'B3.6'],
  }, async () => {
    const ask = async (parent_type: string, parent: string, destination_type: string, destination: string) =>
      (
        await w.call(
          'POST',
          'warehouse_product/read_by_party',
          { parent_type, parent, destination_type, destination },
          { token: w.officer.token },
        )
      ).data;
    const issue = await ask('seller', w.hub, 'sales_officer', w.rep);
    expect(issue.warehouse_id).toBe(hub);
    expect(issue.products.map((one: Data) => [one.product._id, one.quantity, one.rate])).toEqual([
      [w.milk, 30, '12000.00'],
      [w.soap, 3, '1000.00'],
    ]);
    await sql`insert into seller_product (_id, created, modified, seller_id, product_id, mpu, price_kobo)
      values (${`sp3_${w.run}`}, ${NOW}, ${NOW}, ${w.hub}, ${w.milk}, 1, 1333300)`.execute(database().kysely);
    expect((await ask('seller', w.hub, 'sales_officer', w.rep)).products[0].rate).toBe('13333.00');
    expect(await ask('sales_officer', w.rep, 'seller', w.hub)).toMatchObject({ warehouse_id: null, products: [] });
    await sql`insert into distributor_product (_id, created, modified, distributor_id, product_id)
      values (${`dp1_${w.run}`}, ${NOW}, ${NOW}, ${w.distributor}, ${w.milk}), (${`dp2_${w.run}`}, ${NOW}, ${NOW}, ${w.distributor}, ${w.rice})`.execute(
      database().kysely,
    );
    // K29: a row says of which product and of which stock row it is, as far as there is one.
    for (const one of issue.products)
      expect(one).toMatchObject({ _id: expect.any(String), product_id: one.product._id, warehouse_id: hub });
    const shipment = await ask('distributor', w.distributor, 'seller', w.hub);
    for (const one of shipment.products) expect(one.product_id).toBe(one.product._id);
    expect(shipment.products.map((one: Data) => [one.product._id, one.quantity, one.rate])).toEqual([
      [w.milk, null, '10000.00'],
      [w.rice, null, '50000.00'],
    ]);
  });
  test('logs: all newest first, or a page with the total; search by reference and product', {
    tags: ['WH-24', 'WH-26', 'B2.8'],
  }, async () => {
    server.clock.now = NOW + 10;
    const issued = await w.order(w.issue, [[w.milk, 6]]);
    await w.execute(issued);
    const read = async (fields: Record<string, unknown>) =>
      (await w.call('POST', 'warehouse_log/read_by_warehouse', { warehouse_id: hub, ...fields })).data;
    const all = await read({});
    expect(all.map((one: Data) => one.quantity).slice(0, 1)).toEqual([-6]);
    expect(all).toHaveLength(3);
    expect(all.reduce((sum: number, one: Data) => sum + one.quantity, 0)).toBe(27);
    const { ref } = await w.read(issued);
    expect(all[0]).toMatchObject({
      ref,
      kind: 'stock_out',
      balance_after: 24,
      product: { name: `Milk ${w.run}`, case_count: 12 },
      ...{ cost_price: '10000.00', sell_price: '12000.00' },
      purchase_order: {
        ...{ _id: issued, ref },
        source_obj: { _id: w.hub, name: `Mushin Hub ${w.run}` },
        destination_obj: { _id: w.rep, name: `Bola Rep ${w.run}` },
      },
      // API.md 1.1 "Every row": written once, never changed.
      ...{ created: NOW + 10, modified: NOW + 10, version: 1 },
      ...{ created_by: { name: 'Adaeze Admin' }, modified_by: { name: 'Adaeze Admin' } },
    });
    expect(await read({ page: 1, per_page: 2 })).toMatchObject({ total: 3, rows: [{ ref }, {}] });
    expect((await read({ page: 2, per_page: 2 })).rows).toHaveLength(1);
    expect((await read({ search: ref.toLowerCase() })).map((one: Data) => one.ref)).toEqual([ref]);
    expect(await read({ search: 'SÓAP' })).toHaveLength(1);
    expect(await read({ search: '%' })).toEqual([]);
    // API.md 1.5: the order may be turned; no other field is one to sort by.
    for (const sort of ['quantity', '-quantity', 'constructor'])
      expect(
        await w.call('POST', 'warehouse_log/read_by_warehouse', { warehouse_id: hub, sort, page: 1 }),
      ).toMatchObject({ code: 400, message: `Cannot sort by ${sort.replace('-', '')}.` });
    const ids = (rows: Data[]) => rows.map((one) => one._id);
    expect(ids(await read({ sort: '-created' }))).toEqual(ids(all));
    expect(ids(await read({ sort: 'created' }))).toEqual(ids(all).reverse());
    expect(ids((await read({ sort: 'created', page: 1, per_page: 2 })).rows)).toEqual(ids(all).reverse().slice(0, 2));
    const both = (await w.call('POST', 'warehouse_log/read_by_purchase_order', { purchase_order_id: issued })).data;
    expect(both.map((one: Data) => one.quantity).sort()).toEqual([-6, 6]);
    // A stored id under which nothing stands any more.
    await sql`update product set upload_id = 'gone' where _id = ${both[0].product_id}`.execute(database().kysely);
    const [bare] = (await w.call('POST', 'warehouse_log/read_by_purchase_order', { purchase_order_id: issued })).data;
    expect(bare.product.upload).toBeNull();
    expect(await w.call('POST', 'warehouse_log/read_by_purchase_order', { purchase_order_id: 'none' })).toMatchObject({
      code: 404,
      message: 'Purchase order not found',
    });
  });
  test('one active warehouse per owner; a moved one keeps its owner', {
    tags: ['B2.1', 'B2.12', 'B2.13', 'WH-07'],
  }, async () => {
    const response = await w.call('POST', 'warehouse/create', {
      status: 'active',
      parent_type: 'seller',
      parent: w.hub,
    });
    expect(response).toMatchObject({ code: 409, message: 'This owner already has an active warehouse.' });
    expect(await w.call('POST', 'warehouse/update', { _id: hub, parent_type: 'seller', parent: w.hub2 })).toMatchObject(
      {
        code: 409,
        message: 'This warehouse already has stock movements; its owner cannot change.',
      },
    );
    // B2.12: also with stock inside.
    expect(await w.call('POST', 'warehouse/update', { _id: hub, status: 'inactive' })).toMatchObject({
      code: 200,
      message: 'Warehouse successfully updated.',
      data: { status: 'inactive', skus: 2 },
    });
    expect(
      (await w.call('POST', 'warehouse/create', { status: 'active', parent_type: 'seller', parent: w.hub })).code,
    ).toBe(200);
    expect((await w.call('POST', 'warehouse/set_status', { _id: hub, status: 'active' })).code).toBe(409);
  });
  test('create, update, list and get carry status, parent_type and parent; update adds _id', {
    tags: ['WH-27'],
  }, async () => {
    const fields = { status: 'active', parent_type: 'sales_officer', parent: w.rep };
    expect((await w.call('POST', 'warehouse/create', { ...fields, status: 'closed' })).code).toBe(422);
    expect((await w.call('POST', 'warehouse/update', fields)).code).toBe(400);
    const id = (await w.call('POST', 'warehouse/create', fields)).data as unknown as string;
    const row = { _id: id, ...fields, parent: { _id: w.rep, name: `Bola Rep ${w.run}` } };
    expect((await w.call('GET', 'warehouse/read', { _id: id })).data).toMatchObject([row]);
    const response = await w.call('POST', 'warehouse/update', { _id: id, ...fields, status: 'inactive' });
    expect(response.data).toMatchObject({ ...row, status: 'inactive' });
    const listed = (await w.call('GET', 'warehouse/read_all', { search: `bola ${w.run}`, page: 1 })).data;
    expect(listed).toMatchObject({
      total: 1,
      // Nothing was ever moved here.
      rows: [{ ...row, status: 'inactive', skus: 0, cases: 0, last_moved: null }],
    });
  });
  test('a warehouse says how many cases it holds and when something last moved', { tags: ['WH-02'] }, async () => {
    const rowsOf = async (path: string) =>
      (await w.call('POST', path, { warehouse_id: hub })).data as unknown as Data[];
    const stock = await rowsOf('warehouse_product/read_by_warehouse');
    const cases = stock.reduce((sum, one) => sum + one.quantity / one.product.case_count, 0);
    const [row] = (await w.call('GET', 'warehouse/read', { _id: hub })).data as unknown as Data[];
    expect(cases).toBeGreaterThan(0);
    expect(row?.cases).toBe(Math.round(cases * 10) / 10);
    const moments = (await rowsOf('warehouse_log/read_by_warehouse')).map((one) => one.created);
    expect(row?.last_moved).toBe(Math.max(...moments));
  });
});
