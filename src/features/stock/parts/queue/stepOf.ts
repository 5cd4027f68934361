/** What an op means for the state of its transfer or stocktake. */
import { positionOf } from '#domain/lanePositions.ts';
import type { Op } from '#offline/outbox/op.ts';

/**
 * Whether the op ends a transfer or a person's part of a stocktake: a confirmation, a reversal, a taken handover, or the end of a part. An op of newer
 * code may be an end, so it counts as one.
 */
export function isEnd(op: Op): boolean {
  const position = positionOf(op);
  return position === 'closes' || position === null || op.type === 'take';
}

/** Whether the op was sent to a server without keys and got no answer. The queue looks such an op up before sending it again (SYNC rule 85). */
export const isInDoubt = (op: Op): boolean => op.state === 'queued' && op.tried !== undefined && op.attempts > 0;
