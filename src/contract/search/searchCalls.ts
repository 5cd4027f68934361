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
      /** For retailers that owe only: how much, in kobo. */
      owes: v.optional(v.number()),
      /** How many records of this model fit, where the answer has not all of them. */
      total: v.optional(v.number()),
    }),
  ),
  allow: 'any',
});

/** The models of {@link searchNames}, in the order of search results. Orders and transfers are no names, and there may be millions. */
export const NAMED = [
  'agent',
  'area',
  'brand',
  'buyer',
  'category',
  'cohort',
  'distributor_officer',
  'distributor',
  'location',
  'manager',
  'manufacturer',
  'product',
  'sales_officer',
  'seller',
  'store_type',
  'warehouse',
] as const;

/** The most names of one model. A model with more has none, because a part of the names would look like all of them. */
export const MOST_NAMES = 40_000;

/**
 * The names of all records that the account may search, for a device without the server. A row is short, because there may be tens of thousands:
 * `[place of the model in NAMED, _id, title, note]`, of a product also the brand's name and the path of the picture ('': none).
 */
export const searchNames = query('search/names', {
  input: {},
  output: v.object({ rows: v.array(v.array(v.union([v.number(), v.string()]))) }),
  allow: 'any',
  report: true,
});
