/** The permissions of an account, and when its person was last seen. */
import { sql } from 'kysely';
import { type Access, managerAccess, salesOfficerAccess } from '#contract/home/glanceCalls.ts';
import { permissionsOf } from '#domain/matrix.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';

async function accessOf({ db }: Ctx, table: 'manager' | 'sales_officer', id: string, label: string): Promise<Access> {
  const { rows } = await sql<{ role: string; last_sign_in: number | null; last_seen: number | null }>`
    select m.role, u.last_sign_in, (select max(s.last_seen) from session s where s.user_id = m.user_id) as last_seen
    from ${sql.table(table)} m join user_account u on u._id = m.user_id where m._id = ${id} and m.deleted_at is null`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw notFound(label);
  const { role, last_sign_in, last_seen } = found;
  // Sessions are deleted some time after their end; the sign-in stays known.
  return { last_sign_in, last_seen: last_seen ?? last_sign_in, permissions: [...permissionsOf(role)] };
}

export const accessHandlers: readonly Handler[] = [
  handle(managerAccess, ({ _id }, ctx) => accessOf(ctx, 'manager', _id, 'Manager')),
  handle(salesOfficerAccess, ({ _id }, ctx) => accessOf(ctx, 'sales_officer', _id, 'Sales officer')),
];
