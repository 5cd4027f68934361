/**
 * P1, P2, P5 against a real process: clients write transfers, the server is killed at any moment, everything unanswered is sent again with
 * its old key. KASUWA_KILLS=60 is the full figure of SYNC "How it is tested"; the default keeps `npm test` short.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { ENGINES, type Engine } from '#tests/support/database.ts';
import { demoDatabase } from '#tests/support/demoDatabase.ts';
import { copyDemoInto } from '#tests/support/demoFolder.ts';
import { askOver, type HttpAnswer, signInOver } from '#tests/support/overHttp.ts';
import { folder, type Running, start, tidyUp } from '#tests/support/process.ts';
import { newKey, shipmentIn } from '#tests/support/server.ts';

/** The embedded engine takes some eight seconds for a kill and the start after it, and gets one of each change. */
const killsOn = (engine: Engine) => Number(process.env.KASUWA_KILLS ?? (engine === 'pglite' ? 1 : 2));
const LANES = 3;

afterAll(tidyUp);

interface Op {
  path: string;
  key: string;
  fields: Record<string, unknown>;
  answer: HttpAnswer | null;
}

describe.each(ENGINES)('kills (%s)', (engine) => {
  const kills = killsOn(engine);
  test(`${kills} kills: nothing lost, nothing twice, stock adds up`, {
    tags: ['P2', 'P5', 'SYNC-28'],
    timeout: 300_000 + kills * 60_000,
  }, async () => {
    const data = folder();
    const database = engine === 'postgres' ? await demoDatabase() : null;
    if (!database) await copyDemoInto(data);
    const env = { KASUWA_ENV: 'demo', KASUWA_DATA: data, ...(database ? { DATABASE_URL: database.url } : {}) };
    let server: Running = await start(env);
    let token = '';
    const send = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}, key?: string) =>
      askOver(server.url, method, path, fields, { token, key });
    token = (await signInOver(server.url, 'admin')).data.token;
    const products = (
      (await send('GET', 'product/read_all', { page: 1, per_page: 5 })).data.rows as { _id: string }[]
    ).map((row) => row._id);
    const [distributor] = (await send('GET', 'distributor/read_all')).data as { _id: string }[];
    const [hub] = (await send('GET', 'seller/read_all')).data as { _id: string }[];
    const before = await send('GET', 'purchase_order/read_all');

    const ops: Op[] = [];
    /** Sends until it is answered; false when the server went away. */
    const run = async (op: Op): Promise<boolean> => {
      try {
        const answer = await send('POST', op.path, op.fields, op.key);
        // A key whose first request is still at work is asked for again, as a queue does.
        if (answer.code === 503 || answer.data?.error === 'in_progress') return false;
        op.answer = answer;
        return true;
      } catch {
        return false;
      }
    };
    const next = (path: string, fields: Record<string, unknown>): Op => {
      const op: Op = { path, key: newKey(), fields, answer: null };
      ops.push(op);
      return op;
    };
    const receipts: { order: string; units: number }[] = [];
    let running = true;
    /** One transfer from its create to its receipt; each op waits for the last one's answer. */
    const lane = async () => {
      while (running) {
        const settle = async (op: Op) => {
          while (!(await run(op))) await new Promise((resolve) => setTimeout(resolve, 50));
          expect(op.answer?.code, `${op.path} ${op.answer?.message}`).toBe(200);
          return (op.answer as HttpAnswer).data;
        };
        const order = String(
          await settle(
            next('purchase_order/create', {
              ...shipmentIn(distributor?._id, hub?._id),
              amount: '0',
              client_id: newKey(),
            }),
          ),
        );
        const quantity = products.map((_, at) => 12 * (at + 1));
        const lines = await settle(
          next('purchase_order_item/upsert_bulk', {
            purchase_order_id: order,
            op_key: products.map(newKey),
            product_id: products,
            quantity,
            quantity_accepted: quantity,
            amount: quantity.map(() => '100.00'),
            client_id: products.map(newKey),
          }),
        );
        expect(lines.succeeded).toBe(products.length);
        const done = await settle(next('purchase_order/execute', { _id: order, commit: true }));
        expect(done).toMatchObject({ committed: true, errors: [], moved_lines: products.length });
        receipts.push({ order, units: done.moved_units });
      }
    };
    const lanes = Array.from({ length: LANES }, lane);
    for (let kill = 0; kill < kills; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 1_500));
      server.child.kill('SIGKILL');
      await server.ended;
      server = await start(env);
      expect(server.output()).toContain('is ready at');
    }
    running = false;
    await Promise.all(lanes);
    expect(receipts.length).toBeGreaterThan(0);

    // Late copies of everything: each answers what it answered, and changes nothing.
    for (const op of ops) {
      const again = await send('POST', op.path, op.fields, op.key);
      expect([again.code, again.data], op.path).toEqual([op.answer?.code, op.answer?.data]);
    }

    const orders = (await send('GET', 'purchase_order/read_all')).data as {
      _id: string;
      tag: string;
      item_count: number;
    }[];
    expect(orders).toHaveLength(before.data.length + receipts.length);
    for (const { order } of receipts) {
      expect(orders.find((one) => one._id === order)).toMatchObject({ tag: 'receipt', item_count: products.length });
      const answer = await send('POST', 'warehouse_log/read_by_purchase_order', { purchase_order_id: order });
      expect(answer.code, `${answer.message} after ${receipts.length} receipts`).toBe(200);
      const logs = answer.data as { quantity: number; kind: string }[];
      const moved = logs.filter((log) => log.kind === 'shipment_in');
      expect(moved).toHaveLength(products.length * 2);
      expect(moved.reduce((sum, log) => sum + log.quantity, 0)).toBe(0);
    }
    // B2.7: what stands in each warehouse is the sum of its log; goods that an associate sold and never held stand there as 0 (K9).
    for (const warehouse of (await send('GET', 'warehouse/read_all')).data as { _id: string }[]) {
      const sums = new Map<string, number>();
      for (const log of (await send('POST', 'warehouse_log/read_by_warehouse', { warehouse_id: warehouse._id }))
        .data as { product_id: string; quantity: number }[]) {
        sums.set(log.product_id, (sums.get(log.product_id) ?? 0) + log.quantity);
      }
      for (const row of (await send('POST', 'warehouse_product/read_by_warehouse', { warehouse_id: warehouse._id }))
        .data as { product_id: string; quantity: number }[]) {
        expect(row.quantity, `${warehouse._id} ${row.product_id}`).toBe(sums.get(row.product_id) ?? 0);
        expect(row.quantity).toBeGreaterThanOrEqual(0);
      }
    }
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    await database?.drop();
  });
});
