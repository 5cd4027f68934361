/**
 * SEC-10, SEC-07: every call of the registry, asked by every role and by nobody, with bodies that are nearly right: ids of records that
 * are there, words that the field knows, and now and then something else. The answer is an envelope of API.md 1.7, soon, and never a 500.
 * `FUZZ=20000` asks more often; `FUZZ_SEED` as in tests/support/seed.ts. What was found once stands in FOUND as the body it was found with: a seed
 * means something else as soon as a call is added.
 */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { ERRORS } from '#contract/envelope.ts';
import type { Role } from '#domain/permissions.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { ROLES } from '#tests/support/matrix.ts';
import { bodyOf, idsOf } from '#tests/support/nearlyRight.ts';
import { makeOrderWorld } from '#tests/support/orderWorld.ts';
import { newKey, startServer, type TestServer } from '#tests/support/server.ts';

const RUNS = Number(process.env.FUZZ ?? 6_000);
/** Longer is a hang. */
const SOON_MS = 15_000;
const CALLS = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null)).map(({ call }) => call);
/** Asked by an account of their own: they end sessions. */
const ENDING = ['auth/revoke', 'auth/revoke_other', 'user/change_auth', 'user/update_auth'];
type Caller = Role | 'nobody';

/** Role, path and body of what once was no envelope, or a 500. `{x}` in a body is an id of table x. */
const FOUND: readonly (readonly [Caller, string, string])[] = [];

describeOneEngine('every call, nearly right', (database) => {
  let server: TestServer;
  let ids: Record<string, string[]>;
  const tokens = new Map<Caller, string>();

  beforeAll(async () => {
    server = await startServer(database());
    const world = await makeOrderWorld(database(), server);
    await world.fill([
      [world.milk, 240],
      [world.rice, 30],
    ]);
    await world.order(world.issue, [[world.milk, 24]]);
    await world.order(world.reject, [[world.rice, 2, 1]]);
    for (const tag of ['draft', 'pending', 'completed'] as const)
      await world.ordered(
        [
          [world.milk, 12],
          [world.tea, 10],
        ],
        tag,
        { buyer: await world.buyer(`Shop ${tag}`) },
      );
    ids = await idsOf(database());
    // After the ids: nobody's own account is among them, or a call would end the sessions that this test asks with.
    for (const role of ROLES) tokens.set(role, (await server.signInAs(role, { seller_id: world.hub })).token);
  }, 120_000);

  async function ask(asker: Caller, call: Call, body: URLSearchParams, keyed: boolean) {
    let token = tokens.get(asker);
    if (ENDING.includes(call.path) && asker !== 'nobody') {
      const own = await server.signInAs(asker);
      token = own.token;
      if (body.has('_id')) body.set('_id', own.user_id);
    }
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = body.get(name) || 'x';
      body.delete(name);
      // An address that no HTTP client can write is for the test of raw bytes.
      return encodeURIComponent(Buffer.from(value).toString());
    });
    const headers: Record<string, string> = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(keyed ? { 'idempotency-key': newKey() } : {}),
      'x-device-id': 'fuzz',
    };
    const sent = server.send(
      call.method === 'GET'
        ? { method: 'GET', url: `/api/${path}?${body}`, headers }
        : {
            method: 'POST',
            url: `/api/${path}`,
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            payload: body.toString(),
          },
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${path} hangs: ${body}`)), SOON_MS);
    });
    const response = await Promise.race([sent, late]).finally(() => clearTimeout(timer));
    const context = `${asker} ${path} ${body} -> ${response.text.slice(0, 300)} ${JSON.stringify(server.lines.filter((line) => line.event === 'internal').slice(-1))}`;
    server.lines.length = 0;
    expect(response.status, context).toBe(response.code);
    expect(response.code, context).toBeLessThan(500);
    expect(Object.keys(JSON.parse(response.text) as object).sort(), context).toEqual(['code', 'data', 'message']);
    if (response.code !== 200)
      expect(ERRORS[response.data.error as keyof typeof ERRORS]?.[0], context).toBe(response.code);
    if (asker === 'nobody' && call.allow !== 'open' && call.path !== 'auth/revoke')
      expect(response.code, context).toBe(401);
    return response.code;
  }

  test.each(FOUND.map((one) => [one[1], one] as const))(
    'what was found once stays mended: %s',
    { tags: ['SEC-10'] },
    async (path, [asker, , body]) => {
      const call = CALLS.find((one) => one.path === path);
      expect(call).toBeDefined();
      const filled = body.replace(/\{(\w+)\}/g, (_, table: string) => ids[table]?.[0] ?? '');
      if (call) await ask(asker, call, new URLSearchParams(filled), true);
    },
  );

  test('every call as every role with a body that is nearly right: an envelope, soon, never a 500', {
    tags: ['SEC-10', 'SEC-05'],
    timeout: 300_000 + RUNS * 100,
  }, async () => {
    const codes = new Map<string, Set<number>>();
    const askers: Caller[] = ['administrator.administrator', ...ROLES, 'nobody'];
    // The administrator gets behind most gates, so he asks half of the time.
    const asker = fc.oneof(
      { weight: 1, arbitrary: fc.constant<Caller>('administrator.administrator') },
      { weight: 1, arbitrary: fc.constantFrom(...askers) },
    );
    const one = (call: Call) =>
      fc.asyncProperty(asker, bodyOf(ids, call), fc.boolean(), async (who, body, keyed) => {
        const code = await ask(who, call, new URLSearchParams(body), keyed);
        codes.set(call.path, (codes.get(call.path) ?? new Set()).add(code));
      });
    for (const call of CALLS) await fc.assert(one(call), { numRuns: Math.max(1, Math.round(RUNS / CALLS.length)) });
    // Bodies that are all refused would prove little: most calls did their work at least once.
    const worked = [...codes].filter(([, seen]) => seen.has(200)).length;
    if (RUNS >= 6_000)
      expect(
        worked / CALLS.length,
        `never 200: ${CALLS.filter((call) => !codes.get(call.path)?.has(200)).map((call) => call.path)}`,
      ).toBeGreaterThan(0.5);
    for (const role of ROLES)
      expect(
        (await server.call('GET', 'administrator/read_delegate', {}, { token: tokens.get(role) })).code,
        role,
      ).toBe(200);
  });
});
