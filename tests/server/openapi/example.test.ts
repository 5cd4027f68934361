/** The example of docs/api.md is run as it is printed there, against a server on a port. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld } from '#tests/support/orderWorld.ts';
import { passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('the example of the API page', (database) => {
  let server: TestServer;
  let folder: string;
  let address: string;
  beforeAll(async () => {
    server = await startServer(database());
    await server.server.listen({ port: 0, host: '127.0.0.1' });
    address = `http://127.0.0.1:${(server.server.server.address() as AddressInfo).port}`;
    folder = mkdtempSync(join(tmpdir(), 'kasuwa-example-'));
    const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
    const [program = '', follower = ''] = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text);
    for (const [name, text] of [
      ['example', program],
      ['follower', follower],
    ] as const) {
      writeFileSync(join(folder, `${name}.mjs`), text);
      expect(text.trim().split('\n').length).toBeLessThanOrEqual(45);
    }
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server.close();
  });
  const run = (email: string, password: string) =>
    promisify(execFile)(process.execPath, [join(folder, 'example.mjs'), address, email, password]);
  const follow = (secret: string, since: number) =>
    promisify(execFile)(process.execPath, [join(folder, 'follower.mjs'), address, secret, String(since)]);

  test('a wrong password ends the example with the words of the server', { tags: ['OAS-04'] }, async () => {
    const { email } = await server.account('administrator.administrator');
    await expect(run(email, 'wrong')).rejects.toThrow('Email or password is not correct.');
  });

  test('the example reads all rows page by page and writes once', { tags: ['OAS-04'] }, async () => {
    const { email, password } = await server.account('administrator.administrator');
    const { token } = await server.signInAs('administrator.administrator');
    for (let number = 1; number <= 31; number += 1) {
      const fields = { name: `Shop number ${number}`, description: 'Of a test', status: 'active' };
      const made = await server.call('POST', 'store_type/create', fields, { token });
      expect(made.code).toBe(200);
    }
    const { stdout } = await run(email, password);
    for (let number = 1; number <= 31; number += 1) expect(stdout).toContain(`Shop number ${number}`);
    expect(stdout).toContain('Created once.');
    const all = await server.call('GET', 'store_type/read_all', { search: 'Kiosk by the road' }, { token });
    expect(all.data).toHaveLength(1);
  });

  test('the example with a token says which scope is missing, and follows what changed with it', {
    tags: ['TOK-09'],
  }, async () => {
    const { token } = await server.signInAs('manager.staff');
    const secretFor = async (scope: string) => {
      const fields = { name: 'Follower', scopes: [scope], days: 1, hash_own: passwordHash('Correct-horse-7') };
      return String((await server.call('POST', 'api_token/create', fields, { token })).data.secret);
    };
    await expect(follow(await secretFor('stock:read'), 0)).rejects.toThrow('Give the token the scope orders:read.');
    const world = await makeOrderWorld(database(), server);
    await world.ordered([[world.milk, 12]], 'pending');
    const { stdout } = await follow(await secretFor('orders:read'), 0);
    expect(stdout).toMatch(/^[0-9A-Z]{8} pending 12000\.00$/m);
    expect(stdout).toMatch(/Ask again with \d+\./);
  });
});
