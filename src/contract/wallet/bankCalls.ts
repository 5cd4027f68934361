/** Credits that banks report, and what a person does about those that were not posted (B9.3). Values are naira with two decimals. */
import * as v from 'valibot';
import { KEPT_REASONS, KEPT_STATES } from '#domain/bankKept.ts';
import { command, commandRows, listFields, query } from '../call.ts';
import { id, longText, money, oneOf, optional, text, time } from '../fields.ts';
import { baseRow, named } from '../model.ts';
import { WALLET_HEADS } from './walletCalls.ts';

export const keptCredit = v.object({
  ...baseRow.entries,
  source: v.picklist(['call', 'statement']),
  reason: v.picklist(KEPT_REASONS),
  reference: v.nullable(v.string()),
  account_number: v.nullable(v.string()),
  value: v.nullable(v.string()),
  occurred_at: v.nullable(v.number()),
  body: v.string(),
  times: v.number(),
  last_at: v.number(),
  state: v.picklist(KEPT_STATES),
  note: v.nullable(v.string()),
  /** The present owner of the account. */
  owner: v.nullable(v.object({ ...named.entries, head: v.picklist(WALLET_HEADS) })),
});
export type KeptCredit = v.InferOutput<typeof keptCredit>;

const pageOf = <T extends v.GenericSchema>(row: T) =>
  v.object({ rows: v.array(row), total: v.number(), page: v.number(), per_page: v.number() });

/** Reads the kept credits, newest first. */
export const keptCredits = query('bank_kept/read_all', {
  input: { state: optional(oneOf('State', KEPT_STATES)), page: listFields.page, per_page: listFields.per_page },
  output: pageOf(keptCredit),
  allow: 'create_deposit',
});

/** Posts a kept credit to the wallet with its account number, or to the named owner if no wallet has it. */
export const postKept = command('bank_kept/post', {
  input: { _id: id(), head: optional(oneOf('Head', WALLET_HEADS)), owner: optional(id('Owner')) },
  output: v.object({ _id: v.string(), ledger_log_id: v.string() }),
  allow: 'create_deposit',
});

export const dismissKept = command('bank_kept/dismiss', {
  input: { _id: id(), note: longText('Note', { min: 3, max: 500 }) },
  output: v.object({ _id: v.string() }),
  allow: 'create_deposit',
});

const reference = () => text('Reference', { max: 100 });

/** Imports rows of a bank statement: missing credits are posted once, known ones are confirmed, and contradicting ones are refused. */
export const importStatement = commandRows('bank_statement/import_bulk', {
  shared: {},
  row: {
    reference: reference(),
    account_number: text('Account number', { max: 20 }),
    value: money('Amount', { wrong: 'Amount must be a number.' }),
    occurred_at: time('Date'),
  },
  allow: 'create_deposit',
});

const bankCredit = v.object({
  _id: v.string(),
  created: v.number(),
  reference: v.string(),
  account_number: v.string(),
  value: v.string(),
  occurred_at: v.number(),
  source: v.picklist(['call', 'statement', 'person']),
  owner: v.nullable(v.object({ ...named.entries, head: v.picklist(WALLET_HEADS) })),
});
export type BankCreditRow = v.InferOutput<typeof bankCredit>;

/** Reads credits of days that a statement covered, posted by a call or a person, that are in no statement. Oldest first. */
export const unstatedCredits = query('bank_credit/not_in_statement', {
  input: { page: listFields.page, per_page: listFields.per_page },
  output: pageOf(bankCredit),
  allow: 'create_deposit',
});
