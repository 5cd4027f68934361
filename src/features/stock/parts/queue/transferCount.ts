/**
 * Counts unsent transfers, reversals and stocktakes. The header, the home and the outbox show the same number, and the outbox has a card for each
 * (decision 0311).
 */
import { type Subject, subjectOf } from '#domain/lanePositions.ts';
import type { Op, TransferLine } from '#offline/outbox/op.ts';

/** Whether the change waits for a decision of the person. */
export const isRefused = ({ state }: Pick<Op, 'state'>) => state === 'attention' || state === 'conflict';

/** Whether the change only opens a line for a count and is not refused. The person has done nothing yet, so the change does not count (decision 0423). */
type Waits = Pick<Op, 'transfer' | 'state'> & Partial<Pick<Op, 'type' | 'payload'>>;
export const onlyOpensLine = ({ type, state, payload }: Omit<Waits, 'transfer'>): boolean =>
  type === 'upsert' && !isRefused({ state }) && (payload as TransferLine).about?.opens === true;

/** The key of the card that a change belongs to. A card is one transfer, one reversal or one stocktake, and counts as one. */
export const cardKey = ({ transfer, type = 'upsert' }: Pick<Waits, 'transfer' | 'type'>): string =>
  `${subjectOf({ type })} ${transfer}`;

/** Whether somebody else completed the transfer of a card, and this person accepted that. Then the moved goods are not those of this person. */
export const isOfOthers = (one: { elsewhere: number | null; ops: readonly unknown[] }): boolean =>
  one.elsewhere !== null && one.ops.length === 0;

export interface TransferCount {
  /** Cards without a change that needs a decision. */
  waiting: number;
  /** Cards with a change that needs the person's decision. */
  needing: number;
  /** The same numbers by subject, because each subject has its own word. */
  by: Readonly<Record<'waiting' | 'needing', Readonly<Record<Subject, number>>>>;
}

/** Counts the cards of these changes. */
export function transfersOf(ops: readonly Waits[]): TransferCount {
  const needing = new Set(ops.filter(isRefused).map(cardKey));
  const all = new Set(ops.filter((op) => !onlyOpensLine(op)).map(cardKey));
  const by = {
    waiting: { transfer: 0, reversal: 0, stocktake: 0 },
    needing: { transfer: 0, reversal: 0, stocktake: 0 },
  };
  for (const key of all) by[needing.has(key) ? 'needing' : 'waiting'][key.split(' ')[0] as Subject] += 1;
  return { waiting: all.size - needing.size, needing: needing.size, by };
}
