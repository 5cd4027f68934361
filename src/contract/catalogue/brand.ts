import * as v from 'valibot';
import { id, name, optional, status } from '../fields.ts';
import { model, named } from '../model.ts';

/** BRAND-06. */
export const brand = model(
  'brand',
  {
    name: name(),
    status: status(),
    manufacturer_id: id('Manufacturer', { missing: 'Manufacturer field is required.' }),
    upload_id: optional(id('Logo')),
  },
  {
    label: 'Brand',
    needs: { view: 'view_brands', create: ['create_brand', 'signup_brand'], update: 'update_brand' },
    reads: 'any',
    extra: { manufacturer: named, index: v.number() },
    filters: ['status', 'manufacturers'],
  },
);
