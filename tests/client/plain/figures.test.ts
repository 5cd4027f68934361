/** Figures that the documents do not tell, worked out from what they do tell: lines of an order, balances of movements, counts. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { oneQuery, queryClient } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { distributor } from '#contract/network/distributor.ts';
import { managerCandidates } from '#contract/network/partyCalls.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import {
  createGroupItem,
  type OrderItem,
  orderItem,
  pricesForGroup,
  removeGroupItem,
  updateGroupItem,
} from '#contract/orders/orderItemCalls.ts';
import { orderRow } from '#contract/orders/orderRows.ts';
import { logsOf, warehouseValue } from '#contract/stock/stockCalls.ts';
import type { PlainServer } from '#tests/support/plainServer/plainServer.ts';
import { atPlainServer, unknownCalls } from './atPlainServer.ts';

let server: PlainServer;
afterEach(() => server.close());

const lastCall = (path: string) => server.calls.filter((call) => call.path === path).at(-1)?.fields;
interface Part {
  manufacturer: { name: string };
  items: OrderItem[];
}
async function orders(): Promise<Part[]> {
  queryClient.clear();
  const { data } = (await queryClient.fetchQuery(oneQuery(orderGroup, 'og_1'))) as {
    data: [{ orders: Part[]; amount: string; total: string }];
  };
  expect(data[0].amount).toBe(data[0].total);
  return data[0].orders;
}

test.each(['number', 'text'] as const)(
  'an order has its lines, and a line is written with its amount (%ss)',
  {
    tags: ['PLAIN-07', 'PLAIN-08'],
  },
  async (numbers) => {
    server = await atPlainServer({ numbers });
    const [part] = await orders();
    expect(v.safeParse(orderRow, part).issues).toBeUndefined();
    expect(v.safeParse(orderItem, part?.items[0]).issues).toBeUndefined();
    expect([part?.manufacturer.name, part?.items.map(({ product, quantity }) => [product.name, quantity])]).toEqual([
      'FrieslandCampina',
      [['Peak Milk 400g', 24]],
    ]);
    const _id = part?.items[0]?._id ?? '';
    // The price of the line stays, the amount follows the quantity.
    const changed = await callApi(updateGroupItem, { _id, quantity: 36, base_version: 1 });
    expect(lastCall('order_group_item/update')).toEqual({
      _id: [_id],
      quantity: ['36'],
      quantity_accepted: ['24'],
      amount: ['36000.00'],
    });
    expect(Number(changed.group_total)).toBe(36_000);
    await orders();
    // What was accepted alone changes no amount; a price does.
    await callApi(updateGroupItem, { _id, quantity_accepted: 30, base_version: 1 });
    expect(lastCall('order_group_item/update')).toMatchObject({ quantity: ['36'], amount: ['36000.00'] });
    await callApi(updateGroupItem, { _id, rate: '11000.00', base_version: 1 });
    expect(lastCall('order_group_item/update')).toMatchObject({ amount: ['33000.00'] });
    expect(await callApi(pricesForGroup, { order_group_id: 'og_1', product_id: ['prod_chicken'] })).toMatchObject([
      { price: '8500.50', available: null, sold: true },
    ]);
    await callApi(createGroupItem, { order_group_id: 'og_1', product_id: 'prod_chicken', quantity: 40 });
    expect((await orders()).map(({ manufacturer }) => manufacturer.name)).toEqual(['FrieslandCampina', 'Dufil Prima']);
    await callApi(removeGroupItem, { _id, base_version: 1 });
    expect((await orders()).flatMap(({ items }) => items.map(({ product }) => product.name))).toEqual([
      'Indomie Chicken 70g',
    ]);
    expect(unknownCalls(server)).toEqual([]);
  },
);

test('movements have their kind and their balance, a warehouse its cases, a distributor its products', {
  tags: ['PLAIN-07'],
}, async () => {
  server = await atPlainServer();
  const today = Math.floor(Date.now() / 1_000);
  server.rows('warehouse_log').push({
    ...server.rows('warehouse_log')[0],
    _id: 'wl_2',
    created: today,
    quantity: -60,
    purchase_order: null,
  });
  server.rows('distributor_product').push({
    _id: 'dp_off',
    distributor_id: 'dist_adeola',
    product_id: 'prod_1',
    status: 'inactive',
  });
  const answer = await callApi(logsOf, { warehouse_id: 'wh_mushin', page: '1', per_page: '10' });
  if (Array.isArray(answer)) throw new Error('No page came.');
  // 240 units are there now.
  expect(answer.rows.map(({ kind, quantity, balance_after }) => [kind, quantity, balance_after])).toEqual([
    ['transfer', -60, 240],
    ['shipment_in', 240, 300],
  ]);
  expect(await callApi(warehouseValue, { _id: 'wh_mushin' })).toMatchObject({
    cases: 20,
    skus: 1,
    came_today: 0,
    left_today: 5,
  });
  const one = (await queryClient.fetchQuery(oneQuery(distributor, 'dist_adeola'))) as {
    data: [{ product_count?: number }];
  };
  expect(one.data[0].product_count).toBe(2);
  server.rows('manager').push({ ...server.rows('manager')[0], _id: 'm_2', name: 'Hub Boss', role: 'seller.manager' });
  queryClient.clear();
  expect((await callApi(managerCandidates, {})).map(({ name }) => name)).toEqual(['Hub Boss']);
  expect(unknownCalls(server)).toEqual([]);
});
