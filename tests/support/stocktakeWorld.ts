/** A hub to count: officers, a second person who approves, and short forms of the calls of a stocktake. */
import { sql } from 'kysely';
import { beforeAll, beforeEach } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { type Ask, type Data, NOW, newKey, startServer, type TestServer } from './server.ts';
import { makeWorld } from './stockWorld.ts';

export type CountWorld = Awaited<ReturnType<typeof makeCountWorld>>;

/**
 * One server for all tests of a group, and a hub to count for each test, filled an hour before the test begins. Use both only inside tests and hooks.
 */
export function countWorldOfEach(database: () => Database): { server: TestServer; w: CountWorld } {
  const now: { server?: TestServer; w?: CountWorld } = {};
  beforeAll(async () => {
    now.server = await startServer(database());
  });
  beforeEach(async () => {
    const server = now.server as TestServer;
    server.clock.now = NOW;
    now.w = await makeCountWorld(database(), server);
    server.clock.now += 3_600;
  });
  const current = <K extends 'server' | 'w'>(name: K) =>
    new Proxy({} as NonNullable<(typeof now)[K]>, { get: (_, field) => Reflect.get(now[name] as object, field) });
  return { server: current('server'), w: current('w') };
}

/** Figures of one person: product, units, and further fields of the row. */
export type Figure = readonly [product: string, quantity: number, more?: Record<string, unknown>];

/** The hub of `makeWorld` has 120 units of milk, 30 of rice and 70 of soap. Its second hub is empty. */
export async function makeCountWorld(database: Database, server: TestServer) {
  const w = await makeWorld(database, server);
  await w.fill([
    [w.milk, 120],
    [w.rice, 30],
    [w.soap, 70],
  ]);
  const ngozi = await server.signInAs('manager.warehouse_officer', { name: 'Ngozi Counter' });
  const musa = await server.signInAs('manager.warehouse_officer', { name: 'Musa Counter' });
  const bisi = await server.signInAs('manager.warehouse_officer', { name: 'Bisi Counter' });
  const books = await server.signInAs('manager.accountant', { name: 'Amaka Accountant' });
  const hubManager = await server.signInAs('seller.manager', { name: 'Hauwa Hub', seller_id: w.hub });
  const warehouse = (await w.warehouseOf(w.hub)) as string;
  const send = (who: { token: string }, path: string, fields: Record<string, unknown>, ask: Ask = {}) =>
    server.call('POST', path, fields, { token: who.token, key: newKey(), ...ask });
  const open = (who = ngozi, more: Record<string, unknown> = {}) =>
    send(who, 'stocktake/open', { warehouse_id: warehouse, scope: 'all', ...more });
  /** Opens a stocktake and returns its id. */
  async function begun(who = ngozi, more: Record<string, unknown> = {}): Promise<string> {
    const answer = await open(who, more);
    if (answer.code !== 200) throw new Error(`${answer.code} ${answer.message}`);
    return answer.data._id as string;
  }
  /** `keys`: the keys of the rows, for rows that are sent again. */
  const count = (who: { token: string }, id: string, figures: readonly Figure[], keys?: readonly string[]) =>
    send(who, 'stocktake/count', {
      stocktake_id: id,
      product_id: figures.map(([product]) => product),
      quantity: figures.map(([, quantity]) => quantity),
      place: figures.map(([, , more]) => more?.place ?? ''),
      round: figures.map(([, , more]) => more?.round ?? ''),
      counted_at: figures.map(([, , more]) => more?.counted_at ?? server.clock.now),
      ...(figures.some(([, , more]) => more?.lots) && { lots: figures.map(([, , more]) => more?.lots ?? '') }),
      op_key: keys ?? figures.map(() => newKey()),
    });
  /** The same; every row must be accepted. */
  async function counted(who: { token: string }, id: string, figures: readonly Figure[]) {
    const answer = await count(who, id, figures);
    const refused = (answer.data.results as Data[] | undefined)?.find((row) => row.code !== 200);
    if (answer.code !== 200 || refused) throw new Error(refused?.message ?? answer.message);
    return answer.data.results.map((row: Data) => row.data) as Data[];
  }
  const finish = (who: { token: string }, id: string) => send(who, 'stocktake/finish', { stocktake_id: id });
  const recount = (id: string, products: readonly string[], who: { token: string } = books) =>
    send(who, 'stocktake/recount', { stocktake_id: id, product_ids: products });
  const cancel = (id: string, more: Record<string, unknown> = {}, who: { token: string } = books) =>
    send(who, 'stocktake/cancel', { stocktake_id: id, note: 'Wrong day', ...more });
  const read = async (who: { token: string }, id: string) =>
    (await server.call('GET', 'stocktake/read', { _id: id }, { token: who.token })).data;
  const results = async (id: string, who: { token: string } = books) =>
    (await server.call('GET', 'stocktake/read_result', { _id: id }, { token: who.token })).data;
  /** Posts the present figures, unless another digest is given. */
  const post = async (id: string, more: Record<string, unknown> = {}, who: { token: string } = books) =>
    send(who, 'stocktake/post', { stocktake_id: id, expect_digest: (await results(id)).digest, ...more });
  /** The result of one product, from a read or its results. */
  const lineOf = (read: Data, product: string) =>
    (read.lines as Data[]).find((line) => line.product_id === product) as Data;
  /** An issue to the associate that is not completed. Returns the order. */
  async function prepared(
    lines: readonly (readonly [string, number])[],
    timestamp = server.clock.now,
  ): Promise<string> {
    const made = await w.call('POST', 'purchase_order/create', w.header(w.issue, { timestamp }));
    const id = made.data as unknown as string;
    for (const line of lines) await w.put(id, line);
    return id;
  }
  /** Issues goods to the associate. */
  async function issueNow(lines: readonly (readonly [string, number])[], timestamp?: number): Promise<void> {
    const done = await w.execute(await prepared(lines, timestamp));
    if (done.message !== 'Transfer successful.') throw new Error(done.message);
  }
  /** The rows of the hub's log with this reference. */
  async function rowsOf(ref: string) {
    const { rows } = await sql<{
      product_id: string;
      quantity: number;
      kind: string;
      reason: string;
      source_key: string;
      note: string;
      cost_price_kobo: number;
      balance_after: number;
      created_by: string;
    }>`select product_id, quantity, kind, reason, source_key, note, cost_price_kobo, balance_after, created_by
      from warehouse_log where ref = ${ref} order by product_id`.execute(w.db);
    return rows;
  }
  return {
    ...{ ...w, warehouse, ngozi, musa, bisi, books, hubManager, send, open, begun, count, counted, finish, recount },
    ...{ cancel, readOne: read, results, post, lineOf, issueNow, prepared, rowsOf },
  };
}
