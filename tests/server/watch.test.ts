/** What operators see of a process at work: metrics on their own port, traces to a collector, and the trace of a call in its line of the log. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { makeMetrics } from '#server/watch/metrics.ts';
import { remoteTrace } from '#server/watch/remoteTrace.ts';
import { startWatch } from '#server/watch/startWatch.ts';
import { kindOf } from '#server/watch/statementKind.ts';
import { waitedSeconds } from '#server/watch/traces.ts';
import { NO_WATCH, type Watch } from '#server/watch/watch.ts';
import { readWatch } from '#server/watchConfig.ts';
import { ENGINES, type Engine, openTestDatabase } from '#tests/support/database.ts';
import { NOW, newKey, putRow, startServer } from '#tests/support/server.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`;

describe('variables', { tags: ['OPS-01', 'OPS-04'] }, () => {
  test.each([
    ['METRICS_PORT', { METRICS_PORT: 'on' }],
    ['METRICS_PORT', { METRICS_PORT: '70000' }],
    ['METRICS_PORT', { METRICS_PORT: '8080' }],
    ['METRICS_PORT', { METRICS_PORT: '9000', PORT: '9000' }],
    ['METRICS_HOST', { METRICS_HOST: 'everywhere' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:5ecret@collector:4318' }],
    ['OTEL_TRACES_SAMPLER_ARG', { OTEL_TRACES_SAMPLER_ARG: '10%' }],
    ['OTEL_TRACES_SAMPLER_ARG', { OTEL_TRACES_SAMPLER_ARG: '1.5' }],
  ])('%s that is wrong is refused, and no secret is said', (name, env) => {
    expect(() => readWatch(env)).toThrow(name);
    expect(() => readWatch(env)).not.toThrow('5ecret');
  });
  test('none given: neither metrics nor traces; given: this machine alone, and every trace', () => {
    expect(readWatch({})).toEqual({ metrics: null, traces: null });
    expect(readWatch({ METRICS_PORT: '9464', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' })).toEqual({
      metrics: { host: '127.0.0.1', port: 9_464 },
      traces: { url: 'http://127.0.0.1:4318/v1/traces', share: 1, service: 'kasuwa' },
    });
    const more = { METRICS_PORT: '0', METRICS_HOST: '::', OTEL_EXPORTER_OTLP_ENDPOINT: 'https://o.example/in' };
    expect(readWatch({ ...more, OTEL_TRACES_SAMPLER_ARG: '0.1', OTEL_SERVICE_NAME: 'lagos' })).toEqual({
      metrics: { host: '::', port: 0 },
      traces: { url: 'https://o.example/in/v1/traces', share: 0.1, service: 'lagos' },
    });
  });
});

describe('the trace of a request', { tags: ['OPS-03'] }, () => {
  const key = '9B2F0C1E-6a51-4a0e-8f0d-0f2f5a1b7c3d';
  test('a header that cannot be read is as none', () => {
    for (const traceparent of [
      '',
      'x',
      `ff-${TRACE}-b7ad6b7169203331-01`,
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      PARENT.toUpperCase(),
      `${PARENT}1`,
    ])
      expect(remoteTrace({ traceparent }), traceparent).toBeNull();
    for (const name of ['no uuid', '00000000-0000-0000-0000-000000000000'])
      expect(remoteTrace({ 'idempotency-key': name })).toBeNull();
  });
  test('traceparent comes first, then the key of the tap', () => {
    const parent = { traceId: TRACE, spanId: 'b7ad6b7169203331', sampled: true, fromKey: false };
    expect(remoteTrace({ traceparent: PARENT, 'idempotency-key': key })).toEqual(parent);
    expect(remoteTrace({ traceparent: PARENT.replace(/01$/, '00') })?.sampled).toBe(false);
    // A later version of the header may say more behind its four parts.
    expect(remoteTrace({ traceparent: `01${PARENT.slice(2)}-more` })?.traceId).toBe(TRACE);
    const ofKey = { traceId: '9b2f0c1e6a514a0e8f0d0f2f5a1b7c3d', spanId: null, sampled: null, fromKey: true };
    expect(remoteTrace({ 'idempotency-key': key })).toEqual(ofKey);
  });
  test('how long a line waited on its device is told by the clock of the device alone', () => {
    expect(waitedSeconds({ 'x-saved-time': '1000', 'x-client-time': '1090' })).toBe(90);
    for (const [saved, sent] of [
      ['1000', undefined],
      [undefined, '1000'],
      ['1000', '999'],
      ['a', '1000'],
      ['', ''],
    ])
      expect(waitedSeconds({ 'x-saved-time': saved, 'x-client-time': sent })).toBeNull();
  });
});

test.each([
  ['read', 'select 1'],
  ['read', '\n  (select 1) union (select 2)'],
  ['read', 'with a as (select 1) select * from a'],
  ['write', 'with a as (insert into b values (1) returning 1) select * from a'],
  ['write', 'UPDATE store set epoch = $1'],
  ['commit', 'commit'],
  ['other', 'begin'],
  ['other', ''],
])('a statement is a %s: %s', { tags: ['OPS-01'] }, (kind, text) => {
  expect(kindOf(text)).toBe(kind);
});

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A collector that keeps what it is sent. */
async function collector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const spans = () =>
    bodies.flatMap((body) =>
      (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap((one) =>
        one.scopeSpans.flatMap((scope) => scope.spans),
      ),
    );
  return { url: `http://127.0.0.1:${port}`, bodies, spans, close: () => server.close() };
}

