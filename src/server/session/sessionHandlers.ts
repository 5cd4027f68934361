/** The session calls other than signing in (API.md 4.1). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import {
  changeAuth,
  readDelegate,
  revoke,
  revokeOther,
  sessions,
  starterPasswordCall,
  updateAuth,
} from '#contract/session/sessionCalls.ts';
import { can } from '#domain/permissions.ts';
import { isOwnPassword, isRightInSession, needOwnPassword } from '../auth/ownPassword.ts';
import { checkPassword, STARTER_DAYS, type StoredPassword, starterPassword, storePassword } from '../auth/passwords.ts';
import { endSessions, sessionIsLive, tokenHash } from '../auth/session.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import type { Row } from '../db/tables.ts';
import { type Account, accountById, profileOf } from './signIn.ts';
import { refuseWeak } from './weakPassword.ts';

export const sessionHandlers = (scryptCost: number): Handler[] => [
  readOwnProfile,
  signOut,
  replaceStarterPassword(scryptCost),
  changeOwnPassword(scryptCost),
  giveStarterPassword(scryptCost),
  listSessions,
  endOtherSessions,
];

const readOwnProfile = handle(readDelegate, async (_input, ctx) => {
  const account = await accountById(ctx.db, ctx.who.user_id);
  if (!account) throw new Refusal('unauthorized');
  const session = await ctx.db
    .selectFrom('session')
    .select('expires_at')
    .where('_id', '=', ctx.who.session_id)
    .executeTakeFirst();
  // The session already knows whether a passkey is demanded.
  const profile = { ...(await profileOf(ctx, account, false)), must_register_passkey: ctx.who.must_register };
  return { profile, role: account.role, permissions: profile.permissions, expires_at: session?.expires_at ?? 0 };
});

const signOut = handle(
  revoke,
  async (_input, ctx) => {
    if (!ctx.token || !ctx.who.user_id) return {};
    await sql`update session set ended_at = ${ctx.now} where token_hash = ${tokenHash(ctx.token)} and ended_at is null`.execute(
      ctx.db,
    );
    await ctx.audit({ action: 'sign_out', model: 'user', record_id: ctx.who.user_id, record_label: ctx.who.name });
    return {};
  },
  { keyless: true },
);

/** Replaces the own starter password at the first sign-in, or gives another account a password that it must change. */
const replaceStarterPassword = (scryptCost: number) =>
  handle(
    updateAuth,
    async ({ _id, hash }, ctx, chosen: { same: boolean; stored: StoredPassword } | null) => {
      const own = _id === ctx.who.user_id;
      if (!mayUpdate(ctx, _id)) throw new Refusal('forbidden');
      const account = await lockedAccount(ctx, _id);
      if (!account || !chosen) throw notFound('User');
      // The password was already changed, for example in another tab. Changing it again needs the old password.
      if (own && !account.must_change) throw new Refusal('forbidden');
      // The person who handed over the starter password knows it.
      if (own && chosen.same) throw invalid({ hash: 'New password must differ from the starter password.' });
      refuseWeak('hash', hash, account);
      await setPassword(ctx, _id, chosen.stored, !own, own ? null : ctx.now + STARTER_DAYS * 86_400);
      return { _id };
    },
    {
      prepare: async ({ _id, hash }, ctx) => {
        const account = mayUpdate(ctx, _id) ? await accountById(ctx.db, _id) : null;
        if (!account) return null;
        const same = _id === ctx.who.user_id && (await checkPassword(hash, account, scryptCost));
        return { same, stored: await storePassword(hash, scryptCost) };
      },
    },
  );

const changeOwnPassword = (scryptCost: number) =>
  handle(
    changeAuth,
    async ({ _id, hash_old, hash_new }, ctx, checked: { old: string | null; stored: StoredPassword } | null) => {
      if (_id !== ctx.who.user_id) throw new Refusal('forbidden');
      const account = await lockedAccount(ctx, _id);
      if (!account) throw notFound('User');
      // The old password was checked before this transaction, so the stored hash must still be the same.
      if (!checked || checked.old !== account.password_hash)
        throw invalid({ hash_old: 'Old password is not correct.' });
      if (hash_old === hash_new) throw invalid({ hash_new: 'New password must differ from the old one.' });
      refuseWeak('hash_new', hash_new, account);
      await setPassword(ctx, _id, checked.stored, false, null);
      return { _id };
    },
    {
      prepare: async ({ _id, hash_old, hash_new }, ctx) => {
        const account = _id === ctx.who.user_id ? await accountById(ctx.db, _id) : null;
        if (!account) return null;
        // Guessing the old password within a session is limited like guessing at sign-in.
        if (!(await isRightInSession(ctx, hash_old, account))) return null;
        return { old: account.password_hash, stored: await storePassword(hash_new, scryptCost) };
      },
    },
  );

