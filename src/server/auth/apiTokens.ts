/** Creates API tokens and finds the account that a token belongs to (decision 0570). */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { type Scope, scopeOf } from '#contract/scopes.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { isPasskeyRole } from '#domain/permissions.ts';
import type { Handler } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';
import { GENERIC_PLAN } from '../db/planCache.ts';
import { hubOf } from './hubOfAccount.ts';
import { type Actor, type ExtraColumn, tokenHash } from './session.ts';

/** The prefix that secret scanners look for. */
const PREFIX = 'kasuwa_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 178 random bits. */
const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;
/** `last_used` is written at most this often, seconds: programs call often, and an hour is precise enough. */
const USE_NOTED = 3_600;

/** The checksum of a text as six digits of base 62. A secret scanner, and this server, recognises a real secret without a database. */
function checkOf(text: string): string {
  let left = crc32(text);
  let check = '';
  for (let at = 0; at < CHECK_LENGTH; at += 1) {
    check = `${DIGITS[left % DIGITS.length]}${check}`;
    left = Math.floor(left / DIGITS.length);
  }
  return check;
}

/** Creates a secret: `kasuwa_`, 30 random letters and digits, 6 of checksum. */
export function newApiSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return `${PREFIX}${random}${checkOf(random)}`;
}

/** The part of a secret that may be shown. */
export const hintOf = (secret: string) => `${secret.slice(0, PREFIX.length + 4)}…${secret.slice(-4)}`;

/** Whether a text of the Authorization header is an API token. No session token has this prefix. */
export const isApiSecret = (token: string) => token.startsWith(PREFIX);

function isWhole(secret: string): boolean {
  const random = secret.slice(PREFIX.length, -CHECK_LENGTH);
  return random.length === RANDOM_LENGTH && secret.endsWith(checkOf(random));
}

interface TokenRow {
  _id: string;
  token_name: string;
  scopes: Scope[];
  last_used: number | null;
  user_id: string;
  name: string;
  role: string;
  own_hub: string | null;
  must_change: boolean;
  has_passkey: boolean;
}

/**
 * Returns the account of an API token with its present role, and the token's scopes. null: no token, an unknown, expired or revoked one, or an inactive
 * account. The secret is looked up by its hash, so the time of a comparison reveals nothing. `demanded`: as in `actorOfToken`.
 */
export async function actorOfApiToken<T>(
  db: Db,
  secret: string,
  now: number,
  demanded: boolean,
  also: ExtraColumn<T> | null = null,
): Promise<Actor | null> {
  if (!isWhole(secret)) return null;
  const { rows } = await sql<TokenRow & { also: T }>`
    select ${sql.raw(GENERIC_PLAN)} ${also ? also.column : sql`null`} as also, t._id, t.name as token_name, t.scopes, t.last_used, t.user_id, u.name, u.role, u.seller_id as own_hub, u.must_change,
      exists (select 1 from passkey where passkey.user_id = u._id) as has_passkey
    from api_token t join user_account u on u._id = t.user_id
    where t.secret_hash = ${tokenHash(secret)} and t.revoked is null and t.expires > ${now}
      and u.status = 'active' and u.deleted_at is null`.execute(db);
  const row = rows[0];
  if (!row) return null;
  also?.hear(row.also);
  if (now - (row.last_used ?? 0) > USE_NOTED)
    await sql`update api_token set last_used = ${now} where _id = ${row._id}`.execute(db);
  return {
    user_id: row.user_id,
    name: row.name,
    role: row.role,
    permissions: permissionsOf(row.role),
    seller_id: await hubOf(db, { user_id: row.user_id, role: row.role, own: row.own_hub }),
    must_change: row.must_change,
    must_register: demanded && !row.has_passkey && isPasskeyRole(row.role),
    session_id: row._id,
    api_token: { _id: row._id, name: row.token_name, scopes: row.scopes },
  };
}

/** Throws 403 for a call that no token may make (`token_not_allowed`), or that lies outside the token's scopes (`scope_missing`, with the scope). */
export function refuseBeyondScope({ api_token }: Actor, { call }: Handler): void {
  if (!api_token || call.allow === 'open') return;
  const scope = scopeOf(call);
  if (scope === null) throw new Refusal('token_not_allowed');
  if (!api_token.scopes.includes(scope))
    throw new Refusal('scope_missing', `This API token needs the scope ${scope}.`, { scope });
}
