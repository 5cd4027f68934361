/** A sensitive change asks for the asker's own password again (security S4, S7; ASVS 7.5.1). */
import type { Ctx } from '../answer.ts';
import { checkPassword, refuseCrowd } from '../passwords.ts';
import { invalid, Refusal } from '../refusal.ts';
import { lookCounted, takeBack } from './attempts.ts';
import { accountById } from './signIn.ts';

/**
 * Throws 422 at `hash_own` when `hash` (SHA-256 hex) is not the asker's password, 429 after too many wrong ones (they count with sign-in's,
 * B10.9), 503 in a crowd. Opens transactions of its own: `ctx.db` must be the outer handle (`outer` or `ahead` of an answer).
 */
export async function demandOwnPassword(ctx: Ctx, hash: string, scryptCost: number): Promise<void> {
  const account = await accountById(ctx.db, ctx.who.user_id);
  if (!account) throw new Refusal('unauthorized');
  refuseCrowd();
  const trying = { account: account._id, address: null };
  const right = await lookCounted(ctx.database, trying, ctx.now, () => checkPassword(hash, account, scryptCost));
  if (!right) throw invalid({ hash_own: 'Password is not correct.' });
  await ctx.database.transaction((tx) => takeBack(tx, trying));
}
