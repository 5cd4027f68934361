import { longText, name, status } from '../fields.ts';
import { model } from '../model.ts';
import { NEEDS } from '../needs.ts';

/** STYPE-04..06. Readable by everyone who is signed in: its picker stands in the retailer form (B10.4). */
export const storeType = model(
  'store_type',
  { name: name(), description: longText('Description', { min: 3 }), status: status() },
  {
    label: 'Store type',
    needs: NEEDS.store_type,
    reads: 'any',
  },
);
