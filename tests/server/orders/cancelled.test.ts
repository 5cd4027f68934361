/** Orders that are cancelled: what happens to money that was received for them, and to their parts. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { brokenWallets, makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, startServer, type TestServer } from '#tests/support/server.ts';

describeEngineOfDay('cancelled orders', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  const post = (path: string, fields: Record<string, unknown>) => world.call('POST', path, fields);
  const cashOf = (cash: string) =>
    [
      ['payment_method', 'cash'],
      ['payment_cash', cash],
    ] as const;
  const paidPending = async (cash = '1000') => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([[own.milk, 12]], 'pending');
    await own.pay(id, cashOf(cash));
    return { own, id };
  };
  const lastAudit = async (own: OrderWorld, id: string) =>
    (
      await sql<{
        before: Data;
        after: Data;
      }>`select before, after from audit_log where record_id = ${id} and action = 'tag'
        order by _id desc limit 1`.execute(own.db)
    ).rows[0];
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });

  test('an order with a payment that stands in no wallet is not cancelled, deleted or emptied before somebody says what happens to it', {
    tags: ['K4'],
  }, async () => {
    const { own, id } = await paidPending();
    const needed = '₦1,000 was received for this order. Say what happens to it.';
    expect(await own.tag(id, 'pending', 'cancelled', { reason: 'order_rejected' })).toMatchObject({
      code: 409,
      message: needed,
      data: { error: 'conflict', fields: { payment_outcome: needed } },
    });
    expect(await own.tag(id, 'pending', 'deleted')).toMatchObject({ code: 409, message: needed });
    expect(await post('order_group/delete', { _id: id })).toMatchObject({ code: 409, message: needed });
    expect(await own.tag(id, 'pending', 'cancelled', { payment_outcome: 'lost' })).toMatchObject({
      code: 422,
      data: { fields: { payment_outcome: 'Payment outcome is not valid.' } },
    });
    // A payment that comes with the tag is asked about too, one that the tag sets to 0 is not there.
    const group = await own.group(id);
    const emptied =
      'This is the last product of the order, and ₦1,000 was received for it. Cancel the order and say what happens to the money.';
    const part = group.orders[0] as Data;
    expect(await post('order_group_item/remove', { _id: part.items[0]._id })).toMatchObject({
      code: 409,
      message: emptied,
    });
    expect(await post('order/update_tag', { _id: part._id, old_tag: part.tag, new_tag: 'cancelled' })).toMatchObject({
      code: 409,
      message: emptied,
    });
    expect(await own.group(id)).toMatchObject({ tag: 'pending', cash: '1000.00', version: group.version });
    expect((await own.group(id)).orders[0].items).toHaveLength(1);
    expect(await own.wallet(own.shop)).toBe(0);
    const cart = await own.ordered([[own.milk, 12]], 'draft', { buyer: await own.buyer('Cart shop') });
    await own.pay(cart, cashOf('70'));
    expect(await own.tag(cart, 'draft', 'deleted')).toMatchObject({ code: 409 });
    const plain = await own.ordered([[own.milk, 12]], 'pending', { buyer: await own.buyer('Unpaid shop') });
    expect((await own.tag(plain, 'pending', 'cancelled')).code).toBe(200);
    const sent = { meta: JSON.stringify({ payment_method: 'cash', payment_cash: '0' }) };
    expect((await own.tag(id, 'pending', 'cancelled', sent)).code).toBe(200);
  });

  test('kept as credit, cash and transfer stand in the wallets as those of a billed order; the audit says so', {
    tags: ['K4'],
  }, async () => {
    const { own, id } = await paidPending();
    await own.pay(id, [
      ['payment_method', 'cash_transfer'],
      ['payment_cash', '1000'],
      ['payment_transfer', '200.50'],
    ]);
    const response = await own.tag(id, 'pending', 'cancelled', { payment_outcome: 'credit' });
    expect(response.data).toMatchObject({ tag: 'cancelled', paid: '1200.50', outstanding: '0.00' });
    expect(response.data.meta_obj.payment_outcome).toMatchObject({ value: 'credit' });
    expect([await own.wallet(own.shop), await own.wallet(own.rep)]).toEqual([-120_050, 100_000]);
    expect(await lastAudit(own, id)).toEqual({
      before: { tag: 'pending' },
      after: { tag: 'cancelled', payment_outcome: 'credit' },
    });
    // Restored, it is charged beside the money that is there already; cancelled again, only the charge goes.
    await own.tag(id, 'cancelled', 'completed');
    expect([await own.wallet(own.shop), await own.wallet(own.rep)]).toEqual([1_200_000 - 120_050, 100_000]);
    await own.tag(id, 'completed', 'cancelled', { reason: 'Once more' });
    expect([await own.wallet(own.shop), await own.wallet(own.rep)]).toEqual([-120_050, 100_000]);
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('paid back, the payment becomes 0 in the order, its meta and the audit, and no wallet moves', {
    tags: ['K4'],
  }, async () => {
    const { own, id } = await paidPending();
    const response = await own.tag(id, 'pending', 'cancelled', { payment_outcome: 'paid_back' });
    expect(response.data).toMatchObject({ tag: 'cancelled', cash: '0.00', paid: '0.00' });
    expect(response.data.meta_obj).toMatchObject({
      payment_cash: { value: '0.00' },
      payment_outcome: { value: 'paid_back' },
    });
    expect([await own.wallet(own.shop), await own.wallet(own.rep)]).toEqual([0, 0]);
    expect(await lastAudit(own, id)).toEqual({
      before: { tag: 'pending', cash: '1000.00' },
      after: { tag: 'cancelled', cash: '0.00', payment_outcome: 'paid_back' },
    });
    await own.tag(id, 'cancelled', 'completed');
    expect(await own.wallet(own.shop)).toBe(1_200_000);
    // An order that is billed may say so too: the money leaves the wallets again.
    await own.pay(id, cashOf('500'));
    await own.tag(id, 'completed', 'cancelled', { reason: 'Handed back', payment_outcome: 'paid_back' });
    expect([await own.wallet(own.shop), await own.wallet(own.rep)]).toEqual([0, 0]);
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('a payment that is noted on a cancelled order is the retailer’s credit at once', { tags: ['K4'] }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([[own.milk, 12]], 'pending');
    await own.tag(id, 'pending', 'cancelled');
    await own.pay(id, cashOf('300'));
    expect([await own.wallet(own.shop), await own.wallet(own.rep)]).toEqual([-30_000, 30_000]);
    await own.pay(id, cashOf('0'));
    expect([await own.wallet(own.shop), await own.wallet(own.rep)]).toEqual([0, 0]);
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('the parts of a cancelled order are told as cancelled, are not moved alone, and stand again as they were', {
    tags: ['K11'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered(
      [
        [own.milk, 12],
        [own.tea, 10],
      ],
      'pending',
    );
    const parts = async () => ((await own.group(id)).orders as Data[]).map((part) => part.tag);
    expect(await parts()).toEqual(['pending', 'pending']);
    await own.tag(id, 'pending', 'cancelled');
    expect(await parts()).toEqual(['cancelled', 'cancelled']);
    const part = (await own.group(id)).orders[0] as Data;
    expect((await own.call('GET', 'order/read', { _id: part._id })).data[0].tag).toBe('cancelled');
    const found = async (tag: string) => {
      const { data } = await own.call('GET', 'order/read_all', { page: 1, per_page: 50, tag, buyer_id: own.shop });
      return (data.rows as Data[]).length;
    };
    expect([await found('pending'), await found('cancelled')]).toEqual([0, 2]);
    for (const old_tag of ['cancelled', 'pending'])
      expect(await post('order/update_tag', { _id: part._id, old_tag, new_tag: 'delivered' })).toMatchObject({
        code: 409,
      });
    expect(await post('order/update_tag', { _id: part._id, old_tag: 'cancelled', new_tag: 'delivered' })).toMatchObject(
      {
        message: 'This order is cancelled, and its parts with it. Restore the order first.',
      },
    );
    // Figures of the order stay what they were; restoring brings back what was live.
    expect((await own.group(id)).total).toBe('14000.00');
    await own.tag(id, 'cancelled', 'completed');
    expect(await parts()).toEqual(['completed', 'completed']);
    expect([await found('pending'), await found('cancelled'), await found('completed')]).toEqual([0, 0, 2]);
    await post('order/update_tag', { _id: part._id, old_tag: 'completed', new_tag: 'cancelled' });
    await own.tag(id, 'completed', 'cancelled', { reason: 'Again' });
    await own.tag(id, 'cancelled', 'completed');
    expect((await parts()).sort()).toEqual(['cancelled', 'completed']);
  });
});
