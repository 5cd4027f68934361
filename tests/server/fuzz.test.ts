/** SEC-10, SEC-11: whatever is sent to whichever call, the answer is an envelope of API.md 1.7 and never a 500. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#contract/envelope.ts';
import { allAnswers } from '#server/answers.ts';
import { readConfig } from '#server/config.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';

const CALLS = allAnswers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null))
  .map((answer) => answer.call)
  // These end the session that the test holds.
  .filter(
    (call) =>
      !['auth/revoke', 'auth/revoke_other', 'user/change_auth', 'user/update_auth', 'user/starter_password'].includes(
        call.path,
      ),
  );

/** After the Big List of Naughty Strings: what breaks parsers, encoders, databases and formatters. */
const NAUGHTY = [
  '',
  ' ',
  'undefined',
  'null',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  '0',
  '-0',
  '1',
  '-1',
  '1.0',
  '1e400',
  '1E+02',
  '0x1F',
  '١٢٣',
  '９９',
  '1,000',
  '1 000',
  '999999999999999999999999',
  '-999999999999999999999999',
  '2147483648',
  '9223372036854775808',
  '0.00000000000000000001',
  '--1',
  '1.2.3',
  '.',
  '-.5',
  "'",
  '"',
  "' or 1=1 --",
  "'; drop table manager; --",
  '$1',
  '$$',
  ':x',
  '?',
  '%',
  '_',
  '\\',
  '\\0',
  '%00',
  '%n%s%p',
  '{{7*7}}',
  '#{7*7}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '[object Object]',
  '[]',
  '{}',
  '{"a":1}',
  'a[]',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f',
  '\ufeff',
  '\u202e',
  '\u200b',
  '\ud800',
  '\udfff\ud800',
  '😀',
  '👩‍👩‍👧‍👦',
  'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮',
  'İ',
  'ß',
  'ﷺ',
  'Ọ̀nịcha',
  'ƁƊƘ',
  '田中さん',
  'مرحبا',
  '\r\n',
  'a\r\nX-Injected: 1',
  '\t',
  '\u2028',
  '*',
  'all',
  'active',
  'x'.repeat(5_000),
  '=1+1',
  '@sum',
  '1970-01-01',
  '2026-13-45',
  '08021234567',
  'a@b.co',
  'a@b',
  'purchase_order',
  'seller',
  'current_inventory',
];

describeEachEngine('fuzz', (database) => {
  let server: TestServer;
  let admin: string;
  let ids: string[];
  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    const made = await server.call(
      'POST',
      'store_type/create',
      { name: 'Fuzz shop', description: 'abc', status: 'active' },
      { token: admin },
    );
    await sql`insert into seller (_id, name, address, created, modified) values ('hub', 'Hub', 'Lagos', ${NOW}, ${NOW})`.execute(
      database().kysely,
    );
    await sql`insert into distributor (_id, name, address, created, modified) values ('dist', 'Dist', 'Lagos', ${NOW}, ${NOW})`.execute(
      database().kysely,
    );
    const warehouse = await server.call(
      'POST',
      'warehouse/create',
      { status: 'active', parent_type: 'seller', parent: 'hub' },
      { token: admin },
    );
    const order = await server.call(
      'POST',
      'purchase_order/create',
      {
        ref: '*',
        timestamp: NOW,
        tag: 'purchase_order',
        meta: '{}',
        source_type: 'distributor',
        source: 'dist',
        destination_type: 'seller',
        destination: 'hub',
        amount: '0',
      },
      { token: admin },
    );
    expect([made.code, warehouse.code, order.code]).toEqual([200, 200, 200]);
    ids = [made.data, warehouse.data, order.data, 'hub', 'dist'] as unknown as string[];
  });

  function expectEnvelope(told: Awaited<ReturnType<TestServer['send']>>, asked: unknown): void {
    const context = `${JSON.stringify(asked).slice(0, 600)} -> ${told.text.slice(0, 300)} ${JSON.stringify(server.lines.filter((line) => line.event === 'internal').slice(-1))}`;
    expect(told.status, context).toBe(told.code);
    expect(told.code, context).toBeLessThan(500);
    expect(typeof told.message, context).toBe('string');
    if (told.code === 200) return;
    const known = ERRORS[told.data.error as keyof typeof ERRORS];
    expect(known?.[0], context).toBe(told.code);
  }

  test.each(CALLS.map((call) => [call.path, call] as const))(
    'SEC-10 %s with each naughty text in each of its fields',
    async (_path, call) => {
      const names = Object.keys({ ...call.input, ...(call.row ?? {}) });
      for (const text of NAUGHTY) {
        // What it is about exists, so that the text reaches the work behind the checks.
        const fields = Object.fromEntries(
          names.map((name) => [name, call.input[name]?.many || call.row?.[name] ? [text] : text]),
        );
        expectEnvelope(
          await server.call(
            call.method,
            call.path.replace('{state}', encodeURIComponent(Buffer.from(text || 'x').toString())),
            call.path.includes('{') ? {} : fields,
            { token: admin },
          ),
          { path: call.path, fields },
        );
      }
    },
    120_000,
  );

  test('SEC-10 any fields, in any form, with real ids among them: an envelope, never a 500', async () => {
    const value = fc.oneof(
      fc.constantFrom(...NAUGHTY),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.integer().map(String),
      fc.constantFrom(0, 1, 2, 3, 4).map((at) => ids[at] ?? ''),
      fc.constantFrom('distributor', 'seller', 'active', '1', '12', String(NOW), 'true'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(CALLS.length - 1),
        fc.array(fc.tuple(fc.nat(30), fc.constantFrom('', '', '', '[]', '[0]'), value), { maxLength: 10 }),
        fc.boolean(),
        async (at, sent, keyed) => {
          const call = CALLS[at];
          if (!call) return;
          const names = Object.keys({ ...call.input, ...(call.row ?? {}), op_key: 1, client_id: 1 });
          const body = new URLSearchParams(
            sent.map(([at, form, text]) => [`${names[at % names.length]}${form}`, text]),
          );
          const path = call.path.replace('{state}', 'Lagos');
          const headers: Record<string, string> = {
            authorization: `Bearer ${admin}`,
            ...(keyed ? { 'idempotency-key': newKey() } : {}),
          };
          const told = await server.send(
            call.method === 'GET'
              ? { method: 'GET', url: `/api/${path}?${body}`, headers }
              : {
                  method: 'POST',
                  url: `/api/${path}`,
                  headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
                  payload: body.toString(),
                },
          );
          expectEnvelope(told, { path, body: body.toString() });
        },
      ),
      { numRuns: 1_500 },
    );
  }, 180_000);

  test('SEC-10 any bytes as a body or an address: no crash', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'multipart/form-data',
          'text/plain',
          'application/json',
          '',
        ),
        async (bytes, type) => {
          const told = await server.send({
            method: 'POST',
            url: '/api/store_type/create',
            headers: { authorization: `Bearer ${admin}`, ...(type ? { 'content-type': type } : {}) },
            payload: Buffer.from(bytes),
          });
          expectEnvelope(told, { type, bytes: [...bytes] });
        },
      ),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary-ascii', maxLength: 60 }), async (path) => {
        const url = `/api/${path.replace(/[\s#?\\]/g, '')}`;
        const told = await server.send({
          method: 'GET',
          url: encodeURI(url).replace(/%25/g, '%'),
          headers: { authorization: `Bearer ${admin}` },
        });
        expect(told.code, url).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});
