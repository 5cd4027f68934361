/** Reversals (decision 0450): refusals first, then what a reversal does to stock, value, wallets and history. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeForTwoServers } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { makeOrderWorld } from '#tests/support/orderWorld.ts';
import { type Ask, type Data, NOW, newKey, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;
const REASON = 'Booked to the wrong hub';

describeForTwoServers('reversals', (database) => {
  let w: World;
  let server: TestServer;
  let accountant: { token: string; name: string };
  eachWorld(database, (started, made) => {
    w = made;
    server = started;
  });
  beforeEach(async () => {
    accountant = await server.signInAs('manager.accountant', { name: 'Amaka Accounts' });
    // Worlds share one database, and with it the settings.
    await sql`delete from config where key = 'reversal_approval_kobo'`.execute(database().kysely);
  });
  const reverse = (_id: string, fields: Record<string, unknown> = {}, ask: Ask = {}) =>
    w.call('POST', 'purchase_order/reverse', { _id, reason: REASON, ...fields }, { key: newKey(), ...ask });
  const preview = async (_id: string, ask: Ask = {}) =>
    (await w.call('GET', 'purchase_order/read_reversal', { _id }, ask)).data;
  const decide = (what: 'approve' | 'refuse', reversal_id: string, ask: Ask = {}, note = 'Not this one') =>
    w.call('POST', `purchase_order/${what}_reversal`, { reversal_id, ...(what === 'refuse' ? { note } : {}) }, ask);
  const setLimit = (value: string) => w.call('POST', 'config/create', { key: 'reversal_approval_kobo', value });
  const done = async (parties: Parameters<World['order']>[0], lines: Parameters<World['order']>[1]) => {
    const id = await w.order(parties, lines);
    expect((await w.execute(id)).message).toBe('Transfer successful.');
    return id;
  };
  /** Everything that a refusal must not touch. */
  const all = async () => ({
    hub: await w.stock(w.hub),
    rep: await w.stock(w.rep),
    owed: await w.wallet(w.distributor),
    reversals: (await sql`select 1 from reversal`.execute(database().kysely)).rows.length,
    orders: (await sql`select 1 from purchase_order`.execute(database().kysely)).rows.length,
  });
  const logs = async (order: string) =>
    (
      await sql<Data>`select warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, amount_kobo from warehouse_log
        where purchase_order_id = ${order} order by product_id, warehouse_id`.execute(database().kysely)
    ).rows;
  const costs = async (owner: string) =>
    Object.fromEntries(
      (
        await sql<{
          product_id: string;
          cost: number;
        }>`select wp.product_id, wp.cost_price_kobo as cost from warehouse w
          join warehouse_product wp on wp.warehouse_id = w._id where w.parent = ${owner}`.execute(database().kysely)
      ).rows.map((row) => [row.product_id, row.cost]),
    );

  describe('refused', () => {
    test('unknown, not completed, deleted, no reason', { tags: ['REV-02'] }, async () => {
      expect(await reverse('nowhere')).toMatchObject({ code: 404, message: 'Purchase order not found' });
      const open = await w.order(w.shipIn, [[w.milk, 12]]);
      expect(await reverse(open)).toMatchObject({
        code: 409,
        message: 'Only a completed transfer can be reversed.',
        data: { error: 'bad_transition' },
      });
      expect((await w.call('POST', 'purchase_order/delete', { _id: open })).code).toBe(200);
      expect((await reverse(open)).code).toBe(404);
      const receipt = await w.fill([[w.milk, 12]]);
      const before = await all();
      expect(await reverse(receipt, { reason: ' ' })).toMatchObject({
        code: 422,
        message: 'Reason field is required.',
      });
      expect((await reverse(receipt, { reason: 'ab' })).code).toBe(422);
      expect(await reverse(receipt, { expect_digest: 'a'.repeat(64) })).toMatchObject({
        code: 409,
        data: { error: 'items_changed' },
      });
      expect(await all()).toEqual(before);
    });

    test('without the right, and of a kind that one may not move the other way', { tags: ['REV-01'] }, async () => {
      const receipt = await w.fill([[w.milk, 12]]);
      expect((await reverse(receipt, {}, { token: w.staff.token })).code).toBe(403);
      expect((await reverse(receipt, {}, { token: accountant.token })).code).toBe(403);
      const between = await done(['seller', w.hub, 'seller', w.hub2], [[w.milk, 12]]);
      expect((await reverse(between, {}, { token: w.officer.token })).code).toBe(403);
      expect(await w.stock(w.hub2)).toMatchObject({ [w.milk]: 12 });
      const answer = await w.call('GET', 'purchase_order/read_reversal', { _id: receipt }, { token: w.staff.token });
      expect(answer.code).toBe(403);
    });

    test('goods that are gone since, each by name and figures, and nothing moves', { tags: ['REV-05'] }, async () => {
      const receipt = await w.fill([
        [w.milk, 36],
        [w.rice, 2],
        [w.soap, 7],
      ]);
      await done(w.issue, [
        [w.milk, 18],
        [w.rice, 2],
      ]);
      const before = await all();
      const answer = await reverse(receipt);
      expect(answer).toMatchObject({ code: 409, data: { error: 'goods_gone' } });
      expect(answer.data.errors).toMatchObject(
        [
          { code: 'short_stock', product_id: w.milk, requested: 36, available: 18 },
          { code: 'short_stock', product_id: w.rice, requested: 2, available: 0 },
        ].sort((a, b) => (a.product_id < b.product_id ? -1 : 1)),
      );
      expect(answer.message).toContain('3 cases moved, only 1 case 6 units left.');
      expect(answer.message).toContain('2 cases moved, nothing is left.');
      expect((await preview(receipt)).refused).toEqual([answer.message]);
      expect(await all()).toEqual(before);
    });

    test('what an associate sold is gone', { tags: ['REV-05'] }, async () => {
      await w.fill([[w.milk, 24]]);
      const issued = await done(w.issue, [[w.milk, 24]]);
      const group = `group_${w.run}`;
      const db = database().kysely;
      const { shop } = await makeOrderWorld(database(), server);
      await sql`insert into order_group (_id, created, modified, ref, tag, da_stock, sales_officer_id, buyer_id, seller_id)
        values (${group}, ${NOW}, ${NOW}, ${group}, 'completed', true, ${w.rep}, ${shop}, ${w.hub})`.execute(db);
      await sql`insert into "order" (_id, created, modified, ref, order_group_id, tag, manufacturer_id)
        values (${group}, ${NOW}, ${NOW}, ${group}, ${group}, 'completed', ${`maker_${w.run}`})`.execute(db);
      await sql`insert into order_item (_id, created, modified, order_id, order_group_id, product_id, quantity, amount_kobo, line_kobo)
        values (${group}, ${NOW}, ${NOW}, ${group}, ${group}, ${w.milk}, 12, 1, 1)`.execute(db);
      expect(await reverse(issued)).toMatchObject({
        code: 409,
        data: { error: 'goods_gone', errors: [{ product_id: w.milk, requested: 24, available: 12 }] },
      });
    });

    test('inactive ends', { tags: ['REV-05'] }, async () => {
      const receipt = await w.fill([[w.milk, 12]]);
      await sql`update distributor set status = 'inactive' where _id = ${w.distributor}`.execute(database().kysely);
      expect((await reverse(receipt)).message).toMatch(/is inactive\.$/);
      await sql`update warehouse set status = 'inactive' where parent = ${w.hub}`.execute(database().kysely);
      expect((await reverse(receipt)).message).toMatch(/^Warehouse of .* is inactive\. .* is inactive\./);
    });

    test('a reversal, and a receipt that is reversed already', { tags: ['REV-02', 'REV-03'] }, async () => {
      const receipt = await w.fill([[w.milk, 12]]);
      await w.fill([[w.milk, 24]]);
      const first = await reverse(receipt, {}, { token: w.officer.token });
      expect(first).toMatchObject({ code: 200, message: 'Transfer reversed.' });
      const before = await all();
      const again = await reverse(receipt);
      expect(again).toMatchObject({
        code: 409,
        data: { error: 'already_reversed', reversal: { _id: first.data._id, order: first.data.order } },
      });
      expect(again.message).toBe(
        `${first.data.receipt.ref} was reversed by ${first.data.order.ref}, at 10:00 by Tunde Officer.`,
      );
      expect((await reverse(first.data.order._id)).message).toBe(
        `${first.data.order.ref} is the reversal of ${first.data.receipt.ref}. A reversal is not reversed: make the transfer again.`,
      );
      expect(await all()).toEqual(before);
    });

    test('two at once: one reverses, the other is told', { tags: ['REV-03'] }, async () => {
      const receipt = await w.fill([[w.milk, 12]]);
      await w.fill([[w.milk, 24]]);
      const both = await Promise.all([reverse(receipt), reverse(receipt, {}, { token: w.officer.token })]);
      expect(both.map((one) => one.code).sort()).toEqual([200, 409]);
      expect(both.find((one) => one.code === 409)?.data.error).toBe('already_reversed');
      expect(await w.stock(w.hub)).toMatchObject({ [w.milk]: 24 });
      expect(await brokenBooks(database())).toEqual([]);
    });

    test('the database holds it too: twice, and a changed decision', { tags: ['REV-03'] }, async () => {
      const receipt = await w.fill([[w.milk, 12]]);
      await w.fill([[w.milk, 12]]);
      const { _id } = (await reverse(receipt)).data;
      const db = database().kysely;
      await expect(
        sql`insert into reversal (_id, created, modified, receipt_id, reason, status, amount_kobo)
          values ('x', 1, 1, ${receipt}, 'again', 'asked', 1)`.execute(db),
      ).rejects.toMatchObject({ code: '23505' });
      for (const statement of [
        sql`update reversal set reason = 'other' where _id = ${_id}`,
        sql`delete from reversal where _id = ${_id}`,
      ])
        await expect(statement.execute(db)).rejects.toMatchObject({ code: 'KS002' });
    });

    test('beside an opposite transfer; and none beside a reversal', { tags: ['REV-06'] }, async () => {
      const receipt = await w.fill([[w.milk, 24]]);
      const opposite = (await w.call('POST', 'purchase_order/create_opposite', { _id: receipt })).data;
      expect((await reverse(receipt)).message).toBe(
        `${opposite.ref} takes goods of ${(await w.read(receipt)).ref} back already. Reverse or delete that one first.`,
      );
      expect((await w.execute(opposite._id)).data.committed).toBe(true);
      expect((await reverse(receipt)).code).toBe(409);
      // Who reverses the opposite transfer has the goods again, and then the receipt can go.
      expect((await reverse(opposite._id)).code).toBe(200);
      expect((await reverse(receipt)).code).toBe(200);
      expect(await w.stock(w.hub)).toMatchObject({ [w.milk]: 0 });
      expect(await w.call('POST', 'purchase_order/create_opposite', { _id: receipt })).toMatchObject({
        code: 409,
        data: { error: 'already_reversed' },
      });
      expect(await brokenBooks(database())).toEqual([]);
    });

    test('an empty receipt', { tags: ['REV-02'] }, async () => {
      const empty = await w.order(w.shipIn, [[w.milk, 12, 0]]);
      expect((await w.execute(empty, { error_on_empty: false })).data.committed).toBe(true);
      expect((await reverse(empty)).message).toMatch(/^Nothing moved with PO-/);
    });
  });

  describe('done', () => {
    test('stock, cost, wallet and log go back; both receipts name each other', {
      tags: ['REV-04', 'REV-07', 'REV-09'],
    }, async () => {
      await w.fill([[w.milk, 24, 24, '20000.00']]);
      const [held, cost, owed] = [await w.stock(w.hub), await costs(w.hub), await w.wallet(w.distributor)];
      const receipt = await w.fill([
        [w.milk, 24, 12, '32000.00'],
        [w.soap, 10, 10, '1000.01'],
        [w.rice, 3, 0],
      ]);
      const before = await w.read(receipt);
      expect(await preview(receipt)).toMatchObject({
        amount: before.amount_accepted,
        needs_approval: false,
        refused: [],
      });
      server.clock.now += 60;
      const key = newKey();
      const fields = { expect_digest: before.items_digest, client_id: newKey() };
      const answer = await reverse(receipt, fields, { key, token: w.officer.token });
      expect(answer).toMatchObject({ code: 200, message: 'Transfer reversed.' });
      expect(answer.data).toMatchObject({
        status: 'done',
        reason: REASON,
        amount: before.amount_accepted,
        asked_by: { name: 'Tunde Officer' },
        receipt: { _id: receipt, ref: before.ref },
      });
      const { order } = answer.data;
      // A lost answer asked again, by the key and by the client_id, is the same reversal.
      expect((await reverse(receipt, fields, { key, token: w.officer.token })).data.order).toEqual(order);
      expect((await reverse(receipt, fields, { token: w.officer.token })).data.order).toEqual(order);
      expect((await reverse(receipt, fields)).code).toBe(422);
      expect(await w.stock(w.hub)).toEqual({ ...held, [w.soap]: 0 });
      expect(await costs(w.hub)).toMatchObject(cost);
      expect(await w.wallet(w.distributor)).toBe(owed);
      const mirror = await w.read(order._id);
      expect(mirror).toMatchObject({
        tag: 'receipt',
        kind: 'shipment_out',
        source: w.hub,
        destination: w.distributor,
        amount: before.amount_accepted,
        amount_accepted: before.amount_accepted,
        reverses: { _id: receipt, ref: before.ref },
        created_by: { name: 'Tunde Officer' },
        executed_by: { name: 'Tunde Officer' },
        timestamp: NOW + 60,
        reversal: { _id: answer.data._id, order, receipt: answer.data.receipt },
      });
      expect(await w.read(receipt)).toMatchObject({
        version: before.version,
        reversed_by: [order],
        reversal: { status: 'done', reason: REASON, order },
      });
      const back = await logs(order._id);
      expect(back.map((row) => ({ ...row, quantity: 0 - row.quantity }))).toEqual(await logs(receipt));
      const { rows } = await sql`select action, record_label, after from audit_log
        where record_id = ${receipt} and action = 'reverse'`.execute(database().kysely);
      expect(rows).toEqual([
        {
          action: 'reverse',
          record_label: before.ref,
          after: { reason: REASON, amount: before.amount_accepted, reversed_by: order.ref },
        },
      ]);
      expect(await brokenBooks(database())).toEqual([]);
    });

    test('an issue: the associate owes nothing, prices of the day count for nothing, dated one day later', {
      tags: ['REV-04', 'REV-07', 'PO-22'],
    }, async () => {
      await w.fill([[w.milk, 24, 24, '20000.00']]);
      const cost = await costs(w.hub);
      const issued = await done(w.issue, [[w.milk, 12, 12, '13000.00']]);
      expect(await w.wallet(w.rep)).toBe(1_300_000);
      // A dearer shipment between changes the average, and not what goes back.
      await w.fill([[w.milk, 12, 12, '40000.00']]);
      await sql`update product set price_kobo = 9900000, status = 'inactive' where _id = ${w.milk}`.execute(
        database().kysely,
      );
      const answer = await reverse(issued, {}, { token: w.officer.token });
      expect(answer).toMatchObject({ code: 200 });
      expect(await w.wallet(w.rep)).toBe(0);
      expect(await w.stock(w.rep)).toEqual({ [w.milk]: 0 });
      expect(await w.stock(w.hub)).toEqual({ [w.milk]: 36 });
      expect(cost[w.milk]).toBe(1_000_000);
      expect((await costs(w.hub))[w.milk]).toBe(2_000_000);
      expect(await w.read(answer.data.order._id)).toMatchObject({ kind: 'stock_in', timestamp: NOW + DAY });
      expect(await brokenBooks(database())).toEqual([]);
    });

    test('a rejection and a transfer between hubs', { tags: ['REV-04'] }, async () => {
      await w.fill([[w.milk, 24]]);
      const owed = await w.wallet(w.distributor);
      const rejected = await done(w.reject, [[w.milk, 12]]);
      // The reversal has the name of today.
      await sql`update seller set name = 'Oshodi Hub' where _id = ${w.hub}`.execute(database().kysely);
      const { order } = (await reverse(rejected)).data;
      expect((await w.read(order._id)).destination_obj.name).toBe('Oshodi Hub');
      expect(await w.wallet(w.distributor)).toBe(owed);
      const between = await done(['seller', w.hub, 'seller', w.hub2], [[w.milk, 24]]);
      expect((await reverse(between)).code).toBe(200);
      expect(await w.stock(w.hub)).toEqual({ [w.milk]: 24 });
      expect(await w.stock(w.hub2)).toEqual({ [w.milk]: 0 });
      expect(await brokenBooks(database())).toEqual([]);
    });

    test('saved on a tablet without a server, it is dated when it was saved', { tags: ['REV-10'] }, async () => {
      const receipt = await w.fill([[w.milk, 12]]);
      const headers = { 'x-saved-time': String(NOW - 3_600), 'x-client-time': String(NOW) };
      const answer = await reverse(receipt, {}, { headers });
      expect((await w.read(answer.data.order._id)).timestamp).toBe(NOW - 3_600);
    });
  });

  describe('above the limit', () => {
    test('it waits and moves nothing; who asked does not approve; once approved it is done', {
      tags: ['REV-08'],
    }, async () => {
      await setLimit('100000');
      const receipt = await w.fill([[w.milk, 12]]);
      const before = await all();
      const answer = await reverse(receipt);
      expect(answer).toMatchObject({ code: 200, message: 'The reversal waits for approval.' });
      expect(answer.data).toMatchObject({ status: 'asked', order: null, decided_at: null });
      expect(await all()).toEqual({ ...before, reversals: before.reversals + 1 });
      const id = answer.data._id;
      expect(await w.read(receipt)).toMatchObject({ reversed_by: [], reversal: { status: 'asked', _id: id } });
      expect((await reverse(receipt, {}, { token: w.officer.token })).message).toMatch(
        /^The reversal of PO-.* waits for approval, at 10:00 by Adaeze Admin\.$/,
      );
      expect((await w.call('POST', 'purchase_order/create_opposite', { _id: receipt })).code).toBe(409);
      expect((await decide('approve', 'nowhere')).code).toBe(404);
      expect(await decide('approve', id)).toMatchObject({
        code: 403,
        message: 'You asked for this reversal, so somebody else must approve it.',
      });
      expect((await decide('approve', id, { token: w.officer.token })).code).toBe(403);
      expect(await w.stock(w.hub)).toMatchObject({ [w.milk]: 12 });
      server.clock.now += 600;
      const approved = await decide('approve', id, { token: accountant.token, key: newKey() });
      expect(approved).toMatchObject({ code: 200, message: 'Transfer reversed.', data: { status: 'done' } });
      expect(await w.read(approved.data.order._id)).toMatchObject({
        created_by: { name: 'Adaeze Admin' },
        executed_by: { name: 'Amaka Accounts' },
        timestamp: NOW + 600,
      });
      expect(await w.stock(w.hub)).toMatchObject({ [w.milk]: 0 });
      expect(await w.wallet(w.distributor)).toBe(0);
      expect(await decide('approve', id, { token: accountant.token })).toMatchObject({
        code: 409,
        message: 'This reversal was approved already.',
      });
      expect(await brokenBooks(database())).toEqual([]);
    });

    test('goods that leave while it waits refuse the approval, and it waits on; once refused one may ask anew', {
      tags: ['REV-08', 'REV-05'],
    }, async () => {
      await setLimit('0');
      const receipt = await w.fill([[w.milk, 12]]);
      const { _id } = (await reverse(receipt, {}, { token: w.officer.token })).data;
      const issued = await done(w.issue, [[w.milk, 12]]);
      expect(await decide('approve', _id)).toMatchObject({ code: 409, data: { error: 'goods_gone' } });
      expect((await w.read(receipt)).reversal.status).toBe('asked');
      expect((await decide('refuse', _id, { token: w.staff.token })).code).toBe(403);
      expect((await decide('refuse', _id, {}, ' ')).code).toBe(422);
      const other = await server.signInAs('manager.warehouse_officer');
      expect((await decide('refuse', _id, { token: other.token })).code).toBe(403);
      expect(await decide('refuse', _id, { token: accountant.token })).toMatchObject({
        code: 200,
        data: { status: 'refused', note: 'Not this one', decided_by: { name: 'Amaka Accounts' } },
      });
      expect((await w.read(receipt)).reversal).toBeNull();
      expect((await decide('approve', _id)).message).toBe('This reversal was refused already.');
      // The issue goes back first, and then the receipt. Who asked may take the question back.
      const mine = (await reverse(issued, {}, { token: w.officer.token })).data;
      expect((await decide('refuse', mine._id, { token: w.officer.token })).code).toBe(200);
      const again = (await reverse(issued, {}, { token: w.officer.token })).data;
      expect((await decide('approve', again._id)).code).toBe(200);
      const last = (await reverse(receipt, {}, { token: w.officer.token })).data;
      const twice = await Promise.all([
        decide('approve', last._id),
        decide('approve', last._id, { token: accountant.token }),
      ]);
      expect(twice.map((one) => one.code).sort()).toEqual([200, 409]);
      expect(await w.stock(w.hub)).toEqual({ [w.milk]: 0 });
      expect(await brokenBooks(database())).toEqual([]);
    });
  });
});
