import { email, id, longText, name, optional, status } from '../fields.ts';
import { model } from '../model.ts';
import { NEEDS } from '../needs.ts';
import { uploadPath } from './uploadCalls.ts';

/** A manufacturer (MFR-05). */
export const manufacturer = model(
  'manufacturer',
  {
    name: name(),
    status: status(),
    email: email(),
    address: longText('Address', { max: 300 }),
    user_id: optional(id('user_id')),
    upload_id: optional(id('Logo')),
  },
  { label: 'Manufacturer', needs: NEEDS.manufacturer, reads: 'any', extra: { upload: uploadPath } },
);
