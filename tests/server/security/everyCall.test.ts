/**
 * SEC-10, SEC-07: every call of the registry, asked by every role and by nobody, with bodies that are nearly right: ids of records that
 * are there, words that the field knows, and now and then something else. The answer is an envelope of API.md 1.7, soon, and never a 500.
 * `FUZZ=20000` asks more often; `FUZZ_SEED` as in tests/support/seed.ts. What was found once stands in FOUND as the body it was found with: a seed
 * means something else as soon as a call is added.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { ERRORS } from '#contract/envelope.ts';
import type { Field } from '#contract/fields.ts';
import type { Role } from '#domain/permissions.ts';
import { allAnswers } from '#server/answers.ts';
import { readConfig } from '#server/config.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { ROLES } from '#tests/support/matrix.ts';
import { NAUGHTY } from '#tests/support/naughty.ts';
import { makeOrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

const RUNS = Number(process.env.FUZZ ?? 6_000);
/** Longer is a hang. */
const SOON_MS = 15_000;
const CALLS = allAnswers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null)).map(({ call }) => call);
/** Asked by an account of their own: they end sessions. */
const ENDING = ['auth/revoke', 'auth/revoke_other', 'user/change_auth', 'user/update_auth'];
type Asker = Role | 'nobody';

/** Role, path and body of what once was no envelope, or a 500. `{x}` in a body is an id of table x. */
const FOUND: readonly (readonly [Asker, string, string])[] = [];

/** The words that a field knows, however deep its schema keeps them. */
function wordsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { options, pipe, wrapped } = schema as { options?: unknown; pipe?: unknown[]; wrapped?: unknown };
  if (Array.isArray(options)) return options.filter((one) => typeof one === 'string');
  return [...(Array.isArray(pipe) ? pipe.slice(pipe[0] === schema ? 1 : 0) : []), wrapped].flatMap(wordsOf);
}

