/** One name, one figure: what a home tells is what the report or the list says that its link opens, and reports say what differs between them. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { HomeFigure } from '#contract/home/homeCalls.ts';
import type { Work } from '#contract/home/workCalls.ts';
import type { WarehouseLog } from '#contract/stock/stockCalls.ts';
import { DAY, startOfDay } from '#domain/time.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, startServer, type TestServer } from '#tests/support/server.ts';

const TODAY = startOfDay(NOW);

describeEachEngine('homes, reports and lists', { tags: ['B14.10'] }, (database) => {
  let server: TestServer;
  let world: OrderWorld;
  const figures = async (who: 'accountant' | 'officer' | 'staff' | 'support') => {
    const { data } = await server.call('GET', 'home/figures', {}, { token: world[who].token });
    return Object.fromEntries((data.figures as HomeFigure[]).map((figure) => [figure.name, figure]));
  };
  const at = async <T>(now: number, work: () => Promise<T>): Promise<T> => {
    server.clock.now = now;
    const done = await work();
    server.clock.now = NOW;
    return done;
  };
  const moved = async (parties: OrderWorld['issue' | 'giveBack' | 'shipIn' | 'reject'], units: number) =>
    expect((await world.execute(await world.order(parties, [[world.milk, units]]))).message).toBe(
      'Transfer successful.',
    );

  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    await world.fill([[world.milk, 1200]]);
    const buyers = await Promise.all(['Owing', 'Delivered', 'Paid', 'Cash', 'Gone', 'Over'].map((n) => world.buyer(n)));
    const [owing = '', delivered = '', paid = '', cash = '', gone = '', over = ''] = buyers;
    const order = (buyer: string, units: number, to: 'pending' | 'delivered' | 'completed' | 'cancelled') =>
      world.ordered([[world.milk, units]], to, { buyer });
    await at(NOW - 9 * DAY, () => order(owing, 24, 'completed'));
    await at(NOW - 3 * DAY, () => order(delivered, 36, 'delivered'));
    for (const [buyer, part] of [
      [paid, 'payment_transfer'],
      [cash, 'payment_cash'],
    ] as const)
      await world.pay(await order(buyer, 12, 'completed'), [
        ['payment_method', part === 'payment_cash' ? 'cash' : 'transfer'],
        [part, '12000'],
      ]);
    await order(gone, 48, 'completed');
    await order(over, 12, 'pending');
    await order(over, 60, 'cancelled');
    await world.ordered([[world.milk, 12]], 'draft', { buyer: over });
    // Credit that no order used, and what somebody owes who is no retailer any more.
    await world.call('POST', 'ledger_log/deposit_to', {
      ...{ head: 'buyer', owner: over, value: '500', description: 'Paid in at the hub', tag: 'cash' },
    });
    await sql`update buyer set deleted_at = ${NOW} where _id = ${gone}`.execute(database().kysely);
  });

  const report = async (head: 'buyer' | 'sales_officer', more: Record<string, unknown> = {}) =>
    (await world.call('POST', 'ledger_log/reconciliation_report', { head, ...more })).data;

  test('what retailers owe and what associates hold is one figure on the home and over the reconciliation', {
    tags: ['B6.10'],
  }, async () => {
    const home = await figures('accountant');
    // 24 and 36 units at 12,000 a case of 12.
    expect(home.owed_by_retailers).toMatchObject({ amount: '60000.00', of: 2 });
    const buyers = await report('buyer');
    expect(buyers.balances).toEqual({
      ...{ owed: '60000.00', owed_count: 2, credit: '500.00', credit_count: 1 },
      ...{ cash: null, cash_count: 0 },
    });
    // Orders explain what is owed, so the difference is the credit alone.
    expect(buyers.differences).toMatchObject({ owed: '0.00', owed_count: 0, over: '500.00', over_count: 1 });
    // The figures are those of all rows, and of the rows that a search leaves.
    expect((await report('buyer', { page: 1, per_page: 1 })).balances).toEqual(buyers.balances);
    expect((await report('buyer', { search: 'Delivered' })).balances).toMatchObject({
      owed: '36000.00',
      owed_count: 1,
    });
    expect(home.cash_with_associates).toMatchObject({ amount: '12000.00', of: 1 });
    expect((await report('sales_officer')).balances).toMatchObject({ cash: '12000.00', cash_count: 1 });
    // At the end of a range: the cash of the time before it counts too, what came afterwards does not.
    const since = (from: number, to: number) => report('sales_officer', { from_timestamp: from, to_timestamp: to });
    expect((await since(NOW + DAY, NOW + 2 * DAY)).balances).toMatchObject({ cash: '12000.00', cash_count: 1 });
    expect((await since(NOW - 2 * DAY, NOW - DAY)).balances).toMatchObject({ cash: '0.00', cash_count: 0 });
  });

  test('a figure about orders counts the rows of the list that it opens', {
    tags: ['ORD-11', 'ORD-12', 'B6.10'],
  }, async () => {
    const rows = async (filter: Record<string, unknown>) =>
      (await world.call('GET', 'order_group/read_all', { page: 1, per_page: 200, ...filter })).data.rows as Data[];
    const sum = (list: Data[], of: string) => list.reduce((all, row) => all + Math.abs(Number(row[of])), 0).toFixed(2);
    const today = { timestamp_min: TODAY, timestamp_max: TODAY + DAY };
    const [accountant, support, staff] = [
      await figures('accountant'),
      await figures('support'),
      await figures('staff'),
    ];
    for (const [name, figure, list, of] of [
      ['owing', accountant.unpaid, await rows({ tag: ['billed'], payment: ['unpaid'] }), 'outstanding'],
      ['unpaid today', support.unpaid_today, await rows({ payment: ['unpaid'], ...today }), 'outstanding'],
      ['carts', support.carts, await rows({ tag: ['draft'] }), 'total'],
      ['to deliver', staff.to_deliver, await rows({ tag: ['pending'] }), 'total'],
      ['orders today', staff.orders_today, await rows({ tag: ['counted'], ...today }), 'total'],
    ] as const) {
      expect(list.length, name).toBeGreaterThan(0);
      expect([figure?.count, figure?.amount], name).toEqual([list.length, sum(list, of)]);
    }
    // Delivered and completed orders are owed alike: the retailers' part of them is what Buyer Reconciliation says.
    const owed = (await rows({ tag: ['billed'], payment: ['unpaid'] })).filter(
      (row) => !String((row.buyer as Data).name).startsWith('Gone'),
    );
    expect(new Set(owed.map((row) => row.tag))).toEqual(new Set(['delivered', 'completed']));
    expect(sum(owed, 'outstanding')).toBe((await report('buyer')).balances.owed);
    const work = (await server.call('GET', 'work/read_mine', {}, { token: world.accountant.token }))
      .data as unknown as Work[];
    expect(work.find(({ kind }) => kind === 'owing_groups')?.total).toBe(accountant.unpaid?.count);
    // Both are there to be told apart: a pending order that is not billed, and one of today that is cancelled.
    expect((await rows({ payment: ['unpaid'] })).length).toBeGreaterThan(accountant.unpaid?.count ?? 0);
    expect((await rows(today)).length).toBeGreaterThan(staff.orders_today?.count ?? 0);
    expect((await world.call('GET', 'order_group/read_all', { tag: ['sold'] })).code).toBe(400);
  });

  test('received and issued today are the reports of today; what is expected is the list of transfers into hubs', {
    tags: ['REP-03', 'B4.8'],
  }, async () => {
    await moved(world.issue, 60);
    await moved(world.reject, 12);
    // Recorded yesterday, dated today (K21): in the hub, and not received from a distributor.
    await at(NOW - DAY, () => moved(world.giveBack, 6));
    await world.order(world.shipIn, [[world.milk, 12]]);
    await world.order(world.giveBack, [[world.milk, 12]]);
    await world.order(['seller', world.hub2, 'seller', world.hub], [[world.milk, 12]]);
    await world.order(world.issue, [[world.milk, 12]]);
    const home = await figures('officer');
    const cases = async (context: string) =>
      (
        await world.call('POST', 'warehouse_log/report', {
          ...{ warehouse_ids: ['*'], context, from_timestamp: TODAY, to_timestamp: TODAY + DAY - 60 },
        })
      ).data.cases as number;
    expect([home.received_today?.count, home.issued_today?.count]).toEqual([
      await cases('shipment_received'),
      await cases('stock_issued'),
    ]);
    expect([home.received_today?.count, home.issued_today?.count]).toEqual([100, 5]);
    const filter = { tag: ['purchase_order'], destination_type: 'seller', page: 1, per_page: 50 };
    const list = (await world.call('GET', 'purchase_order/read_all', filter)).data;
    expect(home.expected).toMatchObject({ count: list.total, of: 3 });
    expect(list.total).toBe(3);
    const hub = await server.signInAs('sales_officer.manager', { seller_id: world.hub });
    const work = (await server.call('GET', 'work/read_mine', {}, { token: hub.token })).data as unknown as Work[];
    expect(work.find(({ kind }) => kind === 'expected')?.total).toBe(3);
  });

  test('moved today is the day of the movements with that name: the one they were recorded on, in Lagos', {
    tags: ['WH-25'],
  }, async () => {
    const warehouse = (await world.warehouseOf(world.hub)) ?? '';
    const { came_today, left_today } = (await world.call('GET', 'warehouse/value', { _id: warehouse })).data;
    const { rows } = (
      await world.call('POST', 'warehouse_log/read_by_warehouse', { warehouse_id: warehouse, page: 1, per_page: 200 })
    ).data as unknown as { rows: WarehouseLog[] };
    const ofDay = rows.filter((row) => startOfDay(row.created) === TODAY);
    const sum = (sign: 1 | -1) =>
      ofDay.reduce((all, row) => all + Math.max(0, (sign * row.quantity) / row.product.case_count), 0);
    expect([came_today, left_today]).toEqual([sum(1), sum(-1)]);
    // The return is dated today and was recorded yesterday; a minute before midnight in Lagos is yesterday, though the same day in UTC.
    expect([came_today, left_today]).toEqual([100, 6]);
    await at(TODAY - 60, () => moved(world.issue, 12));
    await at(TODAY, () => moved(world.issue, 24));
    expect((await world.call('GET', 'warehouse/value', { _id: warehouse })).data.left_today).toBe(8);
  });

  test('the two order summaries differ by the cancelled orders, which is told; the home counts goods with adjustments', {
    tags: ['B5.12', 'B5.13', 'K7'],
  }, async () => {
    const range = { from: TODAY - 29 * DAY, to: TODAY + DAY };
    const summary = (
      await world.call('POST', 'order_group/purchase_orders', {
        ...{ from_timestamp: range.from, to_timestamp: range.to, seller_id: '*' },
      })
    ).data;
    const sales = async (more: Record<string, unknown> = {}) =>
      (
        await world.call('POST', 'order_group/sales_of_all_custom_special', {
          ...{ timestamp_min: range.from, timestamp_max: range.to, seller_id: '*' },
          ...more,
        })
      ).data;
    const all = await sales();
    expect(all.total_cancelled).toBe('60000.00');
    expect(Number(all.total) - Number(all.total_cancelled)).toBe(Number(summary.total));
    expect(await sales({ tags: ['cancelled'] })).toMatchObject({ total: '60000.00', total_cancelled: '60000.00' });
    expect(await sales({ tags: ['pending'] })).toMatchObject({ total: '12000.00', total_cancelled: '0.00' });
    expect((await sales({ query: 'nothing of this name' })).total_cancelled).toBe('0.00');
    const { orders } = (await server.call('GET', 'home/figures', {}, { token: world.support.token }))
      .data as unknown as {
      orders: { amount: string[] };
    };
    const total = orders.amount.reduce((sum, one) => sum + Number(one), 0);
    expect(total).toBe(Number(summary.total) + Number(summary.total_adjustments));
  });
});
