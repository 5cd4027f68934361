import * as v from 'valibot';
import { id, longText, name, optional, status } from '../fields.ts';
import { model, named } from '../model.ts';

/** HUB-06: shown as Hub. */
export const seller = model(
  'seller',
  { name: name(), address: longText('Address', { max: 300 }), status: status(), user_id: optional(id('user_id')) },
  {
    label: 'Hub',
    needs: { view: 'view_sellers', create: 'create_seller', update: 'update_seller' },
    reads: 'any',
    extra: { manager: v.nullable(named) },
    search: ['name', 'address'],
  },
);
