/** An account as who acts, for work that the server does in a person's name. */
import { sql } from 'kysely';
import { permissionsOf } from '#domain/matrix.ts';
import type { Db } from '../db/open.ts';
import { hubOf } from './hubOfAccount.ts';
import type { Actor } from './session.ts';

/** The account with its rights of today, without a session; null: it is not active. */
export async function actorOfUser(db: Db, userId: string): Promise<Actor | null> {
  const { rows } = await sql<{
    name: string;
    role: string;
    own: string | null;
  }>`select name, role, seller_id as own from user_account where _id = ${userId} and status = 'active' and deleted_at is null`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  const { name, role, own } = row;
  return {
    ...{ user_id: userId, name, role, permissions: permissionsOf(role), session_id: '' },
    ...{ must_change: false, must_register: false },
    seller_id: await hubOf(db, { user_id: userId, role, own }),
  };
}
