/** A client_id belongs to its officer (K43); a key that a stranger spoilt costs its user nothing, and doubles nothing (S15). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import type { TransferHeader, TransferLine } from '#offline/outbox/op.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { NOW, newKey, type TestServer } from '#tests/support/server.ts';
import type { World } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

describeEngineOfDay('strangers', (database) => {
  let server: TestServer;
  let w: World;
  eachWorld(database, (...made) => {
    [server, w] = made;
  });
  const MISMATCH = { code: 422, data: { error: 'idempotency_mismatch' } };
  const countOf = async (clientId: string) =>
    (await sql`select 1 from purchase_order where client_id = ${clientId}`.execute(database().kysely)).rows.length;

  test('a create with the client_id of another officer is refused as a key would be, and learns no id; its own officer gets it again', {
    tags: ['K43'],
  }, async () => {
    const other = await server.signInAs('manager.warehouse_officer');
    const client_id = newKey();
    const begin = (token: string) =>
      w.call('POST', 'purchase_order/create', w.header(w.shipIn, { client_id }), { token, key: newKey() });
    const mine = await begin(w.officer.token);
    const theirs = await begin(other.token);
    expect(theirs).toMatchObject(MISMATCH);
    expect(JSON.stringify(theirs.data)).not.toContain(mine.data as unknown as string);
    expect((await begin(w.officer.token)).data).toBe(mine.data);
    expect(await countOf(client_id)).toBe(1);
  });

  test('the same of a line, alone and in a batch, and of a plain record', { tags: ['K43'] }, async () => {
    const other = await server.signInAs('manager.warehouse_officer');
    const order = await w.order(w.shipIn, [], { token: w.officer.token });
    const client_id = newKey();
    const put = (token: string) => w.put(order, [w.milk, 12], { client_id }, { token, key: newKey() });
    const mine = await put(w.officer.token);
    expect(mine.code).toBe(200);
    expect(await put(other.token)).toMatchObject(MISMATCH);
    const row = { product_id: [w.milk], quantity: ['12'], client_id: [client_id], op_key: [newKey()] };
    const batch = await w.call(
      'POST',
      'purchase_order_item/upsert_bulk',
      { purchase_order_id: order, ...row },
      { token: other.token, key: newKey() },
    );
    expect(batch.data.results).toMatchObject([MISMATCH]);
    expect((await put(w.officer.token)).data._id).toBe(mine.data._id);
    const admin = await server.signInAs('administrator.administrator');
    const type = { name: `Kiosk ${w.run}`, description: 'Of a test', status: 'active', client_id: newKey() };
    const first = await w.call('POST', 'store_type/create', type, { key: newKey() });
    expect(first.code).toBe(200);
    expect(await w.call('POST', 'store_type/create', type, { token: admin.token, key: newKey() })).toMatchObject(
      MISMATCH,
    );
  });

  const header = (): TransferHeader => ({
    timestamp: NOW,
    source_type: 'distributor',
    source: w.distributor,
    destination_type: 'seller',
    destination: w.hub,
    meta: '{}',
    source_name: 'Depot',
    destination_name: 'Hub',
  });
  const line = (product_id: string): TransferLine => ({
    product_id,
    quantity: 12,
    quantity_accepted: 12,
    amount: '100.00',
    reason: null,
    note: '',
    about: { name: 'Milk', case_count: 12 },
  });

  test('keys that a stranger closed or used beforehand: the tablet mints others by itself, each change takes effect once', {
    tags: ['S15'],
  }, async () => {
    const stranger = await server.signInAs('manager.warehouse_officer');
    const t = makeTablet(w.officer.user_id, () => netAs(w.officer.token, fetchOf(server)));
    const transfer = await t.outbox.createTransfer(header());
    await t.outbox.saveLine(transfer, line(w.milk), { item_id: null, version: null });
    await t.outbox.saveLine(transfer, line(w.rice), { item_id: null, version: null });
    const [create, milk, rice] = await t.waiting();
    const ask = { token: stranger.token };
    await w.call('POST', 'sync/cancel', { key: create?.key }, ask);
    await w.call('POST', 'purchase_order/create', w.header(w.reject), { ...ask, key: milk?.key ?? '' });
    await w.call('POST', 'sync/cancel', { key: rice?.key }, ask);
    for (let pass = 0; pass < 4; pass += 1) await drain(t.ports, t.owner, { forced: true });
    expect(await t.waiting()).toEqual([]);
    const { rows } = await sql<{
      _id: string;
    }>`select _id from purchase_order where client_id = ${transfer.slice(6)}`.execute(database().kysely);
    expect(rows).toHaveLength(1);
    expect(await w.items(rows[0]?._id ?? '')).toHaveLength(2);
  });

  test('where its own user or an administrator for him used the key, no other one is minted', {
    tags: ['S15'],
  }, async () => {
    const admin = await server.signInAs('administrator.administrator');
    const key = newKey();
    const ask = { token: w.officer.token, key };
    const first = w.header(w.shipIn, { client_id: newKey() });
    expect((await w.call('POST', 'purchase_order/create', first, ask)).code).toBe(200);
    // His own, asked in another form: the first took effect.
    const again = await w.call('POST', 'purchase_order/create', { ...first, meta: '{"other":1}' }, ask);
    expect(again).toMatchObject(MISMATCH);
    expect(again.data.renew).toBeUndefined();
    // A stranger with the very same request: it may be his change, brought by another.
    expect(
      (await w.call('POST', 'purchase_order/create', first, { token: admin.token, key })).data.renew,
    ).toBeUndefined();
    // Brought by an administrator from a file that says another author.
    const t = makeTablet(w.officer.user_id, () => netAs(w.officer.token, fetchOf(server)));
    const transfer = await t.outbox.createTransfer(header());
    const file = JSON.parse(JSON.stringify(await t.outbox.exportUnsent()));
    for (const op of file.ops) op.user_id = admin.user_id;
    const brought = await w.call(
      'POST',
      'sync/import',
      { file: JSON.stringify(file), commit: true },
      { key: newKey() },
    );
    expect(brought.data).toMatchObject({ succeeded: 1 });
    const response = await w.call(
      'POST',
      'purchase_order/create',
      w.header(w.shipIn, { client_id: transfer.slice(6), meta: '{"x":1}' }),
      { token: w.officer.token, key: file.ops[0].key },
    );
    expect(response).toMatchObject(MISMATCH);
    expect(response.data.renew).toBeUndefined();
    expect(await countOf(transfer.slice(6))).toBe(1);
  });

  test('a key that a stranger closed says so to its user, alone and in a batch, and nothing of the stranger', {
    tags: ['S15'],
  }, async () => {
    const stranger = await server.signInAs('manager.warehouse_officer');
    const key = newKey();
    await w.call('POST', 'sync/cancel', { key }, { token: stranger.token });
    const order = await w.order(w.shipIn, [], { token: w.officer.token });
    const row = { purchase_order_id: order, product_id: w.milk, quantity: '12' };
    const response = await w.call('POST', 'purchase_order_item/upsert', row, { token: w.officer.token, key });
    expect(response.code).toBe(422);
    expect(response.data).toEqual({ error: 'idempotency_mismatch', renew: true });
    const batch = await w.call(
      'POST',
      'purchase_order_item/upsert_bulk',
      { purchase_order_id: order, product_id: [w.milk], quantity: ['12'], op_key: [key] },
      { token: w.officer.token, key: newKey() },
    );
    expect(batch.data.results).toMatchObject([{ code: 422, data: { error: 'idempotency_mismatch', renew: true } }]);
  });
});
