/** The second step of a sign-in and passkey challenges. The database keeps a challenge for five minutes, and the first answer uses it up. */
import { createHash, randomBytes } from 'node:crypto';
import { type AuthenticatorTransport, generateAuthenticationOptions } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { tokenHash } from '../auth/session.ts';
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';
import { type PasskeyConfig, relyingParty } from './relyingParty.ts';

/** The lifetime of a challenge, in seconds. */
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
  return db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('created').orderBy('_id').execute();
}

/** The passkey in the shape that the browser's WebAuthn call takes. */
export const described = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: transports.split(',').filter(Boolean) as AuthenticatorTransport[],
});

interface Challenge {
  user_id: string;
  purpose: 'sign_in' | 'register';
  challenge: string;
  proof: string;
  remember: boolean;
  session_id: string | null;
}

/** Stores a challenge. Returns the ticket that the answer must carry, and its expiry in epoch seconds. `ctx.db` must be a transaction. */
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

/** Uses up a challenge in its own transaction. Null when it is unknown, used or expired, or when the password changed since. */
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

/** A fingerprint of the account's password hash. It changes when the password changes. */
async function proofOf(db: Db, userId: string): Promise<string> {
  const account = await db
    .selectFrom('user_account')
    .select('password_hash')
    .where('_id', '=', userId)
    .executeTakeFirst();
  return createHash('sha256')
    .update(account?.password_hash ?? '')
    .digest('hex');
}

/**
 * Returns the refusal that asks for a passkey, after a right password. Throw it after the transaction has ended, so that the challenge is committed.
 */
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
