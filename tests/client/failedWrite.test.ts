/** K26: what a write without an answer is told by, and what it says about the connection. */
import '#tests/support/pageGlobals.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { CallError, NoAnswer, ServerFailed } from '#client/callError.ts';
import { contactStore, probe } from '#client/online.ts';
import { callPath } from '#client/transport.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { syncWords } from '#domain/syncWords.ts';

const line = { server: true, health: true, write: 'none' as 'none' | 'page' | 'broken' };
vi.stubGlobal('fetch', async (url: string) => {
  if (!line.server || (!line.health && url.includes('/health'))) throw new TypeError('Failed to fetch');
  if (line.write === 'broken') return new Response('Internal Server Error', { status: 500 });
  if (url.includes('/health')) return Response.json({ code: 200, message: 'OK', data: {} });
  if (line.write === 'page') return new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } });
  throw new TypeError('Failed to fetch');
});
const write = () =>
  callPath('POST', 'warehouse/update', { _id: 'w1' }, { write: true }).catch((error: unknown) => error);

afterEach(async () => {
  Object.assign(line, { server: true, health: true, write: 'none' });
  await probe();
});

test.each(['none', 'page'] as const)(
  'a write that got %s for an answer leaves a server that is there online',
  { tags: ['K26'] },
  async (answer) => {
    line.write = answer;
    const error = await write();
    expect(error).toBeInstanceOf(NoAnswer);
    expect(contactStore.read().online).toBe(true);
    expect(messageFor(error).split('\n')).toEqual(['An unexpected error occured!', syncWords.noAnswer]);
  },
);

test('where the health call fails too there is no connection', { tags: ['K26'] }, async () => {
  line.server = false;
  const error = await write();
  expect(contactStore.read().online).toBe(false);
  expect(messageFor(error).split('\n')).toEqual(['An unexpected error occured!', syncWords.needsConnection]);
});

test("a failure of the server is told by the documents' sentence and the server's own; a refusal by the server's alone", {
  tags: ['K26'],
}, () => {
  const failed = new CallError(500, 'Something went wrong on the server.', { error: 'internal' });
  expect(messageFor(failed)).toBe('An unexpected error occured!\nSomething went wrong on the server.');
  expect(messageFor(new CallError(409, 'Taken.', { error: 'conflict' }))).toBe('Taken.');
  expect(messageFor(new Error('a fault of a screen'))).toBe('An unexpected error occured!');
});

test('a server that fails is there: neither a read, a write nor a probe that got 500 says that there is no connection', {
  tags: ['K26', 'SHELL-06'],
}, async () => {
  line.write = 'broken';
  const read = callPath('GET', 'warehouse/read_all', {}, {}).catch((error: unknown) => error);
  expect(await read).toBeInstanceOf(ServerFailed);
  const failed = await write();
  expect(failed).toBeInstanceOf(ServerFailed);
  // It answered: nothing says that this got no answer.
  expect(messageFor(failed).split('\n')).toEqual([
    'An unexpected error occured!',
    'The server failed. Check whether it was saved before you try again.',
  ]);
  expect(await probe()).toBe(false);
  expect(contactStore.read().online).toBe(true);
});

test('one write with status 500 says nothing about the contact, also where the health call is slow or lost', {
  tags: ['K26', 'K30', 'SHELL-33'],
}, async () => {
  line.write = 'broken';
  line.health = false;
  expect(await write()).toBeInstanceOf(ServerFailed);
  expect(contactStore.read()).toMatchObject({ online: true, failed: false });
});

test('without a connection a status 500 gives the header no second story', { tags: ['K30'] }, async () => {
  line.server = false;
  await write();
  Object.assign(line, { server: true, write: 'broken' });
  await callPath('POST', 'warehouse/read', { _id: 'w1' }, {}).catch(() => undefined);
  expect(contactStore.read()).toMatchObject({ online: false, failed: false });
});
