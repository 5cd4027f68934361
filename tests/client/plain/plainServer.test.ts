/** The app at a server that knows the documents alone: sign-in, lists, money, forms, stock, reports. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import { writeRows } from '#client/bulk.ts';
import { NOT_IN_DOCUMENTS } from '#client/plain/notOffered.ts';
import {
  allQuery,
  linkedQuery,
  oneQuery,
  pageQuery,
  queryClient,
  queryFor,
  writeModel,
} from '#client/reads/queries.ts';
import { isPlain } from '#client/server/shown.ts';
import { sessionStore } from '#client/session/state.ts';
import { callApi, callPath } from '#client/transport.ts';
import { brand } from '#contract/catalogue/brand.ts';
import { product } from '#contract/catalogue/product.ts';
import { storeType } from '#contract/catalogue/storeType.ts';
import { gatePermissions } from '#contract/gate.ts';
import { workToDo } from '#contract/home/workCalls.ts';
import { models } from '#contract/index.ts';
import { rowSchema } from '#contract/model.ts';
import { distributor } from '#contract/network/distributor.ts';
import { distributorProduct } from '#contract/network/distributorLinks.ts';
import { seller } from '#contract/network/seller.ts';
import { fulfilmentOfLocations } from '#contract/orders/fulfilmentCalls.ts';
import { updateGroupTag, upsertGroupMeta } from '#contract/orders/orderCalls.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { area } from '#contract/people/area.ts';
import { buyer } from '#contract/people/buyer.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { execute, itemsByPurchaseOrder, upsertItem } from '#contract/purchasing/purchasingCalls.ts';
import { fragmentation } from '#contract/session/deviceCalls.ts';
import { configByKey } from '#contract/settings/configCalls.ts';
import { productsForTransfer, productsOf, report, sales } from '#contract/stock/stockCalls.ts';
import { deposit } from '#contract/wallet/depositCalls.ts';
import { ledgerOfOwner, logsOfLedger } from '#contract/wallet/walletCalls.ts';
import { showNaira } from '#domain/money.ts';
import type { PlainServer } from '#tests/support/plainServer/plainServer.ts';
import { atPlainServer, unknownCalls } from './atPlainServer.ts';

let server: PlainServer | undefined;
const open = async (wishes?: Parameters<typeof atPlainServer>[0]) => {
  server = await atPlainServer(wishes);
  return server;
};
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const fetched = async <T>(query: { queryKey: readonly unknown[] }) =>
  (await queryClient.fetchQuery(query as Parameters<typeof queryClient.fetchQuery>[0])) as { data: T };
const lastCall = (path: string) => server?.calls.filter((call) => call.path === path).at(-1);
const fieldsOf = (path: string) => Object.keys(lastCall(path)?.fields ?? {}).sort();

describe('sign-in', () => {
  test('token, profile and role are enough', { tags: ['PLAIN-04'] }, async () => {
    await open();
    expect(isPlain()).toBe(true);
    const { profile } = sessionStore.read();
    expect(profile).toMatchObject({
      role: 'administrator.administrator',
      role_name: 'Admin',
      seller: null,
      must_change: false,
      user_id: 'user_ada',
    });
    expect(profile?.permissions).toEqual(
      expect.arrayContaining(['view_warehouses', 'create_shipment_in', 'update_config']),
    );
    // Screens of what the documents do not know would stand there without anything to show.
    expect(profile?.permissions).not.toContain('count_stock');
  });

  test('who is an officer gets an officer’s permissions', { tags: ['PLAIN-04'] }, async () => {
    await open({ role: 'manager.warehouse_officer' });
    const { profile } = sessionStore.read();
    expect(profile?.role_name).toBe('Kasuwa Warehouse Officer');
    expect(profile?.permissions).toContain('create_stock_out');
    expect(profile?.permissions).not.toContain('create_purchase_order');
  });

  test('a header of another name carries the token, and no header of ours goes along', {
    tags: ['PLAIN-01', 'PLAIN-03'],
  }, async () => {
    const { calls } = await open({ header: 'X-Token', scheme: '' });
    await fetched(allQuery(brand));
    for (const { headers } of calls)
      expect(Object.keys(headers).filter((name) => name.startsWith('x-') && name !== 'x-token')).toEqual([]);
    expect(calls.at(-1)).toMatchObject({ path: 'brand/read_all', code: 200 });
    expect(calls.every(({ headers }) => headers['idempotency-key'] === undefined)).toBe(true);
  });

  test('a wrong password is refused with the server’s words, also with the status 200', {
    tags: ['PLAIN-04'],
  }, async () => {
    const { signIn } = await import('#client/session/signIn.ts');
    await open({ status: 'always 200' });
    await expect(signIn('plain@example.test', 'wrong', true)).rejects.toThrow('Wrong email or password');
  });
});

describe.each(['number', 'text'] as const)('with figures as %ss', (numbers) => {
  test('every list gives whole rows of the contract, and no call is unknown', {
    tags: ['PLAIN-05', 'PLAIN-07'],
  }, async () => {
    const at = await open({ numbers });
    const isOfDocuments = (needs: (typeof models)[number]['needs']) =>
      !gatePermissions(needs.view).some((right) => NOT_IN_DOCUMENTS.includes(right));
    const listed = models.filter(({ generic, needs }) => generic.includes('read_all') && isOfDocuments(needs));
    expect(listed.length).toBeGreaterThan(15);
    for (const model of listed) {
      const { data } = await fetched<readonly unknown[]>(allQuery(model));
      const row = rowSchema(model);
      for (const one of data) {
        const read = v.safeParse(row, one);
        expect(read.issues?.map((issue) => `${model.name}.${v.getDotPath(issue)}: ${issue.message}`) ?? []).toEqual([]);
      }
      const page = await fetched<{ rows: unknown[]; total: number }>(pageQuery(model, { page: 1, per_page: 10 }));
      expect(page.data.total).toBeGreaterThanOrEqual(page.data.rows.length);
    }
    expect(unknownCalls(at)).toEqual([]);
  });

  test('money is naira', { tags: ['PLAIN-06'] }, async () => {
    await open({ numbers });
    const { data } = await fetched<{ rows: { name: string; price: string }[] }>(
      pageQuery(product, { page: 1, search: 'peak' }),
    );
    expect(data.rows.map(({ name, price }) => [name, showNaira(price)])).toEqual([['Peak Milk 400g', '₦12,000']]);
    const orders = await fetched<{ rows: { total: string; outstanding: string; amount_due: string }[] }>(
      pageQuery(orderGroup, { page: 1 }),
    );
    const [one] = orders.data.rows;
    expect([one?.total, one?.outstanding, one?.amount_due].map((amount) => showNaira(amount ?? ''))).toEqual([
      '₦24,000',
      '−₦24,000',
      '₦24,000',
    ]);
    const chicken = await fetched<{ rows: { price: string }[] }>(pageQuery(product, { page: 1, search: 'chicken' }));
    expect(showNaira(chicken.data.rows[0]?.price ?? '')).toBe('₦8,500.50');
  });

  test('reports have figures from their rows', { tags: ['PLAIN-07'] }, async () => {
    await open({ numbers });
    const { data } = await fetched<v.InferOutput<typeof report.output>>(
      queryFor(report, { warehouse_ids: ['*'], context: 'current_inventory' }),
    );
    expect(data).toMatchObject({ skus: 1, cases: 20, context: 'current_inventory' });
    expect(showNaira(data.total)).toBe('₦240,000');
    expect(v.is(report.output, data)).toBe(true);
    const sold = await fetched(queryFor(sales, { warehouse_ids: ['wh_mushin'], from_timestamp: 1, to_timestamp: 2 }));
    expect(v.is(sales.output, sold.data)).toBe(true);
  });
});

describe('lists', () => {
  test('are searched, filtered, sorted and cut in the browser, and a second page needs no call', {
    tags: ['PLAIN-05'],
  }, async () => {
    const { calls } = await open();
    const page = async (input: object) =>
      (await fetched<{ rows: { name: string }[]; total: number }>(pageQuery(product, { ...input }))).data;
    const first = await page({ page: 1, per_page: 10, search: 'noodles', sort: '-name' });
    expect([first.total, first.rows.length, first.rows[0]?.name]).toEqual([28, 10, 'Noodles 27']);
    const second = await page({ page: 3, per_page: 10, search: 'noodles', sort: '-name' });
    expect(second.rows.map(({ name }) => name).at(-1)).toBe('Noodles 00');
    expect((await page({ page: 1, brand_id: ['brand_peak'] })).total).toBe(1);
    expect((await page({ page: 1, status: 'inactive' })).total).toBe(0);
    expect((await page({ page: 1, sort: 'price' })).rows[0]?.name).toBe('Noodles 00');
    expect(calls.filter(({ path }) => path === 'product/read_all')).toHaveLength(1);
    expect(lastCall('product/read_all')?.fields).toEqual({});
  });

  test('a list that the server refuses says so', { tags: ['PLAIN-05'] }, async () => {
    const at = await open();
    at.refuse('brand/read_all', 403, 'No permission');
    await expect(fetched(pageQuery(brand, { page: 1 }))).rejects.toThrow('No permission');
  });
});

describe('forms', () => {
  test('send the documents’ fields alone and the whole record on a change', {
    tags: ['PLAIN-03', 'PLAIN-08'],
  }, async () => {
    const at = await open();
    const id = await writeModel(
      storeType,
      'create',
      { name: 'Market stall', description: 'A stall', status: 'active', client_id: 'c' },
      'k',
    );
    expect([fieldsOf('store_type/create'), typeof id]).toEqual([['description', 'name', 'status'], 'string']);
    await writeModel(storeType, 'update', { _id: String(id), name: 'Big stall', base_version: 1 }, 'k');
    expect(lastCall('store_type/update')?.fields).toEqual({
      _id: [id],
      name: ['Big stall'],
      description: ['A stall'],
      status: ['active'],
    });
    await writeModel(product, 'update', { _id: 'prod_peak', description: 'Milk in a tin' }, 'k');
    expect(lastCall('product/update')?.fields).toMatchObject({
      brand_id: ['brand_peak'],
      price: ['12000'],
      description: ['Milk in a tin'],
    });
    expect(at.rows('product').find(({ _id }) => _id === 'prod_peak')).toMatchObject({
      description: 'Milk in a tin',
      price: 12_000,
    });
    const person = await writeModel(
      buyer,
      'signup',
      { name: 'New Shop', phone: '08012345678', store_type_id: 'st_kiosk', location_id: 'loc_yaba' },
      'k',
    );
    expect([typeof person, lastCall('buyer/signup')?.fields.hash]).toEqual(['string', ['default']]);
    expect(unknownCalls(at)).toEqual([]);
  });

  test('the server’s refusal of a form is said', { tags: ['PLAIN-08'] }, async () => {
    await open();
    await expect(writeModel(storeType, 'create', { name: '', description: 'x' }, 'k')).rejects.toThrow(
      'name is required',
    );
  });

  test('write links after the record that has them, and switch off those that were left out', {
    tags: ['PLAIN-08'],
  }, async () => {
    const at = await open();
    const hub = await writeModel(
      seller,
      'create',
      { name: 'Ikeja Hub', address: '1 Way', manager_id: 'manager_ada' },
      'k',
    );
    expect(at.rows('seller_manager').at(-1)).toMatchObject({
      seller_id: hub,
      manager_id: 'manager_ada',
      status: 'active',
    });
    await writeModel(distributor, 'update', { _id: 'dist_adeola', seller_ids: [String(hub)] }, 'k');
    expect(at.rows('distributor_seller').map(({ seller_id, status }) => [seller_id, status])).toEqual([
      ['hub_mushin', 'inactive'],
      [hub, 'active'],
    ]);
    const { data } = await fetched<[{ seller_ids: string[] }]>(oneQuery(distributor, 'dist_adeola'));
    expect(data[0].seller_ids).toEqual([hub]);
    const place = await fetched<[{ sales_officer_id: string }]>(oneQuery(area, 'area_yaba'));
    expect(place.data[0].sales_officer_id).toBe('da_musa');
  });

  test('a bulk call that took all rows is done, one that did not says both counts', {
    tags: ['PLAIN-09'],
  }, async () => {
    const at = await open();
    const row = (key: string, product_id: string) => ({ key, fields: { product_id, status: 'active' } });
    const some = writeRows('distributor_product/create_bulk', { distributor_id: 'dist_adeola' }, [
      row('a', 'prod_0'),
      row('b', 'prod_none'),
    ]);
    await expect(some).rejects.toThrow('1 saved, 1 not. Check what was saved before you try again.');
    const all = await writeRows('distributor_product/create_bulk', { distributor_id: 'dist_adeola' }, [
      row('a', 'prod_1'),
      row('b', 'prod_2'),
    ]);
    expect([all.succeeded, all.failed, all.verdicts.get('b')?.code]).toEqual([2, 0, 200]);
    expect(fieldsOf('distributor_product/create_bulk')).toEqual(['distributor_id', 'product_id[]', 'status[]']);
    expect(at.rows('distributor_product')).toHaveLength(5);
  });
});

describe('stock and transfers', () => {
  test('what a party can give comes from the documents’ calls', { tags: ['PLAIN-03', 'PLAIN-07'] }, async () => {
    const at = await open();
    const of = (parent_type: 'distributor' | 'seller', parent: string) =>
      callApi(productsForTransfer, { parent_type, parent });
    const carried = await of('distributor', 'dist_adeola');
    expect(carried.warehouse_id).toBeNull();
    expect(carried.products.map(({ product: { name }, rate, quantity }) => [name, showNaira(rate), quantity])).toEqual([
      ['Peak Milk 400g', '₦12,000', null],
      ['Indomie Chicken 70g', '₦8,500.50', null],
    ]);
    const held = await of('seller', 'hub_mushin');
    expect([held.warehouse_id, held.products[0]?.quantity]).toEqual(['wh_mushin', 240]);
    expect((await of('seller', 'hub_nowhere')).products).toEqual([]);
    const { data } = await fetched<{ cases: number }[]>(queryFor(productsOf, { warehouse_id: 'wh_mushin' }));
    expect(data[0]?.cases).toBe(20);
    const links = await fetched<{ product: { name: string } }[]>(
      linkedQuery(distributorProduct, 'distributor_id', 'dist_adeola'),
    );
    expect(links.data[0]?.product.name).toBe('Peak Milk 400g');
    expect(unknownCalls(at)).toEqual([]);
  });

  test('a purchase order is created, filled line by line, changed and completed', {
    tags: ['PLAIN-03', 'PLAIN-08'],
  }, async () => {
    const at = await open();
    const header = {
      timestamp: 1_790_000_000,
      source_type: 'distributor',
      source: 'dist_adeola',
      destination_type: 'seller',
      destination: 'hub_mushin',
    };
    const id = String(await writeModel(purchaseOrder, 'create', header, 'k'));
    expect(lastCall('purchase_order/create')?.fields).toMatchObject({
      ref: ['*'],
      meta: ['{}'],
      amount: ['0'],
      tag: ['purchase_order'],
    });
    const empty = await callApi(execute, { _id: id, commit: true, error_on_empty: true });
    expect(empty.errors.map(({ message }) => message)).toEqual(['There are no products in this purchase order']);
    const line = await callApi(upsertItem, {
      purchase_order_id: id,
      product_id: 'prod_peak',
      quantity: 24,
      rate: '11000.00',
    });
    expect(lastCall('purchase_order_item/upsert')?.fields).toEqual({
      product_id: ['prod_peak'],
      purchase_order_id: [id],
      quantity: ['24'],
      quantity_accepted: ['24'],
      amount: ['22000.00'],
    });
    await callApi(upsertItem, {
      purchase_order_id: id,
      product_id: 'prod_peak',
      quantity: 24,
      quantity_accepted: 12,
      _id: line._id,
      base_version: 1,
    });
    const { data } = await fetched<v.InferOutput<typeof itemsByPurchaseOrder.output>>(
      queryFor(itemsByPurchaseOrder, { purchase_order_id: id }),
    );
    expect(data.map((one) => [one.product.name, one.quantity, one.quantity_accepted])).toEqual([
      ['Peak Milk 400g', 24, 12],
    ]);
    const done = await callApi(execute, { _id: id, commit: true, error_on_empty: true, expect_digest: 'x' });
    expect([done.errors, at.rows('purchase_order').at(-1)?.tag]).toEqual([[], 'receipt']);
    expect(at.rows('warehouse_product').find(({ warehouse_id }) => warehouse_id === 'wh_mushin')?.quantity).toBe(252);
    const [order] = (
      await fetched<[v.InferOutput<ReturnType<typeof rowSchema>> & { kind: string }]>(oneQuery(purchaseOrder, id))
    ).data;
    expect(order.kind).toBe('shipment_in');
  });
});

describe('orders, wallets and the rest', () => {
  test('a tag is changed and its audit entry is written after it', { tags: ['PLAIN-08'] }, async () => {
    const at = await open();
    const group = await callApi(updateGroupTag, {
      _id: 'og_1',
      old_tag: 'pending',
      new_tag: 'completed',
      base_version: 1,
    });
    expect(group.tag).toBe('completed');
    expect(at.rows('order_group')[0]?.meta_obj).toMatchObject({ completed_by: { value: 'user_ada' } });
    const paid = await callApi(upsertGroupMeta, {
      order_group_id: 'og_1',
      tag: ['payment_method', 'payment_cash'],
      value: ['cash', '24000'],
      meta: ['', ''],
    });
    expect([showNaira(paid.cash), showNaira(paid.outstanding)]).toEqual(['₦24,000', '₦0']);
  });

  test('a wallet is read and a deposit made', { tags: ['PLAIN-07'] }, async () => {
    const at = await open();
    const { data } = await fetched<v.InferOutput<typeof ledgerOfOwner.output>>(
      queryFor(ledgerOfOwner, { head: 'buyer', subhead: 'wallet', owner: 'buyer_1' }),
    );
    expect([showNaira(data.balance), showNaira(data.shown_balance)]).toEqual(['₦24,000', '−₦24,000']);
    await callApi(deposit, { ledger_id: data._id, value: '4000', tag: 'cash', description: 'paid' });
    const logs = await fetched<{ rows: { value: string }[]; total: number }>(
      queryFor(logsOfLedger, { ledger_id: data._id, page: '1', per_page: '10' }),
    );
    expect([logs.data.total, logs.data.rows.map(({ value }) => showNaira(value))]).toEqual([2, ['₦24,000', '₦4,000']]);
    expect(unknownCalls(at)).toEqual([]);
  });

  test('what the documents know comes in the contract’s shape, what they do not know is not asked', {
    tags: ['PLAIN-03', 'PLAIN-07'],
  }, async () => {
    const { calls } = await open();
    const matrix = await fetched<{ rows: { manufacturers: Record<string, { found: boolean }> }[]; total: number }>(
      queryFor(fulfilmentOfLocations, { page: '1', per_page: '50' }),
    );
    expect([matrix.data.total, matrix.data.rows[0]?.manufacturers.maker_peak?.found]).toEqual([1, true]);
    expect((await fetched(queryFor(fragmentation, {}))).data).toEqual({
      in_zone: { '10200': 3 },
      out_of_zone: { '10100': 1 },
    });
    const missing = await fetched<{ value: string }>(queryFor(configByKey, { key: 'agent_source_staff_1' }));
    expect(missing.data.value).toBe('');
    const before = calls.length;
    await expect(fetched(queryFor(workToDo, {}))).rejects.toThrow('This server does not offer that.');
    await expect(callPath('GET', 'health', {})).rejects.toThrow('This server does not offer that.');
    expect(calls).toHaveLength(before);
  });
});
