/** B13: a report that is told to wait a moment is waited for; a long wait and a write are told. The real server in this process. */
import '#tests/support/pageGlobals.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pageSession } from '#client/session/state.ts';
import { callApi } from '#client/transport.ts';
import { command, query as readCall } from '#contract/call.ts';
import { optional, text } from '#contract/fields.ts';
import { handle } from '#server/calls/handler.ts';
import { Refusal } from '#server/calls/refusal.ts';
import type { Database } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { fetchOf } from '#tests/support/tablet.ts';

const input = { what: optional(text('What')) };
const slow = readCall('slow/report', { input, output: v.string(), allow: 'any', report: true });
const busy = readCall('slow/busy', { input, output: v.string(), allow: 'any' });
const write = command('slow/write', { input, output: v.string(), allow: 'any' });

let database: Database;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase('pglite');
  const pause = async () => {
    await new Promise((done) => setTimeout(done, 300));
    return 'done';
  };
  const refuse = (retry_after: number) => async () => {
    throw new Refusal('rate', 'Too many requests.', { retry_after });
  };
  server = await startServer(database, {}, [handle(slow, pause), handle(busy, refuse(60)), handle(write, refuse(1))]);
  vi.stubGlobal('fetch', fetchOf(server));
  pageSession.enter((await server.signInAs('manager.staff')).token);
}, 60_000);
afterAll(async () => {
  await server?.close();
  await database?.close();
});

test('a minute is not waited for, and a write is never asked again by itself', {
  tags: ['B13', 'API-1.9'],
}, async () => {
  for (const call of [busy, write]) await expect(callApi(call, {})).rejects.toMatchObject({ code: 429 });
});
test('whoever leaves asks no more', { tags: ['B13'] }, async () => {
  const controller = new AbortController();
  const others = [callApi(slow, {}), callApi(slow, {})];
  const third = callApi(slow, {}, { signal: controller.signal });
  setTimeout(() => controller.abort(), 500);
  await expect(third).rejects.toThrow(/abort/i);
  await Promise.all(others);
});
test('four reports at once: all are answered, the last after a moment', { tags: ['B13'] }, async () => {
  expect(await Promise.all([1, 2, 3, 4].map(() => callApi(slow, {})))).toEqual(['done', 'done', 'done', 'done']);
});
