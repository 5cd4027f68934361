/**
 * A site under work for an hour (`npm run prove -- --soak=60`): the real server as a process of its own over the embedded database, tablets
 * with the real engine writing through a bad line, a desk reading lists and reports. Watched: nothing lost, nothing twice, the books, the
 * server's memory, how long answers take, and the database's folder (its checkpoints and vacuums have to hold it).
 * Prints one JSON line { soak: { transfers, findings, words } }; exit code 1 when anything was found.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { drain } from '#offline/drain/drain.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import type { Net } from '#offline/store/ports.ts';
import { openDatabase } from '#server/db/open.ts';
import { askOver, signInOver } from '#tests/support/overHttp.ts';
import { folder, type Running, start, tidyUp } from '#tests/support/process.ts';
import type { Data } from '#tests/support/server.ts';
import { brokenBooks } from '#tests/support/stockWorld.ts';
import { makeTablet, netAs } from '#tests/support/tablet.ts';

const minutes = Number(/--minutes=([\d.]+)/.exec(process.argv.join(' '))?.[1] ?? 60);
const TABLETS = ['officer1', 'officer2', 'officer1', 'officer2'];
/** A quarter of all requests or answers get lost, or a page of the Wi-Fi comes instead. */
const BAD = 0.25;
const P99_MS = 5_000;
const GROWTH_MB = 150;
const LOG_MB = 256;

const findings: string[] = [];
const took: number[] = [];
const chance = () => Math.random();

