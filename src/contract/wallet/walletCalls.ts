/** Wallets and their logs (API.md 4.17, B6). Stored balances are positive if the owner owes the operator; screens show the negation (A9). */
import * as v from 'valibot';
import { LENGTHS } from '#domain/limits.ts';
import { SEES_BANK_DETAILS } from '#domain/permissions.ts';
import { command, get, listFields, query } from '../call.ts';
import { digits, id, money, ofRequest, oneOf, optional, text, time } from '../fields.ts';
import { baseRow } from '../model.ts';

/** The kinds of wallet owner (LED-01). */
export const WALLET_HEADS = ['buyer', 'sales_officer', 'distributor', 'distributor_officer'] as const;
export type WalletHead = (typeof WALLET_HEADS)[number];
export const NO_HEAD = 'Head is not valid.';

/** The wallet in the row of its owner. */
export const walletOf = v.object({ wallet: v.object({ _id: v.string(), balance: v.string() }) });

/** A virtual bank account (API.md section 3 VirtualAccount). */
export const virtualAccount = v.object({
  ...baseRow.entries,
  account_number: v.string(),
  account_name: v.string(),
  bank: v.object({ code: v.string(), name: v.string() }),
  updated_at: v.number(),
});

export type VirtualAccount = v.InferOutput<typeof virtualAccount>;

/** A wallet (LED-01). Until it is first used, `_id` is '' and the balance 0.00 (B6.1). */
export const ledger = v.object({
  _id: v.string(),
  head: v.string(),
  subhead: v.string(),
  owner: v.string(),
  owner_object: v.object({ _id: v.string(), name: v.string(), phone: v.string() }),
  balance: v.string(),
  shown_balance: v.string(),
  ledger_tags: v.object({ virtual_account: v.nullable(virtualAccount) }),
});

/**
 * A log row of a wallet; it never changes, so `modified` equals `created` (LED-02, B6.3). `effect` is the change of the balance; screens show its
 * negation as Value.
 */
export const ledgerLog = v.object({
  ...baseRow.entries,
  ledger_id: v.string(),
  tag: v.string(),
  value: v.string(),
  effect: v.string(),
  balance_after: v.string(),
  description: v.string(),
  ref_type: v.nullable(v.string()),
  ref_id: v.nullable(v.string()),
  /** A deposit that a later row took back. Absent in copies of an earlier release. */
  taken_back: v.optional(v.boolean()),
  /** The retailer of the order that the row belongs to; null: it belongs to no order. Absent in copies of an earlier release. */
  retailer: v.optional(v.nullable(v.string())),
});
export type LedgerLog = v.InferOutput<typeof ledgerLog>;

/** Permissions of which one is needed to read wallets. The handler also checks the view permission of the owner's kind (B6.7). */
export const WALLET_READERS = [
  'view_buyers',
  'view_orders',
  'view_sales_officers',
  'view_distributors',
  'view_distributor_officers',
] as const;

export const ledgerOfOwner = query('ledger/read_by_owner_specific', {
  input: {
    head: ofRequest(oneOf('Head', WALLET_HEADS, { missing: NO_HEAD })),
    subhead: optional(oneOf('Subhead', ['wallet'] as const)),
    owner: id('Owner', { missing: 'Owner field is required.' }),
  },
  output: ledger,
  allow: WALLET_READERS,
});

const logs = v.array(ledgerLog);

/** Reads the log of a wallet, newest first: all rows, or one page if `page` is sent. */
export const logsOfLedger = get('ledger_log/read_by_ledger', {
  input: {
    ledger_id: id('ledger_id', { missing: 'Ledger field is required.' }),
    page: listFields.page,
    per_page: listFields.per_page,
    search: listFields.search,
    from_timestamp: optional(time('from_timestamp')),
    to_timestamp: optional(time('to_timestamp')),
  },
  output: v.union([logs, v.object({ rows: logs, total: v.number(), page: v.number(), per_page: v.number() })]),
  allow: WALLET_READERS,
});

/** The fields of a virtual account (LED-12, LED-13). Of the BVN only the last three digits and a keyed hash are stored (B9.3). */
export const virtualAccountFields = {
  parent_type: oneOf('Owner type', WALLET_HEADS),
  parent_id: id('Owner', { missing: 'Owner field is required.' }),
  first_name: text('First name'),
  last_name: text('Last name'),
  bvn: digits('BVN', LENGTHS.bvn, 'BVN must be valid', LENGTHS.bvn),
};

export const createVirtualAccount = command('ledger_tag/virtual_account_create', {
  input: virtualAccountFields,
  output: virtualAccount,
  // The handler also checks the update permission of the owner's kind.
  allow: SEES_BANK_DETAILS,
});

/** Simulates a credit to a simulated account, as the bank would report it; for administrators only, never in production. */
export const simulateCredit = command('ledger_tag/simulate_credit', {
  input: { account_number: text('Account number', { max: 20 }), value: money('Value') },
  output: ledgerLog,
  allow: 'update_config',
});

const wrongWallet = v.object({
  _id: v.string(),
  head: v.picklist(WALLET_HEADS),
  owner: v.string(),
  name: v.string(),
  found: v.number(),
  balance: v.string(),
  log: v.string(),
});
export type WrongWallet = v.InferOutput<typeof wrongWallet>;

/**
 * Checks all wallets (B6.2, proposed): returns those whose balance is not the sum of their log, since when that is known, and both figures in naira.
 */
export const checkWallets = command('ledger/check', {
  input: {},
  output: v.object({ checked: v.number(), wrong: v.array(wrongWallet) }),
  allow: 'update_config',
});
