import * as v from 'valibot';
import { id, name, optional, status } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';
import { uploadPath } from './uploadCalls.ts';

/** A brand (BRAND-06). Lists sort by the manual order, then by name (B8.11). */
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
    needs: NEEDS.brand,
    reads: 'any',
    extra: { manufacturer: named, index: v.number(), upload: uploadPath },
    generic: ['read_all', 'read', 'read_by_status', 'create', 'signup', 'update', 'set_status'],
    filters: ['status', 'manufacturers'],
    readBy: ['manufacturer_id'],
    sort: ['index', 'name', 'status', 'created'],
    defaultSort: 'index',
  },
);
