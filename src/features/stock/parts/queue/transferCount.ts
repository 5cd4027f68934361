/** How many transfers and stocktakes are not sent. One unit in the header, on the home and in the outbox, so that a number can be counted on its cards (decision 0311). */
import { isOfStocktake } from '#domain/changeParts.ts';
import type { Op, TransferLine } from '#offline/outbox/op.ts';

/** The change waits for a decision of the person. */
export const isRefused = ({ state }: Pick<Op, 'state'>) => state === 'attention' || state === 'conflict';

/** The change only opens a line for a count, and nothing is wrong with it. The person did nothing yet, so no number counts it (decision 0423). */
type Waits = Pick<Op, 'transfer' | 'state'> & Partial<Pick<Op, 'type' | 'payload'>>;
export const isOpening = ({ type, state, payload }: Omit<Waits, 'transfer'>): boolean =>
  type === 'upsert' && !isRefused({ state }) && (payload as TransferLine).about?.opens === true;

/** The card of a change in the outbox: a reversal has one of its own beside that of its receipt. */
export const cardOf = ({ transfer, type }: Pick<Waits, 'transfer' | 'type'>): string =>
  type === 'reverse' ? `${transfer}:reverse` : transfer;

export interface TransferCount {
  /** Nothing of them needs a decision. */
  waiting: number;
  /** With a change that needs the person. */
  needing: number;
  /** How many of both are stocktakes: they have cards too, and another word. */
  stocktakes: { waiting: number; needing: number };
}

/** The transfers of these changes, each counted once, as the outbox has one card for each. */
export function transfersOf(ops: readonly Waits[]): TransferCount {
  const all = new Set(ops.filter((op) => !isOpening(op)).map(cardOf));
  const needing = new Set(ops.filter(isRefused).map(cardOf));
  const counts = new Set(ops.filter(({ type }) => type && isOfStocktake({ type })).map((op) => op.transfer));
  const countsNeeding = [...counts].filter((one) => needing.has(one)).length;
  return {
    waiting: all.size - needing.size,
    needing: needing.size,
    stocktakes: { waiting: counts.size - countsNeeding, needing: countsNeeding },
  };
}
