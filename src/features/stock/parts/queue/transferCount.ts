/** How many transfers are not sent. One unit in the header, on the home and in the outbox, so that a number can be counted on its cards (decision 0311). */
import type { Op } from '#offline/outbox/op.ts';

/** The change waits for a decision of the person. */
export const isRefused = ({ state }: Pick<Op, 'state'>) => state === 'attention' || state === 'conflict';

export interface TransferCount {
  /** Nothing of them needs a decision. */
  waiting: number;
  /** With a change that needs the person. */
  needing: number;
}

/** The transfers of these changes, each counted once, as the outbox has one card for each. */
export function transfersOf(ops: readonly Pick<Op, 'transfer' | 'state'>[]): TransferCount {
  const all = new Set(ops.map((op) => op.transfer));
  const needing = new Set(ops.filter(isRefused).map((op) => op.transfer)).size;
  return { waiting: all.size - needing, needing };
}
