import * as v from 'valibot';
import { TRANSFER_PERMISSIONS } from '#domain/permissions.ts';
import { REVERSAL_STATUSES } from '#domain/reversal.ts';
import { KINDS, mayUseSomeDoor, PARTY_TYPES } from '#domain/transfer.ts';
import { id, longText, money, oneOf, optional, text, time } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

const kind = v.picklist(['shipment_in', 'shipment_out', 'stock_in', 'stock_out', 'transfer']);
/**
 * What an order that is not completed holds (proposed): full cases and single units, as accepted where that is known and else as ordered, by the case size of each product; how many lines are
 * counted; the names of the three products of the greatest amount.
 */
const goods = v.object({
  ...{ cases: v.number(), units: v.number(), counted: v.number(), names: v.array(v.string()) },
  /** Lines whose accepted quantity is another one than the expected. Absent in copies of an earlier release. */
  differs: v.optional(v.number()),
  /** Who counted lines that somebody else announced, three at most. Absent in copies of an earlier release. */
  counters: v.optional(v.array(named)),
  /** true: an officer began it on a tablet, so nobody announced it. Absent in copies of an earlier release. */
  begun: v.optional(v.boolean()),
});
const receiptLink = v.object({ _id: v.string(), ref: v.string() });

/** The reversal of a receipt (decision 0450): who requested it and why, and its outcome. */
export const reversal = v.object({
  _id: v.string(),
  status: v.picklist(REVERSAL_STATUSES),
  reason: v.string(),
  amount: v.string(),
  asked_at: v.number(),
  asked_by: v.nullable(named),
  decided_at: v.nullable(v.number()),
  decided_by: v.nullable(named),
  /** The reason of a refusal. */
  note: v.string(),
  receipt: receiptLink,
  /** The receipt that took it back; null until it is done. */
  order: v.nullable(receiptLink),
});
export type Reversal = v.InferOutput<typeof reversal>;

/** The handover of a receipt, as its paper names it (decision 0610). References are those of both tablets; epoch seconds. */
const handedOver = v.object({
  giver: v.string(),
  given_at: v.number(),
  taker: v.nullable(v.string()),
  taken_at: v.nullable(v.number()),
  /** The SHA-256 of the taker's half; null until it came. */
  answer: v.nullable(v.string()),
});

/**
 * A purchase order (PO-18). Amounts are naira text. `items_digest` identifies its lines (B3.21); `items_revision` (proposed) grows whenever they
 * change.
 */
export const purchaseOrder = model(
  'purchase_order',
  {
    ref: optional(text('Ref', { max: 30 })),
    timestamp: time('Date', { missing: 'Timestamp field is required.' }),
    tag: text('Tag', { max: 30, missing: 'Tag field is required.' }),
    meta: longText('Meta', { max: 4_000, missing: 'Meta field is required.' }),
    source_type: oneOf('Source type', PARTY_TYPES),
    source: id('Source', { missing: 'Seller field is required.' }),
    destination_type: oneOf('Destination type', PARTY_TYPES),
    destination: id('Destination', { missing: 'Distributor field is required.' }),
    amount: optional(money('Amount')),
  },
  {
    label: 'Purchase order',
    // The generic screens need the general permissions; the calls also serve the wizard, so they accept its permissions.
    needs: NEEDS.purchase_order,
    writes: { create: mayUseSomeDoor('create'), update: mayUseSomeDoor('update') },
    reads: ['view_purchase_orders', ...TRANSFER_PERMISSIONS],
    extra: {
      ref: v.string(),
      kind,
      label: v.string(),
      source_obj: named,
      destination_obj: named,
      amount: v.string(),
      amount_accepted: v.string(),
      item_count: v.number(),
      /** Null for a receipt. */
      goods: v.nullable(goods),
      items_digest: v.string(),
      items_revision: v.number(),
      source_warehouse: v.nullable(named),
      destination_warehouse: v.nullable(named),
      executed_at: v.nullable(v.number()),
      executed_by: v.nullable(named),
      reverses: v.nullable(receiptLink),
      reversed_by: v.array(receiptLink),
      /** For a receipt: its requested or finished reversal, or the receipt that this one reverses (its `order`). Absent in copies of an earlier release. */
      reversal: v.optional(v.nullable(reversal)),
      /** For a receipt that was handed over by code. Absent in copies of an earlier release. */
      handover: v.optional(v.nullable(handedOver)),
      client_id: v.nullable(v.string()),
      items: v.optional(v.array(v.unknown())),
    },
    generic: ['read_all', 'read', 'read_by_ref', 'read_by_tag', 'create', 'update', 'delete', 'restore'],
    search: ['words'],
    sort: ['created', 'timestamp', 'ref', 'tag', 'amount', 'source', 'destination'],
    defaultSort: '-timestamp',
    // The last four are the amounts of each kind: goods that come in and goods that go out cannot be added.
    sums: ['amount', 'amount_accepted', ...Object.keys(KINDS)],
    filters: [
      'tag',
      'source_type',
      'destination_type',
      'sources',
      'destinations',
      'kind',
      'from_timestamp',
      'to_timestamp',
      'warehouse_id',
    ],
  },
);
