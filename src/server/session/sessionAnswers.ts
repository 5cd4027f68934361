/** The session calls besides signing in (API.md 4.1). */
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
import { type Answer, answer, type Ctx } from '../answer.ts';
import { checkPassword, starterPassword, storePassword } from '../passwords.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { endSessions, tokenHash } from '../session.ts';
import { accountById, profileOf } from './signIn.ts';

/** B10.6. */
export const STARTER_DAYS = 7;

export function sessionAnswers(scryptCost: number): Answer[] {
  const setPassword = async (
    ctx: Ctx,
    userId: string,
    hash: string,
    mustChange: boolean,
    starterExpires: number | null,
  ) => {
    const stored = await storePassword(hash, scryptCost);
    await sql`update user_account set password_hash = ${stored.password_hash}, password_salt = ${stored.password_salt},
      must_change = ${mustChange}, starter_expires = ${starterExpires}, modified = ${ctx.now}, version = version + 1
      where _id = ${userId}`.execute(ctx.db);
    await endSessions(ctx.db, userId, ctx.now, userId === ctx.who.user_id ? ctx.who.session_id : '');
    await ctx.audit({ action: 'password', model: 'user', record_id: userId, record_label: '' });
  };
  return [
    answer(readDelegate, async (_input, ctx) => {
      const account = await accountById(ctx.db, ctx.who.user_id);
      if (!account) throw new Refusal('unauthorized');
      const { rows } = await sql<{
        expires_at: number;
      }>`select expires_at from session where _id = ${ctx.who.session_id}`.execute(ctx.db);
      const profile = profileOf(account);
      return { profile, role: account.role, permissions: profile.permissions, expires_at: rows[0]?.expires_at ?? 0 };
    }),
    answer(
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
    ),
    answer(updateAuth, async ({ _id, hash }, ctx) => {
      const own = _id === ctx.who.user_id;
      if (own ? !ctx.who.must_change : !can(ctx.who, 'update_manager')) throw new Refusal('forbidden');
      if (!(await accountById(ctx.db, _id))) throw notFound('User');
      await setPassword(ctx, _id, hash, !own, null);
      return { _id };
    }),
    answer(changeAuth, async ({ _id, hash_old, hash_new }, ctx) => {
      if (_id !== ctx.who.user_id) throw new Refusal('forbidden');
      const account = await accountById(ctx.db, _id);
      if (!account) throw notFound('User');
      if (!(await checkPassword(hash_old, account, scryptCost)))
        throw invalid({ hash_old: 'Old password is not correct.' });
      if (hash_old === hash_new) throw invalid({ hash_new: 'New password must differ from the old one.' });
      await setPassword(ctx, _id, hash_new, false, null);
      return { _id };
    }),
    answer(
      starterPasswordCall,
      async ({ _id }, ctx) => {
        const { rows } = await sql<{ user_id: string }>`select user_id from manager where _id = ${_id}
          union all select user_id from sales_officer where _id = ${_id}`.execute(ctx.db);
        const account = await accountById(ctx.db, rows[0]?.user_id ?? _id);
        const needed = account?.role.startsWith('sales_officer.') ? 'signup_sales_officer' : 'signup_manager';
        if (!account || !can(ctx.who, needed)) throw notFound('User');
        const starter = starterPassword();
        const expires = ctx.now + STARTER_DAYS * 86_400;
        await setPassword(ctx, account._id, createHash('sha256').update(starter).digest('hex'), true, expires);
        return { starter_password: starter, expires_at: expires };
      },
      { keyless: true },
    ),
    answer(sessions, async (_input, ctx) => {
      const { rows } = await sql<{
        _id: string;
        created: number;
        last_seen: number;
        device: string | null;
        current: boolean;
      }>`
        select _id, created, last_seen, coalesce(user_agent, device_id) as device, _id = ${ctx.who.session_id} as current
        from session where user_id = ${ctx.who.user_id} and ended_at is null and expires_at > ${ctx.now} order by last_seen desc`.execute(
        ctx.db,
      );
      return rows;
    }),
    answer(revokeOther, async (_input, ctx) => ({
      revoked: await endSessions(ctx.db, ctx.who.user_id, ctx.now, ctx.who.session_id),
    })),
  ];
}
