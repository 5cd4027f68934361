/** Special calls of hubs and distributors (API.md 4.7, 4.8). */
import * as v from 'valibot';
import { command, get } from '../call.ts';
import { baseVersion, id, text } from '../fields.ts';
import { rowSchema } from '../model.ts';
import { NEEDS } from '../needs.ts';
import { ownHash } from '../session/sessionCalls.ts';
import { distributor } from './distributor.ts';

/**
 * Reads who may manage a hub: active managers who are seller managers or staff (A48, proposed). It is a call of its own because core staff may not
 * list all managers. `seller` is the hub that a seller manager has now.
 */
export const managerCandidates = get('seller_manager/candidates', {
  input: {},
  output: v.array(
    v.object({
      _id: v.string(),
      name: v.string(),
      role_name: v.string(),
      seller: v.nullable(v.object({ _id: v.string(), name: v.string() })),
    }),
  ),
  allow: [NEEDS.seller.create, NEEDS.seller.update],
});

/**
 * Sets the bank account of a distributor: for administrators only, who confirm with their own password (422 at `hash_own` if it is wrong) (B9.9).
 * Administrators and accountants may read it (S10).
 */
export const setBankAccount = command('distributor/set_bank_account', {
  input: {
    _id: id(),
    bank: text('Bank', { max: 20 }),
    account: text('Account number', { max: 20 }),
    account_name: text('Account name'),
    hash_own: ownHash(),
    base_version: baseVersion(),
  },
  output: rowSchema(distributor),
  allow: 'update_config',
});
