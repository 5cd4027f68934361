import type { Ctx } from '../calls/handler.ts';
import { invalid } from '../calls/refusal.ts';
import { lookCounted, type Trying, takeBack } from './attempts.ts';
import { comparePassword } from './passwords.ts';

/**
 * Whether `hash` is the asker's own password (SHA-256 hex, B10.5); slow, so it is asked ahead of the transaction. Counted like a sign-in, by his account:
 * 429 from the sixth wrong one on.
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

/** The same for an account that was looked up already. */
export async function isRightInSession(
  ctx: Ctx,
  hash: string,
  account: { password_hash: string | null; password_salt: string | null },
): Promise<boolean> {
  const trying: Trying = { from: 'session', account: ctx.who.user_id };
  const look = () => comparePassword(hash, account, 0);
  const { right } = await lookCounted(ctx.database, trying, ctx.now, look);
  if (right) await ctx.database.transaction((tx) => takeBack(tx, trying));
  return right;
}

/** Throws 422 at `hash_own`. */
export function needOwnPassword(right: boolean): void {
  if (!right) throw invalid({ hash_own: 'Your password is not correct.' });
}

/**
 * Throws 422 at `hash_own` when `hash` is not the asker's password, 429 after too many wrong ones. Opens transactions of its own: `ctx.db` must be the
 * outer handle (`ownTransactions` or `prepare` of a handler).
 */
export async function demandOwnPassword(ctx: Ctx, hash: string): Promise<void> {
  needOwnPassword(await isOwnPassword(ctx, hash));
}
