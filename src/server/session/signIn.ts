/** Signing in (B10.5 to B10.9). */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ALL_CAPABILITIES, CAPABILITY_HEADER } from '#contract/capabilities.ts';
import { type FirstReads, loginDelegate } from '#contract/session/sessionCalls.ts';
import { mayUseBackOffice, permissionsOf } from '#domain/matrix.ts';
import { isPasskeyRole, roleName } from '#domain/permissions.ts';
import { isPhone, normalizePhone } from '#domain/phone.ts';
import { actorOfUser } from '../auth/actorOfUser.ts';
import { ACCOUNT_FAILURES, hasTried, type TryOrigin, takeBack } from '../auth/attempts.ts';
import { hubOfAccount } from '../auth/hubOfAccount.ts';
import { comparePassword, raisedPassword } from '../auth/passwords.ts';
import { ABSOLUTE_LIMIT, tokenHash } from '../auth/session.ts';
import { KNOWN_FOR, type SignInMemory } from '../auth/signInMemory.ts';
import { writeAudit } from '../calls/audit.ts';
import { type Ctx, handle } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { PasskeyConfig } from './relyingParty.ts';
import { askSecondStep } from './secondStep.ts';

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
  has_passkey: boolean;
  passkeys_removed: boolean;
}

/**
 * The call does not run in one transaction (`ownTransactions`): the count of a refused attempt must be committed, and scrypt must not hold a
 * transaction. Attempts of strangers are counted only here (`ownCount`). Counting by address before the account is known would lock out a whole site
 * (S1). `readFirst`: the home's first reads of a person; null without such a home.
 */
export function signInHandler(
  config: Pick<Config, 'scryptCost'> & PasskeyConfig,
  memory: SignInMemory,
  readFirst: (ctx: Ctx) => Promise<FirstReads | null>,
) {
  const { scryptCost } = config;
  const usual = usualCost(scryptCost);
  return handle(
    loginDelegate,
    async ({ phone, hash, remember, first }, ctx) => {
      const tried = await memory.admit(ctx, () => whoTries(ctx, loginOf(phone)));
      const { trying } = tried;
      const account = await withRightPassword(ctx, memory, tried, async (found) =>
        comparePassword(hash, found, await usual(ctx)),
      );
      const raised = await raisedPassword(hash, account.password_hash, scryptCost);
      const opened = await ctx.database.transaction(async (tx) => {
        if (raised)
          await sql`update user_account set password_hash = ${raised.password_hash}, password_salt = ${raised.password_salt}
            where _id = ${account._id} and password_hash = ${account.password_hash}`.execute(tx);
        const inside = { ...ctx, db: tx };
        await takeBack(tx, trying);
        return account.has_passkey
          ? askSecondStep(inside, config, account._id, remember ?? false)
          : openSession(inside, config, account, remember ?? false);
      });
      // The refusal is thrown only now, because the stored challenge must be committed.
      if (opened instanceof Refusal) throw opened;
      memory.signedIn(ctx.deviceId, ctx.now);
      ctx.setHeader(CAPABILITY_HEADER, ALL_CAPABILITIES);
      const { must_change, must_register_passkey } = opened.profile;
      if (!first || must_change || must_register_passkey) return opened;
      const reads = await firstReadsOf(ctx, account._id, readFirst);
      return reads ? { ...opened, first: reads } : opened;
    },
    { keyless: true, ownTransactions: true, ownCount: true },
  );
}

/** What the person's home reads first, with the person's rights. The person is signed in already: reads that fail are left out, and the home makes them itself. */
async function firstReadsOf(ctx: Ctx, userId: string, read: (ctx: Ctx) => Promise<FirstReads | null>) {
  try {
    const who = await actorOfUser(ctx.db, userId);
    return who && (await read({ ...ctx, who }));
  } catch {
    return null;
  }
}

interface Tried {
  readonly found: Account | null;
  readonly trying: TryOrigin;
}

/**
 * Finds the account, and the count that the attempt belongs to. An account has one count for its e-mail and all spellings of its phone. Unknown
 * logins are counted too, because a missing limit would reveal that they are unknown.
 */
async function whoTries(ctx: Ctx, login: string): Promise<Tried> {
  const { deviceId: device, address } = ctx;
  const found = await findAccount(ctx.db, login);
  const account = found?._id ?? login;
  const { rows } = await sql<{ known: boolean; tried: boolean }>`select exists (select 1 from session
    where user_id = ${account} and device_id = ${device ?? ''} and created > ${ctx.now - KNOWN_FOR}) as known, ${hasTried(address, ctx.now)} as tried`.execute(
    ctx.db,
  );
  if (device && rows[0]?.known) return { found, trying: { from: 'device', account, device } };
  return { found, trying: { from: 'address', account, address, fresh: !rows[0]?.tried } };
}

