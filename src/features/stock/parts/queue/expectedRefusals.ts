/** Gives `foretold.ts` the person's own ops and the keys of confirmations that the server will probably refuse (`ahead.ts`). */
import { useMemo } from 'react';
import { useSession } from '#crud/query/useSession.ts';
import type { Op } from '#offline/outbox/op.ts';
import type { Waiting } from '../foretold.ts';
import { useQueueState } from './useQueue.ts';

export function useWaiting(): Waiting {
  const { ops, past, expected } = useQueueState();
  const me = useSession().profile?.user_id;
  return useMemo(
    () => ({ ops: ops.filter((op) => op.user_id === me), past, expected, afterRepair: expected }),
    [ops, past, expected, me],
  );
}

/** Whether the server will probably refuse `op`, a waiting confirmation. */
export function useIsRefusalExpected(op: Op | null): boolean {
  const { expected } = useQueueState();
  return op !== null && expected.has(op.key);
}
