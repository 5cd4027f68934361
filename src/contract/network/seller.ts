import * as v from 'valibot';
import { flag, id, ignored, longText, name, optional, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** The manager field of the form, which requires a manager (HUB-07); a stored hub may have none. */
export const managerId = id('Manager', { missing: 'Manager field is required.' });

/**
 * A hub; screens call it Hub (HUB-06, HUB-10). Its manager and manufacturers are link records (sellerLinks.ts). `manager_id` (proposed) is its
 * manager, written with the hub in one call; if left out or empty, the manager stays unchanged. `blind_count` (proposed): officers of the hub see what was
 * expected of a product only after they have counted it.
 */
export const seller = model(
  'seller',
  {
    name: name(),
    address: longText('Address', { max: 300 }),
    status: status(),
    user_id: ignored('user_id'),
    manager_id: optional(managerId),
    blind_count: optional(flag('Blind count')),
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
