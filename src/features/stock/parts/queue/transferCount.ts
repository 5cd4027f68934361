/** How many transfers are not sent. One unit in the header, on the home and in the outbox, so that a number can be counted on its cards (decision 0311). */
import type { Op, TransferLine } from '#offline/outbox/op.ts';

/** The change waits for a decision of the person. */
export const isRefused = ({ state }: Pick<Op, 'state'>) => state === 'attention' || state === 'conflict';

/** The change only opens a line for a count, and nothing is wrong with it. The person did nothing yet, so no number counts it (decision 0423). */
type Waits = Pick<Op, 'transfer' | 'state'> & Partial<Pick<Op, 'type' | 'payload'>>;
export const isOpening = ({ type, state, payload }: Omit<Waits, 'transfer'>): boolean =>
  type === 'upsert' && !isRefused({ state }) && (payload as TransferLine).about?.opens === true;

export interface TransferCount {
  /** Nothing of them needs a decision. */
  waiting: number;
  /** With a change that needs the person. */
  needing: number;
}

/** The transfers of these changes, each counted once, as the outbox has one card for each. */
export function transfersOf(ops: readonly Waits[]): TransferCount {
  const all = new Set(ops.filter((op) => !isOpening(op)).map((op) => op.transfer));
  const needing = new Set(ops.filter(isRefused).map((op) => op.transfer)).size;
  return { waiting: all.size - needing, needing };
}
