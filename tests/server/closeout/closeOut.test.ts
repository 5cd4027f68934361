/** The close-out of an associate's day (decision 0550): refusals first, then figures, signatures, what comes after the close, and random days told twice. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signaturePath } from '#domain/closeOut.ts';

import { DAY, startOfDay } from '#domain/time.ts';
import { chance } from '#tests/support/chance.ts';
import { describeForTwoServers } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Ask, type Data, NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

const TODAY = startOfDay(NOW);
const PATH = signaturePath([Array.from({ length: 30 }, (_, at) => [at * 20, 100 + (at % 5) * 10] as const)]);
const kobo = (naira: unknown) => Math.round(Number(naira) * 100);

describeForTwoServers('close-outs', (database) => {
  let server: TestServer;
  let w: OrderWorld;
  let accountant: { token: string; user_id: string };
  beforeAll(async () => {
    server = await startServer(database());
  });
  beforeEach(async () => {
    server.clock.now = NOW;
    w = await makeOrderWorld(database(), server);
    accountant = await server.signInAs('manager.accountant', { name: 'Amaka Accounts' });
    await w.fill([[w.milk, 480]]);
    await w.execute(await w.order(w.issue, [[w.milk, 120]]));
  });

  const today = () => startOfDay(server.clock.now);
  const read = async (day = today(), ask: Ask = {}) =>
    (await w.call('GET', 'close_out/read_day', { sales_officer_id: w.rep, day }, ask)).data as Data;
  const days = async (fields: Record<string, unknown> = {}, ask: Ask = {}) =>
    (await w.call('GET', 'close_out/read_days', fields, ask)).data as unknown as Data[];
  const digestOf = async (day = today()) => String(((await read(day)).now as Data).digest);
  const drawn = { officer_path: PATH, taker_path: PATH };
  /** Closes a day as the accountant, with the figures of now. */
  const close = async (fields: Record<string, unknown> = {}, ask: Ask = {}, day = today()) =>
    w.call(
      'POST',
      'close_out/close',
      { sales_officer_id: w.rep, day, expect_digest: await digestOf(day), ...drawn, ...fields },
      { key: newKey(), token: accountant.token, ...ask },
    );
  const reopen = (_id: unknown, note: string, ask: Ask = {}) =>
    w.call('POST', 'close_out/reopen', { _id, note }, { key: newKey(), token: accountant.token, ...ask });
  const closes = async () =>
    (await sql`select 1 from close_out where sales_officer_id = ${w.rep}`.execute(database().kysely)).rows.length;
  /** An order of milk for the associate, delivered and paid in cash in part. */
  async function delivered(units: number, cash: number) {
    const id = await w.ordered([[w.milk, units]], 'delivered');
    if (cash > 0)
      expect(
        (
          await w.pay(id, [
            ['payment_method', 'cash'],
            ['payment_cash', String(cash)],
          ])
        ).code,
      ).toBe(200);
    return id;
  }
  const handIn = (value: number) =>
    w.call(
      'POST',
      'ledger_log/deposit_to',
      { head: 'sales_officer', subhead: 'wallet', owner: w.rep, value, description: 'Cash handed in', tag: 'cash' },
      { key: newKey() },
    );

  describe('refused', () => {
    test('without the right, and the day of another hub or of another associate', { tags: ['CLO-01'] }, async () => {
      const manager = await server.signInAs('sales_officer.manager', { seller_id: w.hub2 });
      const other = await server.signInAs('sales_officer.rep', { seller_id: w.hub });
      const officer = { token: w.officer.token };
      const fields = { sales_officer_id: w.rep, day: TODAY };
      expect((await w.call('GET', 'close_out/read_day', fields, officer)).code).toBe(403);
      expect((await w.call('GET', 'close_out/read_day', fields, { token: manager.token })).code).toBe(404);
      expect((await w.call('GET', 'close_out/read_day', fields, { token: other.token })).code).toBe(404);
      expect((await close({}, { token: other.token })).code).toBe(403);
      expect((await close({}, { token: manager.token })).code).toBe(404);
      expect((await close({}, { token: w.staff.token })).code).toBe(403);
      expect(await closes()).toBe(0);
    });

    test('the future, what is no day, a day long ago and the own day', { tags: ['CLO-02'] }, async () => {
      const digest = { expect_digest: await digestOf() };
      expect((await close(digest, {}, TODAY + DAY)).message).toBe(
        '27 Nov has not begun. Close it on the day.'.replace(
          '27 Nov',
          `${new Date((TODAY + DAY + 3600) * 1000).getUTCDate()} Nov`,
        ),
      );
      expect((await close(digest, {}, TODAY + DAY)).code).toBe(422);
      expect((await w.call('GET', 'close_out/read_day', { sales_officer_id: w.rep, day: TODAY + 60 })).code).toBe(422);
      expect((await close({}, {}, TODAY - 15 * DAY)).message).toBe('Only the last 14 days can be closed.');
      const hubManager = await server.signInAs('sales_officer.manager', { seller_id: w.hub, name: 'Own Day' });
      await sql`update sales_officer set user_id = ${hubManager.user_id} where _id = ${w.rep}`.execute(
        database().kysely,
      );
      const own = await close({}, { token: hubManager.token });
      expect([own.code, own.message]).toEqual([403, 'You cannot close your own day. Another person must close it.']);
      expect(await closes()).toBe(0);
    });

    test('a missing signature, a slip, an endless one, and another one’s name or password', {
      tags: ['CLO-03'],
    }, async () => {
      const wrong: [Record<string, unknown>, string][] = [
        [{ officer_path: '' }, `The signature of Bola Rep ${w.run} is missing.`],
        [{ taker_path: '' }, 'The signature of Amaka Accounts is missing.'],
        [{ officer_path: 'M1 1L2 2' }, 'The signature is too short. Sign again.'],
        [{ officer_path: 'M1 1<script>' }, 'The signature cannot be read. Sign again.'],
        [{ officer_path: PATH.replace('M0', 'M1001') }, 'The signature cannot be read. Sign again.'],
        [{ taker_path: '', taker_name: 'Adaeze Admin' }, 'Type the name as it stands here: Amaka Accounts.'],
        [{ taker_path: '', taker_name: 'Amaka Accounts' }, 'Your password is not correct.'],
        [
          { taker_path: '', taker_name: 'Amaka Accounts', hash_own: passwordHash('Wrong-horse-7') },
          'Your password is not correct.',
        ],
      ];
      for (const [fields, message] of wrong) {
        const answer = await close(fields);
        expect([answer.code, answer.message]).toEqual([422, message]);
      }
      expect(await closes()).toBe(0);
    });

    test('figures that changed since they were seen, which the answer tells', { tags: ['CLO-04'] }, async () => {
      const seen = await digestOf();
      await handIn(500);
      const answer = await close({ expect_digest: seen });
      expect([answer.code, answer.data.error ?? answer.data.code ?? 'items_changed']).toEqual([409, 'items_changed']);
      expect(((answer.data.current as Data).money as Data).handed_in).toBe('500.00');
      expect(await closes()).toBe(0);
    });

    test('counts of goods that are not there, or twice', { tags: ['CLO-05'] }, async () => {
      expect((await close({ product_ids: [w.rice], counts: [1] })).code).toBe(422);
      expect((await close({ product_ids: [w.milk, w.milk], counts: [1, 1] })).message).toBe(
        'Each product is counted only once.',
      );
      expect((await close({ product_ids: [w.milk] })).message).toBe('Each product needs its count.');
    });

    test('a second close, also at once, and any other change of what was signed', { tags: ['CLO-06'] }, async () => {
      const both = await Promise.all([close(), close({}, { token: w.admin.token })]);
      expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect((await close()).message).toMatch(/was closed by .* at \d\d:\d\d\.$/);
      expect(await closes()).toBe(1);
      const db = database().kysely;
      for (const change of [
        sql`update close_out set figures = '{}' where sales_officer_id = ${w.rep}`,
        sql`update close_out set status = 'reopened', reopened_at = 1, taker_signature = 'x' where sales_officer_id = ${w.rep}`,
        sql`delete from close_out where sales_officer_id = ${w.rep}`,
      ])
        await expect(change.execute(db)).rejects.toMatchObject({ code: 'KS004' });
    });

    test('opening again without the right, without a reason, twice', { tags: ['CLO-07'] }, async () => {
      const { _id } = (await close()).data;
      const manager = await server.signInAs('sales_officer.manager', { seller_id: w.hub });
      expect((await reopen(_id, 'A note was wrong', { token: manager.token })).code).toBe(403);
      expect((await reopen(_id, '')).code).toBe(422);
      expect((await reopen('none', 'A note was wrong')).code).toBe(404);
      expect((await reopen(_id, 'A note was wrong')).code).toBe(200);
      expect((await reopen(_id, 'A note was wrong')).message).toMatch(/was reopened already\.$/);
    });
  });

  test('a day tells goods and money, and its close keeps them with both signatures', { tags: ['CLO-08'] }, async () => {
    await delivered(24, 15_000);
    await handIn(9_000);
    await w.execute(await w.order(w.giveBack, [[w.milk, 36]]));
    const now = (await read()).now as Data;
    expect(now.money).toMatchObject({
      ...{ cash_before: '0.00', cash_taken: '15000.00', handed_in: '9000.00', cash_left: '6000.00' },
      ...{ issued: '120000.00', returned: '36000.00', delivered: '24000.00' },
    });
    expect(now.lines).toMatchObject([
      { before: 0, issued: 120, returned: 36, sold: 24, other: 0, left: 60, counted: null },
    ]);
    const { data, message } = await close({
      ...{ officer_path: '', officer_name: ` bola  rep ${w.run} `, hash_own: passwordHash('Correct-horse-7') },
      ...{ product_ids: [w.milk], counts: [58], note: 'Two broke' },
    });
    expect(message).toMatch(/closed\.$/);
    const after = await read();
    expect(after.closed).toMatchObject({
      ...{ _id: data._id, ref: data.ref, status: 'closed', note: 'Two broke', taker_id: accountant.user_id },
      officer: { name: `Bola Rep ${w.run}`, typed: true },
      taker: { name: 'Amaka Accounts', typed: false, mark: PATH },
    });
    expect(((after.closed as Data).signed as Data).money).toEqual(now.money);
    expect(((after.closed as Data).signed as Data).lines).toMatchObject([{ left: 60, counted: 58 }]);
    expect(after.changed_since).toBe(false);
    const history = await w.call('POST', 'audit_log/read_by_record', { model: 'sales_officer', record_id: w.rep });
    expect(JSON.stringify(history.data)).toContain(String(data.ref));
  });

  test('a key that is sent twice closes once and gets the same answer', { tags: ['CLO-06'] }, async () => {
    const key = newKey();
    const first = await close({}, { key });
    expect((await close({}, { key })).data).toEqual(first.data);
    expect(await closes()).toBe(1);
  });

  test('what is posted after the close stands after it, and the next day begins with it', {
    tags: ['CLO-09'],
  }, async () => {
    await delivered(24, 15_000);
    const signed = (await read()).now as Data;
    const { _id } = (await close()).data;
    await handIn(4_000);
    const later = await read();
    expect(later.changed_since).toBe(true);
    expect(((later.closed as Data).signed as Data).money).toEqual(signed.money);
    expect(((later.now as Data).money as Data).cash_left).toBe('11000.00');
    expect(((await read(TODAY + DAY)).now as Data).money).toMatchObject({
      cash_before: '11000.00',
      cash_taken: '0.00',
    });
    expect((await reopen(_id, 'Four thousand came after the close')).code).toBe(200);
    const open = await read();
    expect(open.closed).toBeNull();
    expect(open.before).toMatchObject([
      { _id, status: 'reopened', reopened_note: 'Four thousand came after the close' },
    ]);
    expect((await close()).code).toBe(200);
    expect(await closes()).toBe(2);
  });

  test('an open day is listed until it is closed, for the office, the hub and the associate', {
    tags: ['CLO-10'],
  }, async () => {
    const mine = async (ask: Ask = {}) =>
      (await days({ open_only: true }, ask)).filter((one) => (one.officer as Data)._id === w.rep);
    const rep = await server.signInAs('sales_officer.rep', { seller_id: w.hub });
    await sql`update sales_officer set user_id = ${rep.user_id} where _id = ${w.rep}`.execute(database().kysely);
    const manager = await server.signInAs('sales_officer.manager', { seller_id: w.hub });
    const stranger = await server.signInAs('sales_officer.manager', { seller_id: w.hub2 });
    for (const { token } of [accountant, rep, manager]) expect(await mine({ token })).toMatchObject([{ day: TODAY }]);
    expect(await mine({ token: stranger.token })).toEqual([]);
    await close();
    expect(await mine()).toEqual([]);
    expect((await days({ sales_officer_id: w.rep })).map((one) => one.day)).toEqual([TODAY]);
  });

  test('a day is work when it is over and open: not today, not for another hub, not once it is closed', {
    tags: ['CLO-13'],
  }, async () => {
    const work = async (token: string) => {
      const all = (await w.call('GET', 'work/read_mine', {}, { token })).data as unknown as Data[];
      const rows = all.find(({ kind }) => kind === 'open_days')?.rows as Data[] | undefined;
      return (rows ?? []).filter(({ _id }) => _id === w.rep);
    };
    const manager = await server.signInAs('sales_officer.manager', { seller_id: w.hub });
    const stranger = await server.signInAs('sales_officer.manager', { seller_id: w.hub2 });
    expect(await work(manager.token)).toEqual([]);
    server.clock.now += DAY;
    expect(await work(stranger.token)).toEqual([]);
    expect(await work(manager.token)).toMatchObject([{ model: 'sales_officer', note: String(TODAY) }]);
    expect((await close({}, {}, TODAY)).code).toBe(200);
    expect(await work(manager.token)).toEqual([]);
  });

  /** A second reckoning: plain sums over what the test itself did, in its own words. */
  test('random days: every figure is the second reckoning’s, and says what DA Reconciliation and the associate’s page say', {
    tags: ['CLO-11'],
  }, async () => {
    const { below, pick, one } = chance(Number(process.env.CLOSE_SEED ?? 7));
    const PRICE = 100_000; // kobo per unit of milk
    let [held, cashHeld] = [120, 0];
    for (let day = 0; day < 5; day += 1) {
      if (day > 0) server.clock.now += DAY;
      const figures = {
        cash_before: cashHeld,
        cash_taken: 0,
        handed_in: 0,
        issued: day === 0 ? 120 : 0,
        returned: 0,
        sold: 0,
      };
      const before = day === 0 ? 0 : held;
      for (let step = 0; step < 4; step += 1) {
        const units = 12 * (1 + below(2));
        const what = pick(['issue', 'return', 'deliver', 'hand']);
        if (what === 'issue') {
          await w.execute(await w.order(w.issue, [[w.milk, units]]));
          [figures.issued, held] = [figures.issued + units, held + units];
        } else if (what === 'return' && held >= units) {
          expect((await w.execute(await w.order(w.giveBack, [[w.milk, units]]))).message).toBe('Transfer successful.');
          [figures.returned, held] = [figures.returned + units, held - units];
        } else if (what === 'deliver') {
          const cash = one(3) ? 0 : 1_000 * (1 + below(12));
          await delivered(units, cash);
          [figures.sold, held] = [figures.sold + units, held - units];
          [figures.cash_taken, cashHeld] = [figures.cash_taken + cash * 100, cashHeld + cash * 100];
        } else if (what === 'hand') {
          const value = 100 * (1 + below(50));
          expect((await handIn(value)).code).toBe(200);
          [figures.handed_in, cashHeld] = [figures.handed_in + value * 100, cashHeld - value * 100];
        }
      }
      const now = (await read()).now as Data;
      const money = Object.fromEntries(Object.entries(now.money as Data).map(([name, naira]) => [name, kobo(naira)]));
      expect(money).toEqual({
        ...{
          cash_before: figures.cash_before,
          cash_taken: figures.cash_taken,
          handed_in: figures.handed_in,
          cash_left: cashHeld,
        },
        ...{ issued: figures.issued * PRICE, returned: figures.returned * PRICE, delivered: figures.sold * PRICE },
      });
      const { issued, returned, sold } = figures;
      expect(now.lines).toMatchObject([{ before, issued, returned, sold, other: 0, left: held, counted: null }]);
      const report = await w.call('POST', 'ledger_log/reconciliation_report', {
        ...{ head: 'sales_officer', seller_id: w.hub, from_timestamp: today(), to_timestamp: today() + DAY },
      });
      const line = (report.data.rows as Data[]).find((row) => row._id === w.rep);
      expect({
        ...{ cash_taken: 0 - kobo(line?.cash_collected), handed_in: kobo(line?.deposits) },
        ...{
          issued: 0 - kobo(line?.stock_issued),
          returned: kobo(line?.stock_returned),
          delivered: kobo(line?.orders_delivered),
        },
      }).toEqual({
        ...{ cash_taken: figures.cash_taken, handed_in: figures.handed_in },
        ...{ issued: issued * PRICE, returned: returned * PRICE, delivered: sold * PRICE },
      });
      const page = (await w.call('POST', 'home/officer', { sales_officer_id: w.rep })).data as Data;
      expect(kobo(page.cash)).toBe(cashHeld);
      if (one(2)) {
        expect((await close({}, { token: w.admin.token })).code).toBe(200);
        // Nothing moved: the ledgers tell the same after the close as before it.
        expect((await read()).changed_since).toBe(false);
      }
    }
  });
});
