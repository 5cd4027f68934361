/** Outgoing webhooks: refusals, what is written with which event, and how it is sent (docs/api/webhooks.md). */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOOK_EVENT_NAMES } from '#contract/settings/webhookCalls.ts';
import { secretKey } from '#server/auth/secretKey.ts';
import { dropOldDeliveries, PAUSES, sendDeliveries } from '#server/webhooks/sendDeliveries.ts';
import { watchStock } from '#server/webhooks/stockWatch.ts';
import { describeForTwoServers, secondPool } from '#tests/support/database.ts';
import { type LocalHook, startLocalHook } from '#tests/support/localHook.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import {
  type Data,
  NOW,
  newKey,
  passwordHash,
  shipmentIn,
  startServer,
  type TestServer,
} from '#tests/support/server.ts';

const HASH = passwordHash('Correct-horse-7');
const DAY = 86_400;

describeForTwoServers('webhooks', (database) => {
  let server: TestServer;
  let w: OrderWorld;
  let hook: LocalHook;
  let key: string;
  beforeAll(async () => {
    server = await startServer(database());
    w = await makeOrderWorld(database(), server);
    await w.fill([
      [w.milk, 2_400],
      [w.rice, 30],
    ]);
    hook = await startLocalHook();
    key = await secretKey(database().kysely, 'webhook', server.config);
  }, 120_000);
  afterAll(() => hook?.close());
  beforeEach(async () => {
    server.clock.now = NOW;
    hook.got.length = 0;
    hook.next.length = 0;
    hook.hold = null;
    await sql`delete from webhook`.execute(database().kysely);
  });

  const ask = (path: string, fields: Record<string, unknown> = {}) => w.call('POST', `webhook/${path}`, fields);
  async function add(events: readonly string[] = HOOK_EVENT_NAMES, more: Record<string, unknown> = {}) {
    const made = await ask('create', { url: hook.url, events, hash_own: HASH, ...more });
    expect(made.message).toBe('OK');
    return { id: String(made.data._id), secret: String(made.data.secret) };
  }
  const parts = (over = database()) => ({ database: over, now: () => server.clock.now, key, strict: false });
  const send = (over = database()) => sendDeliveries(parts(over));
  const log = async (id: string) => (await ask('read_deliveries', { webhook_id: id })).data as Data[];
  const hooks = async () => (await w.call('GET', 'webhook/read_all')).data as Data[];
  /** What arrived, in the order in which it happened: it is sent side by side. */
  const bodies = () =>
    [...hook.got]
      .sort((one, other) => (String(one.headers['webhook-id']) < String(other.headers['webhook-id']) ? -1 : 1))
      .map(({ body }) => JSON.parse(body) as { type: string; timestamp: number; data: Data });
  const total = async () =>
    (await sql<{ many: number }>`select count(*)::int4 as many from webhook_delivery`.execute(database().kysely))
      .rows[0]?.many;

  describe('refused', () => {
    test.each([
      ['a wrong password', { hash_own: passwordHash('wrong') }, 'hash_own', 'Your password is not correct.'],
      ['no address', { url: '' }, 'url', 'Enter an address.'],
      ['http to elsewhere', { url: 'http://shop.example/x' }, 'url', 'The address must begin with https://.'],
      ['no event', { events: [] }, 'events', 'Choose at least one event.'],
      [
        'an event that nobody knows',
        { events: ['order.created', 'everything'] },
        'events',
        'Choose at least one event.',
      ],
    ])('%s, when it is added and when it is changed', { tags: ['HOOK-01'] }, async (_what, fields, field, text) => {
      const { id } = await add();
      const wrong = { url: hook.url, events: ['order.created'], hash_own: HASH, ...fields };
      const refusal = { code: 422, data: { fields: { [field]: text } } };
      expect(await ask('create', wrong)).toMatchObject(refusal);
      expect(await ask('update', { _id: id, ...wrong })).toMatchObject(refusal);
      expect(await hooks()).toHaveLength(1);
      expect((await hooks())[0]?.events).toEqual([...HOOK_EVENT_NAMES].sort());
    });

    test('in production an address of this machine', { tags: ['HOOK-01'] }, async () => {
      const site = await startServer(database(), { environment: 'production', secret: 'x'.repeat(40) });
      const { token } = await site.signInAs('administrator.administrator');
      const fields = { url: hook.url, events: ['order.created'], hash_own: HASH };
      expect(await site.call('POST', 'webhook/create', fields, { token })).toMatchObject({
        data: { fields: { url: 'The address must begin with https://.' } },
      });
      await site.close();
    });

    test('the twenty-first, unknown hooks and deliveries, and a test of one that is off', {
      tags: ['HOOK-01', 'HOOK-09'],
    }, async () => {
      const ids: string[] = [];
      for (let at = 0; at < 20; at += 1) ids.push((await add()).id);
      expect(await ask('create', { url: hook.url, events: ['order.created'], hash_own: HASH })).toMatchObject({
        code: 422,
        data: { error: 'limit' },
      });
      for (const [path, fields] of [
        ['update', { _id: 'none', url: hook.url, events: ['order.created'], hash_own: HASH }],
        ['set_status', { _id: 'none', status: 'active' }],
        ['new_secret', { _id: 'none', hash_own: HASH }],
        ['remove', { _id: 'none' }],
        ['test', { _id: 'none' }],
        ['send_again', { _id: 'none' }],
      ] as const)
        expect((await ask(path, fields)).code, path).toBe(404);
      await ask('set_status', { _id: ids[0], status: 'inactive' });
      expect(await ask('test', { _id: ids[0] })).toMatchObject({
        code: 409,
        message: 'This webhook is off. Switch it on first.',
      });
    });
  });

  describe('what is written', () => {
    test('nothing for a refused call, a dry run, a hook that is off or one that did not ask', {
      tags: ['HOOK-02'],
    }, async () => {
      const { id } = await add(['order.created']);
      const off = await add(['receipt.completed']);
      await ask('set_status', { _id: off.id, status: 'inactive' });
      await w.fill([[w.milk, 12]]);
      const cart = await w.cart(await w.buyer('Refused'));
      expect((await w.tag(cart, 'draft', 'pending')).code).toBe(422);
      expect([await log(id), await log(off.id), await total()]).toEqual([[], [], 0]);
    });

    test('work that is rolled back leaves no event', { tags: ['HOOK-02'] }, async () => {
      await add(['receipt.completed']);
      // The row of the key is the last thing that a call writes.
      await sql`create function no_keys() returns trigger language plpgsql as $$ begin if new.state = 'done' then raise exception 'no'; end if; return new; end $$`.execute(
        database().kysely,
      );
      await sql`create trigger no_keys before update on idempotency for each row execute function no_keys()`.execute(
        database().kysely,
      );
      try {
        const order = await w.call('POST', 'purchase_order/create', shipmentIn(w.distributor, w.hub, NOW));
        await w.put(String(order.data), [w.milk, 12]);
        const broken = await w.execute(String(order.data), {}, { key: newKey() });
        expect(broken.code).toBe(500);
        expect(await total()).toBe(0);
      } finally {
        await sql`drop trigger no_keys on idempotency`.execute(database().kysely);
        await sql`drop function no_keys`.execute(database().kysely);
      }
    });

    test('a receipt, an order and its states, and payments, with ids, names, units and amounts and no cost', {
      tags: ['HOOK-03'],
    }, async () => {
      await add();
      await w.fill([[w.milk, 24]]);
      const order = await w.ordered([[w.milk, 12]], 'completed');
      const shop = { head: 'buyer', owner: w.shop };
      const paid = await w.call(
        'POST',
        'ledger_log/deposit_to',
        { ...shop, value: '500', description: 'Cash', tag: 'cash' },
        { key: newKey() },
      );
      expect(paid.code, paid.message).toBe(200);
      await w.call(
        'POST',
        'ledger_log/take_back',
        { _id: paid.data, reason: 'Typed twice by mistake' },
        { key: newKey() },
      );
      await send();
      const sent = bodies();
      expect(sent.map(({ type }) => type)).toEqual([
        'receipt.completed',
        'order.created',
        'order.changed',
        'payment.recorded',
        'payment.recorded',
      ]);
      expect(sent.every(({ timestamp }) => timestamp === NOW)).toBe(true);
      const [receipt, placed, completed, deposit, back] = sent.map(({ data }) => data);
      expect(receipt).toMatchObject({
        purchase_order: { source: { type: 'distributor', _id: w.distributor }, destination: { _id: w.hub } },
        lines: [{ product: { _id: w.milk }, quantity: 24 }],
      });
      expect(placed?.order_group).toMatchObject({
        _id: order,
        tag: 'pending',
        previous_tag: 'draft',
        buyer: { _id: w.shop },
        total: '12000.00',
        paid: '0.00',
      });
      expect(completed?.order_group).toMatchObject({ _id: order, tag: 'completed', previous_tag: 'pending' });
      expect(deposit).toMatchObject({
        ledger_log: { _id: paid.data, tag: 'cash', value: '500.00' },
        owner: { type: 'buyer', _id: w.shop },
        takes_back: null,
      });
      expect(back).toMatchObject({ ledger_log: { value: '-500.00' }, takes_back: paid.data });
      expect(JSON.stringify(sent)).not.toMatch(/cost|price|rate|hash/);
    });

    test('the payment of an order is told once, in the wallet of the retailer', { tags: ['HOOK-03'] }, async () => {
      const order = await w.ordered([[w.milk, 12]], 'completed');
      await add(['payment.recorded']);
      const meta = { order_group_id: order, tag: ['payment_method', 'payment_cash'], value: ['cash', '12000'] };
      const paid = await w.call('POST', 'order_group_meta/upsert_many', meta, { key: newKey() });
      expect(paid.code, paid.message).toBe(200);
      await send();
      expect(bodies().map(({ data }) => data)).toMatchObject([
        { ledger_log: { tag: 'cash', value: '12000.00' }, owner: { type: 'buyer' }, order_group_id: order },
      ]);
    });

    test('a fall to the reorder point is told once; what was low before is not, and a second fall is', {
      tags: ['HOOK-04'],
    }, async () => {
      const { id } = await add(['stock.below_reorder_point']);
      const warehouse = await w.warehouseOf(w.hub);
      /** Twelve units left each of the last 28 days, so the reorder point of ten days is 120. */
      const lived = async (product: string) => {
        for (let days = 0; days < 28; days += 1)
          await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after, created, timestamp)
            values (${newKey()}, 'X', 'stock_out', ${warehouse}, ${product}, -12, 1200000, 0, 500, ${NOW}, ${NOW - days * DAY})`.execute(
            database().kysely,
          );
      };
      const hold = (product: string, units: number) =>
        sql`update warehouse_product set quantity = ${units} where warehouse_id = ${warehouse} and product_id = ${product}`.execute(
          database().kysely,
        );
      let at = NOW;
      const look = async () => {
        at += 300;
        await watchStock(database(), at);
        await watchStock(database(), at);
        return (await log(id)).length;
      };
      await lived(w.rice);
      await lived(w.milk);
      await hold(w.rice, 100);
      await hold(w.milk, 500);
      expect(await look()).toBe(0);
      await hold(w.milk, 90);
      // Nobody looks twice within five minutes.
      await watchStock(database(), at + 299);
      expect((await log(id)).length).toBe(0);
      expect(await look()).toBe(1);
      expect(await look()).toBe(1);
      await hold(w.milk, 500);
      expect(await look()).toBe(1);
      await hold(w.milk, 100);
      expect(await look()).toBe(2);
      server.clock.now = at;
      await send();
      expect(bodies()[0]?.data).toMatchObject({
        seller: { _id: w.hub },
        product: { _id: w.milk },
        quantity: 90,
        reorder_at: 120,
      });
      // Without a hook nobody looks, and a new one begins anew.
      await ask('remove', { _id: id });
      await look();
      const { rows } = await sql`select 1 from stock_low`.execute(database().kysely);
      expect(rows).toEqual([]);
    });
  });

  describe('how it is sent', () => {
    test('signed by the secret of the hook; a new secret signs from then on', {
      tags: ['HOOK-05', 'HOOK-09'],
    }, async () => {
      const { id, secret } = await add(['order.created']);
      const test = await ask('test', { _id: id });
      await send();
      const isSigned = (by: string, { headers, body }: LocalHook['got'][number]) => {
        const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
        const wanted = createHmac('sha256', Buffer.from(by.slice(6), 'base64'))
          .update(text)
          .digest('base64');
        return headers['webhook-signature'] === `v1,${wanted}`;
      };
      const [first] = hook.got as [LocalHook['got'][number]];
      expect(first.headers).toMatchObject({
        'webhook-id': test.data._id,
        'webhook-timestamp': String(NOW),
        'content-type': 'application/json; charset=utf-8',
      });
      expect(JSON.parse(first.body)).toEqual({ type: 'test', timestamp: NOW, data: { webhook_id: id } });
      expect(isSigned(secret, first)).toBe(true);
      const fresh = await ask('new_secret', { _id: id, hash_own: HASH });
      await ask('send_again', { _id: test.data._id });
      await send();
      const second = hook.got[1] as LocalHook['got'][number];
      expect([second.headers['webhook-id'], second.body]).toEqual([test.data._id, first.body]);
      expect([isSigned(secret, second), isSigned(String(fresh.data.secret), second)]).toEqual([false, true]);
      expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 1, answer_code: 200, tried_at: NOW }]);
    });

    test('the secret stands in no table', { tags: ['HOOK-01'] }, async () => {
      const { id, secret } = await add();
      const { rows } = await sql<{
        all: string;
      }>`select (select json_agg(t)::text from webhook t) || (select coalesce(json_agg(a)::text, '') from audit_log a)
        || (select coalesce(json_agg(i)::text, '') from idempotency i) || (select json_agg(s)::text from secret s) as all`.execute(
        database().kysely,
      );
      expect(rows[0]?.all).toContain(id);
      expect(rows[0]?.all).not.toContain(secret.slice(6));
    });

    test.each([['500', 500] as const, ['a redirect', 302] as const, ['a cut line', 'cut' as const] as const])(
      '%s is a failed attempt, repeated after a pause with the same id and body',
      { tags: ['HOOK-07', 'HOOK-05'] },
      async (_what, answer) => {
        const { id } = await add();
        await ask('test', { _id: id });
        hook.next.push(answer);
        expect(await send()).toBe(1);
        expect(await send()).toBe(0);
        expect(await log(id)).toMatchObject([
          { state: 'waiting', attempts: 1, next: NOW + PAUSES[0], answer_code: answer === 'cut' ? null : answer },
        ]);
        server.clock.now = NOW + PAUSES[0];
        expect(await send()).toBe(1);
        expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 2, answer_code: 200, next: null }]);
        const [first, second] = hook.got;
        expect([second?.headers['webhook-id'], second?.body, second?.path]).toEqual([
          first?.headers['webhook-id'],
          first?.body,
          '/hook',
        ]);
        expect(String((await log(id))[0]?.answer)).toHaveLength(300);
      },
    );

    test('after three days of failures the hook is off, the home of administrators says so, and what waits goes out when it is on', {
      tags: ['HOOK-07'],
    }, async () => {
      const { id } = await add();
      await ask('test', { _id: id });
      hook.next.push(...Array.from({ length: PAUSES.length + 1 }, () => 500));
      for (const pause of [...PAUSES, 0]) {
        expect(await send()).toBe(1);
        server.clock.now += pause;
      }
      const off = server.clock.now;
      expect(off - NOW).toBeGreaterThan(3 * DAY);
      // The session of who asks is as old as the start.
      server.clock.now = NOW;
      await ask('test', { _id: id }).then(({ code }) => expect(code).toBe(409));
      expect(await hooks()).toMatchObject([
        { status: 'inactive', off_at: off, off_reason: 'A delivery failed for three days.' },
      ]);
      expect(await log(id)).toMatchObject([{ state: 'failed', attempts: PAUSES.length + 1 }]);
      const work = async (token: string) =>
        ((await w.call('GET', 'work/read_mine', {}, { token })).data as Data[]).find(
          (one) => one.kind === 'webhooks_off',
        );
      expect(await work(w.admin.token)).toMatchObject({ total: 1, rows: [{ model: 'webhook', _id: id }] });
      expect(await work(w.staff.token)).toBeUndefined();
      await ask('set_status', { _id: id, status: 'active' });
      expect((await work(w.admin.token))?.total ?? 0).toBe(0);
      const [failed] = await log(id);
      await ask('send_again', { _id: failed?._id });
      expect(await send()).toBe(1);
      expect(await log(id)).toMatchObject([{ state: 'delivered' }]);
    });

    test('410 switches the hook off at once', { tags: ['HOOK-07'] }, async () => {
      const { id } = await add();
      await ask('test', { _id: id });
      hook.next.push(410);
      await send();
      expect(await hooks()).toMatchObject([
        { status: 'inactive', off_reason: 'The address answered 410: it wants nothing more.' },
      ]);
    });

    test('two servers that look at once send each delivery once', { tags: ['HOOK-06'] }, async () => {
      const { id } = await add();
      for (let at = 0; at < 30; at += 1) await ask('test', { _id: id });
      const other = (await secondPool(database())) ?? database();
      await Promise.all([send(), send(other), send(), send(other)]);
      expect(hook.got).toHaveLength(30);
      expect(new Set(hook.got.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
    });

    test('what a server that died was sending is sent again after its lease, and its late answer changes nothing', {
      tags: ['HOOK-06'],
    }, async () => {
      const { id } = await add();
      await ask('test', { _id: id });
      let release = () => {};
      hook.hold = new Promise((done) => {
        release = done;
      });
      hook.next.push(500, 200);
      const first = send();
      await expect.poll(() => hook.got.length).toBe(1);
      // Nor is it sent a second time beside by whoever presses "Send again".
      await ask('send_again', { _id: (await log(id))[0]?._id });
      expect(await send()).toBe(0);
      server.clock.now = NOW + 60;
      const second = send();
      await expect.poll(() => hook.got.length).toBe(2);
      release();
      await Promise.all([first, second]);
      expect(new Set(hook.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect((await log(id))[0]).toMatchObject({ attempts: 2 });
    });

    test('the log keeps thirty days', { tags: ['HOOK-09'] }, async () => {
      const { id } = await add();
      await ask('test', { _id: id });
      await dropOldDeliveries(database(), NOW + 30 * DAY);
      expect(await log(id)).toHaveLength(1);
      await dropOldDeliveries(database(), NOW + 30 * DAY + 1);
      expect(await log(id)).toEqual([]);
    });
  });
});
