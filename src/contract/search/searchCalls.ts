/** Global search (proposed): records by name, ref, SKU or phone, in every model whose screen the account may open. */
import * as v from 'valibot';
import { query } from '../call.ts';
import { text } from '../fields.ts';

/** The largest number of rows per model, in the model's own order. */
export const PER_MODEL = 12;

export const searchEverywhere = query('search/everywhere', {
  input: { query: text('Search', { min: 2, max: 100 }) },
  output: v.array(
    v.object({
      model: v.string(),
      _id: v.string(),
      title: v.string(),
      note: v.string(),
      /** For products only: the brand's name, and the path of the picture. */
      pictured: v.optional(v.object({ brand: v.string(), path: v.nullable(v.string()) })),
      /** How many records of this model fit, where the answer has not all of them. */
      total: v.optional(v.number()),
    }),
  ),
  allow: 'any',
});