describeEachEngine('every call, nearly right', (database) => {
  let server: TestServer;
  let ids: Record<string, string[]>;
  const tokens = new Map<Asker, string>();

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
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = '_id' and data_type = 'text'`.execute(database().kysely);
    ids = {};
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ _id: string }>`select _id from ${sql.table(name)} order by _id limit 4`.execute(
        database().kysely,
      );
      if (rows.length > 0) ids[name] = rows.map((row) => row._id);
    }
    // After the ids: nobody's own account is among them, or a call would end the sessions that this test asks with.
    for (const role of ROLES) tokens.set(role, (await server.signInAs(role, { seller_id: world.hub })).token);
  }, 120_000);

  /** What this field of this call would be sent by a screen. */
  function good(call: Call, name: string, field: Field | undefined): fc.Arbitrary<string> {
    const model = call.path.split('/')[0] ?? '';
    const table = name === '_id' ? model : name.replace(/_id$/, '');
    const known = ids[table] ?? ids[name] ?? [];
    const words = wordsOf(field?.read());
    if (words.length > 0) return fc.constantFrom(...words);
    if (field?.kind === 'flag') return fc.constantFrom('true', 'false');
    if (field?.kind === 'int') return fc.constantFrom('0', '1', '12', '24', '100');
    if (field?.kind === 'money') return fc.constantFrom('0', '1', '1000.50', '-250');
    if (field?.kind === 'time' || /timestamp|since/.test(name))
      return fc.constantFrom('0', String(NOW - 86_400), String(NOW));
    if (known.length > 0) return fc.constantFrom(...known);
    if (field?.kind === 'id' || /source|destination|owner|parent/.test(name))
      return fc.constantFrom(...Object.values(ids).flat());
    if (/phone/.test(name))
      return fc.integer({ min: 0, max: 99_999_999 }).map((n) => `080${String(n).padStart(8, '0')}`);
    if (/email/.test(name)) return fc.nat(9_999).map((n) => `person${n}@example.test`);
    if (/hash/.test(name)) return fc.constant(passwordHash('Some-password-1'));
    if (/^(page|per_page|limit|year)$/.test(name)) return fc.constantFrom('1', '2', '30', '2026');
    if (/meta/.test(name)) return fc.constantFrom('{}', '{"discount":"5"}', '[]', '{"a":{"b":null}}');
    return fc.constantFrom(
      'Plain words',
      'active',
      'seller',
      'buyer',
      'completed',
      'week',
      'a',
      ...call.path.split('/'),
    );
  }

  /** A body for a call: right in every field, or here and there odd, left out, sent twice or in another form. */
  function bodyOf(call: Call): fc.Arbitrary<[string, string][]> {
    const fields: Record<string, Field | undefined> = {
      ...call.input,
      ...(call.row ?? {}),
      client_id: undefined,
      ...(call.row ? { op_key: undefined } : {}),
    };
    const odd = fc.oneof(fc.constantFrom(...NAUGHTY), fc.string({ unit: 'binary', maxLength: 12 }));
    type Sent = fc.Arbitrary<[string, string][]>;
    const none: Sent = fc.constant([]);
    const right: Sent[] = [];
    const wrong: Sent[] = [];
    for (const [name, field] of Object.entries(fields)) {
      const value = field ? good(call, name, field) : fc.uuid();
      const many = field?.many || Boolean(call.row && (name in call.row || name === 'op_key'));
      const sent = (form: boolean, text: fc.Arbitrary<string>): Sent =>
        text.map((one) => [[form ? `${name}[]` : name, one]]);
      const usual = sent(many, value);
      // Versions that are not the stored ones and keys of strangers are asked now and then only.
      const seldom = !field || name === 'base_version';
      const needed = field?.needed || /^(_id|status)$/.test(name);
      right.push(
        needed ? usual : fc.oneof({ weight: 1, arbitrary: usual }, { weight: seldom ? 9 : 1, arbitrary: none }),
      );
      wrong.push(
        fc.oneof(
          { weight: 6, arbitrary: usual },
          { weight: 2, arbitrary: sent(many, odd) },
          { weight: 1, arbitrary: none },
          { weight: 1, arbitrary: sent(!many, value) },
          { weight: 1, arbitrary: fc.tuple(usual, usual).map((two) => two.flat()) },
        ),
      );
    }
    const whole = (parts: Sent[]) => fc.tuple(...parts).map((lists) => lists.flat());
    return fc.oneof({ weight: 2, arbitrary: whole(right) }, { weight: 1, arbitrary: whole(wrong) });
  }

  async function ask(asker: Asker, call: Call, body: URLSearchParams, keyed: boolean) {
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
    const told = await Promise.race([sent, late]).finally(() => clearTimeout(timer));
    const context = `${asker} ${path} ${body} -> ${told.text.slice(0, 300)} ${JSON.stringify(server.lines.filter((line) => line.event === 'internal').slice(-1))}`;
    server.lines.length = 0;
    expect(told.status, context).toBe(told.code);
    expect(told.code, context).toBeLessThan(500);
    expect(Object.keys(JSON.parse(told.text) as object).sort(), context).toEqual(['code', 'data', 'message']);
    if (told.code !== 200) expect(ERRORS[told.data.error as keyof typeof ERRORS]?.[0], context).toBe(told.code);
    if (asker === 'nobody' && call.allow !== 'open' && call.path !== 'auth/revoke')
      expect(told.code, context).toBe(401);
    return told.code;
  }

  test.each(FOUND.map((one) => [one[1], one] as const))('SEC-10 found once: %s', async (path, [asker, , body]) => {
    const call = CALLS.find((one) => one.path === path);
    expect(call).toBeDefined();
    const filled = body.replace(/\{(\w+)\}/g, (_, table: string) => ids[table]?.[0] ?? '');
    if (call) await ask(asker, call, new URLSearchParams(filled), true);
  });

  test(
    'SEC-10 SEC-05 every call as every role with a body that is nearly right: an envelope, soon, never a 500',
    async () => {
      const codes = new Map<string, Set<number>>();
      const askers: Asker[] = ['administrator.administrator', ...ROLES, 'nobody'];
      // The administrator gets behind most gates, so he asks half of the time.
      const asker = fc.oneof(
        { weight: 1, arbitrary: fc.constant<Asker>('administrator.administrator') },
        { weight: 1, arbitrary: fc.constantFrom(...askers) },
      );
      const one = (call: Call) =>
        fc.asyncProperty(asker, bodyOf(call), fc.boolean(), async (who, body, keyed) => {
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
    },
    300_000 + RUNS * 100,
  );
});
