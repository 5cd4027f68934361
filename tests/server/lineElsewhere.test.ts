/** A line that somebody else removed, or removed and added again, after this tablet had sent it: the tablet goes on with what it read since. */
import { expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import type { TransferLine } from '#offline/outbox/op.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { startServer } from '#tests/support/server.ts';
import { makeWorld } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

describeEngineOfDay('a line that somebody else removed', (database) => {
  const begin = async () => {
    const server = await startServer(database());
    const world = await makeWorld(database(), server);
    const order = await world.order(world.shipIn, [], { token: world.officer.token });
    const tablet = makeTablet(world.officer.user_id, () => netAs(world.officer.token, fetchOf(server)));
    const clock = { wrong: 0 };
    tablet.ports.clock.now = () => Date.now() + clock.wrong;
    const line = (quantity: number): TransferLine => ({
      product_id: world.milk,
      quantity,
      quantity_accepted: quantity,
      amount: `${quantity}.00`,
      reason: null,
      note: '',
      about: { name: 'Milk', case_count: 12 },
    });
    /** What a screen of this tablet shows after it asked the server. */
    const look = async () => {
      const { items, items_revision } = await world.read(order);
      const shown = (items as { _id: string; version: number }[])[0];
      return { item_id: shown?._id ?? null, version: shown?.version ?? null, revision: items_revision };
    };
    const remove = async (_id: string | null) =>
      expect((await world.call('POST', 'purchase_order_item/remove', { _id })).code).toBe(200);
    const save = async (quantity: number) => {
      const { outbox, ports, owner } = tablet;
      await outbox.saveLine(order, line(quantity), await look());
      await drain(ports, owner, { forced: true });
    };
    const quantities = async () => ((await world.items(order)) as unknown as TransferLine[]).map((one) => one.quantity);
    return { world, order, tablet, clock, line, look, remove, save, quantities };
  };

  test('removed at a desk, added again here: it is a new line, not a change of the one that is gone', {
    tags: ['SYNC-19'],
  }, async () => {
    const { tablet, look, remove, save, quantities } = await begin();
    await save(5);
    await remove((await look()).item_id);
    await save(7);
    expect(await tablet.waiting()).toEqual([]);
    expect(await quantities()).toEqual([7]);
  });

  test('removed and added again at a desk, changed here: the line that is there is changed', {
    tags: ['SYNC-19'],
  }, async () => {
    const { world, order, tablet, look, remove, save, quantities } = await begin();
    await save(5);
    await remove((await look()).item_id);
    expect((await world.put(order, [world.milk, 6])).code).toBe(200);
    await save(9);
    expect(await tablet.waiting()).toEqual([]);
    expect(await quantities()).toEqual([9]);
  });

  test('removed here, added again at a desk, changed and removed here: each does what it says', {
    tags: ['SYNC-19'],
  }, async () => {
    const { world, order, tablet, line, look, save, quantities } = await begin();
    await save(5);
    await tablet.outbox.removeLine(order, line(5), await look());
    await drain(tablet.ports, tablet.owner, { forced: true });
    expect((await world.put(order, [world.milk, 6])).code).toBe(200);
    await save(9);
    expect(await tablet.waiting()).toEqual([]);
    expect(await quantities()).toEqual([9]);
    await tablet.outbox.removeLine(order, line(9), await look());
    await drain(tablet.ports, tablet.owner, { forced: true });
    expect(await quantities()).toEqual([]);
  });

  test('the same after the clock of the tablet was put back: nobody has to look at it', {
    tags: ['SYNC-10', 'SYNC-19'],
  }, async () => {
    for (const again of [false, true]) {
      const { world, order, tablet, clock, look, remove, save, quantities } = await begin();
      clock.wrong = 3_600_000;
      await save(5);
      await remove((await look()).item_id);
      if (again) expect((await world.put(order, [world.milk, 6])).code).toBe(200);
      clock.wrong = 0;
      await save(7);
      expect(await tablet.waiting()).toEqual([]);
      expect(await quantities()).toEqual([7]);
    }
  });

  test('a clock that was put back between the look and the answer: the next change is of the line that is there', {
    tags: ['SYNC-10', 'SYNC-19'],
  }, async () => {
    const { order, tablet, clock, line, look, quantities } = await begin();
    clock.wrong = 3_600_000;
    const seen = await look();
    clock.wrong = 0;
    const { outbox, ports, owner } = tablet;
    for (const quantity of [5, 7]) {
      await outbox.saveLine(order, line(quantity), seen);
      await drain(ports, owner, { forced: true });
    }
    expect(await tablet.waiting()).toEqual([]);
    expect(await quantities()).toEqual([7]);
  });
});
