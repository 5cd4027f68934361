/** A database that began as a demo and goes into production: the passwords that everybody knows open nothing there (SEC-15). */
import { createHook } from 'node:async_hooks';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { storePassword } from '#server/auth/passwords.ts';
import { newId } from '#server/calls/ids.ts';
import { closeDemoAccounts, DEMO_ACCOUNTS } from '#server/seed/demoAccounts.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, passwordHash, putRow, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('demo accounts in production', (database) => {
  let server: TestServer;
  const lines: Record<string, unknown>[] = [];
  const close = () => closeDemoAccounts(database(), { now: () => NOW, newId, log: (line) => lines.push({ ...line }) });
  const opens = async (email: string, password: string) =>
    (await server.call('POST', 'administrator/login_delegate', { phone: email, hash: passwordHash(password) })).code;
  const put = async (first: string, password: string) => {
    const { role = '' } = DEMO_ACCOUNTS.find((one) => one._id === `user_${first}`) ?? {};
    const person = { name: first, phone: `080${first.length}${first}`, email: `${first}@example.test`, role };
    const stored = await storePassword(passwordHash(password), 1_024);
    await putRow(database(), 'user_account', { _id: `user_${first}`, ...person, ...stored });
    await putRow(database(), 'manager', { _id: `person_${first}`, user_id: `user_${first}`, ...person });
  };
  /** How many keys were derived meanwhile. */
  const derivations = async (work: () => Promise<unknown>) => {
    let made = 0;
    const watch = createHook({
      init(_id, type) {
        if (type === 'SCRYPTREQUEST') made += 1;
      },
    }).enable();
    await work().finally(() => watch.disable());
    return made;
  };
  beforeAll(async () => {
    server = await startServer(database());
  });

  test('without demo accounts nothing is done, derived or said', { tags: ['SEC-15', 'API-4.22'] }, async () => {
    await server.account('administrator.administrator', { email: 'own@site.example', password: 'admin-Passw0rd' });
    expect(await derivations(close)).toBe(0);
    expect(lines).toEqual([]);
    expect(await opens('own@site.example', 'admin-Passw0rd')).toBe(200);
  });
  test('the demo’s password: switched off, its sessions ended, audited, named without a password; others stay', {
    tags: ['SEC-15', 'API-4.22', 'B12.1'],
  }, async () => {
    await put('admin', 'admin-Passw0rd');
    await put('officer1', 'officer1-Passw0rd');
    await put('staff', 'A password of his own 7');
    const token = await server.openSession('user_admin');
    const own = await server.openSession('user_staff');
    expect(await opens('admin@example.test', 'admin-Passw0rd')).toBe(200);
    expect(await derivations(close)).toBe(3);
    expect(await opens('admin@example.test', 'admin-Passw0rd')).toBe(403);
    expect(await opens('officer1@example.test', 'officer1-Passw0rd')).toBe(403);
    expect(await opens('staff@example.test', 'A password of his own 7')).toBe(200);
    expect((await server.call('GET', 'administrator/read_delegate', {}, { token })).code).toBe(401);
    expect((await server.call('GET', 'administrator/read_delegate', {}, { token: own })).code).toBe(200);
    const people = await sql`select _id, status from manager order by _id`.execute(database().kysely);
    expect(people.rows).toEqual([
      { _id: 'person_admin', status: 'inactive' },
      { _id: 'person_officer1', status: 'inactive' },
      { _id: 'person_staff', status: 'active' },
    ]);
    const audited =
      await sql`select record_id, user_name, action, after from audit_log where user_name = 'system' order by 1`.execute(
        database().kysely,
      );
    const after = { user_name: 'system', action: 'set_status', after: { status: 'inactive' } };
    expect(audited.rows).toEqual([
      { record_id: 'user_admin', ...after },
      { record_id: 'user_officer1', ...after },
    ]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ accounts: ['admin@example.test', 'officer1@example.test'] });
    // Somebody can still let others in.
    expect(JSON.stringify(lines)).not.toContain('admin:first');
    expect(JSON.stringify(lines)).not.toContain('Passw0rd');
    // The next start looks at the one that is still active, and says nothing again.
    expect(await derivations(close)).toBe(1);
    expect(lines).toHaveLength(1);
  });
  test('with no administrator left the log says how the first is made, and that an embedded database must be free', {
    tags: ['SEC-15', 'API-4.22'],
  }, async () => {
    await sql`update user_account set status = 'inactive' where role = 'administrator.administrator'`.execute(
      database().kysely,
    );
    await sql`update user_account set status = 'active' where _id = 'user_officer1'`.execute(database().kysely);
    await close();
    expect(lines).toHaveLength(2);
    expect(lines[1]?.text).toContain('npm run admin:first -- EMAIL PHONE "NAME"');
    expect(String(lines[1]?.text).includes('Stop the server first')).toBe(database().engine === 'pglite');
  });
});
