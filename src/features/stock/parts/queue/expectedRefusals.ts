/** The queue as it will move goods: a confirmation that the server is expected to refuse (`ahead.ts`) moves nothing. */
import { useMemo } from 'react';
import type { Op } from '#offline/outbox/op.ts';
import type { QueueState } from '#offline/queue.ts';
import { useQueueState } from './useQueue.ts';

/** The ops of the queue without the confirmations that are expected to be refused. */
export const opsToTakeEffect = ({ ops, expected }: Pick<QueueState, 'ops' | 'expected'>): Op[] =>
  ops.some((op) => expected.has(op.key)) ? ops.filter((op) => !expected.has(op.key)) : ops;

/** The queue with the ops that will take effect. */
export function useEffectiveQueue(): Pick<QueueState, 'ops' | 'past'> {
  const { ops, past, expected } = useQueueState();
  const effective = useMemo(() => opsToTakeEffect({ ops, expected }), [ops, expected]);
  return { ops: effective, past };
}

/** Whether `op`, a confirmation that waits, is expected to be refused. */
export function useIsRefusalExpected(op: Op | null): boolean {
  const { expected } = useQueueState();
  return op !== null && expected.has(op.key);
}
