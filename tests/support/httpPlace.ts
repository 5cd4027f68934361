/**
 * Runs the simulation's schedules against the real server. The server listens on a port, the tablets use the real `net.ts`, restores are real restores of
 * real backups, and the checker reads from the database. Nothing of the server is simulated.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TransferHeader } from '#offline/outbox/op.ts';
import type { Net, Request } from '#offline/store/ports.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { writeBackup } from '#server/backup/write.ts';
import type { Database } from '#server/db/open.ts';
import { fileStore } from '#server/uploads/fileStore.ts';
import type { ModelLine, ModelOrder, Verdict } from './modelServer.ts';
import { NOW, startServer, type TestServer } from './server.ts';
import { signedInAgain } from './signedIn.ts';
import { HEADER, type Place, type SimulatedServer } from './simulationPlace.ts';
import { makeWorld } from './stockWorld.ts';
import { netAs } from './tablet.ts';

const WORDS = [...Array(9).keys()].flatMap((at) => [`d${at + 1}`, `desk${at}`]);
const PLENTY = 1_000_000;
const EMPTIED = 40;

export interface HttpPlace extends Place {
  /** Called before each schedule. After some schedules the site is emptied, so that it does not grow. */
  next(): Promise<void>;
  close(): Promise<void>;
}