/** What the desk asks; a wait that the server asked for is part of the time. */
async function call(
  url: string,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, unknown> = {},
): Promise<Data> {
  const begin = performance.now();
  const answer = await askOver(url, method, path, fields, { token });
  took.push(performance.now() - begin);
  if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.message}`);
  return answer.data;
}

/** Loses requests and answers, and answers with a portal's page; `good` while everything heals. */
function badLine(url: string, state: { good: boolean }): typeof fetch {
  return async (input, init) => {
    const dice = state.good ? 1 : chance();
    if (dice < BAD / 3) throw new TypeError('The request was lost.');
    if (dice < (BAD * 2) / 3) return new Response('<h1>Please sign in to the Wi-Fi</h1>');
    const begin = performance.now();
    const answer = await fetch(`${url}${String(input)}`, init);
    const text = await answer.text();
    took.push(performance.now() - begin);
    if (dice < BAD) throw new TypeError('The answer was lost.');
    return new Response(text, { status: answer.status, headers: answer.headers });
  };
}

const memoryOf = (server: Running) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
const sizeOf = (dir: string): number =>
  readdirSync(dir, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    try {
      return entry.isFile() ? sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size : sum;
    } catch {
      return sum;
    }
  }, 0) /
  (1_024 * 1_024);
const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function soak(): Promise<{ transfers: number; words: string }> {
  const data = folder();
  const server = await start({
    KASUWA_DATA: data,
    KASUWA_ENV: 'demo',
    KASUWA_QUIET: '1',
    KASUWA_CALLS_PER_MINUTE: '1000000',
  });
  const { url } = server;
  const tokens = new Map<string, string>();
  for (const user of ['admin', 'officer1', 'officer2']) tokens.set(user, (await signInOver(url, user)).data.token);
  const admin = tokens.get('admin') ?? '';
  const [distributor] = await call(url, admin, 'GET', 'distributor/read_all');
  const [hub] = await call(url, admin, 'GET', 'seller/read_all');
  const products = (await call(url, admin, 'GET', 'product/read_all'))
    .filter((row) => row.status === 'active')
    .slice(0, 40);
  const head = (): TransferHeader => ({
    timestamp: Math.floor(Date.now() / 1_000),
    source_type: 'distributor',
    source: distributor._id,
    destination_type: 'seller',
    destination: hub._id,
    meta: '{}',
    source_name: distributor.name,
    destination_name: hub.name,
  });
  const state = { good: false };
  const until = Date.now() + minutes * 60_000;
  const wanted = new Map<string, Map<string, number>>();
  const edge = badLine(url, state);

  /** One shift: twenty transfers on one tablet, each saved line edited now and then, then everything is sent. */
  const shift = async (user: string) => {
    let line: Net = netAs(tokens.get(user) ?? '', edge);
    const tablet = makeTablet(user, () => line);
    tablet.ports.chance.next = chance;
    const flush = () => drain(tablet.ports, tablet.owner, { forced: true });
    for (let at = 0; at < 20 && Date.now() < until; at += 1) {
      const transfer = await tablet.outbox.createTransfer(head());
      const lines = new Map<string, number>();
      for (let row = 0; row < 5 + Math.floor(chance() * 20); row += 1) {
        const product = products[Math.floor(chance() * products.length)] as Data;
        const quantity = 1 + Math.floor(chance() * 200);
        const now = await look(transfer);
        const there = now.lines.find((one) => one.product_id === product._id);
        await tablet.outbox.saveLine(
          transfer,
          {
            product_id: product._id,
            quantity,
            quantity_accepted: quantity,
            amount: `${quantity}.00`,
            reason: null,
            note: '',
            about: { name: product.name, case_count: product.case_count },
          },
          { item_id: there?.item_id ?? null, version: there?.version ?? null },
        );
        lines.set(product._id, quantity);
        if (chance() < 0.3) await flush();
      }
      const view = await look(transfer);
      await tablet.outbox.complete(transfer, confirmationOf(view));
      wanted.set(transfer.replace('local-', ''), lines);
      await flush();
    }
    for (let tries = 0; (await tablet.waiting()).length > 0 && tries < 500; tries += 1) {
      await flush();
      const stuck = (await tablet.waiting()).find((op) => op.state === 'attention' || op.state === 'conflict');
      if (!stuck) continue;
      findings.push(`refused: ${stuck.type} of ${stuck.transfer}: ${stuck.last_error?.message}`);
      break;
    }
    if ((await tablet.waiting()).length > 0) findings.push(`stuck: a queue of ${user} did not empty`);
    line = { send: () => Promise.reject(new Error('The shift is over.')) };

    async function look(transfer: string) {
      return tablet.ports.store.read(async (tx) =>
        overlay(
          transfer,
          null,
          await tx.opsOf(transfer),
          null,
          (await tx.pastSince(0)).filter((one) => one.op.transfer === transfer),
        ),
      );
    }
  };
  const officer = async (user: string) => {
    while (Date.now() < until) await shift(user);
  };
  const deskWork = async () => {
    while (Date.now() < until) {
      await call(url, admin, 'GET', 'purchase_order/read_all', { page: 1, per_page: 25, search: 'PO' });
      await call(url, admin, 'GET', 'warehouse/read_all', { page: 1, per_page: 25 });
      await wait(500);
    }
  };
  const memory: number[] = [];
  const sizes: number[] = [];
  const watch = async () => {
    const every = Math.min(5_000, (minutes * 60_000) / 40);
    while (Date.now() < until) {
      memory.push(memoryOf(server));
      sizes.push(sizeOf(join(data, 'db/pg_wal')));
      await wait(every);
    }
  };
  await Promise.all([...TABLETS.map(officer), deskWork(), watch()]);
  state.good = true;

  const orders = (await call(url, admin, 'GET', 'purchase_order/read_all')) as Data[];
  const byClient = new Map<string, Data[]>();
  for (const order of orders)
    if (order.client_id) byClient.set(order.client_id, [...(byClient.get(order.client_id) ?? []), order]);
  for (const [client, lines] of wanted) {
    const found = byClient.get(client) ?? [];
    if (found.length !== 1) {
      findings.push(`${found.length === 0 ? 'lost' : 'doubled'}: ${client} is there ${found.length} times`);
      continue;
    }
    const [order] = found as [Data];
    if (order.tag !== 'receipt') findings.push(`lost: the confirmation of ${client}`);
    const items = (await call(url, admin, 'GET', 'purchase_order_item/read_by_purchase_order', {
      purchase_order_id: order._id,
    })) as Data[];
    const there = JSON.stringify(items.map((item) => [item.product_id, item.quantity]).sort());
    if (there !== JSON.stringify([...lines].sort())) findings.push(`lost or changed: the lines of ${client}`);
  }
  server.child.kill('SIGTERM');
  if ((await server.ended) !== 0) findings.push('The server did not stop by itself.');
  const database = await openDatabase({ dir: data });
  findings.push(...(await brokenBooks(database)));
  await database.close();

  // The first fifth is the warm-up: caches fill, the engine's own memory is taken once.
  const early = middle(memory.slice(Math.floor(memory.length * 0.2), Math.floor(memory.length * 0.4)));
  const late = middle(memory.slice(Math.floor(memory.length * 0.8)));
  if (late - early > GROWTH_MB) findings.push(`The server grew from ${early.toFixed(0)} to ${late.toFixed(0)} MB.`);
  const p99 = took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
  if (p99 > P99_MS) findings.push(`1 in 100 answers took longer than ${p99.toFixed(0)} ms.`);
  const log = Math.max(...sizes);
  if (log > LOG_MB) findings.push(`The write-ahead log grew to ${log.toFixed(0)} MB.`);
  const words = `${wanted.size} transfers, ${took.length} answers, p50 ${middle(took).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; server ${early.toFixed(0)} -> ${late.toFixed(0)} MB; write-ahead log at most ${log.toFixed(0)} MB, folder ${sizeOf(join(data, 'db')).toFixed(0)} MB at the end`;
  return { transfers: wanted.size, words };
}

let outcome = { transfers: 0, words: '' };
try {
  outcome = await soak();
  if (outcome.transfers === 0) findings.push('Nothing was written.');
} catch (error) {
  findings.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  tidyUp();
}
for (const finding of findings.slice(0, 50)) process.stdout.write(`${finding}\n`);
process.stdout.write(`${JSON.stringify({ soak: { ...outcome, findings: findings.slice(0, 50) } })}\n`);
process.exit(findings.length > 0 ? 1 : 0);
