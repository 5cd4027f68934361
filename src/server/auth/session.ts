/** Finds the account of a session token, with its present role and status (SEC-04, B10.7). */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Gate } from '#contract/gate.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { CORE_ROLES, isPasskeyRole } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/open.ts';
import { hubOf, hubOfAccount } from './hubOfAccount.ts';

/** Idle limit of a session that is not remembered, and the absolute limit of every session (seconds). */
export const IDLE_LIMIT = 12 * 3_600;
export const ABSOLUTE_LIMIT = 14 * 86_400;
/** Idle limit of a remembered session of the office's own people, whose tablet shows most (S8). */
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

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

interface SessionRow {
  session_id: string;
  user_id: string;
  name: string;
  role: string;
  /** What stands in the account ({@link hubOf}). */
  own_hub: string | null;
  must_change: boolean;
  has_passkey: boolean;
  last_seen: number;
}

/** Of a session `s`: neither ended nor over nor left alone too long. */
export const sessionIsLive = (now: number) =>
  sql`s.ended_at is null and s.expires_at > ${now} and (s.last_seen > ${now - IDLE_LIMIT} or (s.remember and (s.last_seen > ${now - CORE_IDLE_LIMIT}
    or (select role from user_account where _id = s.user_id) <> all(${CORE_ROLES}))))`;

/** null: no, unknown, expired or ended token, an account that is not active, or a starter password whose days are over (B10.6). Renews `last_seen` once a minute. `demanded`: the site asks {@link isPasskeyRole} for a passkey. */
export async function actorOfToken(db: Db, token: string, now: number, demanded: boolean): Promise<Actor | null> {
  const hash = tokenHash(token);
  const { rows } = await sql<SessionRow>`
    select s._id as session_id, s.user_id, s.last_seen, u.name, u.role, u.seller_id as own_hub, u.must_change,
      exists (select 1 from passkey where passkey.user_id = u._id) as has_passkey
    from session s join user_account u on u._id = s.user_id
    where s.token_hash = ${hash} and ${sessionIsLive(now)} and u.status = 'active' and u.deleted_at is null
      and not (u.must_change and coalesce(u.starter_expires < ${now}, false))`.execute(db);
  const row = rows[0];
  if (!row) return null;
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
 * Who holds these sessions now, by the session's id, under the rules of {@link actorOfToken}. A session that ended is missing. Renews nothing: a stream
 * that stays open is no use of the session.
 */
export async function holdersOf(
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

/** Ends every session of a user but one: password changed, account switched off (B10.7). Answers how many could still be used. */
export async function endSessions(db: Db, userId: string, now: number, but = ''): Promise<number> {
  const { rows } = await sql<{ live: boolean }>`update session s set ended_at = ${now}
    from (select _id, ${sessionIsLive(now)} as live from session s where user_id = ${userId} and ended_at is null and _id <> ${but} for update) was
    where s._id = was._id returning was.live`.execute(db);
  return rows.filter((row) => row.live).length;
}

/** null: nobody known. */
export async function actorOf(
  database: Database,
  token: string | null,
  gate: Gate,
  now: number,
  path: string,
  { passkeys }: Config,
): Promise<Actor | null> {
  if (gate === 'open') return ANONYMOUS;
  const who = token ? await actorOfToken(database.kysely, token, now, passkeys === 'demanded') : null;
  // Logging out twice is no error (API.md 4.1).
  return !who && path === 'auth/revoke' ? ANONYMOUS : who;
}
