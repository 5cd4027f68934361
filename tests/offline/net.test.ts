/** Rule 41: nothing goes out in somebody else's name, whichever tab signed whom in. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { changeSession, clearSession, readSession, writeSession } from '#client/session/tokenStore.ts';
import { makeNet } from '#offline/drain/net.ts';

const sessionOf = (user_id: string) => ({ token: `token-${user_id}`, user_id, last_used: 1, wrong: 0 });
const tokens: (string | null)[] = [];
const net = makeNet({ device_id: 't1', app_version: '1.0.0' }, undefined, async (_url, init) => {
  const headers = init?.headers as Record<string, string>;
  tokens.push(headers.Authorization ?? null);
  const body = { code: 200, message: 'OK', data: null };
  const date = 'Sun, 22 Nov 2026 10:00:00 GMT';
  return Response.json(body, { headers: { date, 'idempotency-key': headers['Idempotency-Key'] ?? '' } });
});
const send = (user_id: string) =>
  net.send({ user_id, path: 'purchase_order/execute', fields: {}, key: 'key-00000001', epoch: undefined });

afterEach(async () => {
  tokens.length = 0;
  await clearSession();
});

test('another tab signed somebody else in: the change does not go out, it waits for its owner to sign in', {
  tags: ['SYNC-41'],
}, async () => {
  await writeSession(sessionOf('bola'));
  expect(await send('ada')).toMatchObject({ verified: true, code: 401 });
  expect(tokens).toEqual([]);
  expect(await send('bola')).toMatchObject({ verified: true, code: 200, date: Date.UTC(2026, 10, 22, 10) });
  expect(tokens).toEqual(['Bearer token-bola']);
});

test('who signs out or is refused in one tab forgets only his own session, not the one of who came after him', {
  tags: ['SYNC-41', 'SEC-19'],
}, async () => {
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

/** One change sent to a server that answers so; what was asked, and what the page heard of the network. */
async function sentTo(
  answer: (url: string, init: RequestInit) => Response | Promise<Response>,
  epoch?: string,
  path = 'purchase_order/execute',
) {
  const heard: unknown[] = [];
  const requests: { url: string; init: RequestInit }[] = [];
  const witness = { answered: (date: string | null) => heard.push(date), silent: () => heard.push('silent') };
  const reply = await makeNet({ device_id: 't1', app_version: '1.0.0' }, witness, async (url, init = {}) => {
    requests.push({ url: String(url), init });
    return answer(String(url), init);
  }).send({ user_id: 'ada', path, fields: { _id: 'o 1' }, key: 'key-00000001', epoch });
  return { reply, heard, requests };
}
const ECHO = { 'idempotency-key': 'key-00000001' };
const OK = { code: 200, message: 'OK', data: null };

test.each<[string, () => Response]>([
  ['a page of a captive portal, with status 200', () => new Response('<html>Sign in</html>', { headers: ECHO })],
  ['JSON of somebody else', () => Response.json({ status: 'ok' }, { headers: ECHO })],
  ['an answer without the key', () => Response.json(OK)],
  ['the answer to another key', () => Response.json(OK, { headers: { 'idempotency-key': 'key-00000002' } })],
  ['a code that is no whole number', () => Response.json({ ...OK, code: '200' }, { headers: ECHO })],
  ['nothing but null', () => Response.json(null, { headers: ECHO })],
  ['no connection', () => Response.error()],
])('%s is no answer, and the page hears that there was none', { tags: ['SYNC-22'] }, async (_what, answer) => {
  const { reply, heard } = await sentTo((url) => {
    // Whoever answers so does not answer for the server that is asked whether it is there.
    const given = url === '/api/health' ? Response.error() : answer();
    if (given.type === 'error') throw new TypeError('Failed to fetch');
    return given;
  });
  expect(reply).toEqual({ verified: false });
  expect(heard).toEqual(['silent']);
});

