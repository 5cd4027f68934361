/**
 * The server is killed in the middle of executes and line writes, started again, and asked everything once more under the same keys
 * (SYNC rules 28 to 33, B3.15, B3.19): nothing answered is lost, nothing is half, nothing is twice. KASUWA_KILLS=20 asks for the long run.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { ENGINES, type Engine } from '#tests/support/database.ts';
import { demoDatabase } from '#tests/support/demoDatabase.ts';
import { copyDemoInto } from '#tests/support/demoFolder.ts';
import { askOver, type HttpAnswer, signInOver } from '#tests/support/overHttp.ts';
import { folder, type Running, start, tidyUp } from '#tests/support/process.ts';
import { type Data, newKey, shipmentIn } from '#tests/support/server.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';

/** The embedded engine takes some 15 seconds for a kill and the start after it, and gets one of each change. */
const killsOn = (engine: Engine) => Math.min(20, Number(process.env.KASUWA_KILLS ?? (engine === 'pglite' ? 1 : 2)));
const ORDERS = 8;
const LINES = 15;
const UNITS = 10;

afterAll(tidyUp);

interface Place {
  env: Record<string, string>;
  open: () => ReturnType<typeof openDatabase>;
  drop: () => Promise<unknown>;
}

async function placeFor(engine: Engine): Promise<Place> {
  if (engine === 'pglite') {
    const dir = folder();
    await copyDemoInto(dir);
    return { env: { KASUWA_DATA: dir }, open: () => openDatabase({ dir }), drop: async () => undefined };
  }
  const { url, drop } = await demoDatabase();
  return { env: { DATABASE_URL: url }, open: () => openDatabase({ url }), drop };
}

interface Job {
  path: string;
  fields: Record<string, unknown>;
  key: string;
  heard: HttpAnswer | null;
}

describe.each(ENGINES)('kills (%s)', (engine) => {
  const kills = killsOn(engine);
  test(`${kills} kills during executes: no answer is lost, no transfer half, none twice`, {
    tags: ['SYNC-28', 'SYNC-33', 'B3.15'],
    timeout: 180_000 + kills * 60_000,
  }, async () => {
    const place = await placeFor(engine);
    let server: Running | null = null;
    try {
      const begin = () => start({ ...place.env, KASUWA_ENV: 'demo', KASUWA_QUIET: '1' });
      server = await begin();
      const { token } = (await signInOver(server.url, 'admin')).data;
      const ask = async (method: 'GET' | 'POST', path: string, fields: Record<string, unknown>) => {
        const answer = await askOver((server as Running).url, method, path, fields, { token });
        expect(answer.code, answer.message).toBe(200);
        return answer.data;
      };
      const first = async (model: string) => (await ask('GET', `${model}/read_all`, {}))[0]?._id as string;
      const [hub, distributor] = [await first('seller'), await first('distributor')];
      const products = ((await ask('GET', 'product/read_all', {})) as Data[])
        .filter((row) => row.status === 'active')
        .slice(0, LINES + 1)
        .map((row) => row._id as string);
      const extra = products.pop() as string;
      const held = async (product: string) => {
        const answer = await ask('POST', 'warehouse_product/read_by_party', { parent_type: 'seller', parent: hub });
        return ((answer.products as Data[]).find((one) => one.product._id === product)?.quantity as number) ?? 0;
      };
      const before = [await held(products[0] as string), await held(extra)];

      let answered = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const jobs: Job[] = [];
        for (let at = 0; at < ORDERS; at += 1) {
          const id = String(
            await ask('POST', 'purchase_order/create', {
              ...shipmentIn(distributor, hub),
            }),
          );
          const lines = products.map(() => UNITS);
          const fields = { purchase_order_id: id, product_id: products, quantity: lines, quantity_accepted: lines };
          expect((await ask('POST', 'purchase_order_item/upsert_bulk', fields)).succeeded).toBe(LINES);
          jobs.push({
            path: 'purchase_order/execute',
            fields: { _id: id, commit: true, error_on_empty: true },
            key: newKey(),
            heard: null,
          });
        }
        // Lines of one more order, written while the others move.
        const open = String(
          await ask('POST', 'purchase_order/create', {
            ref: '*',
            timestamp: Math.floor(Date.now() / 1_000),
            tag: 'purchase_order',
            meta: '{}',
            source_type: 'seller',
            source: hub,
            destination_type: 'distributor',
            destination: distributor,
          }),
        );
        for (const product of products.slice(0, 6))
          jobs.push({
            path: 'purchase_order_item/upsert',
            fields: {
              purchase_order_id: open,
              product_id: product,
              quantity: 1,
              quantity_accepted: 1,
              client_id: newKey(),
            },
            key: newKey(),
            heard: null,
          });

        /** null when no answer came. */
        const send = (job: Job) =>
          askOver((server as Running).url, 'POST', job.path, job.fields, { token, key: job.key }).catch(() => null);
        const enough = randomInt(0, ORDERS);
        let heardSoFar = 0;
        const dead = new Promise<void>((resolve) => {
          const check = async () => {
            if (heardSoFar >= enough) {
              await wait(randomInt(0, 12));
              server?.child.kill('SIGKILL');
              resolve();
            } else setTimeout(() => void check(), 1);
          };
          void check();
        });
        await Promise.all([
          dead,
          ...jobs.map(async (job) => {
            job.heard = await send(job);
            heardSoFar += 1;
          }),
        ]);
        await server.ended;
        answered += jobs.filter((job) => job.heard).length;

        server = await begin();
        const again = await Promise.all(jobs.map(send));
        for (const [at, job] of jobs.entries()) {
          const answer = again[at] as HttpAnswer;
          expect(answer?.code, `${job.path}: ${answer?.message}`).toBe(200);
          if (job.path === 'purchase_order/execute') expect(answer.message).toBe('Transfer successful.');
          // What was answered before the kill is the answer for ever.
          if (job.heard) expect([answer.data, answer.replay]).toEqual([job.heard.data, true]);
        }
        const twice = await Promise.all(jobs.map(send));
        expect(twice.map((one) => one?.data)).toEqual(again.map((one) => one?.data));
      }
      expect(await held(products[0] as string)).toBe((before[0] as number) + kills * ORDERS * UNITS);
      expect(await held(extra)).toBe(before[1]);
      server.child.kill('SIGTERM');
      await server.ended;

      const database = await place.open();
      try {
        expect(await brokenBooks(database)).toEqual([]);
        const { rows } = await sql<{
          n: number;
        }>`select count(*) as n from audit_log where action = 'execute'`.execute(database.kysely);
        const receipts = await sql<{
          n: number;
        }>`select count(*) as n from purchase_order where tag = 'receipt'`.execute(database.kysely);
        expect(rows).toEqual(receipts.rows);
      } finally {
        await database.close();
      }
      console.info(`${engine}: ${kills} kills, ${answered} answers had come before them`);
    } finally {
      server?.child.kill('SIGKILL');
      await server?.ended;
      await place.drop();
    }
  });
});
