/** The server as a process: start, demo, one process per folder, stop, and what a kill leaves behind (SYNC rules 31, 36, 37). */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { newKey, passwordHash } from '#tests/support/server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folders: string[] = [];
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kasuwa-main-'));
  folders.push(made);
  return made;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

interface Running {
  url: string;
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

/** Resolves when the port answers or the process ended. */
async function start(env: Record<string, string>): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), KASUWA_API_ONLY: '1', KASUWA_SCRYPT_COST: '1024', ...env },
  });
  children.push(child);
  let output = '';
  child.stdout?.on('data', (text) => {
    output += String(text);
  });
  child.stderr?.on('data', (text) => {
    output += String(text);
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  await new Promise<void>((resolve) => {
    void ended.then(() => resolve());
    const look = setInterval(() => {
      if (!output.includes('is ready at')) return;
      clearInterval(look);
      resolve();
    }, 50);
    void ended.then(() => clearInterval(look));
  });
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, ended };
}

async function ask(
  url: string,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const told = await fetch(`${url}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers });
  return {
    status: told.status,
    headers: told.headers,
    ...((await told.json()) as { code: number; message: string; data: never }),
  };
}
const signIn = (url: string, first: string) =>
  ask(url, 'administrator/login_delegate', { phone: `${first}@example.test`, hash: passwordHash(`${first}-Passw0rd`) });

describe('main', () => {
  test('B14.3 a misspelt environment is no demo: it does not start', async () => {
    const server = await start({ KASUWA_DATA: folder(), KASUWA_ENV: 'prodction' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('KASUWA_ENV must be one of');
  });

  test('API-4.22 SYNC-36 SYNC-37 the demo starts, holds its folder alone, survives a kill, and stops when asked', async () => {
    const data = folder();
    const server = await start({ KASUWA_DATA: data, KASUWA_ENV: 'demo' });
    expect(server.output()).toContain('is ready at');
    for (const first of ['admin', 'officer1', 'hub1', 'rep1'])
      expect(server.output()).toContain(`${first}@example.test`);
    const health = (await (await fetch(`${server.url}/health`)).json()) as { data: Record<string, unknown> };
    expect(health.data).toMatchObject({
      status: 'ok',
      environment: 'demo',
      database: 'pglite',
      durability: 'process-crash',
    });

    const second = await start({ KASUWA_DATA: data, KASUWA_ENV: 'demo' });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('Another Kasuwa server is using this database');

    const { data: session } = (await signIn(server.url, 'admin')) as unknown as { data: { token: string } };
    const headers = { authorization: `Bearer ${session.token}` };
    const keys = Array.from({ length: 8 }, newKey);
    const put = (url: string, at: number) =>
      ask(
        url,
        'store_type/create',
        { name: `Before the kill ${at}`, description: 'abc', status: 'active' },
        { ...headers, 'idempotency-key': keys[at] ?? '' },
      );
    const answered = [];
    for (const at of [0, 1, 2, 3]) answered.push(await put(server.url, at));
    const lost = [4, 5, 6, 7].map((at) => put(server.url, at).catch(() => null));
    server.child.kill('SIGKILL');
    await server.ended;
    await Promise.all(lost);

    const again = await start({ KASUWA_DATA: data, KASUWA_ENV: 'demo' });
    expect(again.output()).toContain('is ready at');
    const after = (await (await fetch(`${again.url}/health`)).json()) as { data: Record<string, unknown> };
    expect(after.data.store_epoch).toBe(health.data.store_epoch);
    for (const at of keys.keys()) {
      const told = await put(again.url, at);
      expect(told.code, told.message).toBe(200);
      const first = answered[at];
      if (first) expect([told.data, told.headers.get('idempotent-replay')]).toEqual([first.data, '1']);
    }
    const list = await fetch(`${again.url}/api/store_type/read_all?search=kill`, { headers });
    expect(((await list.json()) as { data: unknown[] }).data).toHaveLength(8);

    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
    expect(again.output()).not.toContain('"level":"error"');
  }, 180_000);

  test('API-4.22 production makes no demo account', async () => {
    const server = await start({ KASUWA_DATA: folder(), KASUWA_ENV: 'production' });
    expect(server.output()).toContain('is ready at');
    expect(server.output()).not.toContain('Passw0rd');
    expect((await signIn(server.url, 'admin')).code).toBe(401);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  }, 120_000);
});
