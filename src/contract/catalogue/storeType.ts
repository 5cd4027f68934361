import { longText, name, status } from '../fields.ts';
import { model } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** A store type (STYPE-04..06). Every signed-in account may read them, because the retailer form has a picker of them (B10.4). */
export const storeType = model(
  'store_type',
  { name: name(), description: longText('Description', { min: 3 }), status: status() },
  {
    label: 'Store type',
    needs: NEEDS.store_type,
    reads: 'any',
  },
);
