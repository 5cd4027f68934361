/** Compares orders with wallets (RPT-10 to RPT-16, B5.15, B6.10). Report money has the shown sign: minus means owes. */
import * as v from 'valibot';
import { listFields, query } from '../call.ts';
import { flag, id, ofRequest, oneOf, optional, text, time } from '../fields.ts';
import { named } from '../model.ts';
import { groupRow } from '../orders/orderRows.ts';
import { ledger, ledgerLog, NO_HEAD } from './walletCalls.ts';

/** A log row of a wallet; `own` is true if the requested order posted it. */
export const reconciledLog = v.object({ ...ledgerLog.entries, own: v.boolean() });

const party = v.object({
  _id: v.string(),
  name: v.string(),
  phone: v.string(),
  address: v.string(),
  wallet: ledger,
  logs: v.array(reconciledLog),
  logs_total: v.number(),
});
export type ReconciledParty = v.InferOutput<typeof party>;

/**
 * Reads an order group with the whole log of each wallet, newest first, so that the entries of old orders are included (RPT-14, B5.15). Of more than
 * MAX_WALLET_LOGS entries, the newest and all of this order are returned; `logs_total` is the number of all.
 */
export const reconciliationByRef = query('ledger_log/order_group_reconciliation', {
  input: { ref: text('Ref', { missing: 'Ref field is required.' }) },
  output: v.object({ order_group: groupRow, buyer: party, sales_officer: v.nullable(party) }),
  allow: 'view_orders',
});

const buyerFigures = {
  opening: v.string(),
  orders: v.string(),
  cash: v.string(),
  transfer: v.string(),
  other: v.string(),
  closing: v.string(),
  orders_outstanding: v.string(),
  difference: v.string(),
};
const officerFigures = {
  opening: v.string(),
  stock_issued: v.string(),
  stock_returned: v.string(),
  orders_delivered: v.string(),
  cash_collected: v.string(),
  deposits: v.string(),
  other: v.string(),
  closing: v.string(),
  stock_value_held: v.string(),
  difference: v.string(),
};
const owner = { _id: v.string(), name: v.string(), phone: v.string() };
const buyerLine = v.object({ ...owner, location: v.nullable(named), ...buyerFigures });
const officerLine = v.object({ ...owner, seller: v.nullable(named), ...officerFigures });

/** The differences of all matching rows: how many persons owe, have too much, or are settled, with their sums and the largest, all without a sign. */
const differences = v.object({
  owed: v.string(),
  owed_count: v.number(),
  over: v.string(),
  over_count: v.number(),
  settled: v.number(),
  largest: v.string(),
});
export type Differences = v.InferOutput<typeof differences>;

/**
 * The closings of all matching rows: how many persons owe and how many have credit, with their sums without a sign. `cash`: what associates took for
 * orders and had not paid in at the end of the range, and how many have such cash; null for retailers. Homes tell the same of now.
 */
const balances = v.object({
  owed: v.string(),
  owed_count: v.number(),
  credit: v.string(),
  credit_count: v.number(),
  cash: v.nullable(v.string()),
  cash_count: v.number(),
});
export type Balances = v.InferOutput<typeof balances>;

const all = { total: v.number(), differences, balances };
const reported = v.union([
  v.object({ rows: v.array(buyerLine), totals: v.object(buyerFigures), ...all }),
  v.object({ rows: v.array(officerLine), totals: v.object(officerFigures), ...all }),
]);
export type ReconciliationReport = v.InferOutput<typeof reported>;

/** Reads differences, the largest first (RPT-16). The totals cover all matching rows, not just the page. */
export const reconciliationReport = query('ledger_log/reconciliation_report', {
  input: {
    head: ofRequest(oneOf('Head', ['buyer', 'sales_officer'] as const, { missing: NO_HEAD })),
    subhead: optional(oneOf('Subhead', ['wallet'] as const)),
    from_timestamp: optional(time('from_timestamp')),
    to_timestamp: optional(time('to_timestamp')),
    seller_id: optional(id('Seller')),
    location_id: optional(id('Location')),
    search: listFields.search,
    only_difference: optional(flag('only_difference')),
    page: listFields.page,
    per_page: listFields.per_page,
  },
  output: reported,
  allow: 'view_reports',
  report: true,
});
