/** The server as a process: start, demo, one process per folder, stop, and what a kill leaves behind (SYNC rules 31, 36, 37). */
import { afterAll, describe, expect, test } from 'vitest';
import { folder, start, tidyUp } from '#tests/support/process.ts';
import { newKey, passwordHash } from '#tests/support/server.ts';

afterAll(tidyUp);

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
