/** Recovery codes replace a lost passkey. Each code works for one sign-in. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '../calls/handler.ts';
import { countRows } from '../db/reads.ts';

const CODES = 10;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code of 80 random bits. It cannot be guessed, so a plain hash of it is safe to store. */
function newCode(): string {
  const letters = [...randomBytes(16)].map((byte) => LETTERS[byte % 32]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/**
 * The hash of a code, ignoring case, blanks and dashes. The account is part of the input, so that equal codes of two people have different hashes.
 */
function codeHash(userId: string, code: string): string {
  const letters = code.toUpperCase().replace(/[^A-Z\d]/g, '');
  return createHash('sha256').update(`${userId} ${letters}`).digest('hex');
}

/** Replaces all codes with ten new ones and returns them. `ctx.db` must be a transaction. */
export async function makeRecoveryCodes(ctx: Ctx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await sql`delete from recovery_code where user_id = ${userId}`.execute(ctx.db);
  for (const code of codes)
    await sql`insert into recovery_code (user_id, code_hash, created)
      values (${userId}, ${codeHash(userId, code)}, ${ctx.now})`.execute(ctx.db);
  return codes;
}

/** Uses up a code. False when the account has no such unused code. Of two simultaneous calls only one succeeds. */
export async function spendRecoveryCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const { rows } = await sql`update recovery_code set used_at = ${ctx.now}
    where user_id = ${userId} and code_hash = ${codeHash(userId, code)} and used_at is null returning 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

export const codesLeft = (ctx: Ctx, userId: string): Promise<number> =>
  countRows(ctx.db, sql`recovery_code where user_id = ${userId} and used_at is null`);
