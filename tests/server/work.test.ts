/** work/read_mine: what waits for whom. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Work } from '#contract/home/workCalls.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld } from '#tests/support/orderWorld.ts';
import { passwordHash, startServer, type TestServer } from '#tests/support/server.ts';
import { makeCountWorld } from '#tests/support/stocktakeWorld.ts';

describeEachEngine('work to do', (database) => {
  let server: TestServer;
  let admin: string;
  const mine = async (token: string) => (await server.call('GET', 'work/read_mine', {}, { token })).data as Work[];
  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
  });

  test('who holds nothing has nothing to do; a kind without a record is not told', { tags: ['B10.2'] }, async () => {
    expect(await mine((await server.signInAs('manager.buyer')).token)).toEqual([]);
    expect(await mine((await server.signInAs('manager.warehouse_officer')).token)).toEqual([]);
  });
  test('a starter password that was made and not changed waits for the administrator alone', {
    tags: ['B10.6'],
  }, async () => {
    const made = await server.call(
      'POST',
      'manager/signup',
      { name: 'Ọjọ́ Àjàyí', phone: '08029991234', email: 'ojo@example.test', status: 'active', role: 'manager.staff' },
      { token: admin },
    );
    expect(await mine(admin)).toEqual([]);
    await server.call(
      'POST',
      'user/starter_password',
      { _id: made.data, hash_own: passwordHash('Correct-horse-7') },
      { token: admin },
    );
    expect(await mine(admin)).toMatchObject([
      {
        kind: 'starter_passwords',
        total: 1,
        rows: [{ model: 'manager', _id: made.data, title: 'Ọjọ́ Àjàyí', note: '08029991234' }],
      },
    ]);
    const staff = await server.signInAs('manager.staff');
    expect(await mine(staff.token)).toEqual([]);
  });
  test('an open stocktake waits for who may count it or approve it, and for nobody of another hub', {
    tags: ['STK-38'],
  }, async () => {
    const w = await makeCountWorld(database(), server);
    const of = async ({ token }: { token: string }) => (await mine(token)).find((one) => one.kind === 'stocktakes');
    expect(await of(w.books)).toBeUndefined();
    const id = await w.begun();
    await w.counted(w.ngozi, id, [[w.milk, 119]]);
    const stranger = await server.signInAs('seller.manager', { seller_id: w.hub2 });
    expect(await of(stranger)).toBeUndefined();
    expect(await of(await server.signInAs('manager.customer_support'))).toBeUndefined();
    for (const who of [w.ngozi, w.books, w.hubManager])
      expect(await of(who)).toMatchObject({
        total: 1,
        rows: [{ model: 'stocktake', _id: id, note: '1 of 3 products counted', title: expect.stringMatching(/^STK-/) }],
      });
    // What two persons count differently is counted once more, and stays counted.
    await w.counted(w.musa, id, [[w.milk, 118]]);
    expect(await of(w.books)).toMatchObject({ rows: [{ note: '1 of 3 products counted, 1 to recount' }] });
    await w.cancel(id);
    expect(await of(w.books)).toBeUndefined();
  });
  test('a reversal waits for those who approve, and not for who asked', { tags: ['REV-22', 'REV-08'] }, async () => {
    const w = await makeOrderWorld(database(), server);
    const of = async ({ token }: { token: string }) => (await mine(token)).find((one) => one.kind === 'reversals');
    const receipt = await w.fill([[w.milk, 12, 12, '600000.00']]);
    const answer = await w.call('POST', 'purchase_order/reverse', { _id: receipt, reason: 'Typed twice' });
    expect(answer.data.status).toBe('asked');
    for (const who of [w.admin, w.officer, w.staff]) expect(await of(who)).toBeUndefined();
    expect(await of(w.accountant)).toMatchObject({
      total: 1,
      rows: [{ model: 'purchase_order', _id: receipt, note: 'Typed twice', who: w.admin.name, amount: '600000.00' }],
    });
    const fields = { reversal_id: answer.data._id, note: 'Not twice' };
    expect((await w.call('POST', 'purchase_order/refuse_reversal', fields)).code).toBe(200);
    expect(await of(w.accountant)).toBeUndefined();
  });
  test('claims that are open or sent wait for those who manage claims, the longest first', {
    tags: ['DISC-25'],
  }, async () => {
    const w = await makeOrderWorld(database(), server);
    const of = async ({ token }: { token: string }) => (await mine(token)).find((one) => one.kind === 'claims');
    const claimOf = async () => {
      const items = await w.items(await w.fill([[w.milk, 24, 12, '24000.00']]));
      const item_ids = items.map((one: { _id: string }) => one._id);
      return (await w.call('POST', 'claim/create', { item_ids })).data;
    };
    const [first, second] = [await claimOf(), await claimOf()];
    await w.call('POST', 'claim/send', { _id: first._id });
    for (const who of [w.officer, w.support]) expect(await of(who)).toBeUndefined();
    for (const who of [w.staff, w.accountant])
      expect(await of(who)).toMatchObject({
        total: 2,
        rows: [
          { model: 'claim', _id: first._id, title: first.ref, note: 'sent', amount: '12000.00', lines: 1 },
          { model: 'claim', _id: second._id, note: 'open' },
        ],
      });
    for (const { _id } of [first, second]) await w.call('POST', 'claim/cancel', { _id, note: 'Not theirs' });
    expect(await of(w.staff)).toBeUndefined();
  });
  test('transfers, orders and wallets wait for who may bring them to an end or may see a waiting order, the oldest first', {
    tags: ['B5.10', 'A1', 'B10.6'],
  }, async () => {
    const world = await makeOrderWorld(database(), server);
    const kinds = async (token: string) =>
      Object.fromEntries(
        (await mine(token)).map((one) => [one.kind, [one.total, one.rows.map((row) => row._id)] as const]),
      );
    const [admin, officer, staff, accountant, support] = [
      world.admin.token,
      world.officer.token,
      world.staff.token,
      world.accountant.token,
      world.support.token,
    ];
    expect(await kinds(officer)).toEqual({});
    await world.fill([[world.milk, 240]]);
    // A receipt waits for nobody.
    expect(await kinds(officer)).toEqual({});
    const transfers = [await world.order(world.issue, [[world.milk, 25]]), await world.order(world.reject)];
    expect((await kinds(officer)).open_transfers?.[0]).toBe(2);
    expect(new Set((await kinds(officer)).open_transfers?.[1])).toEqual(new Set(transfers));
    expect(Object.keys(await kinds(staff))).toEqual([]);
    const [open] = await mine(officer);
    const goods = new Map(open?.rows.map((row) => [row._id, row.goods]));
    // 25 units in cases of 12.
    expect(goods.get(transfers[0] ?? '')).toEqual({
      cases: 2,
      units: 1,
      names: [expect.stringMatching(/^Milk/)],
      begun: false,
    });
    expect(goods.get(transfers[1] ?? '')).toEqual({ cases: 0, units: 0, names: [], begun: false });

    const pending = await world.ordered([[world.milk, 12]], 'pending');
    expect(await kinds(staff)).toEqual({ pending_groups: [1, [pending]] });
    // Support may ask after the order, and cannot bring it to an end.
    expect(await kinds(support)).toEqual({ pending_groups: [1, [pending]] });

    const owing = await world.ordered([[world.milk, 12]], 'completed', { buyer: await world.buyer('Owing Kiosk') });
    expect((await kinds(accountant)).owing_groups).toEqual([1, [owing]]);
    expect((await kinds(staff)).owing_groups).toBeUndefined();
    // The order explains what he owes: no difference, nothing to reconcile.
    expect((await kinds(accountant)).unreconciled_buyers).toBeUndefined();

    const buyer = await world.buyer('Generous Kiosk');
    for (const [head, owner] of [
      ['buyer', buyer],
      ['sales_officer', world.rep],
    ] as const) {
      const response = await world.call('POST', 'ledger_log/deposit_to', {
        head,
        owner,
        value: '500',
        description: 'Nobody knows what for',
        tag: 'cash',
      });
      expect(response.code, response.message).toBe(200);
    }
    const found = (await mine(accountant)).filter((one) => one.kind.startsWith('unreconciled'));
    expect(found).toMatchObject([
      {
        kind: 'unreconciled_buyers',
        total: 1,
        rows: [{ model: 'buyer', _id: buyer, title: `Generous Kiosk ${world.run}`, note: '500.00' }],
      },
      {
        kind: 'unreconciled_officers',
        total: 1,
        rows: [
          {
            model: 'sales_officer',
            _id: world.rep,
            title: `Bola Rep ${world.run}`,
            hub: expect.any(String),
            note: '500.00',
          },
        ],
      },
    ]);
    // Who is over has no cash that waits.
    expect(found.flatMap(({ rows }) => rows.map(({ since }) => since))).toEqual([null, null]);
    for (const [at, head] of (['buyer', 'sales_officer'] as const).entries()) {
      const report = await world.call('POST', 'ledger_log/reconciliation_report', { head, only_difference: true });
      expect(report.data.rows.map((row: { _id: string; difference: string }) => [row._id, row.difference])).toEqual(
        found[at]?.rows.map((row) => [row._id, row.note]),
      );
    }
    expect(Object.keys(await kinds(staff))).toEqual(['pending_groups']);
    expect(Object.keys(await kinds(admin))).toEqual(
      expect.arrayContaining([
        'open_transfers',
        'pending_groups',
        'owing_groups',
        'unreconciled_buyers',
        'unreconciled_officers',
      ]),
    );
  });

  test("an associate's cash waits since the first that no deposit covers", { tags: ['B6.10'] }, async () => {
    const own = await makeOrderWorld(database(), server);
    await own.fill([[own.milk, 48]]);
    await own.execute(await own.order(own.issue, [[own.milk, 48]]));
    const paid = async (naira: string) => {
      const id = await own.ordered([[own.milk, 12]], 'completed');
      const response = await own.pay(id, [
        ['payment_method', 'cash'],
        ['payment_cash', naira],
      ]);
      expect(response.code, response.message).toBe(200);
      return id;
    };
    const row = async () =>
      (await mine(own.accountant.token))
        .find(({ kind }) => kind === 'unreconciled_officers')
        ?.rows.find(({ _id }) => _id === own.rep);
    const at = async (id: string) => {
      const { rows } = await sql<{
        created: number;
      }>`select x.created from ledger_log x join ledger l on l._id = x.ledger_id
        where l.head = 'sales_officer' and x.tag = 'cash' and x.ref_id = ${id}`.execute(database().kysely);
      return rows[0]?.created;
    };
    const first = await at(await paid('1000'));
    server.clock.now += 3_600;
    const second = await at(await paid('2000'));
    expect(second).toBeGreaterThan(first ?? 0);
    expect(await row()).toMatchObject({ amount: '-3000.00', since: first });
    const handIn = (value: string) =>
      own.call('POST', 'ledger_log/deposit_to', {
        ...{ head: 'sales_officer', owner: own.rep, value, description: 'A part', tag: 'cash' },
      });
    // A part of the first is still with him, then of the second alone.
    await handIn('400');
    expect(await row()).toMatchObject({ amount: '-2600.00', since: first });
    await handIn('600');
    expect(await row()).toMatchObject({ amount: '-2000.00', since: second });
    server.clock.now -= 3_600;
  });

  test('the lists of people have exactly those whose starter passwords the home counts', {
    tags: ['B10.6'],
  }, async () => {
    const world = await makeOrderWorld(database(), server);
    const rep = await server.signInAs('sales_officer.rep', { seller_id: world.hub });
    await sql`update sales_officer set user_id = ${rep.user_id} where _id = ${world.rep}`.execute(database().kysely);
    await sql`update user_account set must_change = true where _id = ${rep.user_id}`.execute(database().kysely);
    const one = (await mine(admin)).find(({ kind }) => kind === 'starter_passwords');
    expect(one).toMatchObject({ total: 2, kinds: { manager: 1, sales_officer: 1 } });
    const list = async (model: string, token: string, starter = '1') =>
      (
        (await server.call('GET', `${model}/read_all`, { starter, status: 'active', page: '1' }, { token }))
          .data as unknown as { rows: { _id: string }[] }
      ).rows.map((row) => row._id);
    const found = [await list('manager', admin), await list('sales_officer', admin)].flat();
    expect(found.sort()).toEqual(one?.rows.map((row) => row._id).sort());
    // Who may make none is not told who has one: for that person there is no such filter.
    expect(await list('sales_officer', world.staff.token)).toEqual(await list('sales_officer', world.staff.token, ''));
  });
});
