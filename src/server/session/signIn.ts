/** Signing in: B10.5 to B10.9. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { loginDelegate } from '#contract/session/sessionCalls.ts';
import { mayUseBackOffice, permissionsOf, roleName } from '#domain/permissions.ts';
import { isPhone, normalizePhone } from '#domain/phone.ts';
import { answer, type Ctx } from '../answer.ts';
import { writeAudit } from '../audit.ts';
import type { Db } from '../db/open.ts';
import { hubOfAccount } from '../network/hubOfAccount.ts';
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
      const login = loginOf(entered);
      const { database } = ctx;
      const found = await findAccount(ctx.db, login);
      // One count per account, whether its e-mail, its phone or another spelling of that was typed; of nobody's phone too, or how often it may be
      // tried would tell that it is nobody's.
      const account = `account:${found?._id ?? login}`;
      const address = `address:${ctx.address}`;
      // Counted before the password is looked at, so that many guesses at once cannot all slip through; a right one takes it back.
      const wait = await database.transaction(async (tx) => {
        const waiting = Math.max(await waitOf(tx, address, ctx.now), await waitOf(tx, account, ctx.now));
        if (waiting > 0) return waiting;
        await countAttempt(tx, address, ctx.now, false);
        await countAttempt(tx, account, ctx.now, true);
        return 0;
      });
      if (wait > 0) throw new Refusal('rate', `Too many requests. Please wait ${wait} seconds.`, { retry_after: wait });
      const right = await checkPassword(hash, found, scryptCost);
      if (!right || !found || isStale(found, ctx.now)) {
        if (found) await database.transaction((tx) => writeFailure({ ...ctx, db: tx }, found));
        throw new Refusal('bad_credentials');
      }
      if (found.status !== 'active') throw new Refusal('inactive');
      if (!mayUseBackOffice(found.role)) throw new Refusal('not_back_office');
      return database.transaction((tx) =>
        openSession({ ...ctx, db: tx }, found, { account, address }, remember ?? false),
      );
    },
    { keyless: true, outer: true },
  );
}

function writeFailure(ctx: Ctx, account: Account): Promise<void> {
  return writeAudit(ctx, {
    action: 'sign_in_failed',
    model: 'user',
    record_id: account._id,
    record_label: account.name,
  });
}

async function openSession(
  ctx: Ctx,
  account: Account,
  counted: { account: string; address: string },
  remember: boolean,
) {
  await sql`delete from sign_in_attempt where subject = ${counted.account}`.execute(ctx.db);
  // A whole warehouse signs in from one address: only what went wrong adds up.
  await sql`update sign_in_attempt set count = greatest(0, count - 1) where subject = ${counted.address}`.execute(
    ctx.db,
  );
  const token = randomBytes(32).toString('base64url');
  const expires = ctx.now + ABSOLUTE_LIMIT;
  await sql`insert into session (token_hash, _id, user_id, created, last_seen, expires_at, remember, device_id, user_agent)
    values (${tokenHash(token)}, ${ctx.newId()}, ${account._id}, ${ctx.now}, ${ctx.now}, ${expires}, ${remember},
      ${ctx.deviceId}, ${ctx.userAgent})`.execute(ctx.db);
  await sql`update user_account set last_sign_in = ${ctx.now} where _id = ${account._id}`.execute(ctx.db);
  const who = { ...ctx.who, user_id: account._id, name: account.name, role: account.role };
  await writeAudit(
    { ...ctx, who },
    { action: 'sign_in', model: 'user', record_id: account._id, record_label: account.name },
  );
  const profile = profileOf(account);
  return { token, profile, role: account.role, permissions: profile.permissions, expires_at: expires };
}

/** A starter password is good for seven days (B10.6). */
function isStale(account: Account, now: number): boolean {
  return account.must_change && account.starter_expires !== null && account.starter_expires < now;
}

/** What was typed as it is kept: a phone, else an e-mail. */
function loginOf(entered: string): string {
  const phone = normalizePhone(entered);
  return isPhone(phone) ? phone : entered.trim().toLowerCase();
}

async function findAccount(db: Db, login: string): Promise<Account | null> {
  return first(db, isPhone(login) ? sql`u.phone = ${login}` : sql`lower(u.email) = ${login}`);
}

export async function accountById(db: Db, id: string): Promise<Account | null> {
  return first(db, sql`u._id = ${id}`);
}

async function first(db: Db, where: ReturnType<typeof sql>): Promise<Account | null> {
  const { rows } =
    await sql<Account>`select u._id, u.role, u.name, u.phone, u.email, u.status, u.password_hash, u.password_salt,
      u.must_change, u.starter_expires, s._id as seller_id, s.name as seller_name
    from user_account u left join seller s on s._id = ${hubOfAccount}
    where ${where} and u.deleted_at is null
    -- A phone may belong to a retailer too, whose account has no password.
    order by u.password_hash is null, u.created, u._id limit 1`.execute(db);
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

/** Seconds this subject has to wait, or 0. Its row is made and locked, so that attempts at once stand in line. */
async function waitOf(tx: Db, subject: string, now: number): Promise<number> {
  await sql`insert into sign_in_attempt (subject, count, window_start) values (${subject}, 0, ${now}) on conflict (subject) do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number; window_start: number; blocked_until: number }>`
    select count, window_start, blocked_until from sign_in_attempt where subject = ${subject} for update`.execute(tx);
  const row = rows[0];
  if (!row) return 0;
  if (row.blocked_until > now) return row.blocked_until - now;
  const full = subject.startsWith('address:') && row.count >= ADDRESS_ATTEMPTS && now - row.window_start < WINDOW;
  return full ? WINDOW - (now - row.window_start) : 0;
}

/** `blocks`: from the fifth attempt in 15 minutes on, the next one waits 60 s, doubling to 15 min (B10.9). */
async function countAttempt(tx: Db, subject: string, now: number, blocks: boolean): Promise<void> {
  await sql`insert into sign_in_attempt (subject, count, window_start) values (${subject}, 1, ${now})
    on conflict (subject) do update set
      count = case when sign_in_attempt.window_start > ${now - WINDOW} then sign_in_attempt.count + 1 else 1 end,
      window_start = case when sign_in_attempt.window_start > ${now - WINDOW} then sign_in_attempt.window_start else ${now}::int8 end`.execute(
    tx,
  );
  if (!blocks) return;
  await sql`update sign_in_attempt set
      delay = least(${WINDOW}::int4, case when delay = 0 then 60 else delay * 2 end),
      blocked_until = ${now}::int8 + least(${WINDOW}::int4, case when delay = 0 then 60 else delay * 2 end)
    where subject = ${subject} and count >= ${ACCOUNT_FAILURES}`.execute(tx);
}
