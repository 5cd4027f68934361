/** SEC-10, SEC-11: whatever is sent to whichever call, the answer is an envelope of API.md 1.7 and never a 500. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#contract/envelope.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { NAUGHTY } from '#tests/support/naughty.ts';
import { NOW, shipmentIn, startServer, type TestServer } from '#tests/support/server.ts';
import { shareOf } from '#tests/support/shares.ts';

const CALLS = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null))
  .map((answer) => answer.call)
  // These end the session that the test holds.
  .filter(
    (call) =>
      !['auth/revoke', 'auth/revoke_other', 'user/change_auth', 'user/update_auth', 'user/starter_password'].includes(
        call.path,
      ),
  );

describeOneEngine('fuzz', (database) => {
  let server: TestServer;
  let admin: string;
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
        ...shipmentIn('dist', 'hub', NOW),
        amount: '0',
      },
      { token: admin },
    );
    expect([made.code, warehouse.code, order.code]).toEqual([200, 200, 200]);
  });

  function expectEnvelope(response: Awaited<ReturnType<TestServer['send']>>, request: unknown): void {
    const context = `${JSON.stringify(request).slice(0, 600)} -> ${response.text.slice(0, 300)} ${JSON.stringify(server.lines.filter((line) => line.event === 'internal').slice(-1))}`;
    expect(response.status, context).toBe(response.code);
    expect(response.code, context).toBeLessThan(500);
    expect(typeof response.message, context).toBe('string');
    if (response.code === 200) return;
    const known = ERRORS[response.data.error as keyof typeof ERRORS];
    expect(known?.[0], context).toBe(response.code);
  }

  test.each(CALLS.map((call, at) => [call.path, call, at] as const))(
    '%s with naughty texts in each of its fields',
    { tags: ['SEC-10'], timeout: 120_000 },
    async (_path, call, at) => {
      const names = Object.keys({ ...call.input, ...(call.row ?? {}) });
      for (const text of shareOf(NAUGHTY, at)) {
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
  );

  test('any bytes as a body or an address: no crash', { tags: ['SEC-10'], timeout: 120_000 }, async () => {
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
          const response = await server.send({
            method: 'POST',
            url: '/api/store_type/create',
            headers: { authorization: `Bearer ${admin}`, ...(type ? { 'content-type': type } : {}) },
            payload: Buffer.from(bytes),
          });
          expectEnvelope(response, { type, bytes: [...bytes] });
        },
      ),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary-ascii', maxLength: 60 }), async (path) => {
        const url = `/api/${path.replace(/[\s#?\\]/g, '')}`;
        const response = await server.send({
          method: 'GET',
          url: encodeURI(url).replace(/%25/g, '%'),
          headers: { authorization: `Bearer ${admin}` },
        });
        expect(response.code, url).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});
