/**
 * The figures at the head of the pages of a hub, a distributor and an agent, and the permissions of an account (proposed, decision 0400). Amounts are naira
 * text.
 */
import * as v from 'valibot';
import { query } from '../call.ts';
import { id } from '../fields.ts';
import { named } from '../model.ts';

/** The number of days over which orders and receipts are summed. The previous period has as many days. */
export const GLANCE_DAYS = 28;
/** The most retailers of {@link agentGlance}. */
export const GLANCE_RETAILERS = 8;

/**
 * Orders that count (B7.1) by the day they were made, the oldest first. `before`: the sums of the previous period, or null if nothing was recorded in it.
 */
const ordersByDays = v.object({
  count: v.array(v.number()),
  amount: v.array(v.string()),
  before: v.nullable(v.object({ count: v.number(), amount: v.string() })),
});

export const sellerGlance = query('seller/glance', {
  input: { seller_id: id('Hub') },
  output: v.object({
    /** The start of the first day. */
    from: v.number(),
    /** `amount`: at cost. `warehouse_id`: null for a hub without a warehouse. */
    stock: v.object({
      warehouse_id: v.nullable(v.string()),
      cases: v.number(),
      amount: v.string(),
      products: v.number(),
    }),
    orders: ordersByDays,
    to_deliver: v.object({ count: v.number(), amount: v.string() }),
    /** The debts of retailers who ordered here, by their wallets, computed as in Buyer Reconciliation. */
    owed: v.object({ amount: v.string(), retailers: v.number() }),
    /** Retailers who ordered in these days. */
    retailers: v.number(),
    distributors: v.array(named),
    /** The active field people of the hub, by name; none for who may not see them. */
    people: v.array(v.object({ ...named.entries, role: v.string(), role_name: v.string() })),
  }),
  allow: 'view_sellers',
});
export type SellerGlance = v.InferOutput<(typeof sellerGlance)['output']>;

export const distributorGlance = query('distributor/glance', {
  input: { distributor_id: id('Distributor') },
  output: v.object({
    from: v.number(),
    /** Receipts of shipments, by the day of the goods. `days`: the amount of each day. */
    received: v.object({
      count: v.number(),
      amount: v.string(),
      days: v.array(v.string()),
      before: v.nullable(v.object({ count: v.number(), amount: v.string() })),
    }),
    rejected: v.object({ count: v.number(), amount: v.string() }),
    /** Shipments that are not completed. */
    open: v.object({ count: v.number(), amount: v.string() }),
    last: v.nullable(
      v.object({ _id: v.string(), ref: v.string(), timestamp: v.number(), amount: v.string(), hub: named }),
    ),
    /** The hubs that the distributor serves and those that received in these days, the largest amount first. */
    hubs: v.array(v.object({ ...named.entries, serves: v.boolean(), receipts: v.number(), amount: v.string() })),
  }),
  allow: 'view_distributors',
});
export type DistributorGlance = v.InferOutput<(typeof distributorGlance)['output']>;

export const agentGlance = query('agent/glance', {
  input: { agent_id: id('Agent') },
  output: v.object({
    from: v.number(),
    /** Referred numbers, those that are verified, and those that belong to a retailer by now. */
    referred: v.number(),
    verified: v.number(),
    retailers: v.number(),
    /** The orders of these retailers. */
    orders: ordersByDays,
    /** The same since ever. */
    all: v.object({ count: v.number(), amount: v.string() }),
    /** The last twelve months in Lagos, the oldest first: how many of the retailers joined. */
    months: v.array(v.object({ from: v.number(), joined: v.number() })),
    /** The retailers with the largest amounts. `last`: the time of the last order. */
    best: v.array(v.object({ ...named.entries, orders: v.number(), amount: v.string(), last: v.nullable(v.number()) })),
  }),
  allow: 'view_agents',
});
export type AgentGlance = v.InferOutput<(typeof agentGlance)['output']>;

/** `last_seen`: the last call of a session; null: never signed in. `permissions`: those of the role. */
const access = v.object({
  last_sign_in: v.nullable(v.number()),
  last_seen: v.nullable(v.number()),
  permissions: v.array(v.string()),
});
export type Access = v.InferOutput<typeof access>;

export const managerAccess = query('manager/access', {
  input: { _id: id() },
  output: access,
  allow: 'view_managers',
});
export const salesOfficerAccess = query('sales_officer/access', {
  input: { _id: id() },
  output: access,
  allow: 'view_sales_officers',
});
