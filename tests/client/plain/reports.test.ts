/** Reports at a server that knows the documents alone: they leave open how the rows of its own reports look, so figures come from orders and lines. */
import 'fake-indexeddb/auto';
import '#tests/support/pageGlobals.ts';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { callApi } from '#client/transport.ts';
import {
  salesOfAll,
  salesOfAllBySeller,
  summaryByBuyer,
  summaryByDistributor,
  valueByDay,
} from '#contract/orders/orderReportCalls.ts';
import { orderRetention } from '#contract/people/retentionCalls.ts';
import { DAY } from '#domain/time.ts';
import type { PlainServer } from '#tests/support/plainServer/plainServer.ts';
import { atPlainServer, unknownCalls } from './atPlainServer.ts';

const T0 = 1_790_000_000;
const RANGE = { from_timestamp: T0 - DAY, to_timestamp: T0 + DAY };
const VALUE = { timestamp_min: T0 - DAY, timestamp_max: T0 + DAY };

let server: PlainServer;
afterEach(() => server.close());

/** Beside the order that the stand-in begins with (two cases of Peak, pending): one that came with a case less and a discount, a cancelled one, one of long ago. */
async function open(numbers: 'number' | 'text'): Promise<void> {
  server = await atPlainServer({ numbers });
  const [first] = server.rows('order_group');
  const [line] = server.rows('order_group_item');
  if (!first || !line) throw new Error('The stand-in has no order.');
  const order = (_id: string, more: object) =>
    server.rows('order_group').push({ ...first, _id, ref: _id.toUpperCase(), ...more });
  const lineOf = (order_group_id: string, more: object) =>
    server.rows('order_group_item').push({ ...line, _id: `of_${order_group_id}`, order_group_id, ...more });
  order('og_2', { tag: 'completed', created: T0 + 3_600, subtotal: 25_501.5, discount: -501.5, total: 25_000 });
  lineOf('og_2', {
    product: { _id: 'prod_chicken', name: 'Indomie Chicken 70g', price: 8_500.5, case_count: 40 },
    quantity: 160,
    quantity_accepted: 120,
    amount: 25_501.5,
  });
  order('og_3', { tag: 'cancelled' });
  lineOf('og_3', {});
  order('og_4', { tag: 'completed', created: T0 - 9 * DAY });
  lineOf('og_4', {});
}

