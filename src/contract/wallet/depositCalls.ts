/** Deposits: money that a person posts into or out of a wallet (LED-09, B6.5). */
import * as v from 'valibot';
import { DEPOSIT_TAGS } from '#domain/choices.ts';
import { command } from '../call.ts';
import { id, ignored, longText, money, oneOf, optional } from '../fields.ts';
import { WALLET_HEADS } from './walletCalls.ts';

/** The documents' messages, which have no full stop (LED-06). */
const depositFields = {
  value: money('Value', { missing: 'Value field is required' }),
  description: longText('Description', { max: 500, missing: 'Description field is required' }),
  tag: oneOf('Tag', DEPOSIT_TAGS, { missing: 'Tag field is required' }),
};

export const deposit = command('ledger_log/deposit', {
  input: { ...depositFields, ledger_id: id('ledger_id', { missing: 'Ledger field is required.' }) },
  output: v.string(),
  allow: 'create_deposit',
});
/** Posts a deposit for an owner without a wallet, and creates the wallet. */
export const depositTo = command('ledger_log/deposit_to', {
  input: {
    ...depositFields,
    head: oneOf('Head', WALLET_HEADS),
    subhead: optional(oneOf('Subhead', ['wallet'] as const)),
    owner: id('Owner', { missing: 'Owner field is required.' }),
    balance: ignored('balance'),
  },
  output: v.string(),
  allow: 'create_deposit',
});

/**
 * Takes a deposit back that was recorded by mistake (proposed, decision 0402): posts the same value the other way, with the reason. The deposit stays in the
 * log. Returns the id of the new row.
 */
export const takeBackDeposit = command('ledger_log/take_back', {
  input: {
    _id: id(),
    reason: longText('Reason', { min: 10, max: 400, missing: 'Reason field is required' }),
  },
  output: v.string(),
  allow: 'create_deposit',
});
