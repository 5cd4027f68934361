import { id, longText, name, nullable, optional, status } from '../fields.ts';
import { model } from '../model.ts';
import { NEEDS } from '../needs.ts';
import { uploadPath } from './uploadCalls.ts';

/** A category (CAT-04). Its meta is optional and may be cleared again (CAT-06, A24). */
export const category = model(
  'category',
  {
    name: name(),
    meta: nullable(longText('Meta', { max: 4_000 })),
    status: status(),
    upload_id: optional(id('Image')),
  },
  { label: 'Category', needs: NEEDS.category, reads: 'any', extra: { upload: uploadPath }, search: ['name'] },
);
