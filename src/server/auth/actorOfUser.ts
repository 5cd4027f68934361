/** Loads an account as the actor of work that the server does in a person's name. */
import { permissionsOf } from '#domain/matrix.ts';
import type { Db } from '../db/open.ts';
import { hubOf } from './hubOfAccount.ts';
import type { Actor } from './session.ts';

/** Returns the account with its present rights and without a session; null: the account is not active. */
export async function actorOfUser(db: Db, userId: string): Promise<Actor | null> {
  const row = await db
    .selectFrom('user_account')
    .select(['name', 'role', 'seller_id as own'])
    .where('_id', '=', userId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { name, role, own } = row;
  return {
    ...{ user_id: userId, name, role, permissions: permissionsOf(role), session_id: '' },
    ...{ must_change: false, must_register: false },
    seller_id: await hubOf(db, { user_id: userId, role, own }),
  };
}
