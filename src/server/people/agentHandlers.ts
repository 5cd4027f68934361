/** Sign-up of agents, their referrals, and the report on the results (B9.11 to B9.13). */
import { type RawBuilder, sql } from 'kysely';
import {
  type AgentReferral,
  type AgentSummary,
  createPhone,
  creditReferral,
  referralsOfAgent,
  signThisUp,
  signUpAgent,
  sourceSummary,
} from '#contract/people/agentCalls.ts';
import { periodStart, periodStarts, runningSums } from '#domain/agent.ts';
import { MAX_REPORT_DAYS } from '#domain/limits.ts';
import { DAY } from '#domain/time.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound, Refusal, refusedAt } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { findRow, personOf, rowById } from '../resources/rows.ts';
import { createRow } from '../resources/write.ts';
import { openAccount } from './account.ts';
import { agentResource, signUpResource } from './agentResource.ts';
import { countedOrderRows } from './buyerOrders.ts';

export const agentHandlers: Handler[] = [
  handle(signUpAgent, async (input, ctx) => String(await createRow(signUpResource, input, ctx))),
  handle(signThisUp, async ({ phone, location_id }, ctx) => {
    await sql`select 1 from agent where phone = ${phone} and deleted_at is null for update`.execute(ctx.db);
    const agent = await findRow(agentResource, sql`m.phone = ${phone}`, ctx);
    if (!agent) throw notFound('Agent');
    if (agent.user_id) throw new Refusal('duplicate', 'This agent is already signed up.');
    const userId = await openAccount({ ...agent, status: 'active' }, ctx, 'agent.agent');
    const place = location_id ?? String(agent.location_id);
    if (!(await isLive(ctx.db, 'location', place))) throw notFound('Location', 'location_id');
    await sql`update agent set user_id = ${userId}, status = 'active', location_id = ${place}, modified = ${ctx.now},
      modified_by = ${ctx.who.user_id}, version = version + 1 where _id = ${agent._id}`.execute(ctx.db);
    await ctx.audit({
      action: 'sign_up',
      model: 'agent',
      record_id: String(agent._id),
      record_label: String(agent.name),
    });
    return rowById(agentResource, String(agent._id), ctx);
  }),
  handle(referralsOfAgent, async ({ agent_id }, ctx) => {
    await rowById(agentResource, agent_id, ctx);
    return referrals(ctx, sql`r.agent_id = ${agent_id}`);
  }),
  handle(createPhone, async ({ phone, referral }, ctx) => {
    await rowById(agentResource, referral, ctx);
    const id = ctx.newId();
    const { rows } =
      await sql`insert into agent_referral (_id, agent_id, phone, created, modified, created_by, modified_by)
      values (${id}, ${referral}, ${phone}, ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.who.user_id})
      on conflict (phone) where deleted_at is null do nothing returning _id`.execute(ctx.db);
    if (rows.length === 0) throw refusedAt('phone', 'duplicate', 'Phone number has already been referred.');
    await ctx.audit({ action: 'create', model: 'agent_referral', record_id: id, record_label: phone });
    return id;
  }),
  handle(creditReferral, async ({ buyer_phone }, ctx) => {
    await sql`select 1 from agent_referral where phone = ${buyer_phone} and deleted_at is null for update`.execute(
      ctx.db,
    );
    const [found] = await referrals(ctx, sql`r.phone = ${buyer_phone}`);
    if (!found) throw new Refusal('not_found', 'No referral found for this phone number.');
    if (found.status === 'verified') return found;
    const { rows } = await sql`select 1 from ${countedOrderRows} o
      where o.buyer_id = ${found.referral?._id ?? null} and o.tag in ('delivered', 'completed') limit 1`.execute(
      ctx.db,
    );
    if (rows.length === 0) throw new Refusal('bad_transition', 'This retailer has no completed order yet.');
    await sql`update agent_referral set status = 'verified', modified = ${ctx.now}, modified_by = ${ctx.who.user_id},
      version = version + 1 where _id = ${found._id}`.execute(ctx.db);
    await ctx.audit({ action: 'credit', model: 'agent_referral', record_id: found._id, record_label: found.phone });
    const [credited = found] = await referrals(ctx, sql`r._id = ${found._id}`);
    return credited;
  }),
  handle(sourceSummary, async (input, ctx) => {
    const { from_timestamp: from, to_timestamp: to, period, source = 'AGENCY' } = input;
    if (to < from) throw invalid({ to_timestamp: 'End date is not valid.' });
    if (to - from > MAX_REPORT_DAYS * DAY)
      throw invalid({ to_timestamp: `Please choose at most ${MAX_REPORT_DAYS} days.` });
    // The last minute of the range counts whole, as a period of its own if it reaches into another period.
    const end = to + 60;
    const timestreams = periodStarts(from, end - 1, period);
    const at = new Map(timestreams.map((start, index) => [start, index]));
    const slot = (created: number) => at.get(periodStart(created, period)) ?? -1;
    const empty = () => timestreams.map(() => 0);
    const lists = () => timestreams.map((): Contact[] => []);
    const { rows: agents } = await sql<Omit<Contact, 'agent_id'> & { _id: string }>`select _id, name, phone from agent
      where source = ${source} and deleted_at is null order by name_key, _id`.execute(ctx.db);
    const report = new Map(
      agents.map((agent) => [
        agent._id,
        { ...agent, referrals: empty(), buyers: empty(), orders: empty(), referralsList: lists(), buyersList: lists() },
      ]),
    );
    for (const one of await happened(ctx, source, sql`r.created`, from, end)) {
      const agent = report.get(one.agent_id);
      add(agent?.referrals, slot(one.at));
      agent?.referralsList[slot(one.at)]?.push({ name: one.name, phone: one.phone });
    }
    for (const one of await happened(ctx, source, sql`b.created`, from, end)) {
      const agent = report.get(one.agent_id);
      add(agent?.buyers, slot(one.at));
      agent?.buyersList[slot(one.at)]?.push({ name: one.name, phone: one.phone });
    }
    const { rows: orders } = await sql<{ agent_id: string; buyer_id: string; at: number }>`
      select distinct r.agent_id, o.buyer_id, o.created as at from ${countedOrderRows} o join buyer b on b._id = o.buyer_id
      join agent_referral r on r.phone = b.phone and r.deleted_at is null join agent a on a._id = r.agent_id
      where a.source = ${source} and o.created >= ${from} and o.created < ${end}`.execute(ctx.db);
    const once = new Set<string>();
    for (const one of orders) {
      const key = `${one.buyer_id} ${slot(one.at)}`;
      if (once.has(key)) continue;
      once.add(key);
      add(report.get(one.agent_id)?.orders, slot(one.at));
    }
    const all = [...report.values()];
    const busy = (agent: (typeof all)[number]) => [...agent.referrals, ...agent.buyers, ...agent.orders].some(Boolean);
    const totals = {
      referrals: sumOf(
        all.map((agent) => agent.referrals),
        empty(),
      ),
      buyers: sumOf(
        all.map((agent) => agent.buyers),
        empty(),
      ),
      orders: sumOf(
        all.map((agent) => agent.orders),
        empty(),
      ),
    };
    const answered: AgentSummary = {
      timestreams,
      agents: [...all.filter(busy), ...all.filter((agent) => !busy(agent))],
      totals,
      cumulative: {
        referrals: runningSums(totals.referrals),
        buyers: runningSums(totals.buyers),
        orders: runningSums(totals.orders),
      },
    };
    return answered;
  }),
];

