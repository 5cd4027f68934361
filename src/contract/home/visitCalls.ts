/** The visits of a field person on the day of the route plan that is next (proposed, decision 1520). */
import * as v from 'valibot';
import { get } from '../call.ts';

/** The most retailers of one day. */
export const VISIT_ROWS = 30;

export const myVisits = get('home/my_visits', {
  input: {},
  output: v.object({
    /** The start of the day of these visits, epoch seconds: today, or the next day with visits. Null without a route plan. */
    day: v.nullable(v.number()),
    total: v.number(),
    /** In the order of the route. */
    rows: v.array(
      v.object({
        buyer_id: v.string(),
        name: v.string(),
        address: v.string(),
        phone: v.string(),
        /** The newest order of the retailer at the own hub that counts: when it was placed (epoch seconds), and its total in naira. */
        last: v.nullable(v.object({ at: v.number(), amount: v.string() })),
      }),
    ),
  }),
  allow: 'any',
});
export type MyVisits = v.InferOutput<(typeof myVisits)['output']>;
