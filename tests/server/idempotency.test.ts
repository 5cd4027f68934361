/** Keys: API.md 1.3, SYNC rules 28 to 31 and 34. Each call writes one row into a table of the test, so that effects can be counted. */
import fc from 'fast-check';
import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { command, query } from '#contract/call.ts';
import { flag, list, nullable, optional, text } from '#contract/fields.ts';
import { handle } from '#server/calls/handler.ts';
import { Refusal } from '#server/calls/refusal.ts';
import { dropOldBodies } from '#server/keys/idempotency.ts';
import { describeForTwoServers } from '#tests/support/database.ts';
import { NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

const input = {
  what: text('What'),
  commit: optional(flag('commit')),
  tags: optional(list(text('Tag'))),
  note: nullable(text('Note')),
};
const output = v.object({ _id: v.string(), n: v.number() });
const write = command('probe/write', { input, output, allow: 'any' });
const other = command('work/other', { input, output, allow: 'any' });
const dry = command('work/dry', { input, output, allow: 'any' });
const read = query('work/read', { input, output, allow: 'any' });

describeForTwoServers('keys', (database) => {
  let server: TestServer;
  let ada: string;
  let bola: string;
  /** What the next handler run does after its write. */
  let then: () => unknown = () => undefined;

  const work = handle(write, async ({ what }, ctx) => {
    await sql`insert into work (what) values (${what})`.execute(ctx.db);
    await then();
    const { rows } = await sql<{ n: number }>`select count(*) as n from work where what = ${what}`.execute(ctx.db);
    return { _id: `id ${what}`, n: rows[0]?.n ?? 0 };
  });
  const answers = [
    work,
    { ...work, call: other as never },
    { ...work, call: dry as never, dry: (sent: Record<string, unknown>) => sent.commit !== true },
    handle(read, async ({ what }) => ({ _id: what, n: 0 })),
  ];

  beforeAll(async () => {
    await sql`create table work (what text not null)`.execute(database().kysely);
    server = await startServer(database(), {}, answers);
    ada = (await server.signInAs('manager.warehouse_officer')).token;
    bola = (await server.signInAs('manager.warehouse_officer')).token;
  });

  const ask1 = (
    what: string,
    key: string | undefined,
    more: { path?: string; token?: string; fields?: Record<string, unknown> } = {},
  ) => server.call('POST', more.path ?? 'probe/write', { what, ...more.fields }, { token: more.token ?? ada, key });
  const done = async (what: string) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from work where what = ${what}`.execute(
      database().kysely,
    );
    return rows[0]?.n ?? 0;
  };
  const stored = async (key: string) =>
    (
      await sql<{ state: string; body: string | null }>`select state, body from idempotency where key = ${key}`.execute(
        database().kysely,
      )
    ).rows[0];

  describe('refusals', { tags: ['API-1.3'] }, () => {
    test('a key of the wrong form: 400', { tags: ['API-1.3'] }, async () => {
      for (const key of ['short', 'x'.repeat(129), 'has space in it', "quote';--quote"]) {
        expect(await ask1('form', key)).toMatchObject({ code: 400, data: { error: 'bad_request' } });
      }
      expect(await done('form')).toBe(0);
    });
    test('keys of 8 and of 128 characters are keys: done once, answered again', { tags: ['API-1.3'] }, async () => {
      for (const key of [newKey().slice(-8), `${newKey()}${'x'.repeat(92)}`]) {
        const answers = [await ask1(key.slice(0, 8), key), await ask1(key.slice(0, 8), key)];
        expect(answers.map(({ code, headers }) => [code, headers['idempotent-replay']])).toEqual([
          [200, undefined],
          [200, '1'],
        ]);
        expect(await done(key.slice(0, 8))).toBe(1);
      }
    });
    test('the same key with other fields: 422, nothing changes, no data', { tags: ['SYNC-30'] }, async () => {
      const key = newKey();
      await ask1('first', key);
      for (const response of [
        await ask1('second', key),
        await ask1('first', key, { fields: { tags: ['a'] } }),
        await ask1('first', key, { path: 'work/other' }),
      ]) {
        expect(response).toMatchObject({ code: 422, message: 'This key was already used for another request.' });
        expect(response.data).toEqual({ error: 'idempotency_mismatch' });
        expect(response.headers['idempotent-replay']).toBeUndefined();
      }
      expect([await done('first'), await done('second')]).toEqual([1, 0]);
    });
    test('another user with my key: 422 without data, even with the same fields', { tags: ['SEC-07'] }, async () => {
      const key = newKey();
      await ask1('mine', key);
      const response = await ask1('mine', key, { token: bola });
      expect(response.code).toBe(422);
      expect(response.data).toEqual({ error: 'idempotency_mismatch' });
      expect(await done('mine')).toBe(1);
    });
    test('the order of fields does not count, the order of a list does', { tags: ['SYNC-30'] }, async () => {
      const key = newKey();
      const send = (payload: string) =>
        server.send({
          method: 'POST',
          url: '/api/probe/write',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            authorization: `Bearer ${ada}`,
            'idempotency-key': key,
          },
          payload,
        });
      expect((await send('what=order&tags[]=a&tags[]=b')).code).toBe(200);
      expect(await send('tags[]=a&tags[]=b&what=order')).toMatchObject({
        code: 200,
        headers: { 'idempotent-replay': '1' },
      });
      expect(await send('tags[0]=a&tags[1]=b&what=order')).toMatchObject({
        code: 200,
        headers: { 'idempotent-replay': '1' },
      });
      expect((await send('tags[]=b&tags[]=a&what=order')).code).toBe(422);
    });
  });

  describe('replay', { tags: ['SYNC-28'] }, () => {
    test('the same request again: the stored answer, Idempotent-Replay, done once', { tags: ['SYNC-28'] }, async () => {
      const key = newKey();
      const first = await ask1('again', key);
      expect(first.headers['idempotent-replay']).toBeUndefined();
      const second = await ask1('again', key);
      expect(second).toMatchObject({ code: first.code, message: first.message, data: first.data });
      expect(second.headers['idempotent-replay']).toBe('1');
      expect(second.headers['idempotency-key']).toBe(key);
      expect(await done('again')).toBe(1);
    });
    test('a 409 is the answer of its key for ever, and its work is taken back', { tags: ['SYNC-29'] }, async () => {
      const key = newKey();
      then = () => {
        throw new Refusal('in_use', 'Not now.', { why: 'state' });
      };
      const first = await ask1('refused', key);
      then = () => undefined;
      expect(first).toMatchObject({ code: 409, message: 'Not now.', data: { error: 'in_use', why: 'state' } });
      expect(await done('refused')).toBe(0);
      const second = await ask1('refused', key);
      expect(second).toMatchObject({
        code: 409,
        message: 'Not now.',
        data: first.data,
        headers: { 'idempotent-replay': '1' },
      });
      expect(await ask1('refused', newKey())).toMatchObject({ code: 200 });
    });
    test.each([
      'bad_request',
      'forbidden',
      'not_found',
      'too_large',
      'validation',
      'limit',
      'rate',
      'unavailable',
      'in_progress',
    ] as const)('%s is not stored: the same key may succeed later', { tags: ['SYNC-29'] }, async (word) => {
      const key = newKey();
      then = () => {
        throw new Refusal(word);
      };
      expect((await ask1(word, key)).data.error).toBe(word);
      then = () => undefined;
      expect(await stored(key)).toBeUndefined();
      expect(await done(word)).toBe(0);
      const again = await ask1(word, key);
      expect(again).toMatchObject({ code: 200, data: { n: 1 } });
      expect(again.headers['idempotent-replay']).toBeUndefined();
    });
    test('a refused shape or value stores nothing either', { tags: ['SYNC-29'] }, async () => {
      const key = newKey();
      expect((await ask1('', key)).code).toBe(422);
      expect((await ask1('fine', key, { fields: { bogus: 1 } })).code).toBe(400);
      expect(await stored(key)).toBeUndefined();
      expect((await ask1('fine', key)).code).toBe(200);
    });
    test('without a key it works, twice', { tags: ['API-1.3'] }, async () => {
      await ask1('keyless', undefined);
      await ask1('keyless', undefined);
      expect(await done('keyless')).toBe(2);
    });
    test('reads ignore the key', { tags: ['API-1.3'] }, async () => {
      const key = newKey();
      await ask1('used', key);
      expect((await ask1('else', key, { path: 'work/read' })).code).toBe(200);
      const fresh = newKey();
      await ask1('else', fresh, { path: 'work/read' });
      expect(await stored(fresh)).toBeUndefined();
    });
    test('a dry run keeps nothing and takes no key', { tags: ['B3.11'] }, async () => {
      const key = newKey();
      expect(await ask1('dry', key, { path: 'work/dry' })).toMatchObject({ code: 200, data: { n: 1 } });
      expect([await done('dry'), await stored(key)]).toEqual([0, undefined]);
      expect(await ask1('dry', key, { path: 'work/dry', fields: { commit: true } })).toMatchObject({
        code: 200,
        data: { n: 1 },
      });
      expect(await done('dry')).toBe(1);
      // A dry run under a key that is spent is still a dry run.
      expect(await ask1('dry', key, { path: 'work/dry' })).toMatchObject({ code: 200, data: { n: 2 } });
      expect(await done('dry')).toBe(1);
    });
    test('signing in stores no key: each call is a new session', { tags: ['API-4.1'] }, async () => {
      const { email, password } = await server.account('manager.staff');
      const key = newKey();
      const fields = { phone: email, hash: passwordHash(password) };
      const [one, two] = [
        await server.call('POST', 'administrator/login_delegate', fields, { key }),
        await server.call('POST', 'administrator/login_delegate', fields, { key }),
      ];
      expect([one.code, two.code]).toEqual([200, 200]);
      expect(one.data.token).not.toBe(two.data.token);
      expect(await stored(key)).toBeUndefined();
    });
  });

  describe('twins at the same time', { tags: ['SYNC-28'] }, () => {
    test('twenty copies at once: done once, all get the same answer', { tags: ['SYNC-28'] }, async () => {
      const key = newKey();
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask1('twins', key)));
      expect(new Set(answers.map((one) => one.text)).size).toBe(1);
      expect(answers[0]?.code).toBe(200);
      expect(answers.filter((one) => one.headers['idempotent-replay'] !== '1')).toHaveLength(1);
      expect(await done('twins')).toBe(1);
    });
    test('a twin that comes while the first runs waits for its answer', { tags: ['SYNC-28'] }, async () => {
      const key = newKey();
      let finish: () => void = () => undefined;
      let started: () => void = () => undefined;
      const running = new Promise<void>((resolve) => {
        started = resolve;
      });
      const gate = new Promise<void>((resolve) => {
        finish = resolve;
      });
      then = () => {
        started();
        return gate;
      };
      const first = ask1('waits', key);
      await running;
      then = () => undefined;
      const second = ask1('waits', key);
      setTimeout(finish, 150);
      expect(await first).toMatchObject({ code: 200 });
      expect(await second).toMatchObject({ code: 200, headers: { 'idempotent-replay': '1' } });
      expect(await done('waits')).toBe(1);
    });
    test('when the first fails its twin does the work', { tags: ['SYNC-28'] }, async () => {
      const key = newKey();
      let fails = 1;
      then = async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        fails -= 1;
        if (fails >= 0) throw new Error('killed');
      };
      const codes = (await Promise.all([ask1('second try', key), ask1('second try', key)]))
        .map((one) => one.code)
        .sort();
      then = () => undefined;
      expect(codes).toEqual([200, 500]);
      expect(await done('second try')).toBe(1);
    });
    test('two different requests race for one key: one wins, the other is told so', { tags: ['SYNC-28'] }, async () => {
      const key = newKey();
      const answers = await Promise.all([ask1('race a', key), ask1('race b', key)]);
      expect(answers.map((one) => one.code).sort()).toEqual([200, 422]);
      expect((await done('race a')) + (await done('race b'))).toBe(1);
    });
  });

  describe('status and cancel', { tags: ['SYNC-34'] }, () => {
    const status = (keys: string[], token = ada) => server.call('POST', 'sync/status', { keys }, { token });
    const cancel = (key: string, token = ada) => server.call('POST', 'sync/cancel', { key }, { token });

    test('126 keys at once: 413', { tags: ['SYNC-34'] }, async () => {
      expect((await status(Array.from({ length: 126 }, newKey))).code).toBe(413);
      expect((await status(Array.from({ length: 125 }, newKey))).code).toBe(200);
    });
    test('status: own verdicts in the order asked; unknown and foreign keys look alike', {
      tags: ['SYNC-34'],
    }, async () => {
      const [mine, foreign, unknown] = [newKey(), newKey(), newKey()];
      const first = await ask1('status', mine);
      await ask1('status of bola', foreign, { token: bola });
      expect((await status([unknown, mine, foreign])).data.results).toEqual([
        { key: unknown, known: false, message: '', data: null },
        { key: mine, known: true, code: 200, message: 'OK', data: first.data },
        { key: foreign, known: false, message: '', data: null },
      ]);
    });
    test('a cancelled key can never take effect', { tags: ['SYNC-34'] }, async () => {
      const key = newKey();
      expect((await cancel(key)).data).toMatchObject({ key, state: 'cancelled' });
      expect((await cancel(key)).data).toMatchObject({ key, state: 'cancelled' });
      expect(await ask1('zombie', key)).toMatchObject({
        code: 409,
        message: 'This change was discarded.',
        data: { error: 'conflict' },
      });
      expect(await done('zombie')).toBe(0);
      expect((await status([key])).data.results[0]).toMatchObject({
        known: true,
        code: 409,
        message: 'This change was discarded.',
      });
    });
    test('cancelling what is done tells its verdict', { tags: ['SYNC-34'] }, async () => {
      const key = newKey();
      const first = await ask1('too late', key);
      expect((await cancel(key)).data).toMatchObject({ key, state: 'done', code: 200, data: first.data });
      expect(await ask1('too late', key)).toMatchObject({ code: 200, data: first.data });
    });
    test("cancelling another user's key: 422, his verdict stands, nothing of it is told", {
      tags: ['SEC-07'],
    }, async () => {
      const key = newKey();
      await ask1('his', key, { token: bola });
      const response = await cancel(key);
      expect(response.code).toBe(422);
      expect(response.data).toEqual({ error: 'idempotency_mismatch' });
    });
    test('a cancel that meets its change in flight waits and tells the verdict', { tags: ['SYNC-34'] }, async () => {
      const key = newKey();
      let started: () => void = () => undefined;
      const running = new Promise<void>((resolve) => {
        started = resolve;
      });
      then = () => {
        started();
        return new Promise((resolve) => setTimeout(resolve, 150));
      };
      const first = ask1('in flight', key);
      await running;
      const response = await cancel(key);
      then = () => undefined;
      expect(response.data).toMatchObject({ state: 'done', code: 200 });
      expect((await first).code).toBe(200);
      expect(await done('in flight')).toBe(1);
    });
    test('a change made for the store before a restore: 503, nothing is done, the answer names the store as it is', {
      tags: ['SYNC-35'],
    }, async () => {
      const key = newKey();
      const now = (await status([key])).headers['x-store-epoch'] ?? '';
      const response = await server.call(
        'POST',
        'probe/write',
        { what: 'old store' },
        { token: ada, key, headers: { 'x-store-epoch': `${now}-before` } },
      );
      expect(response).toMatchObject({ code: 503, data: { error: 'unavailable' } });
      expect(response.headers).toMatchObject({ 'x-store-epoch': now, 'idempotency-key': key });
      expect(await done('old store')).toBe(0);
      const again = { token: ada, key, headers: { 'x-store-epoch': now } };
      expect((await server.call('POST', 'probe/write', { what: 'old store' }, again)).code).toBe(200);
      expect(await done('old store')).toBe(1);
    });
    test('a discard is recorded', { tags: ['SYNC-40'] }, async () => {
      const key = newKey();
      await cancel(key);
      const { rows } = await sql`select 1 from audit_log where action = 'discard' and record_id = ${key}`.execute(
        database().kysely,
      );
      expect(rows).toHaveLength(1);
    });
  });

  test('after 180 days the body goes, key and result id stay, and nothing is done again', {
    tags: ['SYNC-31'],
  }, async () => {
    const key = newKey();
    await ask1('old', key);
    expect(await dropOldBodies(database().kysely, NOW + 180 * 86_400)).toBe(0);
    expect(await dropOldBodies(database().kysely, NOW + 180 * 86_400 + 1)).toBeGreaterThan(0);
    expect(await ask1('old', key)).toMatchObject({ code: 200, data: 'id old', headers: { 'idempotent-replay': '1' } });
    expect((await server.call('POST', 'sync/status', { keys: [key] }, { token: ada })).data.results[0]).toMatchObject({
      known: true,
      code: 200,
      data: 'id old',
    });
    expect(await done('old')).toBe(1);
  });

  test('what was refused is still refused after 180 days: a key that is asked for again then is no success', {
    tags: ['SYNC-31', 'P4'],
  }, async () => {
    const [conflict, short] = [newKey(), newKey()];
    then = () => {
      throw new Refusal('already_executed', undefined, { receipt: { ref: 'PO-1' } });
    };
    await ask1('late', conflict);
    then = () => undefined;
    const order = { error: 'short_stock', message: 'Milk: 9 needed, 1 available.' };
    await sql`insert into idempotency (key, user_id, route, fingerprint, state, created, code, message, body, result_id)
      select ${short}, user_id, 'purchase_order/execute', '', 'done', created, 200, 'Transfer failed.', ${JSON.stringify({ _id: 'order', errors: [order] })}, 'order'
      from idempotency where key = ${conflict}`.execute(database().kysely);
    await dropOldBodies(database().kysely, NOW + 365 * 86_400);
    const { data } = await server.call('POST', 'sync/status', { keys: [conflict, short] }, { token: ada });
    expect(data.results).toMatchObject([
      { code: 409, data: { error: 'already_executed', receipt: { ref: 'PO-1' } } },
      { code: 200, message: 'Transfer failed.', data: { errors: [order] } },
    ]);
  });

  test('whatever is resent, in whatever order and at whatever time, one key takes effect at most once', {
    tags: ['P2'],
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            key: fc.nat(3),
            body: fc.nat(1),
            user: fc.nat(1),
            how: fc.constantFrom('fine', 'refuse', 'break', 'cancel'),
            wait: fc.boolean(),
          }),
          { minLength: 1, maxLength: 14 },
        ),
        async (steps) => {
          const run = newKey();
          let pending: Promise<unknown>[] = [];
          for (const step of steps) {
            const key = `${run}-${step.key}`;
            const token = step.user === 0 ? ada : bola;
            if (step.how === 'cancel') pending.push(server.call('POST', 'sync/cancel', { key }, { token }));
            else {
              then = () => {
                if (step.how === 'refuse') throw new Refusal('in_use');
                if (step.how === 'break') throw new Error('broken');
              };
              pending.push(ask1(`${key}:${step.body}`, key, { token }));
            }
            if (!step.wait) continue;
            await Promise.all(pending);
            pending = [];
          }
          await Promise.all(pending);
          then = () => undefined;
          const { rows } = await sql<{
            what: string;
            n: number;
          }>`select split_part(what, ':', 1) as what, count(*) as n from work
            where what like ${`${run}%`} group by 1`.execute(database().kysely);
          for (const row of rows) expect(row, JSON.stringify(steps)).toMatchObject({ n: 1 });
          const { rows: states } = await sql<{
            key: string;
            state: string;
            code: number | null;
          }>`select key, state, code from idempotency where key like ${`${run}%`}`.execute(database().kysely);
          // A stored 200 has its work, and only a stored 200 has.
          expect(
            states
              .filter((one) => one.state === 'done' && one.code === 200)
              .map((one) => one.key)
              .sort(),
          ).toEqual(rows.map((row) => row.what).sort());
          expect(states.every((one) => one.state !== 'running')).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describeForTwoServers('keys: lock wait', (database, engine) => {
  test.runIf(engine === 'postgres')(
    'a first that runs longer than the lock limit: 409 in_progress, later its answer',
    { tags: ['SYNC-28'], timeout: 60_000 },
    async () => {
      await sql`create table work (what text not null)`.execute(database().kysely);
      let finish: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => {
        finish = resolve;
      });
      let started: () => void = () => undefined;
      const running = new Promise<void>((resolve) => {
        started = resolve;
      });
      const slow = handle(write, async ({ what }, ctx) => {
        await sql`insert into work (what) values (${what})`.execute(ctx.db);
        started();
        await gate;
        return { _id: what, n: 1 };
      });
      const server = await startServer(database(), {}, [slow]);
      const { token } = await server.signInAs('manager.staff');
      const key = newKey();
      const first = server.call('POST', 'probe/write', { what: 'slow' }, { token, key });
      await running;
      const twin = await server.call('POST', 'probe/write', { what: 'slow' }, { token, key });
      expect(twin).toMatchObject({
        code: 409,
        message: 'This request is still being processed.',
        data: { error: 'in_progress' },
      });
      finish();
      expect((await first).code).toBe(200);
      expect(await server.call('POST', 'probe/write', { what: 'slow' }, { token, key })).toMatchObject({
        code: 200,
        headers: { 'idempotent-replay': '1' },
      });
    },
  );
});
