/** Gives `foretold.ts` the person's own ops and the keys of confirmations that the server will probably refuse (`ahead.ts`). */
import { useCallback, useMemo } from 'react';
import { useSession } from '#crud/query/useSession.ts';
import type { Op } from '#offline/outbox/op.ts';
import type { QueueState } from '#offline/queue.ts';
import { type AtTurn, type Foretold, foretold, type Waiting } from '../foretold.ts';
import { useOfQueue, useQueueState } from './useQueue.ts';

export function useWaiting(): Waiting {
  const { ops, past, expected } = useQueueState();
  const me = useSession().profile?.user_id;
  return useMemo(() => waitingOf({ ops, past, expected }, me), [ops, past, expected, me]);
}

const waitingOf = ({ ops, past, expected }: Pick<QueueState, 'ops' | 'past' | 'expected'>, me: string | undefined) => ({
  ...{ ops: ops.filter((op) => op.user_id === me), past, expected, afterRepair: expected },
});

/** The stock that this tablet expects of a party for an unconfirmed transfer: the same value until other goods move. */
export function useForetold({ party, since, transfer }: Omit<AtTurn, 'before'>): Foretold {
  const me = useSession().profile?.user_id;
  const read = useCallback(
    (queue: QueueState) => foretold(waitingOf(queue, me), { party, since, transfer }),
    [me, party, since, transfer],
  );
  return useOfQueue(read);
}

/** Whether the server will probably refuse `op`, a waiting confirmation. */
export function useIsRefusalExpected(op: Op | null): boolean {
  const { expected } = useQueueState();
  return op !== null && expected.has(op.key);
}
