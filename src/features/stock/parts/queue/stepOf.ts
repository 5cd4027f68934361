/** What one change of the outbox says of the way of its transfer or stocktake. */
import { positionOf } from '#domain/lanePositions.ts';
import type { Op } from '#offline/outbox/op.ts';

/**
 * Whether a person ended with it what they began: a confirmation, a reversal, goods that were taken over or the end of a part of a stocktake. What newer code
 * wrote may be an end.
 */
export function isEnd(op: Op): boolean {
  const position = positionOf(op);
  return position === 'closes' || position === null || op.type === 'take';
}

/** Whether it was sent to a server without keys and got no answer: it is looked up before it is sent again (SYNC rule 85). */
export const isInDoubt = (op: Op): boolean => op.state === 'queued' && op.tried !== undefined && op.attempts > 0;
