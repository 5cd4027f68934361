/** The call that uploads an image, and the field that returns its path (API-21, B9.4). */
import * as v from 'valibot';
import { command } from '../call.ts';
import { flag, id, optional, text } from '../fields.ts';
import { baseRow } from '../model.ts';

/** The upload id of brands, categories and manufacturers without a logo (API-25). */
export const PLACEHOLDER_UPLOAD = 'upload_placeholder';

/** The path of a record's picture; null if the stored id has no file (any more). */
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

/** Uploads an image. `tag` is brand_{id}, category_{id}, manufacturer_{id} or product_{id}, and decides which permission is needed (API.md 4.19). */
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
