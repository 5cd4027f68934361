/**
 * Two server processes over one PostgreSQL (SYNC rules 28 to 33): started at once on an empty database, asked the same things at once under
 * the same keys, killed in turn. The project "two servers" runs the suites of keys, rows and transfers the same way, in one process.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { ENGINES } from '#tests/support/database.ts';
import { askOver, signInOver } from '#tests/support/overHttp.ts';
import { asAdmin, SERVER } from '#tests/support/postgres.ts';
import { type Running, start, tidyUp } from '#tests/support/process.ts';
import { type Data, newKey, shipmentIn } from '#tests/support/server.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';

const KILLS = 2;
afterAll(tidyUp);

describe.runIf(ENGINES.includes('postgres'))('two server processes', () => {
  test('twins at both servers take effect once, also while one of them is killed; both start on an empty database', {
    tags: ['SYNC-28', 'SYNC-33', 'B3.19'],
    timeout: 480_000,
  }, async () => {
    const name = `kasuwa_two_${newKey().slice(0, 8)}`;
    await asAdmin((admin) => admin.query(`create database ${name}`));
    const env = { DATABASE_URL: `${SERVER}/${name}`, KASUWA_ENV: 'demo', KASUWA_QUIET: '1' };
    const servers: Running[] = await Promise.all([start(env), start(env)]);
    try {
      for (const server of servers) expect(server.output()).toContain('is ready at');
      const url = (at: number) => servers[at]?.url ?? '';
      const { token } = (await signInOver(url(0), 'admin')).data;
      /** null: no answer came. */
      const ask = (at: number, path: string, fields: Record<string, unknown>, key: string) =>
        askOver(url(at), 'POST', path, fields, { token, key }).catch(() => null);
      const read = async (path: string) => (await askOver(url(0), 'GET', path, {}, { token })).data;
      const products = ((await read('product/read_all')) as Data[])
        .filter((row) => row.status === 'active')
        .slice(0, 8)
        .map((row) => row._id as string);
      const [distributor] = await read('distributor/read_all');
      const [hub] = await read('seller/read_all');

      /** The same call at both servers at once, again until one answers; then its answer is the other's too. */
      const atBoth = async (path: string, fields: Record<string, unknown>) => {
        const key = newKey();
        for (;;) {
          const answers = await Promise.all([ask(0, path, fields, key), ask(1, path, fields, key)]);
          // A key whose first request is still at work is asked for again, as a queue does.
          const heard = answers.filter((one) => one !== null && one.code !== 503 && one.data?.error !== 'in_progress');
          for (const one of heard) expect(one?.code, `${path}: ${one?.message}`).toBe(200);
          expect(new Set(heard.map((one) => JSON.stringify(one?.data))).size).toBeLessThanOrEqual(1);
          const first = heard[0];
          if (first) return first;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      let running = true;
      const receipts: string[] = [];
      const lane = async () => {
        while (running) {
          const order = String(
            (
              await atBoth('purchase_order/create', {
                ...shipmentIn(distributor?._id, hub?._id),
                client_id: newKey(),
              })
            ).data,
          );
          const quantity = products.map(() => 12);
          const fields = { purchase_order_id: order, product_id: products, quantity, quantity_accepted: quantity };
          const keys = { op_key: products.map(newKey), client_id: products.map(newKey) };
          expect((await atBoth('purchase_order_item/upsert_bulk', { ...fields, ...keys })).data.failed).toBe(0);
          expect((await atBoth('purchase_order/execute', { _id: order, commit: true })).message).toBe(
            'Transfer successful.',
          );
          receipts.push(order);
        }
      };
      const lanes = [lane(), lane(), lane()];
      for (let kill = 0; kill < KILLS; kill += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        const at = kill % 2;
        servers[at]?.child.kill('SIGKILL');
        await servers[at]?.ended;
        servers[at] = await start(env);
      }
      running = false;
      await Promise.all(lanes);
      expect(receipts.length).toBeGreaterThan(KILLS);
      const database = await openDatabase({ url: env.DATABASE_URL });
      try {
        expect(await brokenBooks(database)).toEqual([]);
      } finally {
        await database.close();
      }
      for (const server of servers) {
        server.child.kill('SIGTERM');
        expect(await server.ended).toBe(0);
      }
    } finally {
      for (const server of servers) server.child.kill('SIGKILL');
      await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`));
    }
  });
});
