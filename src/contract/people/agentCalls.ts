/** Agents, the phone numbers that they refer, and the results (API.md 4.14, B9.11 to B9.13). */
import * as v from 'valibot';
import { AGENT_REPORT_PERIODS, AGENT_SOURCES } from '#domain/choices.ts';
import { command, query } from '../call.ts';
import { clientId, id, ignored, oneOf, optional, phone, time } from '../fields.ts';
import { baseRow, named, rowSchema } from '../model.ts';
import { agent } from './agent.ts';

/** Creates the agent and the account; the hash is ignored (F11). */
export const signUpAgent = command('agent/signup', {
  input: { ...agent.fields, status: optional(agent.fields.status), hash: ignored('hash'), client_id: clientId() },
  output: v.string(),
  allow: 'signup_agent',
});

/** Creates the account of an agent who was created without one (AGT-18). */
export const signThisUp = command('agent/sign_this_up', {
  input: { hash: ignored('hash'), phone: phone(), location_id: optional(id('Location')) },
  output: rowSchema(agent),
  allow: 'signup_agent',
});

/** A referred number (AGT-07). `referral` is the retailer with that number, once there is one. */
export const agentReferral = v.object({
  ...baseRow.entries,
  agent_id: v.string(),
  phone: v.string(),
  referral: v.nullable(named),
  status: v.picklist(['unverified', 'verified']),
});
export type AgentReferral = v.InferOutput<typeof agentReferral>;

/** Reads the referrals of an agent, newest first. */
export const referralsOfAgent = query('agent_referral/read_by_agent', {
  input: { agent_id: id('Agent', { missing: 'Agent field is required.' }) },
  output: v.array(agentReferral),
  allow: 'view_agents',
});

/** Adds a referred number (AGT-17). `referral` is the agent's _id. A number starts unverified, whatever status is sent. */
export const createPhone = command('agent_referral/create_phone', {
  input: { phone: phone(), referral: id('Agent', { missing: 'Agent field is required.' }), status: ignored('status') },
  output: v.string(),
  allow: 'update_agent',
});

export const creditReferral = command('agent/credit_referral', {
  input: { buyer_phone: phone() },
  output: agentReferral,
  allow: 'update_agent',
});

const perPeriod = v.array(v.number());
const figures = v.object({ referrals: perPeriod, buyers: perPeriod, orders: perPeriod });
const people = v.array(v.array(v.object({ name: v.string(), phone: v.string() })));

/** Reads one figure per period start of `timestreams` (AGT-15). Buyers are sign-ups; orders are retailers who ordered in the period. */
export const sourceSummary = query('agent/source_summary', {
  input: {
    from_timestamp: time('Start date', { missing: 'Start date field is required.' }),
    to_timestamp: time('End date', { missing: 'End date field is required.' }),
    period: oneOf('Period', AGENT_REPORT_PERIODS),
    source: optional(oneOf('Source', AGENT_SOURCES)),
  },
  output: v.object({
    timestreams: perPeriod,
    agents: v.array(
      v.object({
        _id: v.string(),
        name: v.string(),
        phone: v.string(),
        ...figures.entries,
        referralsList: people,
        buyersList: people,
      }),
    ),
    totals: figures,
    cumulative: figures,
  }),
  allow: 'view_agents',
  report: true,
});
export type AgentSummary = v.InferOutput<typeof sourceSummary.output>;
