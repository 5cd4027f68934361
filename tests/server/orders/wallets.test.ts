/** What orders post (B5.3, B6): whatever happens, in whatever order, at once or twice, every wallet is right. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ORDER_TAGS } from '#domain/order.ts';
import { describeForTwoServers } from '#tests/support/database.ts';
import { brokenWallets, makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, newKey, startServer, type TestServer } from '#tests/support/server.ts';

const at = fc.nat(1);
const anyTag = fc.constantFrom(...ORDER_TAGS);
const stepOf = fc.oneof(
  fc.record({ does: fc.constant('tag' as const), at, from: anyTag, to: anyTag, right: fc.boolean() }),
  fc.record({
    does: fc.constant('line' as const),
    at,
    product: fc.nat(2),
    quantity: fc.nat(30),
    accepted: fc.option(fc.nat(30)),
  }),
  fc.record({ does: fc.constant('remove' as const), at, product: fc.nat(2) }),
  fc.record({ does: fc.constant('order' as const), at, to: anyTag }),
  fc.record({
    does: fc.constant('pay' as const),
    at,
    method: fc.constantFrom('cash', 'transfer', 'cash_transfer', ''),
    cash: fc.nat(900),
    transfer: fc.nat(900),
  }),
  fc.record({
    does: fc.constant('discount' as const),
    at,
    value: fc.integer({ min: -300, max: 300 }),
    follows: fc.boolean(),
  }),
  fc.record({
    does: fc.constant('figure' as const),
    at,
    what: fc.constantFrom('amount', 'order', 'subtotal', 'delivery_fee'),
    value: fc.nat(5_000),
  }),
  fc.record({ does: fc.constant('officer' as const), at, who: fc.nat(2) }),
  fc.record({ does: fc.constant('deposit' as const), at, value: fc.integer({ min: -500, max: 500 }) }),
);
type Step = typeof stepOf extends fc.Arbitrary<infer T> ? T : never;

describeForTwoServers('wallets of orders', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
  });

  const deposit = (head: string, owner: string, value: string, key: string = newKey()) =>
    world.call(
      'POST',
      'ledger_log/deposit_to',
      { head, subhead: 'wallet', owner, value, description: 'Paid at the hub desk', tag: 'cash' },
      { key },
    );
  const logs = async (owner: string) =>
    (
      await sql<{ tag: string; value_kobo: number; effect_kobo: number }>`
        select x.tag, x.value_kobo, x.effect_kobo from ledger_log x join ledger l on l._id = x.ledger_id
        where l.owner = ${owner} order by x.tag`.execute(world.db)
    ).rows;

  test('the worked example: issue 100, return 20, sell 80, cash and transfer, deposit: the day closes at zero', {
    tags: ['B6.4'],
  }, async () => {
    const { rep, shop, wallet } = world;
    const garri = await world.product('Garri', 10, 100_000);
    await world.fill([[garri, 1_000]]);
    await world.execute(await world.order(world.issue, [[garri, 1_000]]));
    expect(await wallet(rep)).toBe(10_000_000);
    await world.execute(await world.order(world.giveBack, [[garri, 200]]));
    expect(await wallet(rep)).toBe(8_000_000);
    const first = await world.ordered([[garri, 500]], 'pending');
    const second = await world.ordered([[garri, 300]], 'pending');
    await world.pay(first, [
      ['payment_method', 'cash'],
      ['payment_cash', '50000'],
    ]);
    await world.pay(second, [
      ['payment_method', 'transfer'],
      ['payment_transfer', '10000'],
    ]);
    // Nothing is posted before somebody delivers or completes.
    expect([await wallet(rep), await wallet(shop)]).toEqual([8_000_000, 0]);
    expect((await world.tag(first, 'pending', 'completed')).code).toBe(200);
    expect((await world.tag(second, 'pending', 'delivered')).code).toBe(200);
    expect((await world.tag(second, 'delivered', 'completed')).code).toBe(200);
    expect(await wallet(rep)).toBe(5_000_000);
    expect(await wallet(shop)).toBe(2_000_000);
    expect((await deposit('sales_officer', rep, '50000')).code).toBe(200);
    expect(await wallet(rep)).toBe(0);
    const held = await world.call('POST', 'warehouse_product/read_by_warehouse', {
      warehouse_id: await world.warehouseOf(rep),
    });
    expect(held.data[0]).toMatchObject({ quantity: 800, sold: 800, in_hand: 0 });
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('what an associate sold: lines that stand and as they were accepted, of billed orders that took his own goods', {
    tags: ['B5.4'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    // Billed before anything was issued to him: the hub's goods.
    await own.ordered([[own.milk, 5]], 'completed');
    const goods = [
      [own.milk, 60],
      [own.tea, 30],
      [own.soap, 14],
    ] as const;
    await own.fill(goods);
    await own.execute(await own.order(own.issue, goods));
    await own.ordered([[own.milk, 6]], 'pending');
    const id = await own.ordered(
      [
        [own.milk, 12],
        [own.tea, 10],
        [own.soap, 7],
      ],
      'completed',
    );
    const sold = async () =>
      new Map(
        (
          await own.call('POST', 'warehouse_product/read_by_warehouse', {
            warehouse_id: await own.warehouseOf(own.rep),
          })
        ).data.map((one: Data) => [one.product_id, [one.quantity, one.sold, one.in_hand]]),
      );
    expect(await sold()).toEqual(
      new Map([
        [own.milk, [60, 12, 48]],
        [own.tea, [30, 10, 20]],
        [own.soap, [14, 7, 7]],
      ]),
    );
    const items = (await own.call('GET', 'order_group_item/read_by_order_group', { order_group_id: id })).data;
    const line = (product: string) => items.find((one: Data) => one.product_id === product) as Data;
    await own.call('POST', 'order_group_item/update', { _id: line(own.milk)._id, quantity_accepted: 10 });
    await own.call('POST', 'order_group_item/remove', { _id: line(own.soap)._id });
    const { order_id } = line(own.tea);
    const { tag } = (await own.group(id)).orders.find((one: Data) => one._id === order_id) as Data;
    const response = await own.call('POST', 'order/update_tag', { _id: order_id, old_tag: tag, new_tag: 'cancelled' });
    expect(response.code).toBe(200);
    expect(await sold()).toEqual(
      new Map([
        [own.milk, [60, 10, 50]],
        [own.tea, [30, 0, 30]],
        [own.soap, [14, 0, 14]],
      ]),
    );
  });

  test('two figures, paid less total and what the wallet says; an associate who was issued nothing is credited nothing, and cash he collected is his debt', {
    tags: ['ORD-15', 'A8', 'B5.3'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([[own.milk, 12]], 'pending');
    await own.pay(id, [
      ['payment_method', 'cash'],
      ['payment_cash', '2000'],
    ]);
    await own.tag(id, 'pending', 'completed');
    expect(await own.group(id)).toMatchObject({
      tag: 'completed',
      da_stock: false,
      paid: '2000.00',
      outstanding: '-10000.00',
    });
    expect([await own.wallet(own.shop), await own.wallet(own.rep)]).toEqual([1_000_000, 200_000]);
    expect(await logs(own.shop)).toEqual([
      { tag: 'cash', value_kobo: 200_000, effect_kobo: -200_000 },
      { tag: 'order', value_kobo: 1_200_000, effect_kobo: 1_200_000 },
    ]);
  });

  test('cancelled after it was billed: the charge goes, money received stays the credit; restored it stands again', {
    tags: ['B5.3'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([[own.milk, 12]], 'pending');
    await own.pay(id, [
      ['payment_method', 'cash_transfer'],
      ['payment_cash', '2000'],
      ['payment_transfer', '1000'],
    ]);
    await own.tag(id, 'pending', 'completed');
    expect((await own.tag(id, 'completed', 'cancelled', {}, { token: own.staff.token })).code).toBe(403);
    expect((await own.tag(id, 'completed', 'cancelled')).message).toBe('Reason field is required.');
    expect((await own.tag(id, 'completed', 'cancelled', { reason: 'Wrong retailer' })).code).toBe(200);
    expect([await own.wallet(own.shop), await own.wallet(own.rep)]).toEqual([-300_000, 200_000]);
    expect(await own.group(id)).toMatchObject({
      outstanding: '0.00',
      meta_obj: { cancelled_by: { value: own.admin.user_id } },
    });
    // Handed back: the payment is set to nothing.
    await own.pay(id, [
      ['payment_method', ''],
      ['payment_cash', '0'],
      ['payment_transfer', '0'],
    ]);
    expect([await own.wallet(own.shop), await own.wallet(own.rep)]).toEqual([0, 0]);
    expect((await own.tag(id, 'cancelled', 'completed')).code).toBe(200);
    expect(await own.wallet(own.shop)).toBe(1_200_000);
    expect(await own.group(id)).toMatchObject({ meta_obj: { restored_from: { value: 'cancelled' } } });
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('another associate on a billed order: his parts move, the retailer does not notice', {
    tags: ['B5.3'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const other = await own.party('sales_officer', 'Kunle Rep', own.hub);
    await own.fill([[own.milk, 120]]);
    await own.execute(await own.order(['seller', own.hub, 'sales_officer', other], [[own.milk, 24, '', '24000']]));
    const id = await own.ordered([[own.milk, 12]], 'pending');
    await own.pay(id, [
      ['payment_method', 'cash'],
      ['payment_cash', '5000'],
    ]);
    await own.tag(id, 'pending', 'completed');
    expect([await own.wallet(own.rep), await own.wallet(other)]).toEqual([500_000, 2_400_000]);
    const response = await own.call('POST', 'order_group/update_sales_officer', { _id: id, sales_officer_id: other });
    expect(response.data).toMatchObject({ sales_officer_id: other, da_stock: true });
    expect([await own.wallet(own.rep), await own.wallet(other)]).toEqual([0, 2_400_000 - 1_200_000 + 500_000]);
    expect(await own.wallet(own.shop)).toBe(700_000);
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('a billed order follows its lines, its amount, its fee and its discount at once', {
    tags: ['B5.9', 'B5.0c'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered(
      [
        [own.milk, 24],
        [own.soap, 7],
      ],
      'completed',
    );
    expect(await own.wallet(own.shop)).toBe(2_500_000);
    const items = (await own.call('GET', 'order_group_item/read_by_order_group', { order_group_id: id })).data;
    const milk = items.find((item: { product_id: string }) => item.product_id === own.milk);
    await own.call('POST', 'order_group_item/update', { _id: milk._id, quantity_accepted: 12 });
    expect(await own.wallet(own.shop)).toBe(1_300_000);
    await own.call('POST', 'order_group/update_delivery_fee', { _id: id, delivery_fee: '500' });
    expect(await own.wallet(own.shop)).toBe(1_350_000);
    await own.pay(id, [['discount', '-1000', 'promo']]);
    expect(await own.wallet(own.shop)).toBe(1_250_000);
    await own.call('POST', 'order_group_item/remove', { _id: milk._id });
    expect(await own.wallet(own.shop)).toBe(50_000);
    expect(await brokenWallets(database())).toEqual([]);
  });

  test('goods that nobody ordered stay billed at the price of the day they were accepted', {
    tags: ['B5.0c', 'B1.5'],
  }, async () => {
    const own = await makeOrderWorld(database(), server);
    const id = await own.ordered([[own.milk, 12]], 'pending');
    // As it could be added before K6.
    const { _id: soap } = (await own.add(id, own.soap, 7)).data;
    await sql`update order_item set quantity = 0, amount_kobo = 0, rate_kobo = null where _id = ${soap}`.execute(
      own.db,
    );
    await own.call('POST', 'order_group_item/update', { _id: soap, quantity_accepted: 7 });
    await own.tag(id, 'pending', 'completed');
    const billed = await own.wallet(own.shop);
    const [before] = [await own.group(id)];
    await sql`update product set price_kobo = price_kobo * 3 where _id = ${own.soap}`.execute(own.db);
    // Neither a comment nor another line is about that price.
    await own.pay(id, [['comment', 'Left at the gate']]);
    const items = (await own.call('GET', 'order_group_item/read_by_order_group', { order_group_id: id })).data;
    const of = (product: string) => items.find((item: { product_id: string }) => item.product_id === product);
    await own.call('POST', 'order_group_item/update', { _id: of(own.milk)._id, quantity_accepted: 12 });
    expect(await own.wallet(own.shop)).toBe(billed);
    expect(await own.group(id)).toMatchObject({ total: before.total, amount: before.amount });
    // Another count of them is: it is made today.
    await own.call('POST', 'order_group_item/update', { _id: of(own.soap)._id, quantity_accepted: 14 });
    expect(await own.wallet(own.shop)).toBe(billed + 5 * (billed - 1_200_000));
    expect(await brokenWallets(database())).toEqual([]);
  });

  describe('whatever happens', () => {
    test('any tags, edits, restores, payments and deposits, at once and twice: each wallet is the sum of its log and no order stands there twice', {
      tags: ['B5.3', 'B6.2'],
      timeout: 240_000,
    }, async () => {
      const other = await world.party('sales_officer', 'Second Rep', world.hub);
      const products = [world.milk, world.tea, world.soap];
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ step: stepOf, wait: fc.boolean(), twice: fc.boolean() }), {
            minLength: 6,
            maxLength: 16,
          }),
          async (steps) => {
            const shop = await world.buyer('Shop of a run');
            const groups = [
              await world.ordered(
                [
                  [world.milk, 12],
                  [world.tea, 10],
                ],
                'pending',
                { buyer: shop },
              ),
              await world.ordered([[world.soap, 7]], 'completed', { buyer: shop }),
            ];
            let running: Promise<void>[] = [];
            for (const { step, wait, twice } of steps) {
              const key = newKey();
              const work = async () => {
                const answer = await act(groups[step.at] ?? '', step, { shop, other, products }, key);
                if (answer) expect([200, 400, 404, 409, 422], `${answer.code} ${answer.text}`).toContain(answer.code);
              };
              running.push(work());
              // A lost answer is asked again under the same key, also while the first is still running.
              if (twice) running.push(work());
              if (wait) {
                await Promise.all(running);
                running = [];
              }
            }
            await Promise.all(running);
            expect(await brokenWallets(database())).toEqual([]);
          },
        ),
        { numRuns: Number(process.env.FUZZ_RUNS ?? 15) },
      );
    });

    async function act(id: string, step: Step, of: { shop: string; other: string; products: string[] }, key: string) {
      const post = (path: string, fields: Record<string, unknown>) => world.call('POST', path, fields, { key });
      const items = async () =>
        (await world.call('GET', 'order_group_item/read_by_order_group', { order_group_id: id })).data;
      const lineOf = async (product: number) =>
        (await items()).find((item: { product_id: string }) => item.product_id === of.products[product]);
      const firstOrder = async () => (await world.group(id)).orders[0];
      switch (step.does) {
        case 'tag': {
          const from = step.right ? (await world.group(id)).tag : step.from;
          const reason = from === 'pending' ? '' : 'By the property';
          return post('order_group/update_tag', { _id: id, old_tag: from, new_tag: step.to, reason });
        }
        case 'line': {
          const line = await lineOf(step.product);
          return post('order_group_item/upsert', {
            order_group_id: id,
            product_id: of.products[step.product],
            quantity: step.quantity,
            quantity_accepted: step.accepted ?? '',
            ...(line ? { _id: line._id } : {}),
          });
        }
        case 'remove': {
          const line = await lineOf(step.product);
          return line ? post('order_item/remove', { _id: line._id }) : null;
        }
        case 'order': {
          const order = await firstOrder();
          return order ? post('order/update_tag', { _id: order._id, old_tag: order.tag, new_tag: step.to }) : null;
        }
        case 'pay':
          return post('order_group_meta/upsert_many', {
            order_group_id: id,
            tag: ['payment_method', 'payment_cash', 'payment_transfer'],
            value: [step.method, step.cash, step.transfer],
          });
        case 'discount':
          return post('order_group_meta/upsert_many', {
            order_group_id: id,
            tag: ['discount'],
            value: [step.value],
            meta: ['promo'],
            update_amounts_too: step.follows,
          });
        case 'figure': {
          if (step.what !== 'order')
            return post(`order_group/update_${step.what}`, { _id: id, [step.what]: step.value });
          const order = await firstOrder();
          return order ? post('order/update_amount', { _id: order._id, amount: step.value }) : null;
        }
        case 'officer':
          return post('order_group/update_sales_officer', {
            _id: id,
            sales_officer_id: ['', world.rep, of.other][step.who],
          });
        default:
          return deposit('buyer', of.shop, String(step.value), key);
      }
    }
  });
});
