/** The real queue over HTTP at a server that knows the documents alone: no key, no version, no batch, unknown fields refused. */
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { noteAnswerOf } from '#client/server/shown.ts';
import { setServerRecord } from '#client/server/where.ts';
import { clearSession, writeSession } from '#client/session/tokenStore.ts';
import { CAPABILITY_HEADER } from '#contract/capabilities.ts';
import { OURS } from '#contract/where.ts';
import { drain } from '#offline/drain/drain.ts';
import { makeNet, NOBODY } from '#offline/drain/net.ts';
import { serverFacts } from '#offline/drain/plainServer.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { TransferHeader, TransferLine } from '#offline/outbox/op.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { UNDER_WAY_MS } from '#offline/plain/doubt.ts';
import { plainEngine } from '#offline/plain/engine.ts';
import { makePlainNet } from '#offline/plain/plainNet.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Ports } from '#offline/store/ports.ts';
import { ACCOUNT, openPlainServer, type PlainServer } from '../support/plainServer/plainServer.ts';
import { line, NOWHERE } from '../support/scripted.ts';

const HASH = createHash('sha256').update(ACCOUNT.password).digest('hex');
const opened: PlainServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
  await clearSession();
});

/** An officer's tablet at the stand-in. `known`: it has heard an answer of it before. */
async function tabletAt(wishes: Parameters<typeof openPlainServer>[0] = {}, known = true) {
  const server = await openPlainServer(wishes);
  opened.push(server);
  setServerRecord({
    where: { ...OURS, api: `${server.url}/api/` },
    shown: known ? { [`${server.url}/api/`]: '' } : {},
  });
  const login = await fetch(`${server.url}/api/administrator/login_delegate`, {
    method: 'POST',
    body: new URLSearchParams({ phone: ACCOUNT.email, hash: HASH, remember: 'true' }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  await writeSession({ token: data.token, user_id: 'ada', last_used: 1, wrong: 0 });
  const heard: string[] = [];
  const witness = { answered: () => heard.push('answered'), silent: () => heard.push('silent') };
  const time = { now: Date.now() };
  // The server's clock goes as the tablet's does here: no test waits for two minutes.
  const ask: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const headers = new Headers(answer.headers);
    headers.set('date', new Date(time.now).toUTCString());
    return new Response(await answer.text(), { status: answer.status, headers });
  };
  const engine = plainEngine(makePlainNet(witness, ask));
  let ids = 0;
  const owner = { user_id: 'ada', user_name: 'Ada', device_id: 't1', app_version: '1' };
  const ports: Ports = {
    store: memoryStore(),
    net: makeNet(owner, NOBODY),
    clock: { now: () => time.now },
    chance: { next: () => 0, uuid: () => `uuid-no-${++ids}` },
    server: { facts: serverFacts, engine: async () => engine },
  };
  const outbox = makeOutbox(ports, () => owner);
  const of = (model: string) => server.rows(model);
  const [distributor, seller, product] = [of('distributor')[0], of('seller')[0], of('product')[0]];
  const header: TransferHeader = {
    ...{ timestamp: 1_799_999_990, source_type: 'distributor', source: String(distributor?._id) },
    ...{
      destination_type: 'seller',
      destination: String(seller?._id),
      meta: '{}',
      source_name: 'D',
      destination_name: 'S',
    },
  };
  const goods = (quantity: number): TransferLine => line(String(product?._id), quantity);
  const flush = (forced = true) => drain(ports, owner, { forced });
  const ops = () => ports.store.read((tx) => tx.ops());
  const sent = (path: string) => server.calls.filter((call) => call.path === path);
  return {
    server,
    ports,
    owner,
    outbox,
    header,
    goods,
    flush,
    ops,
    sent,
    time,
    heard,
    orders: () => of('purchase_order').filter(({ timestamp }) => Number(timestamp) === header.timestamp),
  };
}

describe.each([
  ['figures as numbers, codes as status', {}],
  ['figures as texts, status 200 whatever the code', { numbers: 'text', status: 'always 200' }],
] as const)('a server of the documents: %s', (_what, wishes) => {
  test('one press is one order, however long the tablet goes on; the calls have exactly the fields of the documents', {
    tags: ['PLAINQ-01', 'PLAINQ-02'],
  }, async () => {
    const t = await tabletAt(wishes);
    await t.outbox.createTransfer(t.header);
    for (let pass = 0; pass < 12; pass += 1) {
      await t.flush();
      t.time.now += 300_000;
    }
    expect(t.orders()).toHaveLength(1);
    expect(await t.ops()).toEqual([]);
    const [create] = t.sent('purchase_order/create');
    expect(t.sent('purchase_order/create')).toHaveLength(1);
    expect(create?.headers).not.toHaveProperty('idempotency-key');
    expect(Object.keys(create?.fields ?? {}).sort()).toEqual([
      'amount',
      'destination',
      'destination_type',
      'meta',
      'ref',
      'source',
      'source_type',
      'tag',
      'timestamp',
    ]);
    expect(t.heard).not.toContain('silent');
  });

  test('the answer of the creation is lost: the order is looked up and learnt, the lines and the completion go into it', {
    tags: ['PLAINQ-03', 'PLAINQ-04'],
  }, async () => {
    const t = await tabletAt(wishes);
    const transfer = await t.outbox.createTransfer(t.header);
    await t.outbox.saveLine(transfer, t.goods(24), NOWHERE);
    t.server.loseAnswer('purchase_order/create');
    await t.flush();
    expect(t.orders()).toHaveLength(1);
    expect((await t.ops()).map(({ type, state }) => `${type} ${state}`)).toEqual(['create queued', 'upsert queued']);
    t.server.loseAnswer('purchase_order_item/upsert');
    await t.flush();
    await t.flush();
    expect(await t.ops()).toEqual([]);
    const [ops, past, id] = await t.ports.store.read(
      async (tx) => [await tx.opsOf(transfer), await tx.pastSince(0), await tx.known(transfer)] as const,
    );
    await t.outbox.complete(transfer, confirmationOf(overlay(transfer, null, ops, id?.id ?? null, past)));
    t.server.loseAnswer('purchase_order/execute');
    await t.flush();
    await t.flush();
    expect(await t.ops()).toEqual([]);
    for (const path of ['purchase_order/create', 'purchase_order_item/upsert', 'purchase_order/execute'])
      expect(t.sent(path), path).toHaveLength(1);
    expect(t.orders()).toEqual([expect.objectContaining({ tag: 'receipt' })]);
    const [order] = t.orders();
    const items = t.server.rows('purchase_order_item').filter((row) => row.purchase_order_id === order?._id);
    expect(items).toEqual([expect.objectContaining({ quantity: 24, quantity_accepted: 24 })]);
  });
});

test('the request itself is lost: nothing is sent again before two minutes, then once', {
  tags: ['PLAINQ-03'],
}, async () => {
  const t = await tabletAt();
  await t.outbox.createTransfer(t.header);
  const hold = t.server.hold('purchase_order/create');
  hold.release();
  t.server.cut(true);
  // The first read gets no answer, so that nothing is sent, and nothing is in doubt.
  await t.flush();
  expect(t.sent('purchase_order/create')).toEqual([]);
  expect(await t.ops()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  t.server.cut(false);
  t.server.refuse('purchase_order/create', 503, 'Starting');
  await t.flush();
  await t.flush();
  t.time.now += UNDER_WAY_MS - 1;
  await t.flush();
  expect(t.sent('purchase_order/create')).toHaveLength(1);
  t.time.now += 10_000;
  await t.flush();
  expect(t.sent('purchase_order/create')).toHaveLength(2);
  expect(t.orders()).toHaveLength(1);
});

test('of a server of which nothing is known a read is asked first; a captive portal there is not believed', {
  tags: ['PLAINQ-01', 'PLAINQ-05'],
}, async () => {
  const t = await tabletAt({}, false);
  await t.outbox.createTransfer(t.header);
  expect((await serverFacts()).replay).toBeNull();
  await t.flush();
  expect(t.server.calls.slice(1).map(({ path }) => path)).toEqual([
    'administrator/read_delegate',
    'purchase_order/create',
  ]);
  expect((await serverFacts()).replay).toBe(false);
  expect(t.orders()).toHaveLength(1);
});

test.each<[string, () => Response]>([
  ['a page', () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } })],
  ['JSON of another form', () => Response.json({ status: 'ok' })],
  [
    'an envelope as a page',
    () => new Response('{"code":200,"message":"OK","data":"1"}', { headers: { 'content-type': 'text/html' } }),
  ],
  ['a code that is a text', () => Response.json({ code: '200', message: 'OK', data: '1' })],
  ['an envelope without words', () => Response.json({ code: 200, data: '1' })],
])('%s is no answer', { tags: ['PLAINQ-05'] }, async (_what, answer) => {
  const outcomes: string[] = [];
  const witness = { answered: () => outcomes.push('answered'), silent: () => outcomes.push('silent') };
  const net = makePlainNet(witness, async () => answer());
  expect(await net.send('ada', 'purchase_order/create', {})).toEqual({ verified: false });
  expect(await net.greet('ada')).toEqual({ verified: false });
  expect(outcomes).toEqual(['silent', 'silent']);
});

test('a yes to the first read without a profile is not this server', { tags: ['PLAINQ-05'] }, async () => {
  const net = makePlainNet(NOBODY, async () =>
    Response.json({ code: 200, message: 'Welcome to the free network', data: {} }),
  );
  expect(await net.greet('ada')).toEqual({ verified: false });
});

test('a server that showed once that it recognises repeats is asked with keys for ever, whatever its answers lack later', {
  tags: ['PLAINQ-06'],
}, async () => {
  const t = await tabletAt();
  await t.outbox.createTransfer(t.header);
  noteAnswerOf(new Headers({ [CAPABILITY_HEADER]: 'replay' }), true);
  await t.flush();
  setServerRecord({ where: { ...OURS, api: `${t.server.url}/api/` }, shown: { [`${t.server.url}/api/`]: '' } });
  await t.flush();
  const tries = t.sent('purchase_order/create');
  expect(tries.length).toBeGreaterThan(1);
  // It has no echo, so none of its answers is believed.
  expect(new Set(tries.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(await t.ops()).toMatchObject([{ state: 'queued' }]);
});