interface Contact {
  name: string;
  phone: string;
}

/** Referrals by agents of a source whose moment (of the referral, or of the retailer's creation) lies in [from, end). */
async function happened(
  ctx: Ctx,
  source: string,
  moment: RawBuilder<unknown>,
  from: number,
  end: number,
): Promise<(Contact & { agent_id: string; at: number })[]> {
  const { rows } = await sql<Contact & { agent_id: string; at: number }>`
    select r.agent_id, r.phone, coalesce(b.name, '') as name, ${moment} as at from agent_referral r
    join agent a on a._id = r.agent_id left join buyer b on b.phone = r.phone and b.deleted_at is null
    where a.source = ${source} and r.deleted_at is null and ${moment} >= ${from} and ${moment} < ${end}
    order by ${moment}, r._id`.execute(ctx.db);
  return rows;
}

function add(figures: number[] | undefined, index: number): void {
  const figure = figures?.[index];
  if (figures && figure !== undefined) figures[index] = figure + 1;
}

function sumOf(rows: readonly (readonly number[])[], empty: number[]): number[] {
  for (const row of rows) for (const [index, figure] of row.entries()) empty[index] = (empty[index] ?? 0) + figure;
  return empty;
}

async function referrals(ctx: Ctx, where: RawBuilder<unknown>): Promise<AgentReferral[]> {
  const { rows } =
    await sql<AgentReferral>`select r._id, r.agent_id, r.phone, r.status, r.created, r.modified, r.version,
      ${personOf('r.created_by')} as created_by, ${personOf('r.modified_by')} as modified_by,
      case when b._id is null then null else json_build_object('_id', b._id, 'name', b.name) end as referral
    from agent_referral r left join buyer b on b.phone = r.phone and b.deleted_at is null
    where ${where} and r.deleted_at is null order by r.created desc, r._id desc`.execute(ctx.db);
  return rows;
}
