/** "Create opposite transfer" (B3.23): refusals first, then a second order that brings the goods back. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { describeForTwoServers } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { NOW, newKey } from '#tests/support/server.ts';
import { brokenBooks, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;

describeForTwoServers('opposite transfers', (database) => {
  let w: World;
  eachWorld(database, (_, made) => {
    w = made;
  });
  const opposite = (_id: string, ask = {}) => w.call('POST', 'purchase_order/create_opposite', { _id }, ask);

  describe('refused', () => {
    test('unknown, not completed yet, no door of the opposite kind, an inactive party', {
      tags: ['B3.23'],
    }, async () => {
      expect(await opposite('nowhere')).toMatchObject({ code: 404, message: 'Purchase order not found' });
      const open = await w.order(w.shipIn, [[w.milk, 12]]);
      expect(await opposite(open)).toMatchObject({
        code: 409,
        message: 'Only a completed transfer can have an opposite transfer.',
      });
      expect((await w.call('POST', 'purchase_order/delete', { _id: open })).code).toBe(200);
      expect(await opposite(open)).toMatchObject({ code: 404, message: 'Purchase order not found' });
      const receipt = await w.fill([[w.milk, 12]]);
      expect((await opposite(receipt, { token: w.staff.token })).code).toBe(403);
      const plain = await w.order(['seller', w.hub, 'seller', w.hub2], [[w.milk, 12]]);
      expect((await w.execute(plain)).data.committed).toBe(true);
      expect((await opposite(plain, { token: w.officer.token })).code).toBe(403);
      await sql`update distributor set status = 'inactive' where _id = ${w.distributor}`.execute(database().kysely);
      expect((await opposite(receipt)).code).toBe(409);
      expect((await w.read(receipt)).reversed_by).toEqual([]);
    });
  });

  test('parties swapped, lines as moved, linked both ways, executed by the same rules', {
    tags: ['B3.23', 'PO-16'],
  }, async () => {
    const receipt = await w.fill([
      [w.milk, 24, 12],
      [w.rice, 3, 0],
      [w.soap, 7],
    ]);
    const before = await w.read(receipt);
    const key = newKey();
    const response = await opposite(receipt, { key, token: w.officer.token });
    expect(response).toMatchObject({ code: 200, message: 'Purchase order successfully created.' });
    const { _id } = response.data;
    // A lost answer asked again is the same order.
    expect((await opposite(receipt, { key, token: w.officer.token })).data._id).toBe(_id);
    const made = await w.read(_id);
    expect(made).toMatchObject({
      ref: response.data.ref,
      tag: 'purchase_order',
      kind: 'shipment_out',
      source: w.hub,
      destination: w.distributor,
      amount: before.amount_accepted,
      item_count: 2,
      reverses: { _id: receipt, ref: before.ref },
    });
    expect(
      made.items.map((item: { product_id: string; quantity: number }) => [item.product_id, item.quantity]),
    ).toEqual([
      [w.milk, 12],
      [w.soap, 7],
    ]);
    expect(await w.read(receipt)).toMatchObject({
      tag: 'receipt',
      version: before.version,
      reversed_by: [{ _id, ref: made.ref }],
    });
    const { rows } = await sql`select action, record_label, after from audit_log
      where model = 'purchase_order_item' and record_id = ${_id}`.execute(database().kysely);
    expect(rows).toEqual([
      { action: 'create', record_label: `${made.ref}: opposite of ${before.ref}`, after: { lines: 2 } },
    ]);
    const done = await w.execute(_id, { expect_digest: made.items_digest });
    expect(done.message).toBe('Transfer successful.');
    expect(await w.stock(w.hub)).toMatchObject({ [w.milk]: 0, [w.soap]: 0 });
    expect(await w.wallet(w.distributor)).toBe(0);
    expect(await brokenBooks(database())).toEqual([]);
  });

  test('the opposite of an issue is a return: dated tomorrow', { tags: ['B3.23', 'PO-22'] }, async () => {
    await w.fill([[w.milk, 12]]);
    const issued = await w.order(w.issue, [[w.milk, 12]]);
    expect((await w.execute(issued)).message).toBe('Transfer successful.');
    const { _id } = (await opposite(issued)).data;
    expect(await w.read(_id)).toMatchObject({ kind: 'stock_in', timestamp: NOW + DAY });
  });
});
