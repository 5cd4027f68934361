/** What was confirmed is who, from where, to where, when and what (K40, SYNC rule 33): anything of it changed since, and nothing moves. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lotsDigestText } from '#domain/lots.ts';
import { type ConfirmedHeader, headerText } from '#domain/transfer.ts';
import { toSnapshot } from '#features/stock/transfer/useTransfer.ts';
import { drain } from '#offline/drain/drain.ts';
import { confirmationOf, confirmedDifferences } from '#offline/outbox/confirmed.ts';
import type { Op, TransferHeader, TransferLine } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { settledFor } from '#offline/outbox/revisions.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { NOW, newKey, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, type World } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

const digest = (header: ConfirmedHeader) => createHash('sha256').update(headerText(header)).digest('hex');
const APP = { 'x-app-version': '1.0.0' };

describeEngineOfDay('confirmed', (database) => {
  let server: TestServer;
  let w: World;
  eachWorld(database, (...made) => {
    [server, w] = made;
  });

  const seenOf = async (id: string) => {
    const row = await w.read(id);
    return { expect_digest: row.items_digest, expect_header: digest(row as never) };
  };

  test.each(['source', 'destination', 'date'] as const)(
    'the %s changed since: 409 items_changed with what stands now, nothing moves; confirmed anew it goes',
    { tags: ['K40'] },
    async (what) => {
      const depot = await w.party('distributor', `Other Depot ${w.run}`);
      const id = await w.order(w.shipIn, [[w.milk, 12]]);
      const seen = await seenOf(id);
      const change = {
        source: { source: depot },
        destination: { destination: w.hub2 },
        date: { timestamp: NOW - 86_400 },
      }[what];
      expect((await w.call('POST', 'purchase_order/update', { _id: id, ...change })).code).toBe(200);
      const response = await w.execute(id, seen);
      expect(response).toMatchObject({
        code: 409,
        message: 'The details of this transfer changed since you confirmed. Please review.',
        data: { error: 'items_changed', order: { source_type: 'distributor', ...change } },
      });
      expect(response.data.items).toBeUndefined();
      expect(await w.stock(w.hub)).toEqual({});
      expect(await w.stock(w.hub2)).toEqual({});
      expect((await w.read(id)).tag).toBe('purchase_order');
      expect((await w.execute(id, { ...seen, commit: false })).code).toBe(409);
      expect((await w.execute(id, await seenOf(id))).message).toBe('Transfer successful.');
    },
  );

  test('lots named since: 409 items_changed with the lots, nothing moves; a confirmation by a release without lots goes', {
    tags: ['LOT-11'],
  }, async () => {
    await w.call('POST', 'product/track_lots', { _id: w.milk, tracks_lots: true }, { key: newKey() });
    const id = await w.order(w.shipIn, [[w.milk, 12]]);
    const hash = (lots: string) =>
      createHash('sha256')
        .update(lotsDigestText([{ product_id: w.milk, lots }]))
        .digest('hex');
    const seen = { ...(await seenOf(id)), expect_lots: hash('') };
    const lots = '[["A1","2027-03-01",12]]';
    const [line] = await w.items(id);
    await w.call('POST', 'purchase_order_item/upsert', {
      ...{ purchase_order_id: id, _id: line?._id, product_id: w.milk, quantity: 12, lots },
    });
    expect(await w.execute(id, seen)).toMatchObject({
      code: 409,
      data: { error: 'items_changed', items: [{ product_id: w.milk, lots }] },
    });
    expect(await w.stock(w.hub)).toEqual({});
    const { expect_lots: _none, ...older } = seen;
    expect((await w.execute(id, { ...older, commit: false })).code).toBe(200);
    expect((await w.execute(id, { ...seen, expect_lots: hash(lots) })).message).toBe('Transfer successful.');
  });

  test('lines and details changed: both are told, with names, units and kobo', { tags: ['K40'] }, async () => {
    const id = await w.order(w.shipIn, [[w.milk, 12, 12, '100.00']]);
    const seen = await seenOf(id);
    await w.call('POST', 'purchase_order/update', { _id: id, destination: w.hub2 });
    await w.put(id, [w.rice, 3, '', '50.00']);
    const response = await w.execute(id, seen);
    expect(response.message).toBe(
      'The details and the products of this transfer changed since you confirmed. Please review.',
    );
    expect(response.data.items).toHaveLength(2);
    expect(response.data.items).toContainEqual({
      product_id: w.rice,
      name: `Rice ${w.run}`,
      case_count: 1,
      quantity: 3,
      quantity_accepted: null,
      amount: 5_000,
    });
  });

  test('changed and changed back, or only its note: it is what was confirmed', { tags: ['K40'] }, async () => {
    const id = await w.order(w.shipIn, [[w.milk, 12]]);
    const seen = await seenOf(id);
    await w.call('POST', 'purchase_order/update', { _id: id, destination: w.hub2 });
    await w.call('POST', 'purchase_order/update', { _id: id, destination: w.hub, meta: '{"note":"by the gate"}' });
    expect((await w.execute(id, seen)).message).toBe('Transfer successful.');
  });

  test('a date that the server set by itself is no change: neither the one that was asked for nor the one that is kept', {
    tags: ['K40'],
  }, async () => {
    for (const kept of [false, true]) {
      await w.fill([[w.milk, 12]]);
      await w.execute(await w.order(w.issue, [[w.milk, 12]]));
      const requested = NOW - 30 * 86_400;
      const made = await w.call('POST', 'purchase_order/create', {
        ref: '*',
        timestamp: requested,
        tag: 'purchase_order',
        meta: '{}',
        source_type: 'sales_officer',
        source: w.rep,
        destination_type: 'seller',
        destination: w.hub,
        amount: '0',
      });
      const id = made.data as unknown as string;
      await w.put(id, [w.milk, 12]);
      const row = await w.read(id);
      expect(row.timestamp).not.toBe(requested);
      const timestamp = kept ? row.timestamp : requested;
      const expect_header = digest({ ...(row as unknown as ConfirmedHeader), timestamp });
      expect((await w.execute(id, { expect_digest: row.items_digest, expect_header })).message).toBe(
        'Transfer successful.',
      );
    }
  });

  test('a confirmation by an older release goes where nobody else changed the details, and nowhere where somebody did', {
    tags: ['K40', 'SYNC-46'],
  }, async () => {
    const ask = { token: w.officer.token, headers: APP };
    const mine = await w.order(w.shipIn, [[w.milk, 12]], { token: w.officer.token });
    await w.call('POST', 'purchase_order/update', { _id: mine, timestamp: NOW - 3_600 }, { token: w.officer.token });
    expect((await w.execute(mine, { expect_digest: (await w.read(mine)).items_digest }, ask)).message).toBe(
      'Transfer successful.',
    );
    const noted = await w.order(w.shipIn, [[w.milk, 12]], { token: w.officer.token });
    await w.call('POST', 'purchase_order/update', { _id: noted, meta: '{"note":1}' });
    expect((await w.execute(noted, { expect_digest: (await w.read(noted)).items_digest }, ask)).code).toBe(200);
    const theirs = await w.order(w.shipIn, [[w.milk, 12]], { token: w.officer.token });
    await w.call('POST', 'purchase_order/update', { _id: theirs, destination: w.hub2 });
    const { items_digest: expect_digest } = await w.read(theirs);
    expect(await w.execute(theirs, { expect_digest }, ask)).toMatchObject({
      code: 409,
      data: { error: 'items_changed', order: { destination: w.hub2 } },
    });
    // A client that is none of ours and asks for the lines alone gets what it asks for.
    expect((await w.execute(theirs, { expect_digest }, { token: w.officer.token })).message).toBe(
      'Transfer successful.',
    );
  });

  test.each(['this release', 'an older release'] as const)(
    'an officer confirms offline for one hub (%s), a colleague changes the order to another hub, the line comes back: nothing moves, and the tablet says what differs',
    { tags: ['K40'] },
    async (release) => {
      const colleague = await server.signInAs('manager.warehouse_officer');
      const net = netAs(w.officer.token, fetchOf(server));
      const t = makeTablet(w.officer.user_id, () => net);
      const header: TransferHeader = {
        timestamp: NOW,
        source_type: 'distributor',
        source: w.distributor,
        destination_type: 'seller',
        destination: w.hub,
        meta: '{}',
        source_name: 'Depot',
        destination_name: 'Our Hub',
      };
      const line: TransferLine = {
        product_id: w.milk,
        quantity: 12,
        quantity_accepted: 12,
        amount: '100.00',
        reason: null,
        note: '',
        about: { name: 'Milk', case_count: 12 },
      };
      const transfer = await t.outbox.createTransfer(header);
      await t.outbox.saveLine(transfer, line, { item_id: null, version: null });
      await drain(t.ports, t.owner, { forced: true });
      const { rows } = await sql<{
        _id: string;
      }>`select _id from purchase_order where client_id = ${transfer.slice(6)}`.execute(database().kysely);
      const id = rows[0]?._id ?? '';
      const see = async () => {
        const past = (await t.ports.store.read((tx) => tx.pastSince(0))).filter((one) => one.op.transfer === transfer);
        const row = (await w.read(id)) as unknown as Parameters<typeof toSnapshot>[0];
        return overlay(transfer, toSnapshot(row), await t.waiting(), id, settledFor(past, true, t.owner.user_id));
      };
      const { expect_header, confirmed, ...lines } = confirmationOf(await see());
      await t.outbox.complete(transfer, release === 'this release' ? { ...lines, expect_header, confirmed } : lines);
      const changed = await server.call(
        'POST',
        'purchase_order/update',
        { _id: id, destination: w.hub2 },
        { token: colleague.token, key: newKey() },
      );
      expect(changed.code).toBe(200);
      await drain(t.ports, t.owner, { forced: true });
      expect(await w.stock(w.hub)).toEqual({});
      expect(await w.stock(w.hub2)).toEqual({});
      expect((await w.read(id)).tag).toBe('purchase_order');
      const [op] = (await t.waiting()) as [Op<'execute'>];
      expect(op).toMatchObject({ type: 'execute', state: 'conflict' });
      const { destination_obj } = await w.read(id);
      expect(confirmedDifferences(op)).toEqual(
        release === 'this release' ? [{ what: 'To', confirmed: expect.any(String), now: destination_obj.name }] : [],
      );
      // Reviewed and confirmed anew it goes, for the hub that the screen now shows.
      expect(await t.outbox.discard(op.seq)).toBe('discarded');
      await t.outbox.complete(transfer, confirmationOf(await see()));
      await drain(t.ports, t.owner, { forced: true });
      expect(await w.stock(w.hub)).toEqual({});
      expect(await w.stock(w.hub2)).toEqual({ [w.milk]: 12 });
      expect(await brokenBooks(database())).toEqual([]);
    },
  );
});
