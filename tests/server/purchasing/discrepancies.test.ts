/** Discrepancies and claims (decisions 0470 to 0472): refusals first, then lines, sums, and the steps of a claim. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeForTwoServers } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { type Ask, type Data, NOW, newKey, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, type Parties, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;
type Line = readonly [product: string, expected: number, accepted: number, reason?: string];

describeForTwoServers('discrepancies and claims', (database) => {
  let w: World;
  let server: TestServer;
  let accountant: { token: string };
  eachWorld(database, (started, made) => {
    w = made;
    server = started;
  });
  beforeEach(async () => {
    accountant = await server.signInAs('manager.accountant', { name: 'Amaka Accounts' });
  });

  /** A completed transfer with its lines, each expected, accepted and with a reason. Answers its id. */
  async function received(parties: Parties, lines: readonly Line[], at = NOW) {
    const id = (await w.call('POST', 'purchase_order/create', w.header(parties, { timestamp: at })))
      .data as unknown as string;
    for (const [product, expected, accepted, reason] of lines) {
      const put = await w.put(id, [product, expected, accepted], reason ? { reason } : {});
      expect(put.code).toBe(200);
    }
    expect((await w.execute(id)).message).toBe('Transfer successful.');
    return id;
  }
  const list = async (fields: Record<string, unknown> = {}, ask: Ask = {}) =>
    (await w.call('GET', 'discrepancy/read_all', { supplier_id: w.distributor, ...fields }, ask)).data;
  const summary = async (fields: Record<string, unknown> = {}, ask: Ask = {}) =>
    (await w.call('GET', 'discrepancy/summary', { supplier_id: w.distributor, ...fields }, ask)).data;
  const step = (what: string, fields: Record<string, unknown>, ask: Ask = {}) =>
    w.call('POST', `claim/${what}`, fields, { key: newKey(), ...ask });
  const readClaim = async (_id: string) => (await w.call('GET', 'claim/read', { _id })).data[0] as Data;
  const itemsOf = async (order: string) =>
    Object.fromEntries((await w.items(order)).map((one: Data) => [String(one.product_id), String(one._id)]));
  const claims = async () => (await sql`select 1 from claim`.execute(database().kysely)).rows.length;
  /** A shipment of which milk is 12 units short and soap 7 damaged, claimed. */
  async function claimed() {
    const order = await received(w.shipIn, [
      [w.milk, 48, 36],
      [w.soap, 14, 7, 'damaged'],
    ]);
    const items = await itemsOf(order);
    const made = await step('create', { item_ids: Object.values(items) });
    expect(made.code).toBe(200);
    return { order, items, claim: made.data };
  }

  describe('refused', () => {
    test('without the right, and values to a hub', { tags: ['DISC-01', 'DISC-02'] }, async () => {
      const order = await received(w.shipIn, [[w.milk, 24, 12]]);
      const other = await received(['distributor', w.distributor, 'seller', w.hub2], [[w.milk, 24, 12]]);
      const support = await server.signInAs('manager.customer_support');
      expect((await w.call('GET', 'discrepancy/read_all', {}, { token: support.token })).code).toBe(403);
      expect((await w.call('GET', 'discrepancy/summary', {}, { token: support.token })).code).toBe(403);
      const item_ids = Object.values(await itemsOf(order));
      const before = await claims();
      expect((await step('create', { item_ids }, { token: w.officer.token })).code).toBe(403);
      expect((await w.call('GET', 'claim/read_all', {}, { token: w.officer.token })).code).toBe(403);
      const manager = await server.signInAs('seller.manager', { seller_id: w.hub });
      const seen = await list({}, { token: manager.token });
      expect(seen.rows.map((row: Data) => [row.receipt, row.value])).toEqual([
        [{ _id: order, ref: expect.any(String), kind: 'shipment_in' }, null],
      ]);
      expect(seen.sums).toMatchObject({ count: 1, cases: 1, value: null, short: null });
      const sums = await summary({ by: 'hub' }, { token: manager.token });
      expect(sums.groups).toMatchObject([{ _id: w.hub, count: 1, value: null, before: { value: null } }]);
      expect(JSON.stringify([seen, sums])).not.toContain(other);
      expect(await list({ sort: '-value' }, { token: manager.token })).toMatchObject({ error: 'bad_request' });
      expect(await claims()).toBe(before);
    });

    test('days that are none, and more than a report has', { tags: ['DISC-03'] }, async () => {
      expect(await list({ from_timestamp: NOW, to_timestamp: NOW })).toMatchObject({ error: 'validation' });
      expect(await summary({ from_timestamp: NOW - 401 * DAY, to_timestamp: NOW })).toMatchObject({ error: 'limit' });
    });

    test('lines that are not there, not apart, of several suppliers, of nobody who supplies, or reversed', {
      tags: ['DISC-11', 'DISC-12'],
    }, async () => {
      const before = await claims();
      const create = async (...item_ids: string[]) => {
        const { code, message } = await step('create', { item_ids });
        return [code, message];
      };
      expect(await create()).toEqual([422, 'Choose at least one line.']);
      expect(await create('nowhere')).toEqual([404, 'Line not found']);
      const order = await received(w.shipIn, [
        [w.milk, 24, 24],
        [w.rice, 4, 2],
      ]);
      const items = await itemsOf(order);
      expect(await create(items[w.milk] ?? '')).toEqual([
        422,
        'Nothing came short, over or damaged with one of these lines.',
      ]);
      const depot = await w.party('distributor', `Lever Depot ${w.run}`);
      const foreign = Object.values(
        await itemsOf(await received(['distributor', depot, 'seller', w.hub], [[w.soap, 14, 7]])),
      );
      expect(await create(items[w.rice] ?? '', ...foreign)).toEqual([
        422,
        expect.stringMatching(/^These lines are of several suppliers: .*Depot.*Make one claim for each\.$/),
      ]);
      await received(w.issue, [[w.milk, 24, 24]]);
      const [given = ''] = Object.values(await itemsOf(await received(w.giveBack, [[w.milk, 24, 12]])));
      expect(await create(given)).toEqual([
        422,
        expect.stringMatching(/^Bola Rep .* is no supplier\. Only distributors can be asked\.$/),
      ]);
      const [more = ''] = Object.values(await itemsOf(await received(w.shipIn, [[w.soap, 7, 14]])));
      expect(await create(more)).toEqual([422, expect.stringContaining('there is nothing to claim')]);
      const back = await received(w.shipIn, [[w.rice, 5, 4]]);
      const reversed = Object.values(await itemsOf(back));
      expect((await w.call('POST', 'purchase_order/reverse', { _id: back, reason: 'Wrong hub' })).code).toBe(200);
      expect(await create(...reversed)).toEqual([
        422,
        expect.stringMatching(/^Reversed, so nothing of it can be claimed: PO-/),
      ]);
      expect(await claims()).toBe(before);
    });

    test('a second claim of a line names the first one, also of two persons at once', {
      tags: ['DISC-13'],
    }, async () => {
      const { items, claim } = await claimed();
      const again = await step('create', { item_ids: [items[w.milk]] }, { token: accountant.token });
      expect(again).toMatchObject({
        code: 409,
        message: `One of these lines stands in ${claim.ref} already.`,
        data: { error: 'already_claimed', claims: [{ _id: claim._id, ref: claim.ref, status: 'open' }] },
      });
      const order = await received(w.shipIn, [[w.milk, 24, 12]]);
      const item_ids = Object.values(await itemsOf(order));
      const both = await Promise.all([
        step('create', { item_ids }),
        step('create', { item_ids }, { token: accountant.token }),
      ]);
      expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    });

    test('a version that somebody changed, lines that were not seen, and a step that does not follow', {
      tags: ['DISC-14', 'DISC-15'],
    }, async () => {
      const { claim, items } = await claimed();
      const _id = claim._id;
      const sum = async () => {
        const { version, status, amount } = await readClaim(String(_id));
        return { version, status, amount };
      };
      expect((await step('update', { _id, note: 'Call Musa', base_version: claim.version })).code).toBe(200);
      const stood = await sum();
      expect(await step('send', { _id, base_version: claim.version })).toMatchObject({
        code: 409,
        message: expect.stringMatching(/^Claim was changed by Adaeze Admin at /),
        data: { error: 'conflict', current: { _id, note: 'Call Musa' } },
      });
      expect(await step('send', { _id, expect_digest: 'a'.repeat(64) })).toMatchObject({
        code: 409,
        data: { error: 'items_changed' },
      });
      expect(await step('settle', { _id, settled_by: 'goods', note: 'Came later' })).toMatchObject({
        code: 409,
        message: `${claim.ref} was not sent yet. Send it first.`,
      });
      expect(await step('remove_lines', { _id, item_ids: Object.values(items) })).toMatchObject({
        code: 422,
        message: 'A claim needs a line. Cancel the claim instead.',
      });
      expect((await step('remove_lines', { _id, item_ids: ['nowhere'] })).code).toBe(404);
      expect((await step('cancel', { _id, note: ' ' })).code).toBe(422);
      expect((await step('send', { _id: 'nowhere' })).code).toBe(404);
      expect(await sum()).toEqual(stood);
      expect((await step('send', { _id, expect_digest: claim.lines_digest })).code).toBe(200);
      expect(await step('send', { _id })).toMatchObject({ code: 409, message: `${claim.ref} was sent already.` });
      expect(await step('remove_lines', { _id, item_ids: [items[w.milk]] })).toMatchObject({
        code: 409,
        message: `${claim.ref} was sent, so its lines stay as they are.`,
      });
    });

    test('a credit note without its facts or beyond the claim, and goods that nobody saw come', {
      tags: ['DISC-16'],
    }, async () => {
      const { claim, order } = await claimed();
      const _id = claim._id;
      await step('send', { _id });
      const settle = async (fields: Record<string, string>) => {
        const { code, data } = await step('settle', { _id, ...fields });
        return [code, data.fields];
      };
      expect(await settle({ settled_by: 'credit' })).toEqual([422, { amount: 'Amount field is required.' }]);
      expect(await settle({ settled_by: 'credit', amount: '5' })).toEqual([
        422,
        { number: 'Number field is required.' },
      ]);
      expect(await settle({ settled_by: 'credit', amount: '0', number: 'CN-1' })).toEqual([
        422,
        { amount: expect.any(String) },
      ]);
      expect(await settle({ settled_by: 'credit', amount: '99999999', number: 'CN-1' })).toEqual([
        422,
        { amount: expect.stringContaining('a credit note cannot be more') },
      ]);
      expect(await settle({ settled_by: 'goods' })).toEqual([422, { receipt_ref: expect.any(String) }]);
      expect(await settle({ settled_by: 'goods', receipt_ref: 'PO-NOSUCH22' })).toEqual([
        422,
        { receipt_ref: 'Receipt not found.' },
      ]);
      const { ref } = await w.read(order);
      expect(await settle({ settled_by: 'goods', receipt_ref: String(ref) })).toEqual([
        422,
        { receipt_ref: expect.stringMatching(/^This is a receipt of the claim itself/) },
      ]);
      expect((await readClaim(String(_id))).status).toBe('sent');
    });

    test('the database refuses a line twice, and a change of what has ended', {
      tags: ['DISC-13', 'DISC-17'],
    }, async () => {
      const { claim, items } = await claimed();
      const db = database().kysely;
      const { claim: second } = await claimed();
      await expect(
        sql`insert into claim_line (claim_id, item_id, kind, units, value_kobo) values (${second._id}, ${items[w.milk]}, 'short', 1, 1)`.execute(
          db,
        ),
      ).rejects.toThrow(/claim_line_once/);
      await step('cancel', { _id: claim._id, note: 'Wrong supplier' });
      await expect(sql`update claim set note = 'x' where _id = ${claim._id}`.execute(db)).rejects.toThrow(/has ended/);
      await step('send', { _id: second._id });
      await expect(sql`delete from claim_line where claim_id = ${second._id}`.execute(db)).rejects.toThrow(/was sent/);
    });
  });

  test('short, over and damaged, with units, value at the price of the line, and reason', {
    tags: ['DISC-04', 'DISC-05'],
  }, async () => {
    const order = await received(w.shipIn, [
      [w.milk, 48, 30],
      [w.rice, 0, 2],
      [w.soap, 14, 7, 'damaged'],
    ]);
    await received(w.issue, [[w.milk, 30, 24]]);
    await received(w.giveBack, [[w.milk, 12, 6, 'expired']]);
    await received(w.reject, [[w.milk, 6, 6, 'damaged']]);
    await received(w.reject, [[w.soap, 7, 7, 'other']]);
    // A return is dated the day after it is made (PO-22).
    const days = { from_timestamp: NOW - DAY, to_timestamp: NOW + 2 * DAY };
    const answer = await list({ supplier_id: undefined, seller_id: w.hub, sort: 'at', ...days });
    const short = (row: Data) => [row.kind, (row.product as Data)._id, row.units, row.value, row.reason];
    expect(answer.rows.map(short).sort()).toEqual(
      [
        // 18 of 48 units of ₦12,000 for 12; two cases of rice of ₦50,000 that nobody ordered; a case of soap of ₦1,000.
        ['short', w.milk, 18, '18000.00', 'short'],
        ['over', w.rice, 2, '100000.00', 'excess'],
        ['damaged', w.soap, 7, '1000.00', 'damaged'],
        // The same line of a return is short and cannot be sold.
        ['short', w.milk, 6, expect.any(String), 'short'],
        ['damaged', w.milk, 6, expect.any(String), 'expired'],
        // What a hub gave out, or sent back for another reason, is none.
        ['damaged', w.milk, 6, expect.any(String), 'damaged'],
      ].sort(),
    );
    const [first] = (await list({ kind: 'short' })).rows;
    expect(first).toMatchObject({
      receipt: { _id: order },
      supplier: { _id: w.distributor },
      supplier_type: 'distributor',
      hub: { _id: w.hub },
      officer: { name: 'Adaeze Admin' },
      quantity: 48,
      moved: 30,
      claim: null,
    });
    // Several values of a filter are one list, and its sums are those of its lines.
    const both = await list({ supplier_id: undefined, seller_id: [w.hub, w.hub2], kind: 'short,over', ...days });
    expect(new Set(both.rows.map((row: Data) => row.kind))).toEqual(new Set(['short', 'over']));
    expect(both).toMatchObject({ total: 3, sums: { count: 3, damaged: '0.00' } });
    expect((await list({ supplier_id: undefined, seller_id: [w.hub2], ...days })).total).toBe(0);
    expect((await list({ reason: ['short', 'excess'], product_id: [w.rice] })).total).toBe(1);
    expect((await summary({ kind: ['over', 'damaged'], product_id: [w.rice, w.soap] })).total.count).toBe(2);
    expect((await list({ kind: 'short,lost' })).fields).toEqual({ kind: 'Kind field is required.' });
    // The accepted amount is the expected one less what is short and damaged, with what came over (B3.7).
    const paid = await w.read(order);
    const sums = (await summary({ product_id: undefined })).total;
    const of = (naira: unknown) => Math.round(Number(naira) * 100);
    const back = of((await list({ reason: 'damaged', product_id: w.milk })).sums.damaged);
    expect(of(paid.amount) - of(sums.short) - (of(sums.damaged) - back) + of(sums.over)).toBe(of(paid.amount_accepted));
  });

  test('a reversed receipt does not count, nor what took it back', { tags: ['DISC-06'] }, async () => {
    const order = await received(w.shipIn, [[w.milk, 24, 12, 'damaged']]);
    expect((await list()).total).toBe(1);
    await w.call('POST', 'purchase_order/reverse', { _id: order, reason: 'Wrong hub' });
    expect((await list()).total).toBe(0);
    expect((await summary()).total.count).toBe(0);
  });

  test('the last 30 days unless others are asked for, with those before', {
    tags: ['DISC-03', 'DISC-08'],
  }, async () => {
    await received(w.shipIn, [[w.milk, 24, 12]], NOW - 40 * DAY);
    await received(w.shipIn, [[w.milk, 48, 12]], NOW - 2 * DAY);
    expect((await list()).rows.map((row: Data) => row.units)).toEqual([36]);
    expect((await list({ from_timestamp: NOW - 41 * DAY, to_timestamp: NOW })).total).toBe(2);
    const sums = await summary();
    expect(sums).toMatchObject({
      step: DAY,
      total: { count: 1, short: '36000.00' },
      before: { count: 1, short: '12000.00' },
    });
    expect(sums.days).toHaveLength(30);
    expect(sums.groups).toMatchObject([
      { _id: w.distributor, value: '36000.00', before: { count: 1, value: '12000.00' } },
    ]);
    expect((await summary({ from_timestamp: NOW - 90 * DAY, to_timestamp: NOW })).step).toBe(7 * DAY);
  });

  test('groups, days and lines come to the same, which is what the test reckons itself', {
    tags: ['DISC-07', 'DISC-08'],
  }, async () => {
    const depot = await w.party('distributor', `Lever Depot ${w.run}`);
    const size: Record<string, [cases: number, kobo: number]> = {
      [w.milk]: [12, 1_200_000],
      [w.rice]: [1, 5_000_000],
      [w.soap]: [7, 100_000],
    };
    const mine: {
      supplier: string;
      hub: string;
      product: string;
      kind: string;
      reason: string;
      units: number;
      kobo: number;
      at: number;
    }[] = [];
    const products = [w.milk, w.rice, w.soap];
    for (let at = 0; at < 8; at += 1) {
      const [supplier, hub] = [at % 3 === 0 ? depot : w.distributor, at % 2 === 0 ? w.hub : w.hub2];
      const lines = products.map((product, place): Line => {
        const expected = (size[product]?.[0] ?? 1) * (3 + ((at * 7 + place) % 5));
        const apart = ((at + place * 2) % 4) - 1;
        const reason = (['damaged', 'other', 'wrong_product'] as const)[(at + place) % 3];
        if (apart === 0) return [product, expected, expected];
        return apart < 0 && reason
          ? [product, expected, expected + apart, reason]
          : [product, expected, expected + apart];
      });
      const when = NOW - at * 3 * DAY;
      await received(['distributor', supplier, 'seller', hub], lines, when);
      for (const [product, expected, accepted, reason] of lines) {
        if (expected === accepted) continue;
        const [cases = 1, price = 0] = size[product] ?? [];
        const amount = Math.round((expected * price) / cases);
        const kind = accepted > expected ? 'over' : reason === 'other' ? 'short' : 'damaged';
        const kobo = Math.abs(amount - Math.round((amount * accepted) / expected));
        mine.push({
          supplier,
          hub,
          product,
          kind,
          reason: reason ?? 'excess',
          units: Math.abs(accepted - expected),
          kobo,
          at: when,
        });
      }
    }
    expect(mine.length).toBeGreaterThan(12);
    const naira = (kobo: number) => (kobo / 100).toFixed(2);
    const fields = { supplier_id: undefined, search: w.run };
    const total = (some: typeof mine) => ({
      count: some.length,
      cases: Math.round(some.reduce((sum, one) => sum + one.units / (size[one.product]?.[0] ?? 1), 0) * 100) / 100,
      value: naira(some.reduce((sum, one) => sum + one.kobo, 0)),
      ...Object.fromEntries(
        ['short', 'over', 'damaged'].map((kind) => [
          kind,
          naira(some.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.kobo, 0)),
        ]),
      ),
    });
    const answer = await list({ ...fields, per_page: '500' });
    expect(answer.sums).toEqual(total(mine));
    const lines = answer.rows.map((row: Data) => [
      (row.supplier as Data)._id,
      (row.product as Data)._id,
      row.kind,
      row.units,
      row.value,
      row.reason,
    ]);
    expect(lines.map(String).sort()).toEqual(
      mine.map((one) => String([one.supplier, one.product, one.kind, one.units, naira(one.kobo), one.reason])).sort(),
    );
    for (const by of ['supplier', 'product', 'hub', 'reason', 'officer'] as const) {
      const { groups, total: all, days } = await summary({ ...fields, by });
      const keyOf = (one: (typeof mine)[number]) => (by === 'officer' ? w.admin.user_id : one[by]);
      const keys = [...new Set(mine.map(keyOf))];
      expect(groups.map((one: Data) => one._id).sort()).toEqual([...keys].sort());
      for (const group of groups) expect(group).toMatchObject(total(mine.filter((one) => keyOf(one) === group._id)));
      expect(all).toEqual(total(mine));
      const sum = (of: (day: Data) => unknown) => days.reduce((add: number, day: Data) => add + Number(of(day)), 0);
      expect(sum((day) => day.count)).toBe(mine.length);
      expect(naira(Math.round(sum((day) => Number(day.short) + Number(day.over) + Number(day.damaged)) * 100))).toBe(
        all.value,
      );
    }
    // Each filter lets through what it says.
    for (const [name, key] of [
      ['product_id', 'product'],
      ['seller_id', 'hub'],
      ['reason', 'reason'],
      ['kind', 'kind'],
    ] as const)
      for (const value of new Set(mine.map((one) => one[key])))
        expect((await list({ ...fields, [name]: value })).sums).toEqual(
          total(mine.filter((one) => one[key] === value)),
        );
    expect((await list({ ...fields, officer_id: w.officer.user_id })).total).toBe(0);
    // Pages hold each line once.
    const paged = await Promise.all(
      [1, 2, 3].map((page) => list({ ...fields, per_page: '7', page: String(page), sort: '-value' })),
    );
    const ids = paged.flatMap((page) => page.rows.map((row: Data) => row._id));
    expect(new Set(ids).size).toBe(Math.min(21, mine.length));
  });

  test('a claim holds its lines, is sent and settled by a credit note, and no wallet moves', {
    tags: ['DISC-10', 'DISC-15', 'DISC-16', 'DISC-18'],
  }, async () => {
    const { order, items, claim } = await claimed();
    const owed = await w.wallet(w.distributor);
    expect(claim).toMatchObject({
      ref: expect.stringMatching(/^CL-[A-HJ-NP-Z2-9]{8}$/),
      status: 'open',
      amount: '13000.00',
      line_count: 2,
    });
    const { lines, hubs, supplier_address } = (await w.call('GET', 'claim/read_lines', { claim_id: claim._id })).data;
    expect(lines.map((line: Data) => [line.item_id, line.units, line.value, line.reversed]).sort()).toEqual(
      [
        [items[w.milk], 12, '12000.00', false],
        [items[w.soap], 7, '1000.00', false],
      ].sort(),
    );
    expect(hubs).toMatchObject([{ _id: w.hub, address: 'Lagos' }]);
    expect(supplier_address).toBe('Lagos');
    expect((await list({ claimed: 'no' })).total).toBe(0);
    expect((await list({ claimed: 'yes' })).rows[0]?.claim).toMatchObject({ ref: claim.ref, status: 'open' });
    const sent = await step('send', { _id: claim._id, base_version: claim.version, expect_digest: claim.lines_digest });
    expect(sent.data).toMatchObject({ status: 'sent', version: 2 });
    const settled = await step(
      'settle',
      { _id: claim._id, base_version: 2, settled_by: 'credit', amount: '12500.50', number: 'CN 77' },
      { token: accountant.token },
    );
    expect(settled.data).toMatchObject({ status: 'settled', version: 3 });
    expect(await readClaim(String(claim._id))).toMatchObject({
      settled_by: 'credit',
      settled_amount: '12500.50',
      settled_number: 'CN 77',
      sent_by: { name: 'Adaeze Admin' },
      closed_by: { name: 'Amaka Accounts' },
    });
    expect(await step('cancel', { _id: claim._id, note: 'Too late' })).toMatchObject({
      code: 409,
      message: `${claim.ref} is settled.`,
    });
    expect(await w.wallet(w.distributor)).toBe(owed);
    expect((await w.read(order)).version).toBe((await w.read(order)).version);
    const history = (await w.call('POST', 'audit_log/read_by_record', { model: 'claim', record_id: claim._id })).data;
    expect(history.map((one: Data) => one.action)).toEqual(['settle', 'send', 'create']);
    expect(await brokenBooks(database())).toEqual([]);
  });

  test('a claim is settled by goods that came with a later receipt of the supplier', {
    tags: ['DISC-16'],
  }, async () => {
    const { claim } = await claimed();
    await step('send', { _id: claim._id });
    const { ref, _id: later } = await w.read(await received(w.shipIn, [[w.milk, 12, 12]]));
    expect(
      (await step('settle', { _id: claim._id, settled_by: 'goods', receipt_ref: String(ref).toLowerCase() })).code,
    ).toBe(200);
    expect(await readClaim(String(claim._id))).toMatchObject({
      settled_by: 'goods',
      settled_amount: null,
      settled_order: { _id: later, ref },
    });
  });

  test('lines are added and taken out; what came over counts against the claim; a cancelled claim lets its lines go', {
    tags: ['DISC-11', 'DISC-13', 'DISC-17'],
  }, async () => {
    const { claim, items } = await claimed();
    const [over = ''] = Object.values(await itemsOf(await received(w.shipIn, [[w.soap, 7, 14]])));
    const more = await step('add_lines', { _id: claim._id, item_ids: [over], base_version: 1 });
    expect(more.data).toMatchObject({ amount: '12000.00', line_count: 3, version: 2 });
    expect(more.data.lines_digest).not.toBe(claim.lines_digest);
    const less = await step('remove_lines', { _id: claim._id, item_ids: [over] });
    expect(less.data).toMatchObject({ amount: '13000.00', lines_digest: claim.lines_digest });
    const gone = await step('cancel', { _id: claim._id, note: 'The lorry came back' });
    expect(gone).toMatchObject({
      code: 200,
      message: `Claim ${claim.ref} cancelled. Its 2 lines can be claimed anew.`,
    });
    expect((await step('create', { item_ids: [items[w.milk]] })).code).toBe(200);
  });

  test('a receipt that is reversed after it was claimed keeps the claim from being sent', {
    tags: ['DISC-12'],
  }, async () => {
    const { claim, order } = await claimed();
    await w.call('POST', 'purchase_order/reverse', { _id: order, reason: 'Wrong hub' });
    const { lines } = (await w.call('GET', 'claim/read_lines', { claim_id: claim._id })).data;
    expect(lines.every((line: Data) => line.reversed)).toBe(true);
    expect(await step('send', { _id: claim._id })).toMatchObject({
      code: 409,
      message: expect.stringMatching(/^PO-.* was reversed since\. Take its lines out of the claim first\.$/),
    });
  });

  test('a request that is sent again makes one claim', { tags: ['DISC-19'] }, async () => {
    const order = await received(w.shipIn, [
      [w.milk, 24, 12],
      [w.rice, 4, 2],
    ]);
    const items = await itemsOf(order);
    const body = { item_ids: [items[w.milk]], client_id: newKey() };
    const key = newKey();
    const first = await step('create', body, { key });
    expect((await step('create', body, { key })).data).toEqual(first.data);
    expect((await step('create', body)).data._id).toBe(first.data._id);
    expect(await step('create', { ...body, item_ids: [items[w.rice]] })).toMatchObject({
      code: 409,
      data: { error: 'duplicate_client_id' },
    });
    expect((await step('create', body, { token: accountant.token })).code).toBe(422);
  });

  test('lists claims by state, supplier and words, with their sums', { tags: ['DISC-10'] }, async () => {
    const { claim } = await claimed();
    const { claim: other } = await claimed();
    await step('send', { _id: other._id });
    const all = async (fields: Record<string, string>) =>
      (await w.call('GET', 'claim/read_all', { page: '1', distributor_id: w.distributor, sums: '1', ...fields })).data;
    expect(await all({})).toMatchObject({ total: 2, sums: { amount: '26000.00', settled_amount: '0.00' } });
    expect((await all({ status: 'sent' })).rows.map((row: Data) => row.ref)).toEqual([other.ref]);
    expect((await all({ search: String(claim.ref) })).rows).toMatchObject([
      { amount: '13000.00', distributor: { _id: w.distributor } },
    ]);
  });
});
