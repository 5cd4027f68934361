/** The OpenAPI document and its page: whole, valid, and true of what the server really answers. */
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { readConfig } from '#server/config.ts';
import { allHandlers } from '#server/handlers.ts';
import type { OpenApi, Operation } from '#server/openapi/openApi.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { bodyOf, idsOf } from '#tests/support/nearlyRight.ts';
import { makeOrderWorld } from '#tests/support/orderWorld.ts';
import { type ApiAnswer, type Data, newKey, startServer, type TestServer } from '#tests/support/server.ts';

const CALLS = allHandlers(readConfig({ KASUWA_ENV: 'test' }, '1.0.0', null)).map(({ call }) => call);
/** They end the session or change the password of whoever asks. */
const ENDING = [
  'auth/revoke',
  'auth/revoke_other',
  'user/change_auth',
  'user/update_auth',
  'user/starter_password',
  'user/set_status',
];
const BODIES = 4;

const methodsOf = (call: Call) => [call.method, ...(call.also ? [call.also] : [])];

describeOneEngine('the OpenAPI document', (database) => {
  let server: TestServer;
  let token: string;
  let ids: Record<string, string[]>;
  let document: OpenApi;

  beforeAll(async () => {
    server = await startServer(database());
    const world = await makeOrderWorld(database(), server);
    await world.fill([[world.milk, 240]]);
    await world.order(world.issue, [[world.milk, 24]]);
    await world.ordered([[world.milk, 12]], 'completed', { buyer: await world.buyer('Shop of the document') });
    ids = await idsOf(database());
    token = (await server.signInAs('administrator.administrator')).token;
    document = JSON.parse((await get('/api/openapi.json')).text) as OpenApi;
  }, 120_000);

  const get = (url: string, headers: Record<string, string> = {}) => server.send({ method: 'GET', url, headers });

  test('another method has no document', { tags: ['OAS-01'] }, async () => {
    const response = await server.send({ method: 'POST', url: '/api/openapi.json' });
    expect([response.status, response.data.error]).toEqual([404, 'no_such_call']);
  });

  test('the document is valid OpenAPI 3.1 and names every call once', { tags: ['OAS-01'] }, async () => {
    const checked = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(checked.errors ?? []).toEqual([]);
    expect(document.openapi).toBe('3.1.0');
    const named = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(1)}`),
    );
    const there = CALLS.flatMap((call) => methodsOf(call).map((method) => `${method} ${call.path}`));
    expect([...named].sort()).toEqual([...there].sort());
    const open = CALLS.filter((call) => call.allow === 'open').map((call) => call.path);
    for (const [path, methods] of Object.entries(document.paths))
      for (const operation of Object.values(methods))
        expect(operation.security?.length === 0, path).toBe(open.includes(path.slice(1)));
    // What a token needs is said by name, and what is for people alone names no token.
    expect(document.paths['/order_group/create']?.post?.security).toEqual([
      { session: [] },
      { token: ['orders:write'] },
    ]);
    expect(document.paths['/user/change_auth']?.post?.security).toEqual([{ session: [] }]);
  });

  test('a second request with the tag of the first gets no body', { tags: ['OAS-01'] }, async () => {
    const first = await get('/api/openapi.json');
    const again = await get('/api/openapi.json', { 'if-none-match': first.headers.etag ?? '' });
    expect([first.status, first.headers['cache-control'], again.status, again.text]).toEqual([
      200,
      'no-cache',
      304,
      '',
    ]);
    const packed = await get('/api/openapi.json', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
  });

  test('what calls answer and refuse fulfils the document', { tags: ['OAS-02'], timeout: 300_000 }, async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: false });
    ajv.addSchema({ $id: 'kasuwa', ...document });
    const checks = new Map<string, ValidateFunction>();
    const check = (pointer: string) => {
      const known = checks.get(pointer) ?? ajv.compile({ $ref: `kasuwa#${pointer}` });
      checks.set(pointer, known);
      return known;
    };
    const worked = new Set<string>();
    const refused = new Set<number>();
    for (const call of CALLS.filter((one) => !ENDING.includes(one.path)))
      for (const body of fc.sample(bodyOf(ids, call), { numRuns: BODIES, seed: 31 })) {
        const response = await ask(call, new URLSearchParams(body));
        const pointer =
          response.code === 200
            ? `/paths/${escaped(`/${call.path}`)}/${call.method.toLowerCase()}/responses/200/content/application~1json/schema`
            : '/components/schemas/Refusal';
        const isRight = check(pointer);
        const fulfils = isRight(JSON.parse(response.text));
        expect(
          fulfils,
          `${call.path}?${new URLSearchParams(body)} ${JSON.stringify(isRight.errors)} ${response.text.slice(0, 400)}`,
        ).toBe(true);
        if (response.code === 200) worked.add(call.path);
        else refused.add(response.code);
      }
    // Refusals alone would prove little.
    expect(worked.size / CALLS.length).toBeGreaterThan(0.5);
    expect([...refused]).toEqual(expect.arrayContaining([400, 404, 422]));
  });

  const escaped = (path: string) => encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));

  function ask(call: Call, body: URLSearchParams): Promise<ApiAnswer<Data>> {
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = body.get(name) || 'Lagos';
      body.delete(name);
      return encodeURIComponent(Buffer.from(value).toString());
    });
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': newKey() };
    if (call.method === 'GET') return get(`/api/${path}?${body}`, headers);
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    return server.send({ method: 'POST', url: `/api/${path}`, headers: form, payload: body.toString() });
  }

  test('the page shows every call and every row, without a script and without another host', {
    tags: ['OAS-03'],
  }, async () => {
    const page = await get('/api/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/<script|https?:\/\/|@import|url\(/);
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+';/);
    expect(policy).toContain("script-src 'self';");
    for (const methods of Object.values(document.paths))
      for (const operation of Object.values(methods))
        expect(page.text).toContain(` id="${(operation as Operation).operationId}"`);
    for (const name of Object.keys(document.components.schemas)) expect(page.text).toContain(`id="row-${name}"`);
  });
});