for (const numbers of ['number', 'text'] as const) {
  test(`with figures as ${numbers}s the order summary adds up lines by distributor and by retailer`, {
    tags: ['PLAIN-13'],
  }, async () => {
    await open(numbers);
    const report = await callApi(summaryByDistributor, { ...RANGE, seller_id: '*' });
    expect(v.is(summaryByDistributor.output, report)).toBe(true);
    const items = [
      {
        product_id: 'prod_chicken',
        issued: 160,
        issued_cases: 4,
        returned_cases: 1,
        cases: 3,
        units: 0,
        price: '8500.50',
        amount: '25501.50',
        adjustments: '-501.50',
        billed: '25000.00',
        not_billed: '0.00',
      },
      {
        product_id: 'prod_peak',
        cases: 2,
        price: '12000.00',
        amount: '24000.00',
        adjustments: '0.00',
        billed: '0.00',
        not_billed: '24000.00',
      },
    ];
    expect(report).toMatchObject({
      groups: [{ name: 'Adeola Stores', amount: '49501.50', items }],
      total: '49501.50',
      total_adjustments: '-501.50',
      total_billed: '25000.00',
      total_not_billed: '24000.00',
    });
    const byBuyer = await callApi(summaryByBuyer, { ...RANGE, seller_id: 'hub_mushin', sales_officer: 'da_musa' });
    expect(byBuyer).toMatchObject({ groups: [{ name: 'Mama Nkechi', items }], total: '49501.50' });
    for (const other of [{ seller_id: 'hub_other' }, { seller_id: '*', sales_officer: 'hm_bola' }])
      expect((await callApi(summaryByBuyer, { ...RANGE, ...other })).groups).toEqual([]);
    expect(unknownCalls(server)).toEqual([]);
  });

  test(`with figures as ${numbers}s the value summary counts by product, hub and day`, {
    tags: ['PLAIN-13'],
  }, async () => {
    await open(numbers);
    const report = await callApi(salesOfAll, { ...VALUE, seller_id: '*' });
    expect(v.is(salesOfAll.output, report)).toBe(true);
    expect(report).toMatchObject({
      products: [
        { name: 'Indomie Chicken 70g', brand: { name: 'Indomie' }, cases: 3, amount: '25501.50' },
        { name: 'Peak Milk 400g', manufacturer: { name: 'FrieslandCampina' }, cases: 4, amount: '48000.00' },
      ],
      total: '73501.50',
      total_cancelled: '24000.00',
    });
    const completed = await callApi(salesOfAllBySeller, { ...VALUE, seller_id: '*', tags: ['completed'] });
    expect(completed.products.map(({ name, seller }) => [name, seller?.name])).toEqual([
      ['Indomie Chicken 70g', 'Mushin Hub'],
    ]);
    expect((await callApi(salesOfAll, { ...VALUE, seller_id: '*', query: 'peak' })).products).toHaveLength(1);
    const days = await callApi(valueByDay, { timestamp_min: T0 - 6 * DAY, timestamp_max: T0 + DAY, seller_id: '*' });
    expect(v.is(valueByDay.output, days)).toBe(true);
    expect(days.days.filter(({ orders }) => orders > 0)).toMatchObject([{ orders: 3, amount: '73501.50' }]);
    expect(days.before.map(({ amount }) => Number(amount)).reduce((sum, one) => sum + one)).toBe(24_000);
    expect(days.hubs).toMatchObject([{ name: 'Mushin Hub', orders: 3, billed: '25000.00' }]);
    expect(unknownCalls(server)).toEqual([]);
  });

  test(`with figures as ${numbers}s retention is counted from orders and retailers`, {
    tags: ['PLAIN-13'],
  }, async () => {
    await open(numbers);
    server.rows('buyer').push({ ...server.rows('buyer')[0], _id: 'buyer_2', name: 'Quiet Shop' });
    const input = { kind: 'week', from_timestamp: T0 - 13 * DAY, to_timestamp: T0 + DAY };
    const report = await callApi(orderRetention, { ...input, page: '1', per_page: '1' });
    expect(v.is(orderRetention.output, report)).toBe(true);
    expect(report.periods.map(({ active, retained, retention_rate }) => [active, retained, retention_rate])).toEqual([
      [1, 0, null],
      [1, 1, 1],
    ]);
    expect(report).toMatchObject({ total: 2, buyers: [{ name: 'Mama Nkechi', order_count: 3, cancelled_count: 1 }] });
    expect(report.buyers[0]?.periods.map(({ count, value }) => [count, value])).toEqual([
      [1, '24000.00'],
      [2, '49000.00'],
    ]);
    const limited = await callApi(orderRetention, { ...input, seller_id: 'hub_mushin', search: 'quiet' });
    expect(limited.total).toBe(0);
    await expect(callApi(orderRetention, { ...input, kind: 'year' })).rejects.toThrow(
      'This server does not offer that.',
    );
    expect(unknownCalls(server)).toEqual([]);
  });
}

test('lines of more than 300 orders are not read one by one, and the screen says why', {
  tags: ['PLAIN-13'],
}, async () => {
  await open('number');
  const [first] = server.rows('order_group');
  for (let n = 0; n < 300; n += 1) server.rows('order_group').push({ ...first, _id: `more_${n}` });
  await expect(callApi(summaryByBuyer, { ...RANGE, seller_id: '*' })).rejects.toThrow(
    '302 orders. This server gives the lines of one order at a time. Choose days with at most 300.',
  );
  expect(server.calls.filter(({ path }) => path === 'order_group_item/read_by_order_group')).toEqual([]);
});
