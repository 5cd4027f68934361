/** Images (API-21, B9.4): one call to send one, and where the answer's path is read from. */
import * as v from 'valibot';
import { command } from '../call.ts';
import { flag, id, optional, text } from '../fields.ts';
import { baseRow } from '../model.ts';

/** API-25: what brands, categories and manufacturers have before somebody uploads a logo. */
export const PLACEHOLDER_UPLOAD = 'upload_placeholder';

/** The part of a record that shows its picture; null when the stored id has no file (any more). */
export const uploadPath = v.nullable(v.object({ path: v.string() }));

export const upload = v.object({
  ...baseRow.entries,
  tag: v.string(),
  title: v.string(),
  path: v.string(),
  mime: v.string(),
  size: v.number(),
  width: v.number(),
  height: v.number(),
});
export type Upload = v.InferOutput<typeof upload>;

/** API.md 4.19: `tag` is the label key brand_{id}, category_{id}, manufacturer_{id} or product_{id}; who may, hangs on it. */
export const uploadImage = {
  ...command('upload/upload', {
    input: {
      file: id('File', { missing: 'Please select a valid image file.' }),
      tag: text('Tag', { max: 200 }),
      title: optional(text('Title')),
      overwrite: optional(flag('Overwrite')),
    },
    output: upload,
    allow: ['create_product', 'update_brand', 'update_category', 'update_manufacturer'] as const,
  }),
  file: true,
} as const;
