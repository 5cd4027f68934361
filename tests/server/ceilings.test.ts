/**
 * Reads that answer a whole log and grow with time (B13): up to their ceiling all of it, beyond it nothing but why. The ceilings are a
 * thousandth of the real ones here, which tests/domain/limits.test.ts names.
 */
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { MAX_UNPAGED, MAX_WALLET_LOGS } from '#domain/limits.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

vi.mock('#domain/limits.ts', async (real) => ({ ...(await real<object>()), MAX_UNPAGED: 200, MAX_WALLET_LOGS: 50 }));

describeEachEngine('ceilings', (database) => {
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

  test('RPT-14 B5.15 B13 a wallet beyond the ceiling is refused in words that say where its log comes in pages; one at the ceiling is answered whole', async () => {
    const { shop, rep } = world;
    const group = await world.ordered([[world.milk, 12]], 'pending');
    const { ref } = await world.group(group);
    const ask = () => world.call('POST', 'ledger_log/order_group_reconciliation', { ref });
    const busy = await world.buyer('Busy Stores');
    await fill(busy, 'buyer', MAX_WALLET_LOGS + 1);
    await run(sql`update order_group set buyer_id = ${busy} where _id = ${group}`);
    const { name } = (await world.call('GET', 'buyer/read', { _id: busy })).data[0];
    expect(await ask()).toMatchObject({
      ...tooMany,
      message: `The wallet of ${name} has more than 50 entries, too many to show at once. Open its balance history: it comes page by page.`,
      data: { head: 'buyer', owner: { _id: busy, name } },
    });
    // His history says the same log in pages.
    const paged = await world.call('GET', 'ledger_log/read_by_ledger', {
      ledger_id: `ledger_${busy}`,
      page: 6,
      per_page: 10,
    });
    expect(paged.data).toMatchObject({ total: MAX_WALLET_LOGS + 1, rows: [{ created: NOW - MAX_WALLET_LOGS - 1 }] });
    await run(sql`update order_group set buyer_id = ${shop} where _id = ${group}`);
    await fill(rep, 'sales_officer', MAX_WALLET_LOGS);
    const { code, data } = await ask();
    expect(code).toBe(200);
    expect(data.buyer.logs).toEqual([]);
    expect(data.sales_officer.logs).toHaveLength(MAX_WALLET_LOGS);
    expect(data.sales_officer.logs.at(-1)).toMatchObject({ created: NOW - MAX_WALLET_LOGS });
  });

  test('LED-03 B13 a wallet log beyond the ceiling is refused without a page; dates or pages narrow it', async () => {
    const ledger_id = await fill(await world.buyer('Endless Stores'), 'buyer', MAX_UNPAGED + 1);
    const ask = (more: object) => world.call('GET', 'ledger_log/read_by_ledger', { ledger_id, ...more });
    expect(await ask({})).toMatchObject({ ...tooMany, message: 'Too many rows. Please use page and per_page.' });
    expect((await ask({ page: 1 })).data).toMatchObject({ total: MAX_UNPAGED + 1 });
    expect((await ask({ from_timestamp: NOW - 30 })).data).toHaveLength(30);
    expect((await ask({ from_timestamp: NOW - MAX_UNPAGED })).data).toHaveLength(MAX_UNPAGED);
  });

  test('WH-26 B13 the log of a warehouse beyond the ceiling is refused without a page; a search that leaves as many as fit is answered whole', async () => {
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

  test('API-1.5 a page of a warehouse log that is no whole number is refused, not guessed', async () => {
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

  test('B9.2a B13 the list of notifications without pages holds all of them or is refused: it was cut at a thousand without a word', async () => {
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

  test('API-1.5 B13 a list of a model beyond the ceiling is refused without a page', async () => {
    await run(sql`insert into store_type (_id, created, modified, name, description)
      select ${`type_${world.run}_`} || n, ${NOW}, ${NOW}, ${`Type ${world.run} `} || n, 'Filled' from generate_series(1, ${MAX_UNPAGED + 1}::int4) n`);
    expect(await world.call('GET', 'store_type/read_all')).toMatchObject(tooMany);
    expect(
      (await world.call('GET', 'store_type/read_all', { search: `Type ${world.run} 1` })).data.length,
    ).toBeLessThan(200);
  });
});
