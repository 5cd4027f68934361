/**
 * Reversals (proposed): a receipt is taken back as a whole by a second receipt, once (decision 0450). Quantities are units, times epoch seconds, money naira
 * text. The rules stand in `domain/reversal.ts`.
 */
import * as v from 'valibot';
import { command, get } from '../call.ts';
import { clientId, id, longText, optional, sha256 } from '../fields.ts';
import { reversal } from './purchaseOrder.ts';

const reason = (label = 'Reason') => longText(label, { max: 300, min: 3, missing: `${label} field is required.` });

/** A line that is to go back. */
const reversedLine = v.object({
  product_id: v.string(),
  name: v.string(),
  case_count: v.number(),
  moved: v.number(),
  /** The stock of the returning party; null: a distributor, whose stock is outside our books. */
  available: v.nullable(v.number()),
  amount: v.string(),
});

/** A preview of the reversal of a receipt, with the present stock. */
export const reversalPreview = get('purchase_order/read_reversal', {
  input: { _id: id() },
  output: v.object({
    _id: v.string(),
    ref: v.string(),
    lines: v.array(reversedLine),
    amount: v.string(),
    /** true: another person with `approve_reversal` must approve. */
    needs_approval: v.boolean(),
    /** Above which value. */
    limit: v.string(),
    /** Why it cannot be done now, as sentences; empty: it can. */
    refused: v.array(v.string()),
  }),
  allow: ['reverse_transfer', 'approve_reversal'],
});
export type ReversalPreview = v.InferOutput<(typeof reversalPreview)['output']>;

/**
 * Reverses a receipt, or asks for it above the limit: the answer's `status` is `done` or `asked`. `expect_digest`: the lines of the receipt that the person
 * saw. Refused with 409: a transfer that is not completed, a reversal, an opposite transfer that takes goods back already (`bad_transition`); one that is
 * reversed or asked for (`already_reversed`, with it as `reversal`); goods that are gone since (`goods_gone`, with `errors`: product_id, product, requested,
 * available).
 */
export const reverseTransfer = command('purchase_order/reverse', {
  input: { _id: id(), reason: reason(), expect_digest: optional(sha256('expect_digest')), client_id: clientId() },
  output: reversal,
  allow: 'reverse_transfer',
});

const reversalId = { reversal_id: id('Reversal', { missing: 'Reversal field is required.' }) };

/**
 * Approves a waiting reversal, by another person than the requester (else 403). The goods go back now; if they cannot, the call is refused as above and the
 * reversal keeps waiting.
 */
export const approveReversal = command('purchase_order/approve_reversal', {
  input: { ...reversalId },
  output: reversal,
  allow: 'approve_reversal',
});

/** Refuses a waiting reversal, with a reason. Nothing moved, and a new reversal may be requested. The requester may withdraw the request by the same call. */
export const refuseReversal = command('purchase_order/refuse_reversal', {
  input: { ...reversalId, note: reason() },
  output: reversal,
  allow: ['reverse_transfer', 'approve_reversal'],
});