export async function httpPlace(database: Database): Promise<HttpPlace> {
  const dir = mkdtempSync(join(tmpdir(), 'kasuwa-simulation-'));
  const files = fileStore({ uploadsDir: join(dir, 'uploads'), s3: null });
  let server: TestServer = await startServer(database);
  let url = await server.server.listen({ port: 0, host: '127.0.0.1' });
  const world = await makeWorld(database, server);
  const products = [
    world.milk,
    world.rice,
    world.soap,
    await world.product('Beans', 4, 10_000),
    await world.product('Oil', 6, 20_000),
  ];
  const parties = new Map<string, string>();
  for (const word of WORDS) parties.set(word, await world.party('distributor', `Depot ${word} ${world.run}`));
  const words = new Map([...parties].map(([word, id]) => [id, word]));
  const officers = new Map<string, { token: string; user_id: string }>();
  for (const user of ['ada', 'bem', 'eve'])
    officers.set(user, await server.signInAs('manager.warehouse_officer', { name: user }));
  const names = new Map([...officers].map(([user, { user_id }]) => [user_id, user]));
  await world.fill(products.map((product) => [product, 12] as const));
  const warehouse = await world.warehouseOf(world.hub);
  const ask: typeof fetch = (input, init) => fetch(`${url}${String(input)}`, init);
  const nets = new Map([...officers].map(([user, { token }]) => [user, netAs(token, ask, `tablet of ${user}`)]));

  /** Whether this place set the stock high or to zero. Null: unknown. */
  let stock: boolean | null = null;
  let backups = 0;
  let played = 0;
  const call = async (path: string, fields: Record<string, unknown>) => {
    const response = await server.call('POST', path, fields, { token: world.admin.token });
    if (response.code !== 200) throw new Error(`${path}: ${response.code} ${response.message}`);
    return response.data;
  };
  const setStock = async (short: boolean) => {
    const count = short ? 0 : PLENTY;
    const { failed } = await call('warehouse_log/adjust_bulk', {
      warehouse_id: warehouse,
      reason: 'count',
      product_id: products,
      counted: products.map(() => count),
    });
    if (failed > 0) throw new Error('The stock could not be set.');
    stock = short;
  };
  const header = (word: string): TransferHeader => ({
    ...HEADER,
    timestamp: NOW,
    source_type: 'seller',
    source: world.hub,
    destination_type: 'distributor',
    destination: parties.get(word) ?? '',
  });

  const keep = async () => {
    backups += 1;
    const file = join(dir, `${backups}.backup`);
    await writeBackup(file, { database, files, now: NOW, version: '1.0.0', passphrase: '' });
    return file;
  };
  const bringBack = async (file: string) => {
    await server.close();
    await signedInAgain(database, () => restoreBackup(file, { database, files, replace: true, passphrase: '' }));
    server = await startServer(database);
    url = await server.server.listen({ port: 0, host: '127.0.0.1' });
    ({
      data: { store_epoch: simulated.epoch },
    } = await server.call('GET', 'health', {}, { token: world.admin.token }));
    stock = null;
  };

  const simulated = {
    epoch: (await server.call('GET', 'health', {}, { token: world.admin.token })).data.store_epoch as string,
    restores: 0,
    short: false,
    state: { orders: new Map<string, ModelOrder>(), verdicts: new Map<string, { verdict: Verdict | null }>() },
    applied: new Map<string, number>(),
    appliedBy: new Map<string, string>(),

    async handle(request: Request, user: string): Promise<Verdict | null> {
      if (request.path === 'purchase_order/execute' && stock !== simulated.short) await setStock(simulated.short);
      const reply = await (nets.get(user) as Net).send(request);
      return reply.verified ? { code: reply.code, message: reply.message, data: reply.data } : null;
    },
    async desk(orderId, change) {
      if ('header' in change) {
        const { source_name: _, destination_name: __, ...fields } = header(change.header);
        await call('purchase_order/update', { _id: orderId, ref: '*', tag: 'purchase_order', amount: '0', ...fields });
        return;
      }
      if ('timestamp' in change) {
        await call('purchase_order/update', { _id: orderId, ...change });
        return;
      }
      // Only the model plays lots.
      if ('lots' in change) return;
      const { product_id, quantity } = change;
      const line = simulated.state.orders.get(orderId)?.lines.get(product_id);
      if (quantity === null) {
        if (line) await call('purchase_order_item/remove', { _id: line._id });
        return;
      }
      await call('purchase_order_item/upsert', {
        ...(line ? { _id: line._id } : {}),
        purchase_order_id: orderId,
        product_id,
        quantity,
        quantity_accepted: quantity,
        amount: `${quantity}.00`,
      });
    },
    backup: keep,
    async restore(backup: unknown) {
      await bringBack(backup as string);
      simulated.restores += 1;
    },

    async refresh(seed: number) {
      const mine = `k${seed}-%`;
      const { rows: orders } = await sql<
        ModelOrder & { destination: string }
      >`select _id, client_id, created_by as user_id, destination, version, items_revision, tag,
        timestamp, coalesce(asked_timestamp, timestamp) as sent_timestamp
        from purchase_order where client_id like ${mine} and deleted_at is null`.execute(database.kysely);
      const { rows: lines } = await sql<
        ModelLine & { purchase_order_id: string; moved: number | null }
      >`select i._id, i.client_id,
        i.product_id, i.quantity::int8 as quantity, i.quantity_accepted::int8 as quantity_accepted, i.amount_kobo as amount,
        i.version, true as live, i.purchase_order_id, l.quantity as moved
        from purchase_order_item i join purchase_order po on po._id = i.purchase_order_id
        left join warehouse_log l on l.item_id = i._id and l.quantity > 0
        where po.client_id like ${mine} and i.deleted_at is null`.execute(database.kysely);
      const byId = new Map(
        orders.map(({ destination, ...order }) => {
          const own = lines.filter((line) => line.purchase_order_id === order._id);
          const moved = own.flatMap((line) => (line.moved === null ? [] : [[line.product_id, line.moved] as const]));
          return [
            order._id,
            {
              ...order,
              header: words.get(destination) ?? destination,
              lines: new Map(own.map((line) => [line.product_id, line])),
              moved:
                order.tag === 'receipt'
                  ? new Map([...own.map((line) => [line.product_id, 0] as const), ...moved])
                  : null,
            },
          ];
        }),
      );
      const { rows: verdicts } = await sql<{
        key: string;
        state: string;
        code: number;
        message: string;
        body: string | null;
      }>`
        select key, state, code, message, body from idempotency where key like ${mine}`.execute(database.kysely);
      const byKey = new Map(
        verdicts.map(({ key, state, code, message, body }) => [
          key,
          { verdict: state === 'done' ? { code, message, data: JSON.parse(body ?? 'null') as unknown } : null },
        ]),
      );
      simulated.state = { orders: byId, verdicts: byKey };
      const { rows: effects } = await sql<{
        key: string;
        user_id: string;
        times: number;
      }>`select idempotency_key as key, min(user_id) as user_id,
        count(*)::int8 as times from audit_log where idempotency_key like ${mine} and model like 'purchase_order%' group by 1`.execute(
        database.kysely,
      );
      simulated.applied = new Map(effects.map(({ key, times }) => [key, times]));
      simulated.appliedBy = new Map(effects.map(({ key, user_id }) => [key, names.get(user_id) ?? user_id]));
    },
  } satisfies SimulatedServer as { -readonly [Name in keyof SimulatedServer]: SimulatedServer[Name] };

  const empty = await keep();
  return {
    server: simulated,
    products,
    header,
    wordOf: ({ destination }) => words.get(destination) ?? destination,
    async next() {
      played += 1;
      if (played % EMPTIED === 0) await bringBack(empty);
      simulated.restores = 0;
      simulated.short = false;
    },
    async close() {
      await server.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
