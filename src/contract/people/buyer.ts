import * as v from 'valibot';
import { BUYER_CATEGORIES } from '#domain/buyerCategory.ts';
import { clearable, id, longText, optional, phone, status, text } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';
import { walletOf } from '../wallet/walletCalls.ts';

/**
 * A retailer: a shop (`name`) and the person who keeps it (`person`) (BUY-04). `outstanding` has the shown sign: minus means that the retailer owes
 * (A9). Person and address are optional and may be cleared.
 */
export const buyer = model(
  'buyer',
  {
    /** The documents' message for a short name is the general one (A51). */
    name: text('Store name', { min: 3, minText: 'Name must be at least 3 characters.' }),
    person: clearable(text('Retailer name')),
    phone: phone(),
    status: status(),
    store_type_id: id('Store type', { missing: 'Store type field is required.' }),
    location_id: id('Location', { missing: 'Location field is required.' }),
    address: clearable(longText('Address', { max: 300 })),
    /** The account of this person. An update must send the stored value (API.md 4.6); it is never written. */
    user_id: optional(id('user_id')),
  },
  {
    label: 'Buyer',
    needs: NEEDS.buyer,
    reads: ['view_buyers', 'view_orders'],
    extra: {
      user_id: v.string(),
      store_type: named,
      location: named,
      agent: v.nullable(named),
      category: v.picklist(BUYER_CATEGORIES),
      ledgers: walletOf,
      outstanding: v.string(),
    },
    generic: ['read_all', 'read', 'read_by_status', 'signup', 'create', 'update', 'set_status'],
    search: ['name', 'person', 'phone', 'location'],
    sort: ['name', 'created', 'outstanding'],
    filters: ['status', 'location_id', 'store_type_id', 'category'],
    locked: ['phone'],
  },
);
