/** Creates the first account of a database without demo data (API.md 4.22). Only a person who can start the server can run it. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { manager } from '#contract/people/manager.ts';
import { readInput } from '#contract/read.ts';
import { STARTER_DAYS, starterPassword, storePassword } from '../auth/passwords.ts';
import { endSessions } from '../auth/session.ts';
import { invalid, Refusal } from '../calls/refusal.ts';
import type { Database } from '../db/open.ts';
import type { Row } from '../db/tables.ts';
import { hasAdministrator, isAdministrator, lockAdministrators } from './administrators.ts';

interface Wanted {
  name: string;
  email: string;
  phone: string;
}

/**
 * Returns the one-time password. It is valid for seven days and must be changed (B10.6). Throws a Refusal when a field is not valid or when an active
 * administrator exists, who then creates further ones. An administrator whose starter password has expired gets a new one by giving the same e-mail.
 */
export async function makeFirstAdministrator(
  database: Database,
  wanted: Wanted,
  { now, newId, scryptCost }: { now: number; newId: () => string; scryptCost: number },
): Promise<{ email: string; starter_password: string }> {
  const fields = { ...wanted, status: 'active', role: 'administrator.administrator' };
  const read = readInput(
    manager.fields,
    new Map(Object.entries(fields).map(([name, value]) => [name, { values: [value], list: false }])),
  );
  if (!read.ok) throw 'fields' in read ? invalid(read.fields) : new Refusal(read.shape.error, read.shape.message);
  const { name, email, phone, role, status } = read.input;
  const starter = starterPassword();
  const stored = await storePassword(createHash('sha256').update(starter).digest('hex'), scryptCost);
  await database.transaction(async (tx) => {
    await lockAdministrators(tx);
    if (await hasAdministrator(tx, now))
      throw new Refusal('duplicate', 'There is an active administrator already. Ask him for an account.');
    const expires = now + STARTER_DAYS * 86_400;
    const audit = (action: string, model: string, id: string, label: string) =>
      sql`insert into audit_log (_id, created, user_name, action, model, record_id, record_label)
        values (${newId()}, ${now}, 'system', ${action}, ${model}, ${id}, ${label})`.execute(tx);
    // The administrator is active, but was not counted above because the starter password has expired.
    const renewed = await sql<Pick<Row<'user_account'>, '_id' | 'name'>>`update user_account
      set password_hash = ${stored.password_hash}, password_salt = ${stored.password_salt}, must_change = true,
        starter_expires = ${expires}, modified = ${now}, version = version + 1
      where lower(email) = ${email} and ${isAdministrator} returning _id, name`.execute(tx);
    const [same] = renewed.rows;
    if (same) {
      await endSessions(tx, same._id, now);
      await audit('password', 'user', same._id, same.name);
      return;
    }
    const [user, record] = [newId(), newId()];
    await tx
      .insertInto('user_account')
      .values({
        _id: user,
        role,
        name,
        phone,
        email,
        status,
        password_hash: stored.password_hash,
        password_salt: stored.password_salt,
        must_change: true,
        starter_expires: expires,
        created: now,
        modified: now,
      })
      .execute();
    await tx
      .insertInto('manager')
      .values({ _id: record, user_id: user, name, phone, email, status, role, created: now, modified: now })
      .execute();
    await audit('create', 'manager', record, name);
  });
  return { email, starter_password: starter };
}
