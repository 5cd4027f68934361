/** The figures of a home: what each role is told, and that the sums are those of the books, added up here apart from the code. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { HomeFigure, HomeFigures, RunsOut } from '#contract/home/homeCalls.ts';
import type { MyVisits } from '#contract/home/visitCalls.ts';
import type { Work } from '#contract/home/workCalls.ts';
import type { Role } from '#domain/permissions.ts';
import { visitDay } from '#domain/routePlan.ts';
import { DAY, startOfDay } from '#domain/time.ts';
import { newId } from '#server/calls/ids.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, passwordHash, putRow, startServer, type TestServer } from '#tests/support/server.ts';

type FiguresByName = Record<string, HomeFigure>;

describeEachEngine('the figures of a home', { tags: ['B14.10'] }, (database) => {
  let server: TestServer;
  let world: OrderWorld;
  const tokens: Record<string, string> = {};
  const ask = (path: string, who: string, input: Record<string, string> = {}) =>
    server.call('GET', path, input, { token: tokens[who] ?? '' });
  const home = async (who: string, input: Record<string, string> = {}) =>
    (await ask('home/figures', who, input)).data as unknown as HomeFigures;
  const figures = async (who: string, input: Record<string, string> = {}): Promise<FiguresByName> =>
    Object.fromEntries((await home(who, input)).figures.map((figure) => [figure.name, figure]));
  const work = async (who: string) =>
    Object.fromEntries(((await ask('work/read_mine', who)).data as unknown as Work[]).map((one) => [one.kind, one]));

  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    const hub = { seller_id: world.hub };
    for (const [name, role, more] of [
      ['buyer', 'manager.buyer', {}],
      ['hub', 'sales_officer.manager', hub],
      ['other hub', 'sales_officer.manager', { seller_id: world.hub2 }],
      ['hub care', 'sales_officer.cs', hub],
      ['rep', 'sales_officer.rep', hub],
      ['ambassador', 'sales_officer.ba', hub],
    ] as const) {
      const account = await server.signInAs(role, more);
      tokens[name] = account.token;
      if (name === 'rep')
        await sql`update sales_officer set user_id = ${account.user_id} where _id = ${world.rep}`.execute(
          database().kysely,
        );
    }
    for (const name of ['admin', 'staff', 'officer', 'accountant', 'support'] as const)
      tokens[name] = world[name].token;
  });

  test('a sign-in that asks for it brings the first reads of the own home, and no other sign-in does', {
    tags: ['SES-04', 'DASH-01'],
  }, async () => {
    const signIn = async (
      role: Role,
      more: Record<string, unknown> = {},
      fields: Record<string, string> = { first: '1' },
    ) => {
      const { email, password } = await server.account(role, more);
      const answer = await server.call('POST', 'administrator/login_delegate', {
        ...{ phone: email, hash: passwordHash(password), ...fields },
      });
      expect(answer.code).toBe(200);
      return answer.data as unknown as { token: string; first?: Record<string, unknown> };
    };
    const hub = { seller_id: world.hub };
    for (const [role, more] of [
      ['manager.staff', {}],
      ['manager.warehouse_officer', {}],
      ['sales_officer.manager', hub],
      ['sales_officer.rep', hub],
    ] as const) {
      const { first, token } = await signIn(role, more);
      const own = async (path: string) => (await server.call('GET', path, {}, { token })).data;
      expect(Object.keys(first ?? {}), role).toEqual(['work/read_mine', 'home/figures']);
      expect(first?.['work/read_mine'], role).toEqual(await own('work/read_mine'));
      expect(first?.['home/figures'], role).toEqual(await own('home/figures'));
    }
    expect((await signIn('manager.staff', {}, {})).first).toBeUndefined();
    // No figures: that home reads something else.
    expect((await signIn('manager.buyer')).first).toBeUndefined();
    // Nothing is answered before the password was changed.
    expect((await signIn('manager.staff', { must_change: true })).first).toBeUndefined();
  });

  test('who has no right to a figure is not told it: the list of each role, and two refusals', {
    tags: ['B10.4a', 'B10.2'],
  }, async () => {
    expect((await ask('home/figures', 'nobody')).code).toBe(401);
    for (const who of ['buyer', 'support', 'rep', 'ambassador', 'hub care'])
      expect((await ask('home/runs_out', who)).code, who).toBe(403);
    for (const who of ['buyer', 'support', 'rep', 'hub care'])
      expect((await ask('home/associates', who)).code, who).toBe(403);
    expect((await ask('home/associates', 'staff')).data).toEqual([]);
    const names = async (who: string) => Object.keys(await figures(who));
    expect(await names('buyer')).toEqual([]);
    expect(await names('ambassador')).toEqual([]);
    expect(await names('rep')).toEqual([
      'my_cash',
      'my_deliveries',
      'my_orders',
      'my_waiting',
      'my_retailers',
      'my_stock',
    ]);
    expect(await names('support')).toEqual(['carts', 'to_deliver', 'unpaid_today', 'orders_today']);
    expect(await names('hub care')).toEqual(['orders_today', 'to_deliver', 'unpaid_today']);
    expect(await names('hub')).toEqual(['stock', 'expected', 'to_deliver', 'cash_with_associates']);
    expect(await names('officer')).toEqual(['received_today', 'issued_today', 'expected']);
    expect(await names('accountant')).toEqual([
      'unpaid',
      'deposits_today',
      'owed_by_retailers',
      'cash_with_associates',
    ]);
    for (const who of ['admin', 'staff'])
      expect(await names(who), who).toEqual(['orders_today', 'to_deliver', 'owed_by_retailers', 'stock']);
    // Nothing has happened: zeros, and no hub has run out of anything.
    expect((await figures('staff')).stock).toMatchObject({ count: 0, amount: '0.00', of: 0 });
    expect((await ask('home/runs_out', 'staff')).data).toEqual({ soon: 0, rows: [] });
    expect((await ask('home/my_goods', 'staff')).data).toEqual([]);
  });

  test('cases in and out are those of the log, by the day of the transfer; counts of stock are no movement', {
    tags: ['B4'],
  }, async () => {
    // 240 units of milk in cases of 12 and 14 of soap in cases of 7 came today: 22 cases. 60 of milk were issued, 6 came back,
    // which a return dates tomorrow.
    await world.fill([
      [world.milk, 240],
      [world.soap, 14],
    ]);
    for (const [parties, units] of [
      [world.issue, 60],
      [world.giveBack, 6],
    ] as const)
      expect((await world.execute(await world.order(parties, [[world.milk, units]]))).message).toBe(
        'Transfer successful.',
      );
    const warehouse = (await world.warehouseOf(world.hub)) ?? '';
    const log = (day: number, kind: string, quantity: number) =>
      sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after, created, timestamp)
        values (${`log_${day}_${kind}`}, 'PO-OLD', ${kind}, ${warehouse}, ${world.milk}, ${quantity}, 1200000, 1200000, 0, ${NOW}, ${NOW - day * DAY})`.execute(
        database().kysely,
      );
    await log(1, 'shipment_in', 36);
    await log(1, 'adjustment', 120);
    await log(29, 'stock_out', -18);
    await log(30, 'stock_out', -24);
    await log(59, 'shipment_in', 12);
    await log(60, 'shipment_in', 12_000);
    for (const who of ['staff', 'officer', 'hub']) {
      const { cases, orders, from } = await home(who);
      expect(orders, who).toBeNull();
      // Lagos is an hour ahead of UTC.
      expect((from + 3_600) % DAY).toBe(0);
      expect(cases?.in).toHaveLength(30);
      expect(cases?.in.slice(-3), who).toEqual([0, 3, 22]);
      expect(cases?.out.at(-1), who).toBe(5);
      expect(cases?.out.at(0), who).toBe(1.5);
      expect(cases?.before, who).toEqual({ in: 1, out: 2 });
    }
    expect((await home('other hub')).cases?.before).toBeNull();
    expect((await home('other hub')).cases?.in.every((count) => count === 0)).toBe(true);
    const week = await home('staff', { days: '7' });
    expect(week.cases).toMatchObject({ in: [0, 0, 0, 0, 0, 3, 22], out: [0, 0, 0, 0, 0, 0, 5], before: null });
    expect(week.from).toBe((await home('staff')).from + 23 * DAY);
    const quarter = await home('staff', { days: '90' });
    expect(quarter.cases?.in).toHaveLength(90);
    expect(quarter.cases?.in.filter((cases) => cases > 0)).toEqual([1_000, 1, 3, 22]);
    expect(quarter.cases?.out.filter((cases) => cases > 0)).toEqual([2, 1.5, 5]);
    expect((await ask('home/figures', 'staff', { days: '14' })).code).not.toBe(200);
    const officer = await figures('officer');
    expect(officer.received_today).toMatchObject({ count: 22, yesterday: 3 });
    expect(officer.issued_today).toMatchObject({ count: 5, yesterday: 0 });
  });

  test('stock: cases and value, at cost for the office, at the hub’s price for the hub, of the own hub alone', {
    tags: ['B4', 'B10.4a'],
  }, async () => {
    await world.fill([[world.rice, 2]], world.hub2);
    await putRow(database(), 'seller_product', {
      _id: `sp_${world.run}`,
      seller_id: world.hub,
      product_id: world.milk,
      mpu: 1,
      price_kobo: 1_500_000,
      quantity: -1,
    });
    // 186 of milk in cases of 12 and 14 of soap in cases of 7: 15.5 and 2 cases. Milk costs 12,000 a case and sells for 15,000, soap for 1,000.
    const milk = (186 * 12_000) / 12;
    expect((await figures('staff')).stock).toMatchObject({
      count: 19.5,
      amount: (milk + 2 * 1_000 + 2 * 50_000).toFixed(2),
      of: 3,
    });
    const own = (await figures('hub')).stock;
    expect(own).toMatchObject({ count: 17.5, amount: ((186 * 15_000) / 12 + 2 * 1_000).toFixed(2), of: 2 });
    expect((await figures('other hub')).stock).toMatchObject({ count: 2, amount: '100000.00', of: 1 });
    const report = await world.call('POST', 'warehouse_log/report', {
      context: 'current_inventory',
      warehouse_ids: [await world.warehouseOf(world.hub), await world.warehouseOf(world.hub2)],
    });
    expect((await figures('staff')).stock?.amount).toBe(report.data.total);
    // The half case that came back is dated tomorrow, so it stands on no day before: today added 20 + 2 + 2 - 5 cases.
    for (const days of ['7', '30'])
      expect((await figures('staff', { days })).stock?.days.slice(-2), days).toEqual([0.5, 19.5]);
    expect((await figures('hub', { days: '7' })).stock?.days).toHaveLength(7);
    expect((await figures('other hub')).stock?.days.slice(-2)).toEqual([0, 2]);
  });

  test('what runs out: units there over the pace of the days with stock, less what came back', {
    tags: ['B10.4a', 'COV-14'],
  }, async () => {
    // 60 - 6 left today and 24 more 30 days ago, which no longer count. Nothing was there before today, so the least seven days count: 186 / (54 / 7) = 24 days.
    expect((await ask('home/runs_out', 'staff')).data).toMatchObject({
      soon: 0,
      rows: [{ product_id: world.milk, quantity: 186, case_count: 12, days_left: 24 }],
    });
    const issue = await world.order(world.issue, [
      [world.milk, 150],
      [world.soap, 14],
    ]);
    expect((await world.execute(issue)).message).toBe('Transfer successful.');
    const { soon, rows } = (await ask('home/runs_out', 'staff')).data as unknown as RunsOut;
    // 36 / (204 / 7) = 1.2 days; of soap nothing is left.
    expect(rows.map((row) => [row.product_id, row.quantity, row.days_left])).toEqual([
      [world.soap, 0, 0],
      [world.milk, 36, 1],
    ]);
    expect(soon).toBe(2);
    // Soap is on its way, so milk is what is to order: 204 / 7 a day for 24 days, less 36, in cases of 12.
    const coming = await world.order(world.shipIn, [[world.soap, 700]]);
    const shown = async (who: string) =>
      ((await ask('home/runs_out', who)).data as unknown as RunsOut).rows.map((row) => [
        row.product_id,
        row.order_cases,
      ]);
    expect(await shown('other hub')).toEqual([]);
    const toOrder = [
      [world.milk, 56],
      [world.soap, 0],
    ];
    expect(await shown('staff')).toEqual(toOrder);
    expect(await shown('hub')).toEqual(toOrder);
    const listed = (await ask('cover/read_all', 'staff')).data as unknown as { rows: { order_cases: number }[] };
    expect(listed.rows.map((row) => row.order_cases)).toEqual([0, 56]);
    await sql`update purchase_order set deleted_at = ${NOW} where _id = ${coming}`.execute(database().kysely);
    expect(((await ask('home/runs_out', 'hub')).data as unknown as RunsOut).soon).toBe(2);
    expect((await ask('home/runs_out', 'other hub')).data).toEqual({ soon: 0, rows: [] });
    await sql`update product set status = 'inactive' where _id = ${world.soap}`.execute(database().kysely);
    expect(((await ask('home/runs_out', 'staff')).data as unknown as RunsOut).soon).toBe(1);
    await sql`update product set status = 'active' where _id = ${world.soap}`.execute(database().kysely);
  });

  test('orders: of today and yesterday, those that wait, and what is unpaid; a hub sees its own', {
    tags: ['B10.4a', 'B5.10'],
  }, async () => {
    server.clock.now = NOW - DAY;
    const old = await world.ordered([[world.milk, 12]], 'pending');
    server.clock.now = NOW;
    await world.ordered([[world.milk, 24]], 'pending', { rep: null });
    const paid = await world.ordered([[world.milk, 12]], 'completed', {
      rep: null,
      buyer: await world.buyer('Paid Kiosk'),
    });
    await world.pay(paid, [
      ['payment_cash', '15000'],
      ['payment_method', 'cash'],
    ]);
    const part = await world.ordered([[world.milk, 36]], 'completed', { buyer: await world.buyer('Owing Kiosk') });
    await world.pay(part, [
      ['payment_cash', '20000'],
      ['payment_method', 'cash'],
    ]);
    await world.ordered([[world.milk, 12]], 'draft', { buyer: await world.buyer('Cart Kiosk') });
    const groups = await Promise.all([old, paid, part].map((id) => world.group(id)));
    expect(groups.map((group) => group.total)).toEqual(['15000.00', '15000.00', '45000.00']);

    const staff = await figures('staff');
    expect(staff.orders_today).toMatchObject({ count: 3, amount: '90000.00', yesterday: 1 });
    expect(staff.orders_today?.days.slice(-3)).toEqual([0, 1, 3]);
    expect(staff.to_deliver).toMatchObject({ count: 2, amount: '45000.00', since: NOW - DAY });
    expect(staff.owed_by_retailers).toMatchObject({ amount: '25000.00', of: 1 });
    const support = await figures('support');
    expect(support.carts).toMatchObject({ count: 1, amount: '15000.00', since: NOW });
    // The pending one of today and what the last one still owes.
    expect(support.unpaid_today).toMatchObject({ count: 2, amount: '55000.00' });
    const { orders } = await home('support');
    expect(orders?.count.slice(-2)).toEqual([1, 3]);
    expect(orders?.amount.slice(-2)).toEqual(['15000.00', '90000.00']);
    expect((await figures('hub')).to_deliver?.count).toBe(2);
    expect((await figures('hub care')).to_deliver?.count).toBe(2);
    expect((await figures('other hub')).to_deliver).toMatchObject({ count: 0, amount: '0.00', since: null });
    expect((await figures('accountant')).unpaid).toMatchObject({ count: 1, amount: '25000.00', since: NOW });
    // Two waited at the end of today; those that were delivered today waited at no day's end. One is of yesterday.
    expect(staff.to_deliver?.days.slice(-3)).toEqual([0, 1, 2]);
    expect((await figures('other hub')).to_deliver?.days.slice(-2)).toEqual([0, 0]);
    expect(staff.owed_by_retailers?.days.slice(-2)).toEqual([0, 25_000]);
    expect(support.unpaid_today?.days.slice(-3)).toEqual([0, 15_000, 55_000]);
    server.clock.now = NOW + DAY;
    expect((await world.tag(old, 'pending', 'cancelled', { reason: 'order_rejected' })).message).toBe(
      'Order successfully updated.',
    );
    expect((await figures('staff', { days: '7' })).to_deliver?.days).toEqual([0, 0, 0, 0, 1, 2, 1]);
    server.clock.now = NOW;
    await sql`update order_group set tag = 'pending' where _id = ${old}`.execute(database().kysely);
  });

  test('the office asks for one hub; an account of a hub is told its own whatever it asks for', {
    tags: ['B10.4a'],
  }, async () => {
    const one = { seller_id: world.hub };
    const other = { seller_id: world.hub2 };
    expect((await ask('home/figures', 'staff', { seller_id: 'nobody' })).message).toBe('Hub not found');
    const all = await figures('staff');
    const here = await figures('staff', one);
    // All orders and all that is owed are of the first hub, and so is all stock but the rice.
    for (const name of ['orders_today', 'to_deliver', 'owed_by_retailers'] as const)
      expect(here[name], name).toEqual(all[name]);
    expect(here.stock?.amount).toBe((Number(all.stock?.amount) - 100_000).toFixed(2));
    const there = await figures('staff', other);
    expect(there.orders_today).toMatchObject({ count: 0, period: { count: 0, amount: '0.00', before: null } });
    expect(there.to_deliver).toMatchObject({ count: 0, amount: '0.00', since: null });
    expect(there.owed_by_retailers).toMatchObject({ amount: '0.00', of: 0 });
    expect(there.stock).toMatchObject({ count: 2, amount: '100000.00', of: 1 });
    expect((await home('staff', other)).cases?.in.at(-1)).toBe(2);
    expect((await ask('home/runs_out', 'staff', other)).data).toEqual({ soon: 0, rows: [] });
    expect((await ask('home/runs_out', 'staff', one)).data).toEqual((await ask('home/runs_out', 'staff')).data);
    expect(await home('hub', other)).toEqual(await home('hub'));
    expect((await ask('home/runs_out', 'hub', other)).data).toEqual((await ask('home/runs_out', 'hub')).data);
  });

  test('the days together: orders and deposits of 7, 30 and 90 days', { tags: ['B5.10', 'B6.7'] }, async () => {
    const period = async (who: string, name: string, days: string) => (await figures(who, { days }))[name]?.period;
    // Three of today and the one of yesterday.
    for (const days of ['7', '30', '90'])
      expect(await period('staff', 'orders_today', days), days).toEqual({
        count: 4,
        amount: '105000.00',
        before: null,
      });
    const yesterdays = (days: number) =>
      sql`update order_group set created = created + ${days * DAY} where tag = 'pending' and buyer_id = ${world.shop}
        and created < ${days < 0 ? NOW : NOW - 9 * DAY} and created <> ${NOW}`.execute(database().kysely);
    await yesterdays(-9);
    expect(await period('staff', 'orders_today', '7')).toEqual({ count: 3, amount: '90000.00', before: 1 });
    expect(await period('staff', 'orders_today', '30')).toEqual({ count: 4, amount: '105000.00', before: null });
    await yesterdays(9);
    expect(await period('staff', 'orders_today', '7')).toMatchObject({ count: 4, before: null });
    expect(await period('accountant', 'deposits_today', '7')).toMatchObject({ count: 0, amount: '0.00' });
  });

  test('money with associates is the cash they took less what they paid in; deposits of today', {
    tags: ['B6.10', 'B6.7'],
  }, async () => {
    // Bola took 20,000 for the last order.
    expect((await figures('accountant')).cash_with_associates).toMatchObject({ amount: '20000.00', of: 1 });
    const deposit = (owner: string, head: string, value: string, tag: string) =>
      world.call('POST', 'ledger_log/deposit_to', { head, owner, value, description: 'Paid in at the hub', tag });
    expect((await deposit(world.rep, 'sales_officer', '7500', 'cash')).code).toBe(200);
    expect((await deposit(world.shop, 'buyer', '500', 'transfer')).code).toBe(200);
    const accountant = await figures('accountant');
    expect(accountant.deposits_today).toMatchObject({ amount: '8000.00', count: 2 });
    expect(accountant.cash_with_associates).toMatchObject({ amount: '12500.00', of: 1 });
    expect((await figures('hub')).cash_with_associates?.amount).toBe('12500.00');
    expect((await figures('other hub')).cash_with_associates).toMatchObject({ amount: '0.00', of: 0 });
    const report = await world.call('POST', 'ledger_log/reconciliation_report', { head: 'sales_officer' });
    const [row] = report.data.rows as { cash_collected: string; deposits: string }[];
    expect(Number(row?.cash_collected) + Number(row?.deposits)).toBe(-12_500);
    server.clock.now = NOW + DAY;
    const next = await figures('accountant', { days: '7' });
    expect(next.deposits_today).toMatchObject({ amount: '0.00', count: 0, days: [0, 0, 0, 0, 0, 2, 0] });
    expect(next.deposits_today?.period).toEqual({ count: 2, amount: '8000.00', before: null });
    // 20,000 were taken and 7,500 of them paid in on the day before.
    expect(next.cash_with_associates?.days).toEqual([0, 0, 0, 0, 0, 12_500, 12_500]);
    expect(next.owed_by_retailers?.days.slice(-3)).toEqual([0, 25_000, 25_000]);
    expect((await figures('accountant', { seller_id: world.hub })).deposits_today?.period?.count).toBe(2);
    expect((await figures('accountant', { seller_id: world.hub2 })).deposits_today?.period?.count).toBe(0);
    expect((await figures('accountant', { seller_id: world.hub2 })).cash_with_associates?.of).toBe(0);
    server.clock.now = NOW;
  });

  test('an associate is told the own cash, goods and deliveries and nobody else’s; the hub all of its associates', {
    tags: ['B10.4a', 'B5.4'],
  }, async () => {
    // 60 - 6 + 150 of milk were issued; the completed order of 36 came from the associate's goods where it is marked so.
    const [held] = (
      await sql<{
        sold: number;
      }>`select coalesce(sum(i.quantity), 0)::int4 as sold from order_group g join order_item i on i.order_group_id = g._id
        where g.sales_officer_id = ${world.rep} and g.da_stock and g.tag = 'completed'`.execute(database().kysely)
    ).rows;
    const milk = 204 - (held?.sold ?? 0);
    const own = await figures('rep');
    expect(own.my_cash).toMatchObject({ amount: '12500.00' });
    expect(own.my_deliveries).toMatchObject({ count: 1, amount: '15000.00', of: 1 });
    expect(own.my_stock).toMatchObject({
      count: milk / 12 + 2,
      amount: ((milk * 15_000) / 12 + 2 * 1_000).toFixed(2),
      of: 2,
    });
    const goods = (await ask('home/my_goods', 'rep')).data as unknown as RunsOut['rows'];
    expect(goods.map((row) => [row.product_id, row.quantity])).toEqual([
      [world.milk, milk],
      [world.soap, 14],
    ]);
    expect(JSON.stringify(goods)).not.toMatch(/price|cost/);
    // The office reads the same of each associate, with what is in hand.
    const officer = (who: string, sales_officer_id = world.rep) =>
      server.call('POST', 'home/officer', { sales_officer_id }, { token: tokens[who] ?? '' });
    for (const who of ['rep', 'hub', 'support']) expect((await officer(who)).code, who).toBe(403);
    const allCash = (who: string) => server.call('GET', 'home/cash', undefined, { token: tokens[who] ?? '' });
    for (const who of ['rep', 'hub', 'support']) expect((await allCash(who)).code, who).toBe(403);
    expect((await officer('staff', 'nobody')).message).toBe('Sales officer not found');
    expect((await officer('staff')).data).toMatchObject({
      ...{ cash: '12500.00', open: 1, open_amount: '15000.00', delivered: 1 },
      ...{ cases: milk / 12 + 2, stock_amount: ((milk * 15_000) / 12 + 2 * 1_000).toFixed(2) },
      goods: [
        { product_id: world.milk, quantity: milk },
        { product_id: world.soap, quantity: 14 },
      ],
    });
    const cash = (await allCash('staff')).data as unknown as Record<string, string>;
    expect(cash[world.rep]).toBe('12500.00');
    // Nothing of people without cash.
    expect(Object.values(cash)).not.toContain('0.00');
    const mine = await work('rep');
    expect(Object.keys(mine)).toEqual(['deliveries']);
    expect(mine.deliveries).toMatchObject({
      total: 1,
      rows: [
        {
          ...{ who: `Iya Basira Stores ${world.run}`, lines: 1, since: NOW - DAY, amount: '15000.00' },
          // What to hand over, without the right to open the order.
          items: [{ quantity: 12, case_count: 12, amount: '15000.00' }],
        },
      ],
    });
    expect(await work('ambassador')).toEqual({});
    expect((await ask('home/my_goods', 'ambassador')).data).toEqual([]);
    expect((await ask('home/my_visits', 'nobody')).code).toBe(401);
    for (const who of ['staff', 'hub', 'ambassador'])
      expect((await ask('home/my_visits', who)).data, who).toEqual({ day: null, total: 0, rows: [] });
    expect((await ask('home/associates', 'hub')).data).toEqual([
      {
        _id: world.rep,
        name: `Bola Rep ${world.run}`,
        delivered: 1,
        delivered_amount: '45000.00',
        open: 1,
        open_amount: '15000.00',
        cash: '12500.00',
      },
    ]);
    expect((await ask('home/associates', 'other hub')).data).toEqual([]);
  });

  test('the visits of a route plan are those of today or of the next day with any, each with the last order at the own hub', {
    tags: ['RTE-08', 'RTE-11'],
  }, async () => {
    const visit = (buyer: string, day: number, week: number, index: number) =>
      putRow(database(), 'route_plan', {
        ...{ _id: newId(), created: NOW, modified: NOW, sales_officer_id: world.rep, buyer_id: buyer },
        ...{ day, week, index, status: 'active' },
      });
    const today = visitDay(NOW);
    // Saturday. Nobody visits on Sunday, so the next day is Monday.
    expect(today.day).toBe(6);
    const monday = visitDay(NOW + 2 * DAY);
    const [new1, closed] = [await world.buyer('Mama New'), await world.buyer('Shut Shop', { status: 'inactive' })];
    const visits = async () => (await ask('home/my_visits', 'rep')).data as unknown as MyVisits;
    expect((await visits()).rows).toEqual([]);
    // Who is closed is not visited, and nobody on a day of another week.
    await visit(closed, today.day, 0, 1);
    await visit(new1, today.day, (today.week % 4) + 1, 1);
    await visit(world.shop, monday.day, monday.week, 2);
    await visit(new1, monday.day, 0, 1);
    const next = await visits();
    expect(next).toMatchObject({ day: startOfDay(NOW + 2 * DAY), total: 2 });
    expect(next.rows.map(({ name }) => name.split(' ')[0])).toEqual(['Mama', 'Iya']);
    expect(next.rows[0]?.last).toBeNull();
    const { rows } = await sql<{
      at: number;
      total: number;
    }>`select created as at, total_kobo::int8 as total from order_group
      where buyer_id = ${world.shop} and seller_id = ${world.hub} and tag in ('pending', 'delivered', 'completed') order by created desc limit 1`.execute(
      database().kysely,
    );
    expect(next.rows[1]?.last).toEqual({ at: rows[0]?.at, amount: ((rows[0]?.total ?? 0) / 100).toFixed(2) });
    await visit(world.shop, today.day, 0, 1);
    expect(await visits()).toMatchObject({ day: startOfDay(NOW), total: 1 });
    // Its retailers are two, and those who ordered are told by day. The closed one does not count.
    const own = await figures('rep');
    expect(own.my_retailers).toMatchObject({ count: 2, of: 1 });
    expect(own.my_retailers?.days.some((many) => many === 1)).toBe(true);
    expect(own.my_orders?.period?.count).toBeGreaterThan(0);
    expect(own.my_waiting?.days).toHaveLength(30);
    expect(own.my_waiting?.days.at(-1)).toBe(own.my_waiting?.count);
  });

  test('work says who, hub, lines, age and amount; the hub sees what it expects without amounts', {
    tags: ['B5.10', 'B4'],
  }, async () => {
    const coming = await world.order(world.shipIn, [
      [world.milk, 120],
      [world.soap, 7],
    ]);
    const open = (await work('officer')).open_transfers;
    expect(open?.kinds).toEqual({ shipment_in: 1 });
    expect(open?.begun, 'the office announced it').toEqual({ shipment_in: 0 });
    const [transfer] = open?.rows ?? [];
    expect(transfer).toMatchObject({
      _id: coming,
      who: `Dangote Depot ${world.run}`,
      hub: `Mushin Hub ${world.run}`,
      lines: 2,
      since: NOW,
      amount: '121000.00',
      transfer: 'shipment_in',
    });
    const hub = await work('hub');
    expect(Object.keys(hub)).toEqual(['expected', 'pending_groups']);
    expect(hub.expected?.rows).toMatchObject([{ _id: coming, lines: 2, amount: null, transfer: 'shipment_in' }]);
    expect(Object.keys(await work('other hub'))).toEqual([]);
    expect((await figures('hub')).expected).toMatchObject({ count: 1, of: 2, since: NOW });
    expect((await figures('other hub')).expected).toMatchObject({ count: 0, of: 0, since: null });
    expect((await figures('officer')).expected).toMatchObject({ count: 1, of: 2 });
    const support = await work('support');
    expect(Object.keys(support)).toEqual(['pending_groups', 'carts']);
    expect(support.pending_groups?.rows[0]).toMatchObject({
      who: `Iya Basira Stores ${world.run}`,
      hub: `Mushin Hub ${world.run}`,
      lines: 1,
      since: NOW - DAY,
      amount: '15000.00',
    });
    expect((await work('accountant')).owing_groups?.rows).toMatchObject([{ amount: '25000.00', lines: 1 }]);
  });
});
