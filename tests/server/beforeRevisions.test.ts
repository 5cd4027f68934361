/** A transfer whose lines changed before the server counted their changes (purchase_order.items_revision), on a tablet that sent some of them. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toSnapshot } from '#features/stock/transfer/useTransfer.ts';
import { drain } from '#offline/drain/drain.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { settledFor } from '#offline/outbox/revisions.ts';
import type { Reply } from '#offline/store/ports.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { startServer } from '#tests/support/server.ts';
import { makeWorld } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

/** As the build before answered. */
const withoutRevisions = (reply: Reply): Reply =>
  reply.verified
    ? {
        ...reply,
        data: JSON.parse(JSON.stringify(reply.data, (name, value) => (name === 'items_revision' ? undefined : value))),
      }
    : reply;

describeEngineOfDay('lines from before revisions', (database) => {
  test('a line that was sent by the build before and taken out at a desk since does not come back, and the transfer completes', {
    tags: ['SYNC-10', 'SYNC-45'],
  }, async () => {
    const server = await startServer(database());
    const world = await makeWorld(database(), server);
    const order = await world.order(world.shipIn, [[world.rice, 4, 4, '40.00']], { token: world.officer.token });
    const net = netAs(world.officer.token, fetchOf(server));
    let old = true;
    const tablet = makeTablet(world.officer.user_id, () => ({
      send: async (request) => (old ? withoutRevisions(await net.send(request)) : net.send(request)),
    }));
    const { outbox, ports, owner } = tablet;
    const milk: TransferLine = {
      product_id: world.milk,
      quantity: 5,
      quantity_accepted: 5,
      amount: '5.00',
      reason: null,
      note: '',
      about: { name: 'Milk', case_count: 12 },
    };
    await outbox.saveLine(order, milk, { item_id: null, version: null });
    await drain(ports, owner, { forced: true });
    const item = ((await world.items(order)) as { _id: string; product_id: string }[]).find(
      (one) => one.product_id === world.milk,
    );
    expect((await world.call('POST', 'purchase_order_item/remove', { _id: item?._id })).code).toBe(200);
    // What the database said of an order whose lines changed before there were revisions.
    await sql`update purchase_order set items_revision = default where _id = ${order}`.execute(database().kysely);
    old = false;
    const past = (await ports.store.read((tx) => tx.pastSince(0))).filter((one) => one.op.transfer === order);
    const row = (await world.read(order)) as unknown as Parameters<typeof toSnapshot>[0];
    const waiting = await tablet.waiting();
    const view = overlay(order, toSnapshot(row), waiting, order, settledFor(past, true, owner.user_id));
    expect(view.lines.map((line) => line.product_id)).toEqual([world.rice]);
    await outbox.complete(order, confirmationOf(view));
    await drain(ports, owner, { forced: true });
    expect((await world.read(order)).tag).toBe('receipt');
  });
});
