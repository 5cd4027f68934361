/** The rules of a handover: goods that one person gives to another one, each with a tablet and both without a server (decision 0610). */
import { isAssociate, managesHub } from '../home.ts';
import { can, isHubSide, type Who } from '../permissions.ts';
import { DAY, showShort } from '../time.ts';
import type { PartyType } from '../transfer.ts';

/** How many seconds a certificate is valid after the server signed it. A tablet renews it whenever it reaches the server. */
export const CERTIFICATE_SECONDS = 14 * DAY;
/** For how many seconds goods may be taken after they were offered. */
export const OFFER_SECONDS = 3 * DAY;
/** The most lines of a handover: about twenty codes. A longer transfer is handed over with paper. */
export const MAX_OFFERED_LINES = 300;
/** How far two tablets' clocks may differ, seconds. */
const CLOCKS = 3_600;
/** After how many seconds a handover with one side missing is somebody's work, so that a person sees it within a day. */
export const ALONE_SECONDS = 12 * 3_600;

/** Why a code is refused or cannot be created. `unreadable`: it is no handover. `own`: the person offered it. Only tablets use the last five. */
const HANDOVER_REASONS = [
  'unreadable',
  'foreign',
  'changed',
  'old',
  'ahead',
  'revoked',
  'own',
  'not_yours',
  'not_handed_over',
  'repeated',
  'other_offer',
  'other_code',
  'other_side',
  'too_long',
  'not_confirmed',
  'no_key',
] as const;
export type HandoverReason = (typeof HANDOVER_REASONS)[number];

export const REASON_TEXT: Readonly<Record<HandoverReason, string>> = {
  unreadable: 'This is not a handover code.',
  foreign: 'This code comes from another company, or from a tablet that is not known here.',
  changed: 'This code was altered, so no goods were taken.',
  old: 'This code is too old. Ask for a new one.',
  ahead: 'The time of this code is in the future. Check the clocks of both tablets.',
  revoked: 'The tablet that made this code is blocked.',
  own: 'You offered these goods, so somebody else must take them.',
  not_yours: 'These goods are for somebody else.',
  not_handed_over: 'These goods cannot be handed over by code.',
  repeated: 'These goods are taken already.',
  other_offer: 'This answer belongs to another code.',
  other_code: 'That is part of another code. Finish this one, or begin again.',
  other_side: 'That is the other part of a handover. Point the camera at the code of the other tablet.',
  too_long: 'This transfer has more lines than a code takes. Hand it over with paper.',
  not_confirmed: 'Complete the transfer first. Then it can be handed over.',
  no_key: 'Connect this tablet once. After that, codes work without a connection.',
};

export interface HandoverEnds {
  source_type: PartyType;
  source: string;
  destination_type: PartyType;
  destination: string;
}

/** Whether both ends have somebody with an account: a hub gives to its associate, or to another hub. A distributor has none, and an associate who gives back has the officer's paper. */
export const isHandedOver = ({
  source_type,
  destination_type,
}: Pick<HandoverEnds, 'source_type' | 'destination_type'>) =>
  source_type === 'seller' && (destination_type === 'sales_officer' || destination_type === 'seller');

/**
 * Why this person may not take the goods; null: the person may. An associate takes what is for the own account (`own`: the id of the person's associate
 * record, null: none), goods for a hub those who manage it and the officers of the warehouse.
 */
export function whyNotTaker(
  who: Pick<Who, 'user_id' | 'role' | 'permissions' | 'seller_id'>,
  own: string | null,
  giver: string,
  ends: HandoverEnds,
): HandoverReason | null {
  if (!isHandedOver(ends)) return 'not_handed_over';
  if (giver === who.user_id) return 'own';
  if (!can(who, 'take_handover')) return 'not_yours';
  if (ends.destination_type === 'sales_officer') return own === ends.destination ? null : 'not_yours';
  if (isHubSide(who.role))
    return managesHub(who) && !isAssociate(who) && who.seller_id === ends.destination ? null : 'not_yours';
  return null;
}

/** Why an offer cannot be taken at `now`; null: it can. All epoch seconds; `until`: when the key of its signature ends. */
export function whyNotNow({
  given_at,
  until,
  now,
}: {
  given_at: number;
  until: number;
  now: number;
}): HandoverReason | null {
  if (given_at > until + CLOCKS) return 'old';
  if (given_at > now + CLOCKS) return 'ahead';
  return now - given_at > OFFER_SECONDS + CLOCKS ? 'old' : null;
}

/** The message for goods that somebody took before: "These goods were taken by Ngozi at 14:37." */
export const takenText = ({ by, at }: { by: string; at: number }): string =>
  `These goods are taken already: by ${by}, ${showShort(at)}.`;

/** The side of a handover that the server has not heard of. */
export type MissingSide = 'giver' | 'taker';

/** The server's data about a handover. */
export interface HandoverFacts {
  hasGiver: boolean;
  hasTaker: boolean;
  /** Whether the goods moved in the books. */
  posted: boolean;
  /** Whether the taker counted something else, or the two sides name different goods. */
  differs: boolean;
  settled: boolean;
}

export const missingSide = ({ hasGiver, hasTaker }: HandoverFacts): MissingSide | null =>
  hasGiver ? (hasTaker ? null : 'taker') : 'giver';

/** `done`: both sides came, the goods moved and nobody noted a difference, or a person settled it. */
export type HandoverState = 'done' | 'waits' | 'differs' | 'not_posted';

export function stateOf(facts: HandoverFacts): HandoverState {
  if (facts.settled) return 'done';
  if (missingSide(facts) !== null) return 'waits';
  if (!facts.posted) return 'not_posted';
  return facts.differs ? 'differs' : 'done';
}
