/**
 * Handovers (proposed): goods that one tablet offers and another one takes, both without a server (decision 0610). `offer` and `answer` are signed papers
 * ({@link file://./papers.ts}). Quantities are units, times epoch seconds.
 */
import * as v from 'valibot';
import { mayUseSomeDoor } from '#domain/transfer.ts';
import { command, get, query } from '../call.ts';
import { fileText, id, longText, optional, text } from '../fields.ts';

const person = v.object({ _id: v.string(), name: v.string() });
const handover = v.object({
  _id: v.string(),
  version: v.number(),
  /** The client id of the transfer, or its id where it began on no tablet. */
  transfer: v.string(),
  /** The receipt or the open transfer; null: the server has none yet. */
  order: v.nullable(
    v.object({ _id: v.string(), ref: v.string(), tag: v.string(), executed_at: v.nullable(v.number()) }),
  ),
  giver: person,
  taker: v.nullable(person),
  given_at: v.number(),
  taken_at: v.nullable(v.number()),
  state: v.picklist(['done', 'waits', 'differs', 'not_posted']),
  /** The side that the server has not heard of. */
  missing: v.nullable(v.picklist(['giver', 'taker'])),
  source_name: v.string(),
  destination_name: v.string(),
  lines: v.array(
    v.object({
      product_id: v.string(),
      name: v.string(),
      case_count: v.number(),
      given: v.number(),
      /** The taker's count; the offered quantity if the taker noted nothing. null: the taker's half is missing. */
      taken: v.nullable(v.number()),
      note: v.string(),
      /** The lots that were given (domain/lots.ts); '': none were named. */
      lots: v.string(),
      /** The lots that the taker counted otherwise; null: as given, or not counted by lot. */
      taken_lots: v.nullable(v.string()),
    }),
  ),
  /** true: the giver confirmed other goods than the taker saw. */
  other_goods: v.boolean(),
  /** Why the taker's half could not make the receipt; '': it could, or need not. */
  not_posted: v.string(),
  settled: v.nullable(v.object({ at: v.number(), by: person, note: v.string() })),
});
export type Handover = v.InferOutput<typeof handover>;

const GIVES = mayUseSomeDoor('execute');
const TAKES = [...GIVES, 'take_handover'] as const;

/**
 * The server signs that a key (its public half) belongs to this person on this device, for two weeks; the same key again is signed anew. The answer has the
 * site's public key, by which the tablet reads the papers of others without a server. 422 `public_key`; 409 `bad_transition`: the key was revoked, or is
 * somebody else's.
 */
export const registerKey = command('handover/register_key', {
  input: { public_key: text('Public key', { max: 200, missing: 'Public key field is required.' }) },
  output: v.object({
    certificate: v.object({ text: v.string(), mark: v.string() }),
    site: v.string(),
    until: v.number(),
    /** The person's record as an associate, by which the tablet knows the own goods; null: there is none. */
    associate: v.nullable(v.string()),
  }),
  allow: TAKES,
});

/** Revokes all device keys of a person: a tablet is lost. What they signed before is taken as before; what they sign from now on is refused. */
export const revokeKeys = command('handover/revoke_keys', {
  input: { user_id: id('user_id', { missing: 'user_id field is required.' }) },
  output: v.object({ revoked: v.number() }),
  allow: 'update_manager',
});

/**
 * Sends the giver's half of the transfer with the `_id`; `answer`: the taker's half, if the giver's tablet read it. Sending it again changes nothing. 422
 * `handover_refused` with `reason`; 403 for somebody else's offer; 404; 409 `handed_over` if a different answer is stored.
 */
export const giveHandover = command('handover/give', {
  input: { _id: id(), offer: fileText('Offer'), answer: optional(fileText('Answer')) },
  output: handover,
  allow: GIVES,
});

/**
 * The taker's half, which carries the giver's. Where the giver's tablet was not heard, the server makes and completes the transfer in the giver's name; where it
 * cannot, `not_posted` says why, and the half is kept all the same. 422 `handover_refused` with `reason`; 409 `handed_over`: somebody else took the goods,
 * with `handover`.
 */
export const takeHandover = command('handover/take', {
  input: { offer: fileText('Offer'), answer: fileText('Answer') },
  output: handover,
  allow: 'take_handover',
});

/** Reads the handover of a transfer (by its client id or its id), for the two persons and for people who see all transfers; else 404. */
export const readHandover = get('handover/read', {
  input: { transfer: id('transfer', { missing: 'transfer field is required.' }) },
  output: handover,
  allow: [...TAKES, 'view_handovers'],
});

/** Handovers that are not done, the oldest first; of an account of a hub those of the hub. */
export const openHandovers = query('handover/read_open', {
  input: {},
  output: v.array(handover),
  allow: 'view_handovers',
});

/** A person ends a handover that differs, or whose other half will not come, with a note. Nothing moves by it. 409 `bad_transition`: it is done already. */
export const settleHandover = command('handover/settle', {
  input: { _id: id(), note: longText('Note', { max: 300, min: 3, missing: 'Note field is required.' }) },
  output: handover,
  allow: 'settle_handover',
});
