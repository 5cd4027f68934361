/** Orders against wallets (RPT-10 to RPT-16, B5.15, B6.10). Report money is shown sign: minus means owes. */
import * as v from 'valibot';
import { listFields, query } from '../call.ts';
import { flag, id, ofRequest, oneOf, optional, text, time } from '../fields.ts';
import { named } from '../model.ts';
import { groupRow } from '../orders/orderRows.ts';
import { ledger, ledgerLog, NO_HEAD } from './walletCalls.ts';

/** A log of a wallet; `own`: posted by the order that was asked for. */
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
 * RPT-14; the logs of each wallet whole (B5.15), newest first: those of an order of long ago are among them. Beyond MAX_WALLET_LOGS the newest
 * so many and all of this order; `logs_total` says how many there are.
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

const reported = v.union([
  v.object({ rows: v.array(buyerLine), totals: v.object(buyerFigures), total: v.number() }),
  v.object({ rows: v.array(officerLine), totals: v.object(officerFigures), total: v.number() }),
]);
export type ReconciliationReport = v.InferOutput<typeof reported>;

/** RPT-16: worst difference first; the totals are those of every row asked for, not of the page. */
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
