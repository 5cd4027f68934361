import { type RawBuilder, sql } from 'kysely';
import { agent } from '#contract/people/agent.ts';
import { bankProblems, NO_ACCOUNT } from '#domain/agent.ts';
import type { Ctx } from '../calls/handler.ts';
import { invalid } from '../calls/refusal.ts';
import { BANKS } from '../reference/referenceHandlers.ts';
import { type Resource, resource, type StoredRow } from '../resources/resource.ts';
import { changed, touchLinked } from '../resources/touchLinked.ts';
import { changeAccount, openAccount, PHONE_TAKEN } from './account.ts';

const bankNames = new Map(BANKS.rows.map((bank) => [bank.code, bank.name]));
const location: RawBuilder<unknown> = sql`json_build_object('_id', place._id, 'name', place.name)`;

/** Agents (AGT-06). The generic create makes no account; `signUpResource` makes one. */
export const agentResource = resource(agent, {
  joins: sql`join location place on place._id = m.location_id`,
  columns: { location, bank_name: sql`m.bank` },
  shape: (row) => ({ ...row, bank_name: bankNames.get(String(row.bank)) ?? '' }),
  unwritten: ['user_id', 'bank', 'account'],
  watched: ['bank', 'account'],
  unique: { agent_phone: PHONE_TAKEN },
  async before(input, ctx, stored) {
    const bank = bankOf(input, stored);
    if (stored?.user_id) await changeAccount(String(stored.user_id), { ...input, role: undefined }, ctx);
    return bank;
  },
  async after(id, input, ctx, stored) {
    if (!changed(['name'], input, stored)) return;
    const referred = sql`select phone from agent_referral where agent_id = ${id} and deleted_at is null`;
    await touchLinked('buyer', sql`m.phone in (${referred})`, ctx);
  },
});

/** Creates an agent together with an account, for the sign-up form (AGT-05). */
export const signUpResource: Resource = {
  ...agentResource,
  async before(input, ctx: Ctx, stored) {
    return {
      ...(await agentResource.before?.(input, ctx, stored)),
      user_id: await openAccount(input, ctx, 'agent.agent'),
    };
  },
};

/** The bank details: a dash for an agency, else a known bank and ten digits (AGT-10). Undefined when an update does not touch them. Throws 422. */
function bankOf(input: StoredRow, stored: StoredRow | null): StoredRow | undefined {
  const isGiven = ['source', 'bank', 'account'].some((name) => input[name] !== undefined);
  if (stored && !isGiven) return undefined;
  const { source, bank, account } = { ...stored, ...input } as { source: string; bank?: string; account?: string };
  if (source === 'AGENCY') return { bank: NO_ACCOUNT, account: NO_ACCOUNT };
  const problems = bankProblems({ source, ...(bank ? { bank } : {}), ...(account ? { account } : {}) });
  if (!problems.bank && !bankNames.has(String(bank))) problems.bank = 'Bank field is required.';
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return { bank, account };
}
