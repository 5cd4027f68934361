import * as v from 'valibot';
import { TRANSFER_PERMISSIONS } from '#domain/transfer.ts';
import { id, ignored, list, longText, name, optional, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** DIST-10, B9.9. */
export const bankAccount = v.object({
  bank: v.string(),
  bank_name: v.string(),
  account: v.string(),
  account_name: v.string(),
});

/** Of the form, which asks for one (DIST-05); a distributor may be without. */
export const hubIds = list(id('Hub', { missing: 'Hub field is required.' }));

/**
 * DIST-04, DIST-16. Hubs and products stand in link records of their own (distributorLinks.ts); `seller` is the first of its hubs. `seller_ids`
 * (proposed): all the hubs it serves, written with it in one call; left out or empty they stay.
 */
export const distributor = model(
  'distributor',
  {
    name: name(),
    address: longText('Address', { max: 300 }),
    status: status(),
    user_id: ignored('user_id'),
    seller_ids: optional(hubIds),
  },
  {
    label: 'Distributor',
    needs: NEEDS.distributor,
    reads: [NEEDS.distributor.view, ...TRANSFER_PERMISSIONS],
    extra: {
      seller: v.nullable(named),
      sellers: v.array(named),
      seller_ids: v.array(v.string()),
      product_count: v.number(),
      bank_account: v.nullable(bankAccount),
    },
    search: ['name', 'address'],
    filters: ['status', 'seller_id'],
    linked: ['seller_ids'],
  },
);
