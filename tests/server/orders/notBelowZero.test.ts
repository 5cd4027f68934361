/** Nothing of an order is below 0: subtotal, amount, fee, payments, total (K3, S12 of the security review, D12 of the import review). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { brokenWallets, makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { newKey, startServer } from '#tests/support/server.ts';

const ABOVE = 'The discount is more than the order.';

describeEngineOfDay('figures of orders', (database) => {
  let world: OrderWorld;
  beforeAll(async () => {
    world = await makeOrderWorld(database(), await startServer(database()));
  });
  const post = (path: string, fields: Record<string, unknown>) => world.call('POST', path, fields, { key: newKey() });
  /** A pending order of one case of milk (12,000) and one of tea (2,000). */
  const order = async () => {
    const id = await world.ordered(
      [
        [world.milk, 12],
        [world.tea, 10],
      ],
      'pending',
      { buyer: await world.buyer(`Shop ${newKey()}`) },
    );
    return { id, parts: (await world.group(id)).orders };
  };

  test('a discount above the order is refused at its field, one of all of it is not; the delivery fee counts as the order', {
    tags: ['K3'],
  }, async () => {
    const { id } = await order();
    const refused = { code: 422, message: ABOVE, data: { fields: { discount: ABOVE } } };
    expect(await world.pay(id, [['discount', '-14000.01', 'promo']])).toMatchObject(refused);
    expect(await world.pay(id, [['discount', '-9999999', 'promo']], { update_amounts_too: true })).toMatchObject(
      refused,
    );
    expect((await post('order_group/update_delivery_fee', { _id: id, delivery_fee: '500' })).code).toBe(200);
    expect((await world.pay(id, [['discount', '-14500', 'promo']])).code).toBe(200);
    expect(await world.group(id)).toMatchObject({ total: '0.00', discount: '-14500.00' });
  });

  test('amounts, subtotals and fees below 0 are refused by every call that takes them', {
    tags: ['K3', 'S12'],
  }, async () => {
    const { id, parts } = await order();
    for (const [path, fields, text] of [
      ['order_group/update_amount', { _id: id, amount: '-1000000' }, 'Amount must not be less than 0'],
      ['order_group/update_subtotal', { _id: id, subtotal: '-5' }, 'Subtotal must not be less than 0'],
      ['order_group/update_subtotal', { _id: id, subtotal: '0' }, 'Subtotal must be a number, not zero.'],
      ['order_group/update_delivery_fee', { _id: id, delivery_fee: '-1' }, 'Delivery fee must not be less than 0'],
      ['order/update_amount', { _id: parts[0]._id, amount: '-1' }, 'Amount must not be less than 0'],
      ['order_group/create', { buyer_id: world.shop, delivery_fee: '-1' }, 'Delivery fee must not be less than 0'],
    ] as const)
      expect(await post(path, fields)).toMatchObject({ code: 422, message: text });
    expect(await world.pay(id, [['payment_cash', '-1']])).toMatchObject({ code: 422 });
    expect(
      await post('order_group/update_tag', {
        _id: id,
        old_tag: 'pending',
        new_tag: 'completed',
        meta: JSON.stringify({ payment_method: 'cash', payment_cash: '-5' }),
      }),
    ).toMatchObject({ code: 422 });
    expect(await world.group(id)).toMatchObject({ total: '14000.00', amount: '14000.00', tag: 'pending' });
  });

  test('an order that gets smaller than its discount is refused, at the figure that was changed', {
    tags: ['K3', 'D12'],
  }, async () => {
    const { id, parts } = await order();
    expect((await world.pay(id, [['discount', '-13000', 'promo']])).code).toBe(200);
    const part = parts.find((one: { items: { product_id: string }[] }) => one.items[0]?.product_id === world.milk);
    const line = part.items[0];
    for (const [path, fields, field] of [
      ['order_group_item/update', { _id: line._id, quantity: 1 }, 'discount'],
      ['order_group_item/update', { _id: line._id, quantity_accepted: 0 }, 'discount'],
      ['order_group_item/remove', { _id: line._id }, 'discount'],
      ['order/update_amount', { _id: part._id, amount: '10' }, 'amount'],
      ['order/update_tag', { _id: part._id, old_tag: part.tag, new_tag: 'cancelled' }, 'discount'],
      ['order_group/update_subtotal', { _id: id, subtotal: '12999.99' }, 'subtotal'],
    ] as const)
      expect(await post(path, fields), path).toMatchObject({
        code: 422,
        message: ABOVE,
        data: { fields: { [field]: ABOVE } },
      });
    expect(await world.group(id)).toMatchObject({ total: '1000.00' });
  });

  test('an edited subtotal or amount does not fall below 0 with the lines', { tags: ['K3'] }, async () => {
    const { id, parts } = await order();
    const [milk, tea] = ['milk', 'tea'].map((name) =>
      parts.find(
        (one: { items: { product_id: string }[] }) => one.items[0]?.product_id === world[name as 'milk' | 'tea'],
      ),
    );
    expect((await post('order/update_amount', { _id: milk._id, amount: '1000' })).code).toBe(200);
    expect(await post('order_group_item/update', { _id: milk.items[0]._id, quantity: 6 })).toMatchObject({
      code: 422,
      message: 'Amount must not be less than 0',
    });
    expect((await post('order_group/update_subtotal', { _id: id, subtotal: '100' })).code).toBe(200);
    expect(await post('order_group_item/remove', { _id: tea.items[0]._id })).toMatchObject({
      code: 422,
      message: 'Subtotal must not be less than 0',
    });
    const other = await order();
    expect((await post('order_group/update_amount', { _id: other.id, amount: '1' })).code).toBe(200);
    const items = (await world.group(other.id)).orders.flatMap((one: { items: unknown[] }) => one.items);
    expect((await post('order_group_item/remove', { _id: items[0]._id })).code).toBe(200);
    const left = await world.group(other.id);
    expect(left.amount).toBe(left.total);
  });

  test('the last product takes the discount along; nothing stands below 0', { tags: ['K3'] }, async () => {
    const cart = await world.cart(await world.buyer('Emptied shop'));
    const { data } = await world.add(cart, world.milk, 12);
    expect((await post('order_group/update_delivery_fee', { _id: cart, delivery_fee: '10' })).code).toBe(200);
    expect((await world.pay(cart, [['discount', '-100', 'promo']])).code).toBe(200);
    expect((await post('order_group_item/remove', { _id: data._id })).code).toBe(200);
    const left = await world.group(cart);
    expect(left).toMatchObject({ discount: '0.00', delivery_fee: '10.00', total: '10.00', amount: '10.00' });
    expect(left.meta_obj.discount.value).toBe('');
  });

  test('an order that stands below 0 from before is neither placed nor billed, and can be put right', {
    tags: ['K3'],
  }, async () => {
    const { id } = await order();
    await sql`update order_group set discount_kobo = -2000000, discount_reason = 'promo' where _id = ${id}`.execute(
      world.db,
    );
    expect(await world.tag(id, 'pending', 'completed')).toMatchObject({ code: 422, message: ABOVE });
    expect((await world.pay(id, [['comment', 'called him']])).code).toBe(200);
    expect((await post('order_group/update_delivery_fee', { _id: id, delivery_fee: '100' })).code).toBe(200);
    expect((await world.pay(id, [['discount', '-100', 'promo']])).code).toBe(200);
    expect((await world.tag(id, 'pending', 'completed')).code).toBe(200);
    expect(await brokenWallets(database())).toEqual([]);
  });
});
