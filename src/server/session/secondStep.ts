/** What is asked of a passkey: kept in the database for five minutes and spent by the first answer. */
import { createHash, randomBytes } from 'node:crypto';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { tokenHash } from '../auth/session.ts';
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';
import { type PasskeyConfig, relyingParty } from './relyingParty.ts';

/** Seconds from question to answer. */
export const PATIENCE = 5 * 60;

export interface PasskeyRow {
  _id: string;
  user_id: string;
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string;
  rp_id: string;
  name: string;
  created: number;
  last_used: number | null;
}

export async function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`select * from passkey where user_id = ${userId} order by created, _id`.execute(
    db,
  );
  return rows;
}

/** As the browser is told of it. */
export const described = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: transports.split(',').filter(Boolean) as never[],
});

interface Challenge {
  user_id: string;
  purpose: 'sign_in' | 'register';
  challenge: string;
  proof: string;
  remember: boolean;
  session_id: string | null;
}

/** Keeps what is asked; answers the ticket that its answer must carry, and until when (epoch seconds). `ctx.db` is a transaction. */
export async function keepChallenge(
  ctx: Ctx,
  of: Omit<Challenge, 'proof'>,
): Promise<{ ticket: string; expires_at: number }> {
  const ticket = randomBytes(32).toString('base64url');
  const expires = ctx.now + PATIENCE;
  await sql`delete from passkey_challenge where ticket_hash in (select ticket_hash from passkey_challenge
    where expires_at < ${ctx.now} for update skip locked)`.execute(ctx.db);
  await sql`insert into passkey_challenge (ticket_hash, user_id, purpose, challenge, proof, remember, session_id, expires_at)
    values (${tokenHash(ticket)}, ${of.user_id}, ${of.purpose}, ${of.challenge}, ${await proofOf(ctx.db, of.user_id)}, ${of.remember},
      ${of.session_id}, ${expires})`.execute(ctx.db);
  return { ticket, expires_at: expires };
}

/** Takes a question away, in a transaction that holds whatever comes after; null: unknown, used, too old, or the password was changed since. */
export async function spendChallenge(
  ctx: Ctx,
  ticket: string,
  purpose: Challenge['purpose'],
): Promise<Challenge | null> {
  return ctx.database.transaction(async (tx) => {
    const { rows } = await sql<Challenge & { expires_at: number }>`delete from passkey_challenge
      where ticket_hash = ${tokenHash(ticket)} and purpose = ${purpose} returning *`.execute(tx);
    const [row] = rows;
    if (!row || row.expires_at < ctx.now || row.proof !== (await proofOf(tx, row.user_id))) return null;
    return row;
  });
}

/** Which password an account has, without saying which. */
async function proofOf(db: Db, userId: string): Promise<string> {
  const { rows } = await sql<{
    password_hash: string | null;
  }>`select password_hash from user_account where _id = ${userId}`.execute(db);
  return createHash('sha256')
    .update(rows[0]?.password_hash ?? '')
    .digest('hex');
}

/** The password was right and the account has passkeys: the refusal that asks for one. It must be thrown after the transaction has ended. */
export async function askSecondStep(
  ctx: Ctx,
  config: PasskeyConfig,
  userId: string,
  remember: boolean,
): Promise<Refusal> {
  const { id } = relyingParty(config, ctx.origin);
  const fitting = (await passkeysOf(ctx.db, userId)).filter((one) => one.rp_id === id);
  const options =
    fitting.length === 0
      ? null
      : await generateAuthenticationOptions({
          rpID: id,
          allowCredentials: fitting.map(described),
          userVerification: 'preferred',
          timeout: PATIENCE * 1_000,
        });
  const challenge = options?.challenge ?? '';
  const kept = await keepChallenge(ctx, { user_id: userId, purpose: 'sign_in', challenge, remember, session_id: null });
  return new Refusal('passkey_required', undefined, { ...kept, options });
}
