/** The receiver of docs/api.md is run as it is printed there, and what the server sends is verified by it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretOf, signedHeaders } from '#server/webhooks/hookSecret.ts';
import { postHook } from '#server/webhooks/postHook.ts';

const HOOK = { _id: 'hook', secret_no: 1 };
let folder: string;
let receiver: ChildProcess;
let address: string;
let output = '';

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const place = probe.address();
      probe.close(() => done(typeof place === 'object' && place ? place.port : 0));
    });
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kasuwa-receiver-'));
  const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  const program =
    [...page.matchAll(/```js\n([\s\S]*?)```/g)]
      .map(([, text = '']) => text)
      .find((text) => text.includes('webhook-signature')) ?? '';
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(45);
  writeFileSync(join(folder, 'receiver.mjs'), program);
  const port = await freePort();
  address = `http://127.0.0.1:${port}/`;
  receiver = spawn(process.execPath, [join(folder, 'receiver.mjs'), String(port), secretOf('key', HOOK)]);
  await new Promise<void>((ready) =>
    receiver.stdout?.on('data', (part: Buffer) => {
      output += part.toString();
      if (output.startsWith('ready')) ready();
    }),
  );
});
afterAll(() => {
  receiver.kill();
  rmSync(folder, { recursive: true });
});

const body = JSON.stringify({ type: 'order.created', timestamp: 1, data: { order_group: { ref: 'ABCD2345' } } });
const now = () => Math.floor(Date.now() / 1_000);

test('the printed receiver refuses another secret, a changed body and an old time', { tags: ['HOOK-05'] }, async () => {
  const code = async (headers: Record<string, string>, text = body) =>
    (await postHook(address, headers, text, false)).code;
  expect(await code(signedHeaders('other', HOOK, 'd1', now(), body))).toBe(401);
  expect(await code(signedHeaders('key', HOOK, 'd1', now(), body), body.replace('ABCD2345', 'ABCD2346'))).toBe(401);
  expect(await code(signedHeaders('key', HOOK, 'd1', now() - 600, body))).toBe(401);
  expect(await code({})).toBe(401);
});

test('the printed receiver takes a delivery, and works it once when it comes twice', {
  tags: ['HOOK-05'],
}, async () => {
  for (let at = 0; at < 2; at += 1)
    expect((await postHook(address, signedHeaders('key', HOOK, 'd2', now(), body), body, false)).code).toBe(204);
  expect(output.match(/order\.created ABCD2345/g)).toHaveLength(1);
});