/** The account, if the password was right and the account may sign in. A further step would belong between this function and {@link openSession}. */
async function withRightPassword(
  ctx: Ctx,
  memory: SignInMemory,
  { found, trying }: Tried,
  compare: (found: Account | null) => Promise<boolean>,
): Promise<Account> {
  const { right, wait, strangers } = await memory.look(ctx.database, trying, ctx.now, () => compare(found));
  if (!right || !found || isStale(found, ctx.now)) {
    if (found)
      await ctx.database.transaction((tx) => writeFailure({ ...ctx, db: tx }, found, right ? 0 : wait, strangers));
    throw new Refusal('bad_credentials');
  }
  if (found.status !== 'active') throw new Refusal('inactive');
  if (!mayUseBackOffice(found.role)) throw new Refusal('not_back_office');
  return found;
}

/**
 * The scrypt cost for unknown logins: the cost that most accounts have, so that the time does not reveal unknown logins (SEC-13). After
 * KASUWA_SCRYPT_COST was raised this is the old cost, until most accounts have signed in. The value is refreshed at most every ten minutes.
 */
function usualCost(configured: number) {
  let known = { cost: configured, until: 0 };
  return async ({ db, now }: Ctx): Promise<number> => {
    if (now >= known.until) {
      const { rows } = await sql<{
        cost: number;
      }>`select split_part(password_hash, ':', 1)::int4 as cost from user_account
        where password_hash is not null group by 1 order by count(*) desc, 1 desc limit 1`.execute(db);
      known = { cost: rows[0]?.cost ?? configured, until: now + 600 };
    }
    return known.cost;
  };
}

/**
 * Writes the audit entry of a failed attempt. `wait`: seconds until the next attempt is allowed. During a distributed attack on an account only every
 * hundredth failure is written, so that the log does not overflow.
 */
async function writeFailure(ctx: Ctx, account: Account, wait: number, strangers: number): Promise<void> {
  const attacked = strangers > ACCOUNT_FAILURES;
  if (attacked && strangers % ACCOUNT_FAILURES !== 1) return;
  await writeAudit(ctx, {
    action: attacked ? 'sign_in_attacked' : 'sign_in_failed',
    model: 'user',
    record_id: account._id,
    record_label: account.name,
    ...(attacked ? { after: { wrong_today: strangers } } : wait > 0 ? { after: { next_waits_seconds: wait } } : {}),
  });
}

/** Opens the session after every step succeeded. `ctx.db` must be a transaction. */
export async function openSession(ctx: Ctx, config: PasskeyConfig, account: Account, remember: boolean) {
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
  const profile = await profileOf(ctx, account, config.passkeys === 'demanded');
  return { token, profile, role: account.role, permissions: profile.permissions, expires_at: expires };
}

/** Whether the account's starter password has expired. It is valid for seven days (B10.6). */
export function isStale(account: Account, now: number): boolean {
  return account.must_change && account.starter_expires !== null && account.starter_expires < now;
}

/** The entered login as it is stored: a normalised phone, else an e-mail in lower case. */
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
      u.must_change, u.starter_expires, exists (select 1 from passkey where passkey.user_id = u._id) as has_passkey,
      exists (select 1 from passkey_removal gone where gone.user_id = u._id) as passkeys_removed, s._id as seller_id, s.name as seller_name
    from user_account u left join seller s on s._id = ${hubOfAccount}
    where ${where} and u.deleted_at is null
    -- A phone may belong to a retailer too, whose account has no password.
    order by u.password_hash is null, u.created, u._id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** For how many days, and how many entries, a person sees who set their password. */
const TOLD_DAYS = 30;
const LISTED = 5;

/** The people who set this account's password. The person sees them before choosing an own password (S4). */
async function startersOf({ db, now }: Ctx, account: Account) {
  const { rows } = await sql<{
    by: string;
    at: number;
  }>`select coalesce(user_name, 'The system') as by, created as at from audit_log
    where model = 'user' and record_id = ${account._id} and action in ('starter_password', 'password')
      and user_id is distinct from ${account._id} and created > ${now - TOLD_DAYS * 86_400}
    order by created desc, _id desc limit ${LISTED}`.execute(db);
  return rows;
}

/** The Profile of API.md section 3. `demanded`: the site demands a passkey of {@link isPasskeyRole}. */
export async function profileOf(ctx: Ctx, account: Account, demanded: boolean) {
  return {
    ...(account.must_change ? { starters: await startersOf(ctx, account) } : {}),
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
    must_register_passkey: demanded && !account.has_passkey && isPasskeyRole(account.role),
    passkeys_removed: account.passkeys_removed,
  };
}
