import * as v from 'valibot';
import { ignored, longText, name, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** HUB-06, HUB-10: shown as Hub. Its manager and manufacturers stand in link records of their own (sellerLinks.ts). */
export const seller = model(
  'seller',
  { name: name(), address: longText('Address', { max: 300 }), status: status(), user_id: ignored('user_id') },
  {
    label: 'Hub',
    needs: NEEDS.seller,
    reads: 'any',
    extra: { manager: v.nullable(named), manufacturers: v.array(named), manufacturer_count: v.number() },
    search: ['name', 'address'],
  },
);
