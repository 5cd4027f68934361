/** The rules of a reversal: a receipt is taken back as a whole, once (decision 0450). Pure, for the server and for a tablet without a server. */
import type { PartyType } from './transfer.ts';
import { casesText } from './units.ts';

/** `asked`: waits for approval, nothing moved. `done`: the goods went back. `refused`: nothing moved, and the reversal may be requested again. */
export const REVERSAL_STATUSES = ['asked', 'done', 'refused'] as const;
export type ReversalStatus = (typeof REVERSAL_STATUSES)[number];

/** The setting with the value, in kobo, above which a reversal needs another person's approval, and its default. */
export const REVERSAL_LIMIT_KEY = 'reversal_approval_kobo';
export const REVERSAL_LIMIT_KOBO = 50_000_000;

/** Whether a reversal of this value waits for an approval; both in kobo. */
export const needsApproval = (value: number, limit: number): boolean => value > limit;

interface Ends {
  source_type: PartyType;
  source: string;
  destination_type: PartyType;
  destination: string;
}

/** The parties the other way round. */
export const mirrored = (ends: Ends): Ends => ({
  source_type: ends.destination_type,
  source: ends.destination,
  destination_type: ends.source_type,
  destination: ends.source,
});

/** A line that is to go back. Quantities are units. */
export interface ReversedLine {
  product_id: string;
  name: string;
  case_count: number;
  moved: number;
  /** The stock of the returning party; null: a distributor, whose stock is outside our books. */
  available: number | null;
}

/** Units of the line that the returning party no longer has. */
export const missingUnits = ({ moved, available }: Pick<ReversedLine, 'moved' | 'available'>): number =>
  available === null ? 0 : Math.max(0, moved - Math.max(0, available));

/** The message about goods that the returning party no longer has: "Milk: 2 cases moved, only 1 case is left." */
export function missingUnitsText({ name, case_count, moved, available }: ReversedLine): string {
  const left = Math.max(0, available ?? 0);
  const rest = left === 0 ? 'nothing is left' : `only ${casesText(left, case_count)} left`;
  return `${name}: ${casesText(moved, case_count)} moved, ${rest}.`;
}

/** The facts that decide whether a transfer can be reversed. */
export interface ReversalFacts {
  tag: string;
  ref: string;
  /** The reference of the receipt that this one reverses. */
  reverses: string | null;
  /** The requested or finished reversal of this receipt. `whoAndWhen`: who requested it and when, in words; `by`: the reference of the reversal. */
  reversal: { status: ReversalStatus; whoAndWhen: string; by: string | null } | null;
  /** The references of opposite transfers that are open or completed and not reversed themselves. */
  opposites: readonly string[];
  /** Units that moved. */
  moved: number;
}

/** The message about a receipt (`ref`) that is reversed or waits for its reversal; null: its reversal was refused and no longer counts. */
export function standsText(
  ref: string,
  { status, whoAndWhen, by }: NonNullable<ReversalFacts['reversal']>,
): string | null {
  if (status === 'done') return `${ref} was reversed by ${by ?? 'another'}, ${whoAndWhen}.`;
  return status === 'asked' ? `The reversal of ${ref} waits for approval, ${whoAndWhen}.` : null;
}

/** Why a transfer cannot be reversed: the word of the refusal and its text; null: it can, as far as its goods are there. */
export function whyNotReversed(
  facts: ReversalFacts,
): { word: 'bad_transition' | 'already_reversed'; text: string } | null {
  const { ref, reversal, opposites } = facts;
  if (facts.tag !== 'receipt') return { word: 'bad_transition', text: 'Only a completed transfer can be reversed.' };
  if (facts.reverses !== null)
    return {
      word: 'bad_transition',
      text: `${ref} is the reversal of ${facts.reverses}. A reversal is not reversed: make the transfer again.`,
    };
  const stands = reversal && standsText(ref, reversal);
  if (stands) return { word: 'already_reversed', text: stands };
  if (opposites.length > 0)
    return {
      word: 'bad_transition',
      text: `${opposites.join(', ')} takes goods of ${ref} back already. Reverse or delete that one first.`,
    };
  return facts.moved > 0
    ? null
    : { word: 'bad_transition', text: `Nothing moved with ${ref}, so there is nothing to reverse.` };
}
