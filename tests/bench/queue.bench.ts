/** 1,000 queued lines over a link of 100 ms (goal 18: in order, within 1.2 s), seven times after five: the tablet's engine against the real server on both engines. */
import { sql } from 'kysely';
import { drain } from '#offline/drain/drain.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Ports, QueueOwner, Reply, Request } from '#offline/store/ports.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { NOW, newKey, startServer } from '#tests/support/server.ts';
import { onEachEngine } from './engines.ts';

const LINES = Number(process.env.LINES ?? 1_000);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
/** Not counted: a server that has just started is slower for some ten seconds, until its code is compiled. Told as "just started". */
const WARM = Number(process.env.WARM ?? 5);
const LINK_MS = 100;

/** So long and no longer: a timer alone comes up to a millisecond late, eighteen times a round. */
async function wait(ms: number): Promise<void> {
  const until = performance.now() + ms;
  await new Promise((resolve) => setTimeout(resolve, ms - 2));
  while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
}

async function measure(name: string, database: Database): Promise<void> {
  await migrate(database);
  const db = database.kysely;
  const at = sql`${NOW}::int8`;
  await sql`insert into manufacturer (_id, created, modified, name) values ('m', ${at}, ${at}, 'Maker')`.execute(db);
  await sql`insert into brand (_id, created, modified, name, manufacturer_id) values ('b', ${at}, ${at}, 'Brand', 'm')`.execute(
    db,
  );
  await sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
    select 'p' || n, ${at}, ${at}, 'Product ' || n, 'For the bench', 's' || n, 12, 1, 120000, 'b' from generate_series(1, ${LINES}::int4) n`.execute(
    db,
  );
  await sql`insert into seller (_id, created, modified, name, address) values ('hub', ${at}, ${at}, 'Hub', 'Lagos')`.execute(
    db,
  );
  await sql`insert into distributor (_id, created, modified, name, address) values ('d', ${at}, ${at}, 'Depot', 'Lagos')`.execute(
    db,
  );
  const server = await startServer(database, { checkAnswers: false });
  const user = await server.signInAs('manager.warehouse_officer');
  const owner: QueueOwner = { user_id: user.user_id, user_name: user.name, device_id: 't1', app_version: '1.0.0' };
  const sent: string[] = [];
  let requests = 0;
  const ports: Ports = {
    store: memoryStore(),
    clock: { now: () => Date.now() },
    chance: { next: () => 0, uuid: newKey },
    net: {
      async send({ path, fields, key }: Request): Promise<Reply> {
        requests += 1;
        if (Array.isArray(fields.product_id)) sent.push(...(fields.product_id as string[]));
        await wait(LINK_MS / 2);
        const { code, message, data, headers } = await server.call('POST', path, fields, { token: user.token, key });
        await wait(LINK_MS / 2);
        return { verified: true, code, message, data, epoch: headers['x-store-epoch'] ?? null, retryAfter: null };
      },
    },
  };
  // What answers inside the process is loaded by its first call; a server in use has long done that.
  await server.call('GET', 'health', {});
  const outbox = makeOutbox(ports, () => owner);
  const wanted = Array.from({ length: LINES }, (_, n) => `p${n + 1}`);
  const times: number[] = [];
  let ordered = true;
  for (let round = 0; round < WARM + ROUNDS; round += 1) {
    const transfer = await outbox.createTransfer({
      timestamp: NOW,
      source_type: 'distributor',
      source: 'd',
      destination_type: 'seller',
      destination: 'hub',
      meta: '{}',
      source_name: 'Depot',
      destination_name: 'Hub',
    });
    await outbox.saveLines(
      transfer,
      wanted.map((product_id) => ({
        line: {
          product_id,
          quantity: 12,
          quantity_accepted: 12,
          amount: '1200.00',
          reason: null,
          note: '',
          about: { name: product_id, case_count: 12 },
        },
        at: { item_id: null, version: null },
      })),
    );
    requests = 0;
    sent.length = 0;
    const started = performance.now();
    await drain(ports, owner, { forced: true });
    times.push(performance.now() - started);
    ordered &&= sent.join() === wanted.join();
  }
  const [first = 0] = times;
  const sorted = times.slice(WARM).toSorted((a, b) => a - b);
  const seconds = (ms = 0) => (ms / 1_000).toFixed(2);
  const took = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const trips: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const startedAt = performance.now();
    await sql`select 1`.execute(db);
    trips.push(performance.now() - startedAt);
  }
  const trip = trips.sort((a, b) => a - b)[100] ?? 0;
  const left = (await ports.store.read((tx) => tx.ops())).length;
  const { rows } = await sql<{ n: number }>`select count(*) as n from purchase_order_item`.execute(db);
  process.stdout.write(
    `${name}: ${LINES} lines in ${requests} requests over ${LINK_MS} ms: ${seconds(took)} (${seconds(sorted[0])}-${seconds(sorted.at(-1))}) s (goal 1.2), just started ${seconds(first)} s; ${((took - requests * LINK_MS) / LINES / trip).toFixed(1)} bare round trips of ${trip.toFixed(2)} ms a line; ${left} left, ${rows[0]?.n} on the server, ${ordered ? 'in order' : 'OUT OF ORDER'}\n`,
  );
  if (left > 0 || rows[0]?.n !== LINES * times.length || !ordered) process.exitCode = 1;
  await server.close();
}

await onEachEngine(measure);
