/** Work that waits for a person (proposed), shown by the home. */
import * as v from 'valibot';
import { get } from '../call.ts';

/** The number of records shown of each kind; `total` counts all. */
export const WORK_ROWS = 7;

/** `title` and `note` name the record as a search does; the other fields describe its state. Amounts are naira text, times epoch seconds. */
const row = v.object({
  model: v.string(),
  _id: v.string(),
  title: v.string(),
  note: v.string(),
  /** The other party: distributor, associate or retailer. */
  who: v.nullable(v.string()),
  hub: v.nullable(v.string()),
  lines: v.nullable(v.number()),
  /** Since when it waits; the business date of a transfer, which may lie ahead. */
  since: v.nullable(v.number()),
  amount: v.nullable(v.string()),
  /** The paid part of a waiting order's amount, in naira. Absent in copies of an earlier release. */
  paid: v.optional(v.nullable(v.string())),
  /**
   * For a transfer: full cases and single units (accepted quantities if known), and the names of the three products with the greatest amount. Absent in copies
   * of an earlier release. `begun`: a tablet began it, so nobody announced it.
   */
  goods: v.optional(
    v.nullable(
      v.object({
        cases: v.number(),
        units: v.number(),
        names: v.array(v.string()),
        begun: v.optional(v.boolean()),
      }),
    ),
  ),
  /** The kind of a transfer. */
  transfer: v.nullable(v.picklist(['shipment_in', 'shipment_out', 'stock_in', 'stock_out', 'transfer'])),
  /** For an own delivery: the address and the phone number. */
  address: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  /** For an own delivery: the products to hand over, in units, each with its amount. Absent in copies of an earlier release. */
  items: v.optional(
    v.array(v.object({ name: v.string(), quantity: v.number(), case_count: v.number(), amount: v.string() })),
  ),
});
export type WorkRow = v.InferOutput<typeof row>;

export const workToDo = get('work/read_mine', {
  input: {},
  output: v.array(
    v.object({
      kind: v.picklist([
        'open_transfers',
        'expected',
        'deliveries',
        'pending_groups',
        'carts',
        'owing_groups',
        'unreconciled_buyers',
        'unreconciled_officers',
        'starter_passwords',
        'wrong_wallets',
        'kept_credits',
        'stocktakes',
        'reversals',
        'handovers',
        'claims',
        'open_days',
        'webhooks_off',
      ]),
      total: v.number(),
      /** For open transfers: the number of each kind. For starter passwords: the number of people of each model. */
      kinds: v.optional(v.record(v.string(), v.number())),
      /** For open transfers: how many of each kind a tablet began, so that nobody announced them. Absent in copies of an earlier release. */
      begun: v.optional(v.record(v.string(), v.number())),
      rows: v.array(row),
    }),
  ),
  allow: 'any',
});
export type Work = v.InferOutput<(typeof workToDo)['output']>[number];
