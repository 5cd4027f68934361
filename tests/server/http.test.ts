/** The pipeline: order of checks, the error table, headers, shapes of bodies (API.md 1.1, 1.2, 1.7, 1.8, 1.9, 1.10). */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { command } from '#contract/call.ts';
import { ALL_CAPABILITIES } from '#contract/capabilities.ts';
import { name } from '#contract/fields.ts';
import { handle } from '#server/calls/handler.ts';
import { newId } from '#server/calls/ids.ts';
import { createServer } from '#server/http/app.ts';
import { describeOneEngine, openTestDatabase } from '#tests/support/database.ts';
import { NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const shop = (n: string) => ({ name: `Shop ${n}`, description: 'A small shop', status: 'active' });

describeOneEngine('http', (database) => {
  let server: TestServer;
  let admin: string;
  let staff: string;
  beforeAll(async () => {
    server = await startServer(database(), { origins: ['https://office.example.test'], minAppVersion: '0.9.0' });
    admin = (await server.signInAs('administrator.administrator')).token;
    staff = (await server.signInAs('manager.staff')).token;
  });

  describe('the error table', { tags: ['API-1.7'] }, () => {
    test('404 no_such_call: unknown path', { tags: ['API-1.7'] }, async () => {
      expect(await server.call('GET', 'nothing/here', {}, { token: admin })).toMatchObject({
        status: 404,
        code: 404,
        message: 'There is no such call.',
        data: { error: 'no_such_call' },
      });
    });
    test('404 no_such_call: a generic call that the model does not have', { tags: ['API-2'] }, async () => {
      expect((await server.call('POST', 'manager/delete', { _id: 'x' }, { token: admin })).code).toBe(404);
    });
    test('405 method, with Allow', { tags: ['API-1.7'] }, async () => {
      const response = await server.call('GET', 'store_type/create', {}, { token: admin });
      expect(response).toMatchObject({
        status: 405,
        code: 405,
        message: 'Method not allowed.',
        data: { error: 'method' },
      });
      expect(response.headers.allow).toBe('POST');
    });
    test.each(['PUT', 'PATCH', 'DELETE', 'HEAD'])(
      '405 %s is no method of any call',
      { tags: ['API-1.1'] },
      async (method) => {
        expect((await server.send({ method, url: '/api/store_type/create' })).status).toBe(405);
      },
    );
    test('400 unknown_field: nothing is applied (mass assignment)', { tags: ['API-1.7'] }, async () => {
      for (const field of ['_id', 'version', 'deleted_at', 'created_by', '__proto__', 'constructor']) {
        const response = await server.call(
          'POST',
          'store_type/create',
          { ...shop('mass'), [field]: 'x' },
          { token: admin },
        );
        if (field === '__proto__') continue;
        expect(response).toMatchObject({
          code: 400,
          message: `Unknown field: ${field}.`,
          data: { error: 'unknown_field' },
        });
      }
      const response = await server.send({
        method: 'POST',
        url: '/api/store_type/create',
        headers: { ...FORM, authorization: `Bearer ${admin}` },
        payload: 'name=Shop+mass&description=abc&status=active&__proto__=x',
      });
      expect(response).toMatchObject({ code: 400, data: { error: 'unknown_field' } });
      const list = await server.call('GET', 'store_type/read_all', { search: 'Shop mass' }, { token: admin });
      expect(list.data).toEqual([]);
    });
    test('a scalar sent twice: 400', { tags: ['API-1.1', 'SEC-10'] }, async () => {
      for (const payload of ['_id=1&_id=2&name=Abcd', '_id[]=1&name=Abcd']) {
        const response = await server.send({
          method: 'POST',
          url: '/api/store_type/update',
          headers: { ...FORM, authorization: `Bearer ${admin}` },
          payload,
        });
        expect(response).toMatchObject({
          code: 400,
          message: 'Field _id was sent more than once.',
          data: { error: 'bad_request' },
        });
      }
    });
    test('400 a missing _id', { tags: ['API-1.7'] }, async () => {
      for (const fields of [{}, { _id: '' }, { _id: '  ' }]) {
        expect(await server.call('POST', 'store_type/update', fields, { token: admin })).toMatchObject({
          code: 400,
          data: { error: 'bad_request' },
        });
      }
    });
    test('400 a zero byte is in no text', { tags: ['API-1.7'] }, async () => {
      const response = await server.call(
        'POST',
        'store_type/create',
        { ...shop('zero'), name: 'Abc\0def' },
        { token: admin },
      );
      expect(response).toMatchObject({ code: 400, message: 'Field name is not valid.' });
    });
    test('400 bad sort, bad page', { tags: ['API-1.5'] }, async () => {
      expect(
        await server.call(
          'GET',
          'store_type/read_all',
          { sort: 'description; drop table store_type' },
          { token: admin },
        ),
      ).toMatchObject({
        code: 400,
        message: 'Cannot sort by description; drop table store_type.',
      });
      for (const page of ['abc', '-1', '1.5', '1e3'])
        expect((await server.call('GET', 'store_type/read_all', { page }, { token: admin })).code).toBe(400);
    });
    test('a body of JSON is refused with 415 media_type', { tags: ['API-01', 'API-1.7'] }, async () => {
      const response = await server.send({
        method: 'POST',
        url: '/api/store_type/create',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${admin}` },
        payload: '{"name":"Abcd"}',
      });
      expect(response).toMatchObject({
        status: 415,
        code: 415,
        message: 'Send form data.',
        data: { error: 'media_type' },
      });
    });
    test('413 too_large: body over 1 MB, with the key echoed so that a queue believes it', {
      tags: ['API-1.7', 'SYNC-22'],
    }, async () => {
      const key = newKey();
      const response = await server.call(
        'POST',
        'store_type/create',
        { name: 'x'.repeat(1_000_100) },
        { token: admin, key },
      );
      expect(response).toMatchObject({
        status: 413,
        code: 413,
        message: 'The request is too large.',
        data: { error: 'too_large' },
      });
      expect(response.headers['idempotency-key']).toBe(key);
      expect(response.headers['x-request-id']).toBeTruthy();
    });
    test('413: 5,001 fields, 1,001 values of one list', { tags: ['SYNC-27'] }, async () => {
      const many = (n: number, name: (at: number) => string) =>
        Array.from({ length: n }, (_, at) => `${name(at)}=1`).join('&');
      for (const payload of [many(5_001, (at) => `f${at}`), many(1_001, () => 'name[]')]) {
        const response = await server.send({
          method: 'POST',
          url: '/api/store_type/create',
          headers: { ...FORM, authorization: `Bearer ${admin}` },
          payload,
        });
        expect(response).toMatchObject({ code: 413, data: { error: 'too_large' } });
      }
    });
    test('422 validation: message = first text, data.fields', { tags: ['API-1.7'] }, async () => {
      const response = await server.call('POST', 'store_type/create', { name: 'ab', status: 'gone' }, { token: admin });
      expect(response).toMatchObject({ status: 422, code: 422, message: 'Name must be at least 3 characters.' });
      expect(response.data).toEqual({
        error: 'validation',
        fields: {
          name: 'Name must be at least 3 characters.',
          description: 'Description field is required.',
          status: 'Status field is required.',
        },
      });
    });
    test('404 not_found: "{Label} not found"', { tags: ['API-1.7'] }, async () => {
      for (const [method, call] of [
        ['GET', 'read'],
        ['POST', 'update'],
        ['POST', 'set_status'],
      ] as const) {
        const response = await server.call(
          method,
          `store_type/${call}`,
          { _id: 'none', ...(call === 'set_status' ? { status: 'active' } : {}) },
          { token: admin },
        );
        expect(response).toMatchObject({ status: 404, message: 'Store type not found', data: { error: 'not_found' } });
      }
    });
    test('404 a link to nothing is named by its field', { tags: ['API-1.7'] }, async () => {
      const response = await server.call(
        'POST',
        'brand/create',
        { name: 'Linkless', status: 'active', manufacturer_id: 'none' },
        { token: admin },
      );
      expect(response).toMatchObject({ code: 404, message: 'Manufacturer not found' });
    });
    test('426: an app older than the oldest served', { tags: ['SYNC-46'] }, async () => {
      const response = await server.call(
        'GET',
        'store_type/read_all',
        {},
        { token: admin, headers: { 'x-app-version': '0.8.9' } },
      );
      expect(response).toMatchObject({
        status: 426,
        message: 'Please update the app.',
        data: { error: 'upgrade_required' },
      });
      for (const version of ['0.9.0', '0.10.0', '1.0.0+abc', 'dev']) {
        expect(
          (await server.call('GET', 'store_type/read_all', {}, { token: admin, headers: { 'x-app-version': version } }))
            .code,
        ).toBe(200);
      }
    });
  });

  describe('the order of checks', { tags: ['API-1.8'] }, () => {
    test('route before token, token before permission, permission before shape, shape before values, values before existence', {
      tags: ['API-1.8'],
    }, async () => {
      expect((await server.call('POST', 'no/such')).code).toBe(404);
      expect((await server.call('POST', 'store_type/update', { bogus: 1 })).code).toBe(401);
      expect((await server.call('POST', 'store_type/update', { bogus: 1 }, { token: staff })).code).toBe(403);
      expect(
        (await server.call('POST', 'store_type/update', { bogus: 1, name: 'a', _id: 'none' }, { token: admin })).code,
      ).toBe(400);
      expect((await server.call('POST', 'store_type/update', { name: 'a', _id: 'none' }, { token: admin })).code).toBe(
        422,
      );
      expect(
        (await server.call('POST', 'store_type/update', { name: 'Abcd', _id: 'none' }, { token: admin })).code,
      ).toBe(404);
    });
    test('a missing row is answered before a stale one', { tags: ['API-1.8'] }, async () => {
      const one = await server.call('POST', 'store_type/create', shop('order'), { token: admin });
      const stale = { _id: one.data, name: 'Shop order 2', base_version: 7 };
      expect((await server.call('POST', 'store_type/update', stale, { token: admin })).code).toBe(409);
      expect((await server.call('POST', 'store_type/update', { ...stale, _id: 'none' }, { token: admin })).code).toBe(
        404,
      );
    });
    test('must_change comes before the permission and the shape', { tags: ['API-1.8', 'B10.6'] }, async () => {
      const { token } = await server.signInAs('manager.staff', { must_change: true });
      const response = await server.call('POST', 'store_type/create', { bogus: 1 }, { token });
      expect(response).toMatchObject({
        status: 403,
        message: 'Choose a new password first.',
        data: { error: 'must_change_password' },
      });
    });
    test('the stored answer of a key comes before the permission: a lost role does not hide work that is done', {
      tags: ['API-1.8'],
    }, async () => {
      const person = await server.signInAs('administrator.administrator');
      const key = newKey();
      const made = await server.call('POST', 'store_type/create', shop('kept'), { token: person.token, key });
      await sql`update user_account set role = 'manager.staff' where _id = ${person.user_id}`.execute(
        database().kysely,
      );
      const again = await server.call('POST', 'store_type/create', shop('kept'), { token: person.token, key });
      expect(again).toMatchObject({ code: 200, data: made.data });
      expect(
        (await server.call('POST', 'store_type/create', shop('kept 2'), { token: person.token, key: newKey() })).code,
      ).toBe(403);
      await sql`update user_account set status = 'inactive' where _id = ${person.user_id}`.execute(database().kysely);
      expect((await server.call('POST', 'store_type/create', shop('kept'), { token: person.token, key })).code).toBe(
        401,
      );
    });
  });

  describe('bodies', { tags: ['API-1.1'] }, () => {
    test('with and without a trailing slash', { tags: ['API-1.1'] }, async () => {
      expect((await server.call('GET', 'store_type/read_all/', { page: 1 }, { token: admin })).code).toBe(200);
    });
    test('multipart/form-data is read like a form', { tags: ['API-01', 'API-1.1'] }, async () => {
      const payload = ['name=Multi', 'description=Über Ọlá', 'status=active']
        .map((pair) => pair.split('='))
        .map(([field, value]) => `--cut\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
        .join('');
      const response = await server.send({
        method: 'POST',
        url: '/api/store_type/create',
        headers: { 'content-type': 'multipart/form-data; boundary=cut', authorization: `Bearer ${admin}` },
        payload: Buffer.from(`${payload}--cut--\r\n`),
      });
      expect(response).toMatchObject({ code: 200 });
      const read = await server.call('GET', 'store_type/read', { _id: response.data }, { token: admin });
      expect(read.data[0]).toMatchObject({ name: 'Multi', description: 'Über Ọlá' });
    });
    test('one value without brackets is a list of one, name[0] is read too', { tags: ['API-1.1'] }, async () => {
      const made = await server.call(
        'POST',
        'store_type/create',
        { ...shop('listed'), status: 'inactive' },
        { token: admin },
      );
      for (const query of ['status=inactive', 'status[]=inactive', 'status[0]=inactive', 'status%5B%5D=inactive']) {
        const response = await server.send({
          method: 'GET',
          url: `/api/store_type/read_all?${query}`,
          headers: { authorization: `Bearer ${admin}` },
        });
        expect(response.data.map((row: { _id: string }) => row._id)).toContain(made.data);
        expect(response.data.every((row: { status: string }) => row.status === 'inactive')).toBe(true);
      }
    });
    test('an unknown filter of a list is ignored', { tags: ['API-1.5'] }, async () => {
      expect((await server.call('GET', 'store_type/read_all', { colour: 'red' }, { token: admin })).code).toBe(200);
    });
    test('a plain client without key, version or extra headers can create and change', {
      tags: ['API-4.21'],
    }, async () => {
      const made = await server.call('POST', 'store_type/create', shop('plain'), { token: admin });
      expect(made).toMatchObject({ code: 200, message: 'OK' });
      expect(
        await server.call('POST', 'store_type/update', { _id: made.data, name: 'Shop plain 2' }, { token: admin }),
      ).toMatchObject({
        code: 200,
        data: { _id: made.data, name: 'Shop plain 2', description: 'A small shop', version: 2 },
      });
    });
  });

  describe('headers', { tags: ['API-1.2'] }, () => {
    test('request id, store epoch, no-store, JSON, echoed key on success and on refusal', {
      tags: ['API-02', 'API-1.2'],
    }, async () => {
      const { rows } = await sql<{ epoch: string }>`select epoch from store`.execute(database().kysely);
      for (const fields of [shop('heads'), { name: 'x' }]) {
        const key = newKey();
        const response = await server.call('POST', 'store_type/create', fields, { token: admin, key });
        expect(response.headers['idempotency-key']).toBe(key);
        expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
        expect(response.headers['x-store-epoch']).toBe(rows[0]?.epoch);
        expect(response.headers['cache-control']).toBe('no-store');
        expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(Date.parse(response.headers.date ?? '')).not.toBeNaN();
        expect(response.status).toBe(response.code);
      }
    });
    test('X-Total-Count on an unpaged list', { tags: ['API-1.5'] }, async () => {
      const response = await server.call('GET', 'store_type/read_all', {}, { token: admin });
      expect(response.headers['x-total-count']).toBe(String(response.data.length));
    });
    test('a long answer comes compressed as it was asked for, and is the same answer', {
      tags: ['API-1.2'],
    }, async () => {
      const ask = (encoding: string) =>
        server.server.inject({
          url: '/api/lgas',
          headers: {
            authorization: `Bearer ${admin}`,
            'accept-encoding': encoding,
            origin: 'https://office.example.test',
          },
        });
      const plain = await ask('identity');
      expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
      const brotli = await ask('gzip, deflate, br');
      expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Origin, accept-encoding' });
      expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.payload);
      const gzip = await ask('gzip');
      expect(gzip.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.payload);
    });
    test('security headers on every kind of answer', { tags: ['SEC-01'] }, async () => {
      for (const url of ['/api/health', '/api/store_type/read_all', '/api/none', '/nothing.js', '/api/%E0%A4%A']) {
        const { headers, status } = await server.send({ method: 'GET', url });
        expect(headers['content-security-policy'], `${url} ${status}`).toContain("script-src 'self'");
        expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['referrer-policy']).toBe('no-referrer');
        expect(headers['cross-origin-resource-policy']).toBe('same-origin');
        // S14: over plain HTTP on this machine it would only be in the way.
        expect(headers['strict-transport-security']).toBeUndefined();
      }
    });
    test('in production every answer asks for TLS from then on; pictures may be shown by the origins that may ask', {
      tags: ['S14'],
    }, async () => {
      const live = await startServer(database(), { environment: 'production', origins: ['https://office.example'] });
      for (const url of ['/api/health', '/api/none', '/nothing.js', '/api/upload/file/shipped-product.png']) {
        const { headers } = await live.send({ method: 'GET', url });
        expect(headers['strict-transport-security'], url).toBe('max-age=31536000');
        expect(headers['cross-origin-resource-policy']).toBe(url.includes('/upload/') ? 'cross-origin' : 'same-origin');
      }
    });
    test('a broken escape in the address is a path that nothing answers', { tags: ['API-1.7'] }, async () => {
      for (const url of ['/api/%E0%A4%A', '/api/states/%E0%A4%A/lgas']) {
        const response = await server.send({ method: 'GET', url, headers: { authorization: `Bearer ${admin}` } });
        expect(response.code).toBe(404);
      }
    });
    test('the log holds no body, no token, no query string; key and user it does', { tags: ['SEC-21'] }, async () => {
      server.lines.length = 0;
      const key = newKey();
      await server.call(
        'POST',
        'store_type/create',
        { ...shop('secret body'), name: 'Very secret name' },
        { token: admin, key },
      );
      await server.call('GET', 'administrator/read_delegate', { token: admin });
      const text = JSON.stringify(server.lines);
      expect(text).toContain(key);
      expect(text).toContain('user_id');
      expect(text).not.toContain(admin);
      // A body's blanks go over the line as plus signs.
      expect(text).not.toMatch(/very.{1,3}secret/i);
    });
  });

  describe('other origins', { tags: ['API-1.9'] }, () => {
    const cross = (origin: string) => ({ origin, 'sec-fetch-site': 'cross-site' });
    test('a write from an origin that is not listed: 403, nothing done', { tags: ['SEC-12'] }, async () => {
      const response = await server.call('POST', 'store_type/create', shop('foreign'), {
        token: admin,
        headers: cross('https://evil.example'),
      });
      expect(response).toMatchObject({ code: 403 });
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
      expect(
        (await server.call('GET', 'auth/revoke', {}, { token: admin, headers: cross('https://evil.example') })).code,
      ).toBe(403);
      expect((await server.call('GET', 'store_type/read_all', {}, { token: admin })).code).toBe(200);
    });
    test('a listed origin may write, and sees the headers it needs', { tags: ['API-1.9'] }, async () => {
      const response = await server.call('POST', 'store_type/create', shop('listed origin'), {
        token: admin,
        headers: cross('https://office.example.test'),
      });
      expect(response.code).toBe(200);
      expect(response.headers['access-control-allow-origin']).toBe('https://office.example.test');
      expect(response.headers['access-control-expose-headers']).toContain('Idempotent-Replay');
      expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    });
    test('a preflight is answered', { tags: ['API-1.9'] }, async () => {
      const { status, headers } = await server.send({
        method: 'OPTIONS',
        url: '/api/store_type/create',
        headers: { origin: 'https://office.example.test', 'access-control-request-method': 'POST' },
      });
      expect(status).toBe(204);
      expect(headers['access-control-allow-methods']).toBe('GET, POST, OPTIONS');
      expect(headers['access-control-allow-headers']).toContain('Idempotency-Key');
      expect(headers['access-control-max-age']).toBe('600');
    });
  });

  describe('health', { tags: ['API-1.10'] }, () => {
    test.each(['/health', '/api/health'])('%s is open to everybody', { tags: ['API-1.10'] }, async (url) => {
      const response = await server.send({ method: 'GET', url });
      expect(response).toMatchObject({
        status: 200,
        code: 200,
      });
      // S14: strangers hear that it works, also who comes with a token that opens nothing.
      expect(response.data).toEqual({ status: 'ok' });
      const made = await server.send({
        method: 'GET',
        url,
        headers: { authorization: 'Bearer made-up-token-number-1' },
      });
      expect(made.data).toEqual({ status: 'ok' });
      for (const { headers } of [response, made]) expect(headers['x-store-epoch']).toBeUndefined();
      const known = await server.send({ method: 'GET', url, headers: { authorization: `Bearer ${staff}` } });
      expect(known.data).toMatchObject({
        ...{ status: 'ok', environment: 'test', version: '1.0.0', time: NOW, database: database().engine },
        store_epoch: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
    });
    test('no refusal tells a stranger which store it is or what it can; who is signed in hears it with every answer', {
      tags: ['S14', 'PLAIN-10'],
    }, async () => {
      const answers = [
        await server.call('GET', 'store_type/read_all'),
        await server.call('GET', 'store_type/read_all', {}, { token: 'made-up-token-number-1' }),
        await server.call('POST', 'administrator/login_delegate', { phone: 'nobody@example.test', hash: 'x' }),
        await server.send({ method: 'POST', url: '/api/store_type/create', payload: 'x'.repeat(5_000_000) }),
      ];
      for (const response of answers) {
        expect(response.code).toBeGreaterThan(400);
        expect(response.headers['x-store-epoch']).toBeUndefined();
        expect(response.headers['x-kasuwa']).toBeUndefined();
      }
      const known = await server.call('GET', 'store_type/read_all', {}, { token: staff });
      expect(known.headers['x-store-epoch']).toMatch(/^[0-9a-f]{32}$/);
      expect(known.headers['x-kasuwa']).toBe(ALL_CAPABILITIES);
    });
    test('a demo says to everybody that it is one', { tags: ['S14'] }, async () => {
      const demo = await startServer(database(), { environment: 'demo' });
      expect((await demo.send({ method: 'GET', url: '/health' })).data).toEqual({ status: 'ok', environment: 'demo' });
    });
    test('live and ready answer', { tags: ['API-1.10'] }, async () => {
      expect((await server.send({ method: 'GET', url: '/api/health/live' })).data).toEqual({ status: 'ok' });
      expect((await server.send({ method: 'GET', url: '/api/health/ready' })).status).toBe(200);
    });
  });

  test('429 with Retry-After, per session, and the minute after it is free again', { tags: ['B10.9'] }, async () => {
    const small = await startServer(database(), { callsPerMinute: 3 });
    small.clock.now = NOW;
    const ask = () => small.call('GET', 'store_type/read_all', { page: 1 }, { token: admin });
    const codes = [];
    for (let at = 0; at < 4; at += 1) codes.push((await ask()).code);
    expect(codes).toEqual([200, 200, 200, 429]);
    const response = await ask();
    expect(response).toMatchObject({ status: 429, data: { error: 'rate' } });
    expect(response.message).toMatch(/^Too many requests\. Please wait \d+ seconds\.$/);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await small.call('GET', 'store_type/read_all', { page: 1 }, { token: staff })).code).toBe(200);
    small.clock.now = NOW + 60;
    expect((await ask()).code).toBe(200);
  });

  test('a person has one count over all sessions', { tags: ['S6'] }, async () => {
    const small = await startServer(database(), { callsPerMinute: 3 });
    const one = await server.signInAs('manager.staff');
    const other = await server.openSession(one.user_id);
    const ask = (token: string) => small.call('GET', 'store_type/read_all', { page: 1 }, { token });
    const codes = [];
    for (const token of [one.token, other, one.token, other]) codes.push((await ask(token)).code);
    expect(codes).toEqual([200, 200, 200, 429]);
  });
  test('an unpaged list of more than 500 rows counts tenfold, a page of it once', { tags: ['S6'] }, async () => {
    const rows = 'x'
      .repeat(501)
      .split('')
      .map((_one, at) => `Kind ${String(at).padStart(4, '0')}`);
    await sql`insert into store_type (_id, created, modified, name, description, status)
      select 'many ' || n, ${NOW}, ${NOW}, n, 'abc', 'active' from unnest(${rows}::text[]) as n`.execute(
      database().kysely,
    );
    const small = await startServer(database(), { callsPerMinute: 12 });
    const { token } = await server.signInAs('manager.staff');
    const codes = [];
    for (const page of [{ page: 1 }, {}, { page: 1 }, { page: 1 }])
      codes.push((await small.call('GET', 'store_type/read_all', page, { token })).code);
    expect(codes).toEqual([200, 200, 200, 429]);
    await sql`delete from store_type where _id like 'many %'`.execute(database().kysely);
  });
  test('guessing tokens is counted by address, whatever the token', { tags: ['SEC-02'] }, async () => {
    const small = await startServer(database(), { callsPerMinute: 3 });
    const codes = [];
    for (let at = 0; at < 5; at += 1)
      codes.push((await small.call('GET', 'store_type/read_all', {}, { token: `guessed-token-number-${at}` })).code);
    expect(codes).toEqual([401, 401, 401, 429, 429]);
  });
  test('made-up tokens are counted by address too when something else refuses first; who has a session is counted once', {
    tags: ['SEC-13'],
  }, async () => {
    const small = await startServer(database(), { callsPerMinute: 3, minAppVersion: '0.9.0' });
    const [old, other, unread] = [
      { 'x-app-version': '0.1.0' },
      { 'x-store-epoch': 'another' },
      { 'content-type': 'text/plain' },
    ];
    for (const headers of [old, other, unread]) {
      const codes = [];
      for (let at = 0; at < 4; at += 1)
        codes.push(
          (await small.call('POST', 'store_type/create', shop('x'), { token: `invented-token-number-${at}`, headers }))
            .code,
        );
      expect(new Set(codes.slice(0, 3)).size).toBe(1);
      expect(codes[2]).not.toBe(429);
      expect(codes[3]).toBe(429);
      small.clock.now += 60;
    }
    // A session's own count is not given back by it.
    const ask = (headers = {}) => small.call('GET', 'store_type/read_all', { page: 1 }, { token: staff, headers });
    for (let at = 0; at < 2; at += 1) expect((await ask()).code).toBe(200);
    expect((await ask(old)).code).toBe(426);
    expect([(await ask()).code, (await ask()).code]).toEqual([200, 429]);
  });

  test('signing in is counted by address, whatever token is sent along with it', { tags: ['SEC-13'] }, async () => {
    const small = await startServer(database(), { callsPerMinute: 3 });
    const codes = [];
    for (let at = 0; at < 5; at += 1) {
      const fields = { phone: `nobody${at}@example.test`, hash: '0'.repeat(64) };
      codes.push(
        (await small.call('POST', 'administrator/login_delegate', fields, { token: `made-up-token-number-${at}` }))
          .code,
      );
    }
    expect(codes).toEqual([401, 401, 401, 429, 429]);
    // Who has a session there goes on.
    expect((await small.call('GET', 'store_type/read_all', { page: 1 }, { token: staff })).code).toBe(200);
  });
  test('signing out without a session is counted by address too; a call without a token once, not twice', {
    tags: ['SEC-13'],
  }, async () => {
    const small = await startServer(database(), { callsPerMinute: 3 });
    const codes = [];
    for (let at = 0; at < 4; at += 1)
      codes.push((await small.call('GET', 'auth/revoke', {}, { token: `made-up-token-number-${at}` })).code);
    expect(codes).toEqual([200, 200, 200, 429]);
    small.clock.now += 60;
    codes.length = 0;
    for (let at = 0; at < 4; at += 1) codes.push((await small.call('GET', 'store_type/read_all')).code);
    expect(codes).toEqual([401, 401, 401, 429]);
  });
});

describeOneEngine('http: failures', (database) => {
  const broken = command('broken/call', {
    input: { name: name() },
    output: v.object({ fine: v.boolean() }),
    allow: 'open',
  });
  const serve = async (work: Parameters<typeof handle<typeof broken.input, { fine: boolean }>>[1]) => {
    const base = await startServer(database());
    const server = await createServer({
      database: database(),
      config: base.config,
      answers: [handle(broken, work)],
      log: (line) => base.lines.push(line),
      now: () => NOW,
      newId,
    });
    const ask = async (key?: string) => {
      const response = await server.inject({
        method: 'POST',
        url: '/api/broken/call',
        headers: { ...FORM, ...(key ? { 'idempotency-key': key } : {}) },
        payload: 'name=Abcd',
      });
      return {
        status: response.statusCode,
        headers: response.headers,
        ...(response.json() as { code: number; message: string; data: unknown }),
      };
    };
    return { ask, lines: base.lines };
  };

  test('500 internal tells a reference and nothing else; the log has the detail; the key is free again', {
    tags: ['API-1.7'],
  }, async () => {
    let broke = true;
    const { ask, lines } = await serve(async (_input, ctx) => {
      await sql`insert into sign_in_attempt (subject, count, window_start) values (${`broken ${broke}`}, 1, 1)`.execute(
        ctx.db,
      );
      if (broke) throw new Error('secret detail');
      return { fine: true };
    });
    const key = newKey();
    const answer = await ask(key);
    expect(answer).toMatchObject({
      status: 500,
      code: 500,
      message: `Something went wrong on the server. Reference ${answer.headers['x-request-id']}.`,
      data: { error: 'internal' },
    });
    expect(JSON.stringify(lines)).toContain('secret detail');
    const { rows } = await sql`select 1 from sign_in_attempt where subject = 'broken true'`.execute(database().kysely);
    expect(rows).toEqual([]);
    broke = false;
    expect(await ask(key)).toMatchObject({ code: 200, data: { fine: true } });
  });

  test('an answer that breaks its contract is a 500 while developing, and its work is taken back', {
    tags: ['DESIGN-2.5'],
  }, async () => {
    const { ask, lines } = await serve(async (_input, ctx) => {
      await sql`insert into sign_in_attempt (subject, count, window_start) values ('contract', 1, 1)`.execute(ctx.db);
      return { fine: 'yes' } as unknown as { fine: boolean };
    });
    expect((await ask()).code).toBe(500);
    expect(JSON.stringify(lines)).toContain('breaks its contract');
    expect(
      (await sql`select 1 from sign_in_attempt where subject = 'contract'`.execute(database().kysely)).rows,
    ).toEqual([]);
  });

  test.each([
    ['55P03', 409, 'in_progress'],
    ['40001', 409, 'in_progress'],
    ['57014', 503, 'unavailable'],
    ['53300', 503, 'unavailable'],
  ])('the database error %s is %i %s', { tags: ['API-1.7'] }, async (code, status, error) => {
    const { ask } = await serve(() => Promise.reject(Object.assign(new Error('x'), { code })));
    const answer = await ask(newKey());
    expect(answer).toMatchObject({ status, data: { error } });
    if (status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('503 when the database is away; calls too', { tags: ['API-1.10'], timeout: 60_000 }, async () => {
  const database = await openTestDatabase('pglite');
  const server = await startServer({ ...database, healthy: async () => false });
  expect(await server.send({ method: 'GET', url: '/api/health' })).toMatchObject({ status: 503, code: 503 });
  expect((await server.send({ method: 'GET', url: '/api/health/live' })).status).toBe(200);
  await database.close();
});

test('a write on a full disk: 503 with the reason, reads go on', { tags: ['B13'], timeout: 60_000 }, async () => {
  const database = await openTestDatabase('pglite');
  const server = await startServer({
    ...database,
    writable: () => ({ ok: false, reason: 'The disk of the server is almost full.' }),
  });
  const { token } = await server.signInAs('administrator.administrator');
  const response = await server.call('POST', 'store_type/create', shop('full'), { token });
  expect(response).toMatchObject({
    status: 503,
    message: 'The disk of the server is almost full.',
    data: { error: 'unavailable' },
  });
  expect((await server.call('GET', 'store_type/read_all', {}, { token })).code).toBe(200);
  await database.close();
});
