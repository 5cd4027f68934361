import * as v from 'valibot';
import { id, ignored, longText, name, optional, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** Of the form, which asks for one (HUB-07); a hub may be without. */
export const managerId = id('Manager', { missing: 'Manager field is required.' });

/**
 * HUB-06, HUB-10: shown as Hub. Its manager and manufacturers stand in link records of their own (sellerLinks.ts). `manager_id` (proposed): who manages
 * it, written with the hub in one call; left out or empty he stays.
 */
export const seller = model(
  'seller',
  {
    name: name(),
    address: longText('Address', { max: 300 }),
    status: status(),
    user_id: ignored('user_id'),
    manager_id: optional(managerId),
  },
  {
    label: 'Hub',
    needs: NEEDS.seller,
    reads: 'any',
    extra: {
      manager: v.nullable(named),
      manager_id: v.nullable(v.string()),
      manufacturers: v.array(named),
      manufacturer_count: v.number(),
    },
    search: ['name', 'address'],
    linked: ['manager_id'],
  },
);