describe.each(ENGINES)('a process that is watched (%s)', (engine: Engine) => {
  let database: Database;
  /** One database for the whole group: who listens to its statements changes with each test. */
  let hear: Watch['statement'] | undefined;
  const open: (() => unknown)[] = [];
  beforeAll(async () => {
    database = await openTestDatabase(engine, { onStatement: (answer) => hear?.(answer) });
  }, 120_000);
  afterAll(() => database?.close());
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });

  async function watched(env: Record<string, string>) {
    const lines: Record<string, unknown>[] = [];
    const config = { ...readWatch({ METRICS_PORT: '0', ...env }), version: '1.0.0', environment: 'test' as const };
    const running = await startWatch(config, (line) => lines.push(line));
    hear = running.onStatement;
    const metrics = await running.serve(database, () => NOW);
    const server = await startServer(database, {}, [], running.watch);
    open.push(running.close, server.close);
    const scrape = async () => (await fetch(`http://127.0.0.1:${metrics?.port}/metrics`)).text();
    return { running, server, metrics, lines, scrape };
  }

  test('a port that is taken ends the start with the name of the variable; another path is not there', {
    tags: ['OPS-01'],
  }, async () => {
    const { metrics, running } = await watched({});
    const port = String(metrics?.port);
    const second = await startWatch(
      { ...readWatch({ METRICS_PORT: port }), version: '1', environment: 'test' },
      () => undefined,
    );
    await expect(second.serve(database, () => NOW)).rejects.toThrow(`METRICS_PORT=${port}`);
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics/x', 'GET'],
      ['/metrics', 'POST'],
    ])
      expect((await fetch(`http://127.0.0.1:${port}${path}`, { method })).status).toBe(404);
    expect(running.watch.held.has('live_streams')).toBe(true);
  });

  test('metrics count calls by registered name and code, and statements; nothing that was typed is in them', {
    tags: ['OPS-01', 'OPS-02'],
  }, async () => {
    const { server, scrape } = await watched({});
    const admin = await server.signInAs('administrator.administrator', { name: 'Ọláwálé' });
    const fields = { name: 'Kiosk of metrics', description: 'abc', status: 'active' };
    const key = newKey();
    const codes: number[] = [];
    for (const sent of [{ ...fields, name: '' }, fields]) {
      const ask = { token: admin.token, key: sent.name ? key : newKey() };
      codes.push((await server.call('POST', 'store_type/create', sent, ask)).code);
    }
    expect(codes[1]).toBe(200);
    await server.call('GET', 'no/such/call/Ọláwálé');
    await server.call('GET', 'store_type/read_all', { page: 1 });
    const text = await scrape();
    expect(text).toContain('kasuwa_calls_total{call="store_type/create",code="200"} 1');
    expect(text).toContain(`kasuwa_calls_total{call="store_type/create",code="${codes[0]}"} 1`);
    expect(text).toContain('kasuwa_calls_total{call="store_type/read_all",code="401"} 1');
    expect(text).toContain('kasuwa_calls_total{call="none",code="404"} 1');
    expect(text).toContain('kasuwa_call_seconds_count{call="store_type/create"} 2');
    expect(Number(/kasuwa_call_statements_total\{call="store_type\/create"\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(
      5,
    );
    for (const kind of ['read', 'write', 'commit'])
      expect(text).toMatch(new RegExp(`kasuwa_statement_seconds_count\\{kind="${kind}"\\} [1-9]`));
    expect(text).toContain(`kasuwa_info{version="1.0.0",environment="test",engine="${engine}",epoch="`);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    for (const hidden of ['Ọláwálé', 'Kiosk', admin.email, admin.user_id, admin.token, key])
      expect(text).not.toContain(hidden);
    const before = /kasuwa_statements_failed_total\{kind="read"\} (\d+)/.exec(text)?.[1];
    await expect(sql`select 1 / ${0}::int4`.execute(database.kysely)).rejects.toThrow();
    expect(before).toBeUndefined();
    expect(await scrape()).toContain('kasuwa_statements_failed_total{kind="read"} 1');
  });

  test('metrics tell what operators must know of the site, and leave out what is not known', {
    tags: ['OPS-02'],
  }, async () => {
    const { scrape } = await watched({});
    const before = await scrape();
    expect(before).not.toMatch(/^kasuwa_backup_age_seconds /m);
    expect(before).toMatch(/^kasuwa_messages_waiting 0$/m);
    await sql`update store set backed_up = ${NOW - 7_200}`.execute(database.kysely);
    await putRow(database, 'notification', {
      _id: 'n1',
      title: 'a',
      message: 'b',
      include: '{}',
      exclude: '{}',
      send_sms_too: false,
      count: 2,
      gateway: 'x',
    });
    const one = { notification_id: 'n1', name: 'x', phone: '1', channel: 'sms', created: NOW };
    const putRecipient = (row: Record<string, unknown>) =>
      sql`insert into notification_recipient ${sql.raw(`(${Object.keys(row).join(', ')})`)} values (${sql.join(Object.values(row))})`.execute(
        database.kysely,
      );
    await putRecipient({ ...one, _id: 'r1', status: 'queued', due: NOW - 90 });
    await putRecipient({ ...one, _id: 'r2', status: 'failed', due: NOW });
    const metrics = await scrape();
    for (const line of [
      'kasuwa_backup_age_seconds 7200',
      'kasuwa_messages_waiting 1',
      'kasuwa_messages_oldest_seconds 90',
      'kasuwa_messages_failed_day 1',
      'kasuwa_database_up 1',
      'kasuwa_live_streams 0',
      'kasuwa_pool_waiting 0',
    ])
      expect(metrics.split('\n')).toContain(line);
    expect(Number(/^kasuwa_database_bytes (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(1_000_000);
    expect(/^kasuwa_transaction_oldest_seconds /m.test(metrics)).toBe(engine === 'postgres');
  });

  test('a trace goes from the tap to its SQL: the key of the tap is its id, the wait on the device and each statement are spans', {
    tags: ['OPS-03', 'OPS-04'],
  }, async () => {
    const sink = await collector();
    open.push(sink.close);
    const { server, running } = await watched({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url });
    const { token } = await server.signInAs('administrator.administrator');
    const key = newKey();
    const fields = { name: 'Secret kiosk', description: 'Abcdefgh', status: 'active' };
    const headers = { 'x-saved-time': String(NOW - 100), 'x-client-time': String(NOW - 10) };
    const answer = await server.call('POST', 'store_type/create', fields, { token, key, headers });
    expect(answer.code, answer.message).toBe(200);
    await server.call('GET', 'store_type/read_all', { page: 1 }, { token, headers: { traceparent: PARENT } });
    await server.call(
      'GET',
      'store_type/read_all',
      { page: 1 },
      { token, headers: { traceparent: PARENT.replace(/01$/, '00') } },
    );
    const lines = server.lines.filter((line) => line.event === 'call');
    expect(lines.map((line) => line.trace_id)).toEqual([key.replaceAll('-', ''), TRACE, TRACE]);
    expect(lines[0]?.request_id).toBe(answer.headers['x-request-id']);
    await running.close();
    const spans = sink.spans();
    const ofTap = spans.filter((span) => span.traceId === key.replaceAll('-', ''));
    const root = ofTap.find((span) => span.name === 'POST store_type/create');
    expect(root?.parentSpanId ?? '').toBe('');
    const attributes = Object.fromEntries(
      (root?.attributes ?? []).map((one) => [one.key, one.value.stringValue ?? one.value.intValue]),
    );
    expect(attributes).toMatchObject({
      'http.route': '/api/store_type/create',
      'http.response.status_code': 200,
      'kasuwa.request_id': answer.headers['x-request-id'],
    });
    for (const span of ofTap) if (span !== root) expect(span.parentSpanId).toBe(root?.spanId);
    const wait = ofTap.find((span) => span.name === 'wait on the device');
    expect(Number((BigInt(wait?.endTimeUnixNano ?? 0) - BigInt(wait?.startTimeUnixNano ?? 0)) / 1_000_000_000n)).toBe(
      90,
    );
    const names = ofTap.map((span) => span.name);
    for (const name of ['write store_type', 'write audit_log', 'commit']) expect(names).toContain(name);
    const gets = spans.filter((span) => span.traceId === TRACE && span.name.startsWith('GET'));
    // The third request says that its caller does not keep the trace.
    expect(gets.map((span) => [span.name, span.parentSpanId])).toEqual([
      ['GET store_type/read_all', 'b7ad6b7169203331'],
    ]);
    for (const hidden of ['Secret kiosk', 'Abcdefgh', token]) expect(sink.bodies.join()).not.toContain(hidden);
  });

  test('a collector that does not answer costs one line of the log and no call', { tags: ['OPS-04'] }, async () => {
    const sink = await collector();
    sink.close();
    const { server, running, lines } = await watched({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url });
    const { token } = await server.signInAs('administrator.administrator');
    expect((await server.call('GET', 'store_type/read_all', { page: 1 }, { token })).code).toBe(200);
    await running.close();
    expect(lines.filter((line) => line.event === 'traces_not_sent')).toHaveLength(1);
  });

  test('a database that does not answer leaves its figures out, and the scrape says so', {
    tags: ['OPS-02'],
  }, async () => {
    const { scrape, server } = await watched({});
    await server.close();
    await database.close();
    const away = await scrape();
    expect(away).toContain('kasuwa_database_up 0');
    expect(away).not.toMatch(/^kasuwa_(database_bytes|messages_waiting) /m);
  });
});

test('without listeners the trace that a caller names stands in the log all the same', {
  tags: ['OPS-03'],
}, async () => {
  const database = await openTestDatabase(ENGINES.at(-1) ?? 'pglite');
  const server = await startServer(database);
  try {
    await server.call('GET', 'store_type/read_all', {}, { headers: { traceparent: PARENT } });
    await server.call('GET', 'store_type/read_all');
    await server.call('POST', 'store_type/create', {}, { key: newKey() });
    expect(server.lines.filter((line) => line.event === 'call').map((line) => line.trace_id)).toEqual([
      TRACE,
      undefined,
      undefined,
    ]);
  } finally {
    await server.close();
    await database.close();
  }
});

test('the dashboard of Grafana asks for metrics that the server has, and for each of ours', {
  tags: ['OPS-12'],
}, async () => {
  const database = await openTestDatabase(ENGINES.at(-1) ?? 'pglite');
  try {
    const board = JSON.parse(readFileSync('docs/operations/grafana.json', 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const calls = new Set(
      board.panels.flatMap(({ targets }) =>
        targets.flatMap(({ expr }) =>
          [...expr.matchAll(/\b((?:kasuwa|nodejs|process)_[a-z0-9_]+)/g)].map(([, name]) => name ?? ''),
        ),
      ),
    );
    const text = await makeMetrics().scrape({
      database,
      watch: NO_WATCH,
      version: '1',
      environment: 'test',
      now: () => NOW,
    });
    const kinds = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => [name, kind]));
    const names = [...kinds].flatMap(([name, kind]) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    );
    expect([...calls].filter((name) => !names.includes(name))).toEqual([]);
    const ours = [...kinds.keys()].filter((name) => name.startsWith('kasuwa_'));
    // How many statements a call has is for who mends it.
    const unasked = ours.filter((name) => ![...calls].some((one) => one.startsWith(name)));
    expect(unasked).toEqual(['kasuwa_call_statements_total']);
  } finally {
    await database.close();
  }
});
