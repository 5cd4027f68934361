/** The example of docs/api.md is run as it is printed there, against a server on a port. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

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
    const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
    writeFileSync(join(folder, 'example.mjs'), program);
    expect(program.trim().split('\n').length).toBeLessThanOrEqual(45);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server.close();
  });
  const run = (email: string, password: string) =>
    promisify(execFile)(process.execPath, [join(folder, 'example.mjs'), address, email, password]);

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
});
