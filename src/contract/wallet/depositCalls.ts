/** Money that goes into or out of a wallet by hand (LED-09, B6.5). */
import * as v from 'valibot';
import { DEPOSIT_TAGS } from '#domain/choices.ts';
import { command } from '../call.ts';
import { id, ignored, longText, money, oneOf, optional } from '../fields.ts';
import { WALLET_HEADS } from './walletCalls.ts';

/** LED-06: the documents' words, without a full stop. */
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
/** For an owner whose wallet was never used; it is made by this. */
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
