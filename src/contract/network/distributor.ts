import * as v from 'valibot';
import { TRANSFER_PERMISSIONS } from '#domain/permissions.ts';
import { id, ignored, list, longText, name, optional, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** The bank account of a distributor (DIST-10, B9.9). */
export const bankAccount = v.object({
  bank: v.string(),
  bank_name: v.string(),
  account: v.string(),
  account_name: v.string(),
});

/** The hub field of the form, which requires a hub (DIST-05); a stored distributor may have none. */
export const hubIds = list(id('Hub', { missing: 'Hub field is required.' }));

/**
 * A distributor (DIST-04, DIST-16). Its hubs and products are link records (distributorLinks.ts); `seller` is its first hub. `seller_ids` (proposed)
 * are all its hubs, written with it in one call; if left out or empty, they stay unchanged.
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
      /** Absent in lists of a plain server, which sends it only with a single distributor. */
      product_count: v.optional(v.number()),
      bank_account: v.nullable(bankAccount),
    },
    search: ['name', 'address'],
    filters: ['status', 'seller_id'],
    linked: ['seller_ids'],
  },
);
