/** Finds the account of a session token, with its present role and status (SEC-04, B10.7). */

import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { permissionsOf } from '#domain/matrix.ts';
import { CORE_ROLES, isPasskeyRole } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';
import type { Db } from '../db/open.ts';
import { GENERIC_PLAN } from '../db/planCache.ts';
import { hubOf, hubOfAccount } from './hubOfAccount.ts';

/** Idle limit of a session that is not remembered, and the absolute limit of every session (seconds). */
export const IDLE_LIMIT = 12 * 3_600;
export const ABSOLUTE_LIMIT = 14 * 86_400;
/** Idle limit of a remembered session of an office role, whose tablet shows the most data (S8). */
export const CORE_IDLE_LIMIT = 3 * 86_400;

export type Actor = Ctx['who'];

export const ANONYMOUS: Actor = {
  user_id: '',
  name: '',
  role: '',
  permissions: [],
  seller_id: null,
  must_change: false,
  must_register: false,
  session_id: '',
};

/** The hash under which a session's token is stored, hexadecimal SHA-256. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

interface SessionRow {
  session_id: string;
  user_id: string;
  name: string;
  role: string;
  /** The hub that the account stores ({@link hubOf}). */
  own_hub: string | null;
  must_change: boolean;
  has_passkey: boolean;
  last_seen: number;
}

/** The condition on a session `s`: not ended, not past its absolute limit, not idle too long. */
export const sessionIsLive = (now: number) =>
  sql`s.ended_at is null and s.expires_at > ${now} and (s.last_seen > ${now - IDLE_LIMIT} or (s.remember and (s.last_seen > ${now - CORE_IDLE_LIMIT}
    or (select role from user_account where _id = s.user_id) <> all(${CORE_ROLES}))))`;

/** A column that the session query reads in addition, for a caller that would query it next. */
export interface ExtraColumn<T> {
  readonly column: RawBuilder<T>;
  /** Called if the session is found. */
  readonly hear: (value: T) => void;
}

/**
 * Returns the account of a session token. null: no token, an unknown, expired or ended one, an inactive account, or an expired starter password (B10.6). Renews
 * `last_seen` once a minute. `demanded`: the site requires {@link isPasskeyRole} roles to have a passkey.
 */
export async function actorOfToken<T>(
  db: Db,
  token: string,
  now: number,
  demanded: boolean,
  also: ExtraColumn<T> | null = null,
): Promise<Actor | null> {
  const hash = tokenHash(token);
  const { rows } = await sql<SessionRow & { also: T }>`
    select ${sql.raw(GENERIC_PLAN)} ${also ? also.column : sql`null`} as also, s._id as session_id, s.user_id, s.last_seen, u.name, u.role, u.seller_id as own_hub, u.must_change,
      exists (select 1 from passkey where passkey.user_id = u._id) as has_passkey
    from session s join user_account u on u._id = s.user_id
    where s.token_hash = ${hash} and ${sessionIsLive(now)} and u.status = 'active' and u.deleted_at is null
      and not (u.must_change and coalesce(u.starter_expires < ${now}, false))`.execute(db);
  const row = rows[0];
  if (!row) return null;
  also?.hear(row.also);
  if (now - row.last_seen > 60) await sql`update session set last_seen = ${now} where token_hash = ${hash}`.execute(db);
  return {
    user_id: row.user_id,
    name: row.name,
    role: row.role,
    permissions: permissionsOf(row.role),
    seller_id: await hubOf(db, { user_id: row.user_id, role: row.role, own: row.own_hub }),
    must_change: row.must_change,
    must_register: demanded && !row.has_passkey && isPasskeyRole(row.role),
    session_id: row.session_id,
  };
}

type Holder = Pick<Actor, 'role' | 'permissions' | 'seller_id' | 'must_change' | 'must_register'>;

/**
 * Returns the actors of these sessions by session id, under the rules of {@link actorOfToken}. Ended sessions are missing. Renews nothing: an open stream does
 * not count as use of the session.
 */
export async function actorsOfSessions(
  db: Db,
  sessionIds: readonly string[],
  now: number,
  demanded: boolean,
): Promise<Map<string, Holder>> {
  const { rows } = await sql<
    Pick<SessionRow, 'session_id' | 'role' | 'must_change' | 'has_passkey'> & { hub: string | null }
  >`
    select s._id as session_id, u.role, u.must_change, ${hubOfAccount} as hub,
      exists (select 1 from passkey where passkey.user_id = u._id) as has_passkey
    from session s join user_account u on u._id = s.user_id
    where s._id = any(${sessionIds}) and ${sessionIsLive(now)} and u.status = 'active' and u.deleted_at is null
      and not (u.must_change and coalesce(u.starter_expires < ${now}, false))`.execute(db);
  return new Map(
    rows.map(({ session_id, role, must_change, has_passkey, hub }) => [
      session_id,
      {
        role,
        permissions: permissionsOf(role),
        seller_id: hub,
        must_change,
        must_register: demanded && !has_passkey && isPasskeyRole(role),
      },
    ]),
  );
}

/**
 * Ends every session of a user but one, after a password change or when the account is switched off (B10.7). Returns how many were still valid. If all of them
 * end, somebody else took control of the account, so its API tokens are revoked too; a person who changes the own password keeps the tokens (decision 0570).
 */
export async function endSessions(db: Db, userId: string, now: number, but = ''): Promise<number> {
  if (but === '')
    await sql`update api_token set revoked = ${now} where user_id = ${userId} and revoked is null`.execute(db);
  const { rows } = await sql<{ live: boolean }>`update session s set ended_at = ${now}
    from (select _id, ${sessionIsLive(now)} as live from session s where user_id = ${userId} and ended_at is null and _id <> ${but} for update) was
    where s._id = was._id returning was.live`.execute(db);
  return rows.filter((row) => row.live).length;
}
