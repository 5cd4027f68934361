/** Rule 41: nothing goes out in somebody else's name, whichever tab signed whom in. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { changeSession, clearSession, readSession, writeSession } from '#client/tokenStore.ts';
import { makeNet } from '#offline/net.ts';

const sessionOf = (user_id: string) => ({ token: `token-${user_id}`, user_id, last_used: 1, wrong: 0 });
const asked: (string | null)[] = [];
const net = makeNet({ device_id: 't1', app_version: '1.0.0' }, undefined, async (_url, init) => {
  const headers = init?.headers as Record<string, string>;
  asked.push(headers.Authorization ?? null);
  const body = { code: 200, message: 'OK', data: null };
  const date = 'Sun, 22 Nov 2026 10:00:00 GMT';
  return Response.json(body, { headers: { date, 'idempotency-key': headers['Idempotency-Key'] ?? '' } });
});
const send = (user_id: string) =>
  net.send({ user_id, path: 'purchase_order/execute', fields: {}, key: 'key-00000001', epoch: undefined });

afterEach(async () => {
  asked.length = 0;
  await clearSession();
});

test('SYNC-41 another tab signed somebody else in: the change does not go out, it waits for its owner to sign in', async () => {
  await writeSession(sessionOf('bola'));
  expect(await send('ada')).toMatchObject({ verified: true, code: 401 });
  expect(asked).toEqual([]);
  expect(await send('bola')).toMatchObject({ verified: true, code: 200, date: Date.UTC(2026, 10, 22, 10) });
  expect(asked).toEqual(['Bearer token-bola']);
});

test('SYNC-41 SEC-19 who signs out or is refused in one tab forgets only his own session, not the one of who came after him', async () => {
  await writeSession(sessionOf('bola'));
  await clearSession('token-ada');
  await changeSession('token-ada', { wrong: 5 });
  expect(await readSession()).toEqual(sessionOf('bola'));
  await changeSession('token-bola', { wrong: 1 });
  expect(await readSession()).toEqual({ ...sessionOf('bola'), wrong: 1 });
  await clearSession('token-bola');
  expect(await readSession()).toBeNull();
  // Signed out meanwhile: what was under way brings nothing back.
  await changeSession('token-bola', { wrong: 2 });
  expect(await readSession()).toBeNull();
});
