/** How many transfers, reversals and stocktakes are not sent. One unit in the header, on the home and in the outbox, so that a number can be counted on its cards (decision 0311). */
import { type Subject, subjectOf } from '#domain/lanePositions.ts';
import type { Op, TransferLine } from '#offline/outbox/op.ts';

/** The change waits for a decision of the person. */
export const isRefused = ({ state }: Pick<Op, 'state'>) => state === 'attention' || state === 'conflict';

/** The change only opens a line for a count, and nothing is wrong with it. The person did nothing yet, so no number counts it (decision 0423). */
type Waits = Pick<Op, 'transfer' | 'state'> & Partial<Pick<Op, 'type' | 'payload'>>;
export const onlyOpensLine = ({ type, state, payload }: Omit<Waits, 'transfer'>): boolean =>
  type === 'upsert' && !isRefused({ state }) && (payload as TransferLine).about?.opens === true;

/** The id of the act that a change belongs to: one transfer, one reversal or one stocktake. An act is one card of the outbox and counts as one. */
export const cardKey = ({ transfer, type = 'upsert' }: Pick<Waits, 'transfer' | 'type'>): string =>
  `${subjectOf({ type })} ${transfer}`;

export interface TransferCount {
  /** Nothing of them needs a decision. */
  waiting: number;
  /** With a change that needs the person. */
  needing: number;
  /** The same by what they are, because each has a word of its own. */
  by: Readonly<Record<'waiting' | 'needing', Readonly<Record<Subject, number>>>>;
}

/** What the person did with these changes, each counted once, as the outbox has one card for each. */
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