describe('lines sent together that get no answer', { tags: ['SYNC-18', 'SYNC-21'] }, () => {
  const lost = (why: string) => () => {
    throw new DOMException('gone', why);
  };
  const portal = () => new Response('<html>Sign in</html>', { headers: ECHO });
  const broken = () => Response.json({ code: 503, message: 'Starting.' }, { status: 503 });
  const well = () => Response.json({ code: 200, message: 'OK', data: {} });
  const both = (path: string, answer: () => Response, health: () => Response) =>
    sentTo((url) => (url === '/api/health' ? health() : answer()), undefined, path);

  test.each([
    ['a dead line', lost('TimeoutError'), lost('TimeoutError')],
    ['a captive portal', portal, portal],
    ['a server that is just starting', lost('NetworkError'), broken],
  ])('%s: nothing is known of them', async (_what, answer, health) => {
    const { reply, heard } = await both('purchase_order_item/upsert_bulk', answer, health);
    expect(reply).toEqual({ verified: false });
    expect(heard).toEqual(['silent']);
  });

  test.each([
    ['a line too thin for them', lost('TimeoutError')],
    ['a proxy that drops them', lost('NetworkError')],
    ['a proxy that answers them itself', portal],
  ])('%s, while the server answers others: fewer at once may go through', async (_what, answer) => {
    const { reply, heard, requests } = await both('purchase_order_item/upsert_bulk', answer, well);
    expect(reply).toEqual({ verified: false, late: true });
    expect(heard).toEqual(['silent']);
    expect(requests.map(({ url }) => url)).toEqual(['/api/purchase_order_item/upsert_bulk', '/api/health']);
  });

  test('what goes alone is asked about too: whoever needs its goods waits for an outage, and not for it alone', async () => {
    const { reply, requests } = await both('purchase_order/execute', lost('TimeoutError'), well);
    expect(reply).toEqual({ verified: false, late: true });
    expect(requests.map(({ url }) => url)).toEqual(['/api/purchase_order/execute', '/api/health']);
  });
});

test('of an answer with the key everything is passed on: code, words, store, time to wait, clock', {
  tags: ['SYNC-22', 'SYNC-24', 'SYNC-35'],
}, async () => {
  const date = 'Sun, 22 Nov 2026 10:00:00 GMT';
  const { reply, heard } = await sentTo(() =>
    Response.json(
      { code: 503, message: 'Busy.', data: { error: 'unavailable' } },
      { status: 503, headers: { ...ECHO, date, 'x-store-epoch': 'e1', 'retry-after': '30' } },
    ),
  );
  expect(reply).toEqual({
    verified: true,
    code: 503,
    message: 'Busy.',
    data: { error: 'unavailable' },
    epoch: 'e1',
    retryAfter: 30,
    date: Date.UTC(2026, 10, 22, 10),
  });
  expect(heard).toEqual([date]);
});

test('a change goes out with its key, for its store, past every cache, to nowhere else, and not for ever', {
  tags: ['SYNC-21', 'SYNC-28', 'SYNC-35'],
}, async () => {
  const { requests } = await sentTo(() => Response.json(OK, { headers: ECHO }), 'e1');
  const [request] = requests;
  expect(request?.url).toBe('/api/purchase_order/execute');
  expect(request?.init).toMatchObject({ method: 'POST', redirect: 'error', cache: 'no-store', body: '_id=o+1' });
  expect(request?.init.headers).toMatchObject({
    'Idempotency-Key': 'key-00000001',
    'X-Store-Epoch': 'e1',
    'X-Device-Id': 't1',
  });
  expect(request?.init.signal).toBeInstanceOf(AbortSignal);
  // Nobody knows the store yet: none is named.
  const first = await sentTo(() => Response.json(OK, { headers: ECHO }));
  expect(first.requests[0]?.init.headers).not.toHaveProperty('X-Store-Epoch');
  expect(first.requests[0]?.init.headers).not.toHaveProperty('Authorization');
});
