/** Deposits and reconciliation (LED, RPT-10 to RPT-16, B5.15, B6.5, B6.10). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { brokenWallets, makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('ledgers', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });
  const post = (path: string, fields: Record<string, unknown>, ask = {}) => world.call('POST', path, fields, ask);
  const body = (owner: string, more: Record<string, unknown> = {}) => ({
    head: 'buyer',
    subhead: 'wallet',
    owner,
    value: '5000',
    description: 'Paid at the desk',
    tag: 'cash',
    balance: '0',
    ...more,
  });
  const kobo = (money: string) => Math.round(Number(money) * 100);

  test('a deposit is refused without value, description or tag, at 0, too large, a correction without words, and to most roles', {
    tags: ['LED-06', 'LED-09'],
  }, async () => {
    const refused = async (more: Record<string, unknown>) =>
      (await post('ledger_log/deposit_to', body(world.shop, more))).message;
    expect(await refused({ value: '' })).toBe('Value field is required');
    expect(await refused({ description: '  ' })).toBe('Description field is required');
    expect(await refused({ tag: '' })).toBe('Tag field is required');
    expect(await refused({ tag: 'receipt' })).toBe('Tag field is required');
    expect(await refused({ value: 'ten' })).toBe('Value must be a number.');
    expect(await refused({ value: '0' })).toBe('Value must not be 0.');
    expect(await refused({ value: '1000000000' })).toBe('Value is too large.');
    expect(await refused({ value: '-5', description: 'oops' })).toBe('Description must be at least 10 characters.');
    expect(await refused({ description: 'x'.repeat(501) })).toBe('Description must be at most 500 characters.');
    expect(await refused({ owner: 'nobody' })).toBe('Buyer not found');
    expect(
      await post('ledger_log/deposit', { ledger_id: 'none', value: '1', description: 'x', tag: 'cash' }),
    ).toMatchObject({ code: 404, message: 'Ledger not found' });
    for (const { token } of [world.staff, world.support, world.officer])
      expect((await post('ledger_log/deposit_to', body(world.shop), { token })).code).toBe(403);
    expect(await world.wallet(world.shop)).toBe(0);
  });

  test('a head that no wallet or report has is a malformed request: 400', {
    tags: ['LED-01', 'LED-08', 'RPT-16'],
  }, async () => {
    const calls = [
      ['ledger/read_by_owner_specific', { owner: world.shop }],
      ['ledger_log/reconciliation_report', {}],
    ] as const;
    for (const [path, more] of calls)
      for (const head of ['agent', ''])
        expect(await post(path, { head, subhead: 'wallet', ...more }), `${path} "${head}"`).toMatchObject({
          code: 400,
          message: 'Head is not valid.',
          data: { error: 'bad_request' },
        });
  });

  test('a deposit makes the wallet, lowers what is owed, is posted once per key, and answers the new log', {
    tags: ['LED-02', 'LED-08', 'LED-09', 'B6.5'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const { token } = own.accountant;
    const before = await post('ledger/read_by_owner_specific', { head: 'buyer', subhead: 'wallet', owner: own.shop });
    expect(before.data).toMatchObject({ _id: '', balance: '0.00' });
    const key = newKey();
    const twice = await Promise.all([1, 2].map(() => post('ledger_log/deposit_to', body(own.shop), { token, key })));
    expect(twice.map((response) => response.code)).toEqual([200, 200]);
    expect(twice[0]).toMatchObject({ message: 'Deposit successful.', data: twice[1]?.data });
    const { data: ledger } = await post('ledger/read_by_owner_specific', {
      head: 'buyer',
      subhead: 'wallet',
      owner: own.shop,
    });
    expect(ledger).toMatchObject({ balance: '-5000.00', shown_balance: '5000.00' });
    await post('ledger_log/deposit', {
      ledger_id: ledger._id,
      value: '-500.5',
      description: 'Counted twice by mistake',
      tag: 'transfer',
    });
    const logs = (await world.call('GET', 'ledger_log/read_by_ledger', { ledger_id: ledger._id })).data;
    expect(logs).toMatchObject([
      {
        ...{ tag: 'transfer', value: '-500.50', effect: '500.50', balance_after: '-4499.50', ref_type: null },
        retailer: null,
      },
      {
        _id: twice[0]?.data,
        tag: 'cash',
        value: '5000.00',
        effect: '-5000.00',
        balance_after: '-5000.00',
        // API.md 1.1 "Every row": written once, never changed.
        ...{ created: NOW, modified: NOW, version: 1 },
        ...{ created_by: { name: 'Efe Accountant' }, modified_by: { name: 'Efe Accountant' } },
      },
    ]);
    // A page has the balance after each row, whatever page it is.
    const paged = { ledger_id: ledger._id, page: 2, per_page: 1 };
    expect((await world.call('GET', 'ledger_log/read_by_ledger', paged)).data.rows).toMatchObject([
      { balance_after: '-5000.00' },
    ]);
    // A row with an earlier date stands in the place of its date. The balances follow the order that is shown, and the newest is the balance of the wallet.
    await sql`with posted as (update ledger set balance_kobo = balance_kobo - 10000 where _id = ${ledger._id} returning balance_kobo)
      insert into ledger_log (_id, ledger_id, created, tag, value_kobo, effect_kobo, balance_after_kobo, description)
      select ${`${ledger._id}_early`}, ${ledger._id}, ${NOW - 86_400}, 'cash', 10000, -10000, balance_kobo, 'Of a day before' from posted`.execute(
      database().kysely,
    );
    expect((await world.call('GET', 'ledger_log/read_by_ledger', { ledger_id: ledger._id })).data).toMatchObject([
      { balance_after: '-4599.50' },
      { balance_after: '-5100.00' },
      { description: 'Of a day before', balance_after: '-100.00' },
    ]);
    expect((await world.call('GET', 'ledger_log/read_by_ledger', { ...paged, page: 3 })).data.rows).toMatchObject([
      { balance_after: '-100.00' },
    ]);
    // A row of an order names its retailer.
    await own.ordered([[own.milk, 12]], 'completed', { buyer: await own.buyer('Named Stores') });
    const named = (await own.call('GET', 'order_group/read_all', { page: 1, search: 'Named Stores' })).data.rows as {
      buyer: { _id: string };
    }[];
    const wallet = await post('ledger/read_by_owner_specific', { head: 'buyer', owner: named[0]?.buyer._id ?? '' });
    expect((await world.call('GET', 'ledger_log/read_by_ledger', { ledger_id: wallet.data._id })).data).toMatchObject([
      { tag: 'order', retailer: expect.stringContaining('Named Stores') },
    ]);
    for (const [head, owner] of [
      ['sales_officer', own.rep],
      ['distributor', own.distributor],
    ] as const)
      expect((await post('ledger_log/deposit_to', body(owner, { head }))).code).toBe(200);
    // B6.5: the last figures that are taken.
    const most = { value: '999999999.99', description: 'x'.repeat(500) };
    expect((await post('ledger_log/deposit_to', body(own.distributor, { head: 'distributor', ...most }))).code).toBe(
      200,
    );
    const back = { value: '-999999999.99', description: 'Ten words.' };
    expect((await post('ledger_log/deposit_to', body(own.distributor, { head: 'distributor', ...back }))).code).toBe(
      200,
    );
    expect(await own.wallet(own.distributor)).toBe(-500_000);
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('an order by its ref: not found, another hub, then both sides with their logs', {
    tags: ['RPT-10', 'RPT-13', 'RPT-14', 'B5.15'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    expect(await post('ledger_log/order_group_reconciliation', { ref: ' nosuch22 ' })).toMatchObject({
      code: 404,
      message: 'No order found with ref NOSUCH22.',
    });
    const first = await own.ordered([[own.milk, 12]], 'completed');
    const id = await own.ordered([[own.soap, 7]], 'completed');
    await own.pay(id, [
      ['payment_method', 'cash'],
      ['payment_cash', '400'],
    ]);
    await post('ledger_log/deposit_to', body(own.shop));
    const { ref } = await own.group(id);
    await post('ledger_tag/virtual_account_create', {
      parent_type: 'buyer',
      parent_id: own.shop,
      first_name: 'Basira',
      last_name: 'Test',
      bvn: '12345678901',
    });
    const { data } = await post('ledger_log/order_group_reconciliation', { ref: ` ${ref.toLowerCase()}` });
    const { data: ledger } = await post('ledger/read_by_owner_specific', {
      head: 'buyer',
      subhead: 'wallet',
      owner: own.shop,
    });
    expect(data.buyer.wallet.ledger_tags.virtual_account.account_number).toMatch(/^\d{10}$/);
    expect(data.buyer.wallet.ledger_tags).toEqual(ledger.ledger_tags);
    expect(data.sales_officer.wallet.ledger_tags).toEqual({ virtual_account: null });
    expect(data.order_group).toMatchObject({ _id: id, total: '1000.00', paid: '400.00', outstanding: '-600.00' });
    expect(data.buyer).toMatchObject({ _id: own.shop, wallet: { shown_balance: '-7600.00' } });
    expect(data.buyer.logs.map((log: Data) => [log.tag, log.own])).toEqual([
      ['cash', false],
      ['cash', true],
      ['order', true],
      ['order', false],
    ]);
    expect(data.sales_officer).toMatchObject({
      _id: own.rep,
      wallet: { balance: '400.00' },
      logs: [{ tag: 'cash', own: true }],
    });
    const alone = await own.ordered([[own.milk, 12]], 'pending', { rep: null });
    const { ref: lonely } = await own.group(alone);
    expect((await post('ledger_log/order_group_reconciliation', { ref: lonely })).data.sales_officer).toBeNull();
    const stranger = await server.signInAs('sales_officer.manager', { seller_id: own.hub2 });
    expect((await post('ledger_log/order_group_reconciliation', { ref }, { token: stranger.token })).code).toBe(404);
    // An associate who went to another hub is that hub's; those of no hub see both.
    const colleague = await server.signInAs('sales_officer.manager', { seller_id: own.hub });
    const asColleague = async () =>
      (await post('ledger_log/order_group_reconciliation', { ref }, { token: colleague.token })).data;
    expect((await asColleague()).sales_officer).toMatchObject({ _id: own.rep });
    await sql`update sales_officer set seller_id = ${own.hub2} where _id = ${own.rep}`.execute(database().kysely);
    expect(await asColleague()).toMatchObject({ buyer: { _id: own.shop }, sales_officer: null });
    expect((await post('ledger_log/order_group_reconciliation', { ref })).data.sales_officer).toMatchObject({
      _id: own.rep,
    });
    expect(first).not.toBe(id);
  });

  test('the logs of both wallets are whole: an order of 2,500 logs ago is found among them', {
    tags: ['RPT-11', 'B5.15'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([[own.soap, 7]], 'completed');
    await own.pay(id, [
      ['payment_method', 'cash'],
      ['payment_cash', '400'],
    ]);
    const { ref } = await own.group(id);
    const walletOf = async (head: string, owner: string) =>
      (await post('ledger/read_by_owner_specific', { head, subhead: 'wallet', owner })).data._id as string;
    const wallets = [await walletOf('buyer', own.shop), await walletOf('sales_officer', own.rep)];
    // 1 naira in, 1 naira out, so that the wallets stay the sum of their logs.
    for (const wallet of wallets)
      await sql`insert into ledger_log (_id, ledger_id, created, tag, value_kobo, effect_kobo, balance_after_kobo, description, ref_type, ref_id, created_by)
        select ${`${wallet}_`} || lpad(n::text, 4, '0'), ${wallet}, ${NOW} + n, 'cash', 100, case when n % 2 = 0 then 100 else -100 end,
          l.balance_kobo - case when n % 2 = 0 then 0 else 100 end, 'Of a test', null, null, null
        from generate_series(1, 2500) n, ledger l where l._id = ${wallet}`.execute(database().kysely);
    const { data, code, message } = await post('ledger_log/order_group_reconciliation', { ref });
    expect(code, message).toBe(200);
    for (const [at, [party, posted]] of (
      [
        [data.buyer, ['cash', 'order']],
        [data.sales_officer, ['cash']],
      ] as const
    ).entries()) {
      const logs = party.logs as Data[];
      expect(logs).toHaveLength(2500 + posted.length);
      expect(logs[0]?._id).toBe(`${wallets[at]}_2500`);
      expect(logs.slice(0, 2500).every((log) => !log.own)).toBe(true);
      expect(logs.slice(2500).map((log) => [log.tag, log.own])).toEqual(posted.map((tag) => [tag, true]));
    }
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('what an associate sold and never held is negative in hand, line by line, and moves no difference', {
    tags: ['K9'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    await own.fill([[own.milk, 24]]);
    await own.execute(await own.order(own.issue, [[own.milk, 24]]));
    const row = async () =>
      (
        await post('ledger_log/reconciliation_report', { head: 'sales_officer', subhead: 'wallet', seller_id: own.hub })
      ).data.rows.find((one: Data) => one._id === own.rep);
    const before = await row();
    expect(before).toMatchObject({ stock_value_held: '24000.00', difference: '0.00' });
    // Soap was never issued to him, of milk two cases were: three are sold.
    const id = await own.ordered(
      [
        [own.soap, 7],
        [own.milk, 36],
      ],
      'completed',
    );
    await own.pay(id, [
      ['payment_method', 'cash'],
      ['payment_cash', '1000'],
    ]);
    expect(await row()).toMatchObject({
      orders_delivered: '37000.00',
      cash_collected: '-1000.00',
      stock_value_held: '-13000.00',
      difference: '-1000.00',
    });
    const warehouse = await own.warehouseOf(own.rep);
    const lines = async () =>
      ((await post('warehouse_product/read_by_warehouse', { warehouse_id: warehouse })).data as Data[]).map(
        ({ product_id, quantity, sold, in_hand }) => ({ product_id, quantity, sold, in_hand }),
      );
    expect(await lines()).toEqual([
      { product_id: own.milk, quantity: 24, sold: 36, in_hand: -12 },
      { product_id: own.soap, quantity: 0, sold: 7, in_hand: -7 },
    ]);
    await own.tag(id, 'completed', 'cancelled', { reason: 'Never sold' });
    expect(await row()).toMatchObject({ stock_value_held: '24000.00', difference: '-1000.00' });
    expect((await lines())[1]).toEqual({ product_id: own.soap, quantity: 0, sold: 0, in_hand: 0 });
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('the reports: every row adds up, worst first, the day of the worked example closes at zero', {
    tags: ['RPT-16', 'B6.10'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const garri = await own.product('Garri', 10, 100_000);
    await own.fill([[garri, 1_000]]);
    await own.execute(await own.order(own.issue, [[garri, 1_000]]));
    await own.execute(await own.order(own.giveBack, [[garri, 200]]));
    const id = await own.ordered([[garri, 700]], 'completed');
    await own.pay(id, [
      ['payment_method', 'cash_transfer'],
      ['payment_cash', '50000'],
      ['payment_transfer', '10000'],
    ]);
    const read = async (head: string, more: Record<string, unknown> = {}) =>
      (await post('ledger_log/reconciliation_report', { head, subhead: 'wallet', ...more })).data as Data;
    expect((await post('ledger_log/reconciliation_report', { head: 'distributor' })).code).toBe(400);
    const mine = (await read('sales_officer', { seller_id: own.hub })).rows;
    expect(mine).toMatchObject([
      {
        _id: own.rep,
        seller: { _id: own.hub },
        opening: '0.00',
        stock_issued: '-100000.00',
        stock_returned: '20000.00',
        orders_delivered: '70000.00',
        cash_collected: '-50000.00',
        deposits: '0.00',
        other: '0.00',
        closing: '-60000.00',
        // 80 cases went with him, 70 were sold: 10 are in his hands.
        stock_value_held: '10000.00',
        difference: '-50000.00',
      },
    ]);
    await post('ledger_log/deposit_to', body(own.rep, { head: 'sales_officer', value: '50000' }));
    expect((await read('sales_officer', { seller_id: own.hub })).rows[0]).toMatchObject({
      deposits: '50000.00',
      closing: '-10000.00',
      difference: '0.00',
    });
    expect((await read('sales_officer', { seller_id: own.hub, only_difference: true })).total).toBe(0);
    const shop = (await read('buyer', { location_id: own.location })).rows;
    expect(shop).toMatchObject([
      {
        _id: own.shop,
        orders: '-70000.00',
        cash: '50000.00',
        transfer: '10000.00',
        closing: '-10000.00',
        orders_outstanding: '-10000.00',
        difference: '0.00',
      },
    ]);
    await post('ledger_log/deposit_to', body(own.shop, { tag: 'signup', value: '2000' }));
    const later = (await read('buyer', { location_id: own.location, from_timestamp: NOW, search: `basira ${own.run}` }))
      .rows[0];
    expect(later).toMatchObject({ opening: '0.00', other: '2000.00', closing: '-8000.00', difference: '2000.00' });
    expect(
      (await read('buyer', { location_id: own.location, from_timestamp: NOW + 1, to_timestamp: NOW + 9 })).rows[0],
    ).toMatchObject({
      opening: '-8000.00',
      orders: '0.00',
      closing: '-8000.00',
    });
    // The clock of another server may be ahead (B2.6): without dates the report is the wallet as it stands.
    server.clock.now = NOW + 30;
    await post('ledger_log/deposit_to', body(own.rep, { head: 'sales_officer', value: '10000' }));
    server.clock.now = NOW;
    expect((await read('sales_officer', { seller_id: own.hub })).rows[0]).toMatchObject({
      deposits: '60000.00',
      closing: '0.00',
    });
    for (const head of ['buyer', 'sales_officer']) {
      const all = await read(head);
      const columns = Object.keys(all.totals).filter(
        (name) => !['closing', 'difference', 'orders_outstanding', 'stock_value_held'].includes(name),
      );
      const differences = all.rows.map((row: Data) => kobo(row.difference));
      expect(differences).toEqual([...differences].sort((a: number, b: number) => a - b));
      for (const row of all.rows)
        expect(columns.reduce((sum, name) => sum + kobo(row[name]), 0)).toBe(kobo(row.closing));
      const { rows } = await sql<{
        total: number;
      }>`select sum(balance_kobo)::int8 as total from ledger where head = ${head}`.execute(world.db);
      expect(kobo(all.totals.closing)).toBe(-(rows[0]?.total ?? 0));
      const page = await read(head, { page: 1, per_page: 1 });
      expect([page.rows.length, page.total]).toEqual([1, all.rows.length]);
      expect(page.totals).toEqual(all.totals);
    }
    expect((await post('ledger_log/reconciliation_report', { head: 'buyer' }, { token: own.support.token })).code).toBe(
      403,
    );
  });
});
