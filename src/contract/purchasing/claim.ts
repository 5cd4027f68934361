import * as v from 'valibot';
import { CLAIM_STATUSES, SETTLED_BY } from '#domain/discrepancy.ts';
import { id, longText, oneOf, optional } from '../fields.ts';
import { model, named } from '../model.ts';
import { NEEDS } from '../needs.ts';

/**
 * A claim from one supplier (decision 0471). Amounts are naira text, times epoch seconds. `amount`: what came short or damaged, less what came over. The
 * calls that change it stand in `claimCalls.ts`.
 */
export const claim = model(
  'claim',
  {
    distributor_id: id('Supplier'),
    note: optional(longText('Note', { max: 300 })),
    status: oneOf('Status', CLAIM_STATUSES),
  },
  {
    label: 'Claim',
    needs: NEEDS.claim,
    extra: {
      ref: v.string(),
      distributor: named,
      amount: v.string(),
      line_count: v.number(),
      /** SHA-256 hex of its lines; a client sends it to state which lines the person saw. */
      lines_digest: v.string(),
      sent_at: v.nullable(v.number()),
      sent_by: v.nullable(named),
      closed_at: v.nullable(v.number()),
      closed_by: v.nullable(named),
      /** The reason of a cancellation, or the note of a settlement. */
      closed_note: v.string(),
      settled_by: v.nullable(v.picklist(SETTLED_BY)),
      /** The amount and the number of the credit note; null and '' unless settled by one. */
      settled_amount: v.nullable(v.string()),
      settled_number: v.string(),
      /** The receipt that the goods came with. */
      settled_order: v.nullable(v.object({ _id: v.string(), ref: v.string() })),
      client_id: v.nullable(v.string()),
    },
    generic: ['read_all', 'read'],
    search: ['words'],
    sort: ['created', 'ref', 'status', 'amount', 'distributor', 'sent_at'],
    defaultSort: '-created',
    filters: ['status', 'distributor_id', 'from_timestamp', 'to_timestamp'],
    sums: ['amount', 'settled_amount'],
  },
);
