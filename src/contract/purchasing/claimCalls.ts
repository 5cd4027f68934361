/**
 * The steps of a claim (proposed, decision 0471). Each call takes `base_version`, the version that the person saw: 409 `conflict` with `current` if somebody
 * changed the claim meanwhile. A step that the claim's state does not allow is answered with 409 `bad_transition`.
 */
import * as v from 'valibot';
import { CLAIM_STATUSES, SETTLED_BY } from '#domain/discrepancy.ts';
import { command, get } from '../call.ts';
import { baseVersion, clientId, id, list, longText, money, oneOf, optional, sha256, text } from '../fields.ts';
import { discrepancy } from './discrepancyCalls.ts';

/** The claim after a step. */
const after = v.object({
  _id: v.string(),
  ref: v.string(),
  status: v.picklist(CLAIM_STATUSES),
  version: v.number(),
  amount: v.string(),
  line_count: v.number(),
  lines_digest: v.string(),
});
const of = { _id: id(), base_version: baseVersion() };
const lines = { item_ids: list(id('Line', { missing: 'Choose at least one line.' })) };
const note = optional(longText('Note', { max: 300 }));
const allow = 'manage_claims';

/** A line of a claim as it was claimed. `reversed`: its receipt was taken back since, so it can be claimed no more. */
const claimLine = v.object({ ...discrepancy.entries, value: v.string(), reversed: v.boolean() });
export type ClaimLine = v.InferOutput<typeof claimLine>;

/** The lines of a claim, by hub, date and product, with the supplier and hub data of its paper. */
export const claimLines = get('claim/read_lines', {
  input: { claim_id: id('Claim', { missing: 'Claim field is required.' }) },
  output: v.object({
    lines: v.array(claimLine),
    supplier_address: v.string(),
    hubs: v.array(v.object({ _id: v.string(), name: v.string(), address: v.string() })),
  }),
  allow,
});

/**
 * Creates a claim of lines of receipts (`item_ids`, 125 at most) of one supplier. Refused: lines of several suppliers or without a supplier, lines without a
 * discrepancy or of a reversed receipt (422 item_ids), and lines of another claim (409 `already_claimed` with `claims`).
 */
export const createClaim = command('claim/create', {
  input: { ...lines, note, client_id: clientId() },
  output: after,
  allow,
});

/** Changes the note of a claim that has not ended. */
export const updateClaim = command('claim/update', {
  input: { ...of, note: longText('Note', { max: 300 }) },
  output: after,
  allow,
});

/** Adds lines to an open claim or removes them; refusals as in `claim/create`. At least one line stays. */
export const addClaimLines = command('claim/add_lines', { input: { ...of, ...lines }, output: after, allow });
export const removeClaimLines = command('claim/remove_lines', { input: { ...of, ...lines }, output: after, allow });

/** Marks the claim as sent to the supplier. `expect_digest`: the lines that the person saw; other lines are answered with 409 `items_changed`. */
export const sendClaim = command('claim/send', {
  input: { ...of, expect_digest: optional(sha256('expect_digest')) },
  output: after,
  allow,
});

/**
 * Ends a claim that was sent. `credit`: `amount` and `number` of the credit note, not more than the claim. `goods`: `receipt_ref`, a receipt from this
 * supplier, or words in `note`. No wallet changes: the supplier's has only what was accepted (decision 0472).
 */
export const settleClaim = command('claim/settle', {
  input: {
    ...of,
    settled_by: oneOf('Settled by', SETTLED_BY),
    amount: optional(money('Amount', { least: 1 })),
    number: optional(text('Number', { max: 60 })),
    receipt_ref: optional(text('Receipt', { max: 30 })),
    note,
  },
  output: after,
  allow,
});

/** Cancels a claim that has not ended, with a reason. Its lines can be claimed again. */
export const cancelClaim = command('claim/cancel', {
  input: { ...of, note: longText('Reason', { max: 300, min: 3, missing: 'Reason field is required.' }) },
  output: after,
  allow,
});
