import { sql } from 'kysely';
import { distributorOfficer } from '#contract/people/distributorOfficer.ts';
import type { Ctx } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { resource } from '../resources/resource.ts';
import { changeAccount, openAccount, PHONE_TAKEN } from './account.ts';

/** Officers of distributors (DOFF-09). The account's role names the kind of person and grants no permission here (B10.2). */
export const distributorOfficerResource = resource(distributorOfficer, {
  joins: sql`join distributor d on d._id = m.distributor_id`,
  columns: { distributor: sql`json_build_object('_id', d._id, 'name', d.name)` },
  unwritten: ['user_id'],
  unique: { distributor_officer_phone: PHONE_TAKEN },
  async before(input, ctx, stored) {
    if (input.distributor_id !== undefined) await distributorExists(ctx, String(input.distributor_id));
    if (!stored) return { user_id: await openAccount(input, ctx, accountRole(input.role)) };
    const role = input.role === undefined ? {} : { role: accountRole(input.role) };
    await changeAccount(String(stored.user_id), { ...input, ...role }, ctx);
    return undefined;
  },
});

const accountRole = (role: unknown) => `distributor_officer.${String(role)}`;

async function distributorExists(ctx: Ctx, id: string): Promise<void> {
  if (!(await isLive(ctx.db, 'distributor', id))) throw notFound('Distributor', 'distributor_id');
}
