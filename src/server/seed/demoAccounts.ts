/** Closes the demo accounts when a production server starts (SEC-15), because their passwords are public (API.md 4.22). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { checkPassword } from '../auth/passwords.ts';
import { endSessions } from '../auth/session.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import { hasAdministrator } from '../people/administrators.ts';
import { ACCOUNTS } from './demoPeople.ts';

export const DEMO_ACCOUNTS: readonly { _id: string; email: string; password: string; role: string }[] = ACCOUNTS.map(
  ([first, , role]) => ({ _id: `user_${first}`, email: `${first}@example.test`, password: `${first}-Passw0rd`, role }),
);

export const demoHash = (password: string) => createHash('sha256').update(password).digest('hex');

interface Found {
  _id: string;
  name: string;
  email: string;
  password_hash: string;
  password_salt: string;
}

/** Returns the active demo accounts that still have the demo password. It computes one scrypt hash per active demo account and none if there are none. */
export async function openDemoAccounts(database: Database): Promise<Found[]> {
  const ids = DEMO_ACCOUNTS.map((one) => one._id);
  const { rows } = await sql<Found>`select _id, name, email, password_hash, password_salt from user_account
    where _id = any(${ids}) and status = 'active' and password_hash is not null order by _id`.execute(database.kysely);
  const known = await Promise.all(
    rows.map((row) => {
      const { password = '' } = DEMO_ACCOUNTS.find((one) => one._id === row._id) ?? {};
      return checkPassword(demoHash(password), row, 0);
    }),
  );
  return rows.filter((_row, at) => known[at]);
}

/**
 * Deactivates every demo account that still has the demo password, together with the person's record, and returns the e-mails. Areas and hubs keep their
 * people, so a reactivated person has them again.
 */
export async function closeDemoAccounts(
  database: Database,
  { now, newId, log }: { now: () => number; newId: () => string; log: Log },
): Promise<string[]> {
  const open = await openDemoAccounts(database);
  if (open.length === 0) return [];
  const at = now();
  await database.transaction(async (tx) => {
    for (const { _id, name, password_hash } of open) {
      const closed = await sql`update user_account set status = 'inactive', modified = ${at}, version = version + 1
        where _id = ${_id} and password_hash = ${password_hash} and status = 'active' returning _id`.execute(tx);
      if (closed.rows.length === 0) continue;
      for (const table of ['manager', 'sales_officer'])
        await sql`update ${sql.table(table)} set status = 'inactive', modified = ${at}, version = version + 1
          where user_id = ${_id} and status = 'active'`.execute(tx);
      await endSessions(tx, _id, at);
      await tx
        .insertInto('audit_log')
        .values({
          _id: newId(),
          created: at,
          user_name: 'system',
          action: 'set_status',
          model: 'user',
          record_id: _id,
          record_label: name,
          before: '{"status":"active"}',
          after: '{"status":"inactive"}',
        })
        .execute();
    }
  });
  const emails = open.map((one) => one.email);
  const text = ['These accounts had the demo’s passwords and were switched off.'];
  if (!(await hasAdministrator(database.kysely, at))) {
    text.push('No administrator is left.');
    // Only one process at a time can open an embedded database.
    if (database.engine === 'pglite') text.push('Stop the server first.');
    text.push('The first administrator is made by: npm run admin:first -- EMAIL PHONE "NAME"');
  }
  log({
    level: 'error',
    event: 'demo_accounts_closed',
    accounts: emails,
    text: text.join(' '),
  });
  return emails;
}
