/** Wallets and what stands in them (API.md 4.17, B6). Stored: positive = the owner owes the operator; shown is the negation (A9). */
import * as v from 'valibot';
import { LENGTHS } from '#domain/limits.ts';
import { SEES_BANK_DETAILS } from '#domain/permissions.ts';
import { command, get, listFields, query } from '../call.ts';
import { digits, id, money, ofRequest, oneOf, optional, text, time } from '../fields.ts';
import { baseRow } from '../model.ts';

/** LED-01. */
export const WALLET_HEADS = ['buyer', 'sales_officer', 'distributor', 'distributor_officer'] as const;
export type WalletHead = (typeof WALLET_HEADS)[number];
export const NO_HEAD = 'Head is not valid.';

/** The wallet as it stands in its owner's row. */
export const walletOf = v.object({ wallet: v.object({ _id: v.string(), balance: v.string() }) });

/** API.md section 3 VirtualAccount. */
export const virtualAccount = v.object({
  ...baseRow.entries,
  account_number: v.string(),
  account_name: v.string(),
  bank: v.object({ code: v.string(), name: v.string() }),
  updated_at: v.number(),
});

export type VirtualAccount = v.InferOutput<typeof virtualAccount>;

/** LED-01; `_id` is '' and the balance 0.00 until the wallet is first used (B6.1). */
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

/** LED-02, B6.3. Never changed, so `modified` is `created`. `effect` is what it did to the balance; screens show its negation as Value. */
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
});
export type LedgerLog = v.InferOutput<typeof ledgerLog>;

/** B6.7: the first door; the handler asks for the view permission of the owner's own kind. */
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

/** Newest first; whole, or a page when one is asked for. */
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

/** LED-12, LED-13. Of the BVN its last three digits and a keyed hash are kept, no more (B9.3). */
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
  // The first door; the handler asks for the update permission of the owner's own kind too.
  allow: SEES_BANK_DETAILS,
});

/** Money that arrives on a simulated account, as its bank would call; the administrator's, never in production. */
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

/** B6.2 on demand (proposed): wallets whose balance is not the sum of their log, since when that is known, and both figures in naira. */
export const checkWallets = command('ledger/check', {
  input: {},
  output: v.object({ checked: v.number(), wrong: v.array(wrongWallet) }),
  allow: 'update_config',
});
