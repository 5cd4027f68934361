/**
 * Reads that answer a whole log and grow with time (B13): up to their ceiling all of it, beyond it nothing but why. The ceilings are a
 * thousandth of the real ones here, which tests/domain/limits.test.ts names.
 */
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { MAX_UNPAGED, MAX_WALLET_LOGS } from '#domain/limits.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

vi.mock('#domain/limits.ts', async (real) => ({ ...(await real<object>()), MAX_UNPAGED: 200, MAX_WALLET_LOGS: 50 }));

describeEngineOfDay('ceilings', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database().kysely);
  const tooMany = { code: 413, data: { error: 'too_many_rows' } };

  /** So many entries of a wallet, a second apart and older than now. */
  async function fill(owner: string, head: string, count: number): Promise<string> {
    const id = `ledger_${owner}`;
    await run(sql`insert into ledger (_id, head, owner, balance_kobo, created, modified) values (${id}, ${head}, ${owner}, 0, ${NOW}, ${NOW})
      on conflict do nothing`);
    await run(sql`insert into ledger_log (_id, ledger_id, created, tag, value_kobo, effect_kobo, balance_after_kobo, description)
      select ${id} || '-' || n, ${id}, ${NOW}::int8 - n, 'cash', 100, -100, -100, 'Filled' from generate_series(1, ${count}::int4) n`);
    return id;
  }

  test('of a wallet beyond the ceiling come the newest entries, all of the order asked for, and how many there are; one at the ceiling is whole', {
    tags: ['RPT-14', 'B5.15', 'B13'],
  }, async () => {
    const { rep } = world;
    const group = await world.ordered([[world.milk, 12]], 'pending');
    const { ref } = await world.group(group);
    const busy = await world.buyer('Busy Stores');
    const ledger = await fill(busy, 'buyer', MAX_WALLET_LOGS + 4);
    await run(sql`update order_group set buyer_id = ${busy} where _id = ${group}`);
    const oldest = `${ledger}-${MAX_WALLET_LOGS + 5}`;
    await run(sql`insert into ledger_log (_id, ledger_id, created, tag, value_kobo, effect_kobo, balance_after_kobo, description, ref_type, ref_id)
      values (${oldest}, ${ledger}, ${NOW - MAX_WALLET_LOGS - 5}, 'cash', 100, -100, -100, 'Of the order', 'order_group', ${group})`);
    await fill(rep, 'sales_officer', MAX_WALLET_LOGS);
    const { code, data } = await world.call('POST', 'ledger_log/order_group_reconciliation', { ref });
    expect(code).toBe(200);
    expect(data.buyer.logs_total).toBe(MAX_WALLET_LOGS + 5);
    expect(data.buyer.logs).toHaveLength(MAX_WALLET_LOGS + 1);
    expect(data.buyer.logs.at(-2)).toMatchObject({ created: NOW - MAX_WALLET_LOGS, own: false });
    expect(data.buyer.logs.at(-1)).toMatchObject({ _id: oldest, own: true });
    expect(data.sales_officer.logs).toHaveLength(MAX_WALLET_LOGS);
    expect(data.sales_officer.logs_total).toBe(MAX_WALLET_LOGS);
  });

  test('a wallet log beyond the ceiling is refused without a page; dates or pages narrow it', {
    tags: ['LED-03', 'B13'],
  }, async () => {
    const ledger_id = await fill(await world.buyer('Endless Stores'), 'buyer', MAX_UNPAGED + 1);
    const ask = (more: object) => world.call('GET', 'ledger_log/read_by_ledger', { ledger_id, ...more });
    expect(await ask({})).toMatchObject({ ...tooMany, message: 'Too many rows. Please use page and per_page.' });
    expect((await ask({ page: 1 })).data).toMatchObject({ total: MAX_UNPAGED + 1 });
    expect((await ask({ from_timestamp: NOW - 30 })).data).toHaveLength(30);
    expect((await ask({ from_timestamp: NOW - MAX_UNPAGED })).data).toHaveLength(MAX_UNPAGED);
  });

  test('the log of a warehouse beyond the ceiling is refused without a page; a search that leaves as many as fit is answered whole', {
    tags: ['WH-26', 'B13'],
  }, async () => {
    const { hub, milk, soap } = world;
    const warehouse_id = `warehouse_full_${world.run}`;
    await run(sql`insert into warehouse (_id, created, modified, parent_type, parent, owner_name, status)
      values (${warehouse_id}, ${NOW}, ${NOW}, 'seller', ${hub}, 'Full Hub', 'inactive')`);
    await run(sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after, created, timestamp)
      select ${warehouse_id} || '-' || n, 'ADJ', 'adjustment', ${warehouse_id}, case when n = 1 then ${soap} else ${milk} end, 1, 100, 100, n,
        ${NOW}, ${NOW} from generate_series(1, ${MAX_UNPAGED + 1}::int4) n`);
    const ask = (more: object) => world.call('POST', 'warehouse_log/read_by_warehouse', { warehouse_id, ...more });
    expect(await ask({})).toMatchObject(tooMany);
    expect((await ask({ page: 2 })).data).toMatchObject({ total: MAX_UNPAGED + 1 });
    expect((await ask({ search: 'milk' })).data).toHaveLength(MAX_UNPAGED);
  });

  test('a page of a warehouse log that is no whole number is refused, not guessed', { tags: ['API-1.5'] }, async () => {
    const warehouse_id = `warehouse_pages_${world.run}`;
    await run(sql`insert into warehouse (_id, created, modified, parent_type, parent, owner_name, status)
      values (${warehouse_id}, ${NOW}, ${NOW}, 'seller', ${world.hub}, 'Paged Hub', 'inactive')`);
    const ask = (more: object) => world.call('POST', 'warehouse_log/read_by_warehouse', { warehouse_id, ...more });
    for (const page of ['1.01', '1e20', 'abc'])
      expect(await ask({ page })).toMatchObject({ code: 400, message: 'Field page must be a number.' });
    expect(await ask({ page: 1, per_page: '2.5' })).toMatchObject({
      code: 400,
      message: 'Field per_page must be a number.',
    });
    expect((await ask({ page: 0, per_page: 1_000 })).data).toEqual({ rows: [], total: 0 });
  });

  test('the list of notifications without pages holds all of them or is refused: it was cut at a thousand without a word', {
    tags: ['B9.2a', 'B13'],
  }, async () => {
    const ask = () => world.call('GET', 'notification/read_all');
    const before = (await ask()).data.length;
    const send = (from: number, to: number) =>
      run(sql`insert into notification (_id, created, modified, title, message, include, exclude, send_sms_too, count, gateway)
        select ${`note_${world.run}_`} || n, ${NOW}, ${NOW}, 'Filled', 'Filled', '*', '-', false, 0, 'simulated'
        from generate_series(${from}::int4, ${to}::int4) n`);
    await send(1, MAX_UNPAGED - before + 1);
    expect(await ask()).toMatchObject(tooMany);
    expect((await world.call('GET', 'notification/read_all', { page: 1 })).data.total).toBe(MAX_UNPAGED + 1);
    await run(sql`update notification set deleted_at = ${NOW} where _id = ${`note_${world.run}_1`}`);
    expect((await ask()).data).toHaveLength(MAX_UNPAGED);
  });

  test('what was sold of each product in each month is answered whole or refused, as CSV too; one year narrows it', {
    tags: ['PROD-36', 'B8.8', 'B13'],
  }, async () => {
    const { buyer, hub, run: own, maker2 } = world;
    const shop = await buyer('Sold Stores');
    await run(sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      select ${`sold_${own}_`} || n, ${NOW}, ${NOW}, 'Sold ' || n, 'Of a test', ${`sold_${own}_`} || n, 12, 1, 100, ${`brand2_${own}`}
      from generate_series(1, ${MAX_UNPAGED}::int4) n`);
    for (const [at, year] of [2019, 2020].entries()) {
      const id = `sold_${own}_${year}`;
      const created = Date.UTC(year, 5, 1) / 1_000;
      await run(sql`insert into order_group (_id, created, modified, ref, tag, buyer_id, seller_id)
        values (${id}, ${created}, ${NOW}, ${id}, 'delivered', ${shop}, ${hub})`);
      await run(sql`insert into "order" (_id, created, modified, ref, order_group_id, manufacturer_id, tag)
        values (${id}, ${created}, ${NOW}, ${id}, ${id}, ${maker2}, 'completed')`);
      await run(sql`insert into order_item (_id, created, modified, order_id, order_group_id, product_id, quantity, amount_kobo, line_kobo)
        select ${`${id}-`} || n, ${created}, ${NOW}, ${id}, ${id}, ${`sold_${own}_`} || n, 1, 100, 100
        from generate_series(1, ${at === 0 ? MAX_UNPAGED : 1}::int4) n`);
    }
    const ask = (more: object) => world.call('POST', 'product/history', { seller_id: hub, as_csv: false, ...more });
    const refused = { ...tooMany, message: 'Too many rows. Please ask for one year and one hub.' };
    expect(await ask({})).toMatchObject(refused);
    expect(await ask({ as_csv: true })).toMatchObject(refused);
    expect((await ask({ year: 2019 })).data.products).toHaveLength(MAX_UNPAGED);
    expect((await ask({ year: 2020 })).data.products).toHaveLength(1);
  });

  test('a list of a model beyond the ceiling is refused without a page', { tags: ['API-1.5', 'B13'] }, async () => {
    await run(sql`insert into store_type (_id, created, modified, name, description)
      select ${`type_${world.run}_`} || n, ${NOW}, ${NOW}, ${`Type ${world.run} number `} || n || 'z', 'Filled' from generate_series(1, ${MAX_UNPAGED + 1}::int4) n`);
    expect(await world.call('GET', 'store_type/read_all')).toMatchObject(tooMany);
    // A letter that no id holds: "11z" is 11 and 111.
    const found = await world.call('GET', 'store_type/read_all', { search: `${world.run} 11z` });
    expect(found).toMatchObject({ code: 200, data: [{}, {}] });
    expect(found.data).toHaveLength(2);
  });
});
