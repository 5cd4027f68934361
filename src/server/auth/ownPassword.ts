import type { Ctx } from '../calls/handler.ts';
import { invalid } from '../calls/refusal.ts';
import { countedCheck, type TryOrigin, takeBack } from './attempts.ts';
import { comparePassword } from './passwords.ts';

/**
 * Whether `hash` is the actor's own password (SHA-256 hex, B10.5). The check is slow, so it runs before the transaction. It is counted like a sign-in, by
 * account: 429 from the sixth failed attempt on.
 */
export async function isOwnPassword(ctx: Ctx, hash: string): Promise<boolean> {
  const account = await ctx.db
    .selectFrom('user_account')
    .select(['password_hash', 'password_salt'])
    .where('_id', '=', ctx.who.user_id)
    .executeTakeFirst();
  if (!account?.password_hash) return false;
  return isRightInSession(ctx, hash, account);
}

/** The same check for an account that was already read. */
export async function isRightInSession(
  ctx: Ctx,
  hash: string,
  account: { password_hash: string | null; password_salt: string | null },
): Promise<boolean> {
  const trying: TryOrigin = { from: 'session', account: ctx.who.user_id };
  const look = () => comparePassword(hash, account, 0);
  const { right } = await countedCheck(ctx.database, trying, ctx.now, look);
  if (right) await ctx.database.transaction((tx) => takeBack(tx, trying));
  return right;
}

/** Throws 422 for the field `hash_own`. */
export function needOwnPassword(right: boolean): void {
  if (!right) throw invalid({ hash_own: 'Your password is not correct.' });
}

/**
 * Throws 422 for `hash_own` if `hash` is not the actor's password, 429 after too many failed attempts. Opens its own transactions: `ctx.db` must be the outer
 * handle (`ownTransactions` or `prepare` of a handler).
 */
export async function demandOwnPassword(ctx: Ctx, hash: string): Promise<void> {
  needOwnPassword(await isOwnPassword(ctx, hash));
}
