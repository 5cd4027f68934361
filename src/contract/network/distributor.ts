import * as v from 'valibot';
import { TRANSFER_PERMISSIONS } from '#domain/transfer.ts';
import { id, longText, name, optional, status } from '../fields.ts';
import { model, named } from '../model.ts';

/** DIST-04. */
export const distributor = model(
  'distributor',
  { name: name(), address: longText('Address', { max: 300 }), status: status(), user_id: optional(id('user_id')) },
  {
    label: 'Distributor',
    needs: { view: 'view_distributors', create: 'create_distributor', update: 'update_distributor' },
    reads: ['view_distributors', ...TRANSFER_PERMISSIONS],
    extra: { sellers: v.array(named) },
    search: ['name', 'address'],
    filters: ['status', 'seller_id'],
  },
);
