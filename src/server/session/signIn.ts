/** Signing in: B10.5 to B10.9. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { loginDelegate } from '#contract/session/sessionCalls.ts';
import { mayUseBackOffice, permissionsOf, roleName } from '#domain/permissions.ts';
import { isPhone, normalizePhone } from '#domain/phone.ts';
import { answer, type Ctx } from '../answer.ts';
import { writeAudit } from '../audit.ts';
import type { Db } from '../db/open.ts';
import { checkPassword } from '../passwords.ts';
import { Refusal } from '../refusal.ts';
import { ABSOLUTE_LIMIT, tokenHash } from '../session.ts';

export interface Account {
  _id: string;
  role: string;
  name: string;
  phone: string | null;
  email: string;
  status: string;
  password_hash: string | null;
  password_salt: string | null;
  must_change: boolean;
  starter_expires: number | null;
  seller_id: string | null;
  seller_name: string | null;
}

const WINDOW = 15 * 60;
const ACCOUNT_FAILURES = 5;
const ADDRESS_ATTEMPTS = 100;

/**
 * Not one transaction: a refused attempt must keep its count, and scrypt must not hold the database. So it works on the outer handle
 * and opens its own short transactions (`outer`).
 */
export function signInAnswer(scryptCost: number) {
  return answer(
    loginDelegate,
    async ({ phone: entered, hash, remember }, ctx) => {
      const login = entered.trim().toLowerCase();
      const account = `account:${login}`;
      const address = `address:${ctx.address}`;
      const { database } = ctx;
      await refuseTooMany(ctx, { account, address });
      await database.transaction((tx) => countFailure(tx, address, ctx.now, false));
      const found = await findAccount(ctx.db, login);
      const right = await checkPassword(hash, found, scryptCost);
      if (!right || !found || isStale(found, ctx.now)) {
        await database.transaction((tx) => countFailure(tx, account, ctx.now, true));
        throw new Refusal('bad_credentials');
      }
      if (found.status !== 'active') throw new Refusal('inactive');
      if (!mayUseBackOffice(found.role)) throw new Refusal('not_back_office');
      return database.transaction((tx) => openSession({ ...ctx, db: tx }, found, account, remember ?? false));
    },
    { keyless: true, outer: true },
  );
}

async function openSession(ctx: Ctx, account: Account, subject: string, remember: boolean) {
  await sql`delete from sign_in_attempt where subject = ${subject}`.execute(ctx.db);
  const token = randomBytes(32).toString('base64url');
  const expires = ctx.now + ABSOLUTE_LIMIT;
  await sql`insert into session (token_hash, _id, user_id, created, last_seen, expires_at, remember, device_id, user_agent)
    values (${tokenHash(token)}, ${ctx.newId()}, ${account._id}, ${ctx.now}, ${ctx.now}, ${expires}, ${remember},
      ${ctx.deviceId}, ${ctx.userAgent})`.execute(ctx.db);
  await sql`update user_account set last_sign_in = ${ctx.now} where _id = ${account._id}`.execute(ctx.db);
  const who = { ...ctx.who, user_id: account._id, name: account.name, role: account.role };
  await writeAudit({ ...ctx, who }, { action: 'sign_in', model: 'user', record_id: account._id, record_label: account.name });
  const profile = profileOf(account);
  return { token, profile, role: account.role, permissions: profile.permissions, expires_at: expires };
}

/** A starter password is good for seven days (B10.6). */
function isStale(account: Account, now: number): boolean {
  return account.must_change && account.starter_expires !== null && account.starter_expires < now;
}

export async function findAccount(db: Db, login: string): Promise<Account | null> {
  const phone = normalizePhone(login);
  const where = isPhone(phone) ? sql`u.phone = ${phone}` : sql`lower(u.email) = ${login}`;
  return first(db, where);
}

export async function accountById(db: Db, id: string): Promise<Account | null> {
  return first(db, sql`u._id = ${id}`);
}

async function first(db: Db, where: ReturnType<typeof sql>): Promise<Account | null> {
  const { rows } = await sql<Account>`select u._id, u.role, u.name, u.phone, u.email, u.status, u.password_hash, u.password_salt,
      u.must_change, u.starter_expires, u.seller_id, s.name as seller_name
    from user_account u left join seller s on s._id = u.seller_id
    where ${where} and u.deleted_at is null order by u.created limit 1`.execute(db);
  return rows[0] ?? null;
}

/** API.md section 3 Profile. */
export function profileOf(account: Account) {
  return {
    _id: account._id,
    user_id: account._id,
    name: account.name,
    phone: account.phone,
    email: account.email,
    role: account.role,
    role_name: roleName(account.role),
    permissions: [...permissionsOf(account.role)] as string[],
    seller: account.seller_id ? { _id: account.seller_id, name: account.seller_name ?? '' } : null,
    must_change: account.must_change,
  };
}

async function refuseTooMany(ctx: Ctx, subjects: { account: string; address: string }): Promise<void> {
  const { rows } = await sql<{ subject: string; count: number; window_start: number; blocked_until: number }>`
    select subject, count, window_start, blocked_until from sign_in_attempt where subject in (${subjects.account}, ${subjects.address})`.execute(ctx.db);
  for (const row of rows) {
    const wait = row.blocked_until - ctx.now;
    if (wait > 0) throw new Refusal('rate', `Too many requests. Please wait ${wait} seconds.`, { retry_after: wait });
    const limit = row.subject === subjects.address ? ADDRESS_ATTEMPTS : Number.POSITIVE_INFINITY;
    if (row.count >= limit && ctx.now - row.window_start < WINDOW) {
      const left = WINDOW - (ctx.now - row.window_start);
      throw new Refusal('rate', `Too many requests. Please wait ${left} seconds.`, { retry_after: left });
    }
  }
}

/** After the fifth failure in 15 minutes: 60 s, doubling to 15 min (B10.9). Written in a transaction of its own. */
export async function countFailure(db: Db, subject: string, now: number, blocks: boolean): Promise<void> {
  await sql`insert into sign_in_attempt (subject, count, window_start) values (${subject}, 1, ${now})
    on conflict (subject) do update set
      count = case when sign_in_attempt.window_start > ${now - WINDOW} then sign_in_attempt.count + 1 else 1 end,
      window_start = case when sign_in_attempt.window_start > ${now - WINDOW} then sign_in_attempt.window_start else ${now}::int8 end`.execute(db);
  if (!blocks) return;
  await sql`update sign_in_attempt set
      delay = least(${WINDOW}::int4, case when delay = 0 then 60 else delay * 2 end),
      blocked_until = ${now}::int8 + least(${WINDOW}::int4, case when delay = 0 then 60 else delay * 2 end)
    where subject = ${subject} and count >= ${ACCOUNT_FAILURES}`.execute(db);
}
