import * as v from 'valibot';
import { TRANSFER_PERMISSIONS } from '#domain/transfer.ts';
import { ignored, longText, name, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** DIST-10, B9.9. */
export const bankAccount = v.object({
  bank: v.string(),
  bank_name: v.string(),
  account: v.string(),
  account_name: v.string(),
});

/** DIST-04, DIST-16. Hubs and products stand in link records of their own (distributorLinks.ts); `seller` is the first of its hubs. */
export const distributor = model(
  'distributor',
  { name: name(), address: longText('Address', { max: 300 }), status: status(), user_id: ignored('user_id') },
  {
    label: 'Distributor',
    needs: NEEDS.distributor,
    reads: [NEEDS.distributor.view, ...TRANSFER_PERMISSIONS],
    extra: {
      seller: v.nullable(named),
      sellers: v.array(named),
      product_count: v.number(),
      bank_account: v.nullable(bankAccount),
    },
    search: ['name', 'address'],
    filters: ['status', 'seller_id'],
  },
);
