/** The manufacturers from which a location or a retailer has ordered (FUL rows, B5.14). */
import * as v from 'valibot';
import { get, listFields, query } from '../call.ts';
import { flag, id, list, optional, time } from '../fields.ts';
import { named } from '../model.ts';

/** `open_since`: when the oldest order that is still pending was placed, in epoch seconds; left out if none is. */
const found = v.object({ found: v.boolean(), open_since: v.optional(v.number()) });

/** The response is keyed by manufacturer_id (FUL-05). */
export const routeFulfilment = query('order/route_fulfilment_all', {
  input: { location_id: id('Location', { missing: 'Location field is required.' }) },
  output: v.record(v.string(), v.object({ _id: v.string(), name: v.string(), found: v.boolean() })),
  allow: 'view_order_fulfilment',
});

const row = v.object({
  _id: v.string(),
  name: v.string(),
  phone: v.optional(v.string()),
  location: v.nullable(named),
  manufacturers: v.record(v.string(), found),
});
export type FulfilmentRow = v.InferOutput<typeof row>;

/** How many rows of the filter, and how many manufacturers, `ordered` left out. */
const leftOut = v.optional(v.object({ rows: v.number(), columns: v.number() }));

/**
 * The response is the whole list (`data`) or one page (`rows`, `total`). Without dates it covers all time. `ordered`: only rows with a tick in one of the
 * asked columns, and only manufacturers that anybody ordered from.
 */
const matrix = {
  input: {
    page: listFields.page,
    per_page: listFields.per_page,
    search: listFields.search,
    from_timestamp: optional(time('from_timestamp')),
    to_timestamp: optional(time('to_timestamp')),
    manufacturer_id: optional(list(id('Manufacturer'))),
    location_id: optional(list(id('Location'))),
    ordered: optional(flag('ordered')),
  },
  output: v.union([
    v.object({ columns: v.array(named), rows: v.array(row), total: v.number(), left_out: leftOut }),
    v.object({ columns: v.array(named), data: v.array(row), left_out: leftOut }),
  ]),
  allow: 'view_order_fulfilment',
} as const;
export const fulfilmentOfLocations = get('order/matrix_fulfilment', matrix);
export const fulfilmentOfBuyers = get('order/matrix_fulfilment_buyers', matrix);