const giveStarterPassword = (scryptCost: number) =>
  handle(
    starterPasswordCall,
    async ({ _id }, ctx, made: { right: boolean; starter: string; stored: StoredPassword } | null) => {
      const account = await startableAccount(ctx, _id);
      if (!account || !made) throw notFound('User');
      needOwnPassword(made.right);
      const expires = ctx.now + STARTER_DAYS * 86_400;
      await setPassword(ctx, account._id, made.stored, true, expires, account.name);
      return { starter_password: made.starter, expires_at: expires };
    },
    {
      keyless: true,
      prepare: async ({ _id, hash_own }, ctx) => {
        if (!(await startableAccount(ctx, _id))) return null;
        const right = await isOwnPassword(ctx, hash_own);
        const starter = starterPassword();
        const hash = createHash('sha256').update(starter).digest('hex');
        if (!right) return { right, starter, stored: { password_hash: '', password_salt: '' } };
        return { right, starter, stored: await storePassword(hash, scryptCost) };
      },
    },
  );

const listSessions = handle(sessions, async (_input, ctx) => {
  const { rows } = await sql<{
    _id: string;
    created: number;
    last_seen: number;
    device: string | null;
    current: boolean;
  }>`
    select _id, created, last_seen, coalesce(user_agent, device_id) as device, _id = ${ctx.who.session_id} as current
    from session s where user_id = ${ctx.who.user_id} and ${sessionIsLive(ctx.now)} order by last_seen desc`.execute(
    ctx.db,
  );
  return rows;
});

const endOtherSessions = handle(revokeOther, async (_input, ctx) => {
  const revoked = await endSessions(ctx.db, ctx.who.user_id, ctx.now, ctx.who.session_id);
  const { user_id, name } = ctx.who;
  await ctx.audit({
    action: 'sign_out_others',
    model: 'user',
    record_id: user_id,
    record_label: name,
    after: { revoked },
  });
  return { revoked };
});

/**
 * Stores the password and ends the account's sessions, except the one that asks. `starterExpires` is in epoch seconds. With a `label` (the person's
 * name) the audit line says that it is a starter password.
 */
async function setPassword(
  ctx: Ctx,
  userId: string,
  stored: StoredPassword,
  mustChange: boolean,
  starterExpires: number | null,
  label = '',
): Promise<void> {
  await sql`update user_account set password_hash = ${stored.password_hash}, password_salt = ${stored.password_salt},
    must_change = ${mustChange}, starter_expires = ${starterExpires}, modified = ${ctx.now}, version = version + 1
    where _id = ${userId}`.execute(ctx.db);
  await endSessions(ctx.db, userId, ctx.now, userId === ctx.who.user_id ? ctx.who.session_id : '');
  const action = label === '' ? 'password' : 'starter_password';
  await ctx.audit({ action, model: 'user', record_id: userId, record_label: label });
}

const mayUpdate = (ctx: Ctx, userId: string) =>
  userId === ctx.who.user_id ? ctx.who.must_change : can(ctx.who, 'update_manager');

/** The current account, locked until the transaction ends. */
async function lockedAccount(ctx: Ctx, userId: string): Promise<Account | null> {
  await sql`select 1 from user_account where _id = ${userId} for update`.execute(ctx.db);
  return accountById(ctx.db, userId);
}

/**
 * The account of a person record or an account id. Null when there is none or the caller may not make its starter password: both must look the same
 * (SEC-07).
 */
async function startableAccount(ctx: Ctx, id: string): Promise<Account | null> {
  const { rows } = await sql<Pick<Row<'manager'>, 'user_id'>>`select user_id from manager where _id = ${id}
    union all select user_id from sales_officer where _id = ${id}`.execute(ctx.db);
  const account = await accountById(ctx.db, rows[0]?.user_id ?? id);
  const needed = account?.role.startsWith('sales_officer.') ? 'signup_sales_officer' : 'signup_manager';
  return account && can(ctx.who, needed) ? account : null;
}
