/** Changes of other people that wait on this tablet. */
import { useMemo } from 'react';
import { useSession } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { type FinishedOp, LIVE, type Op, rowOf } from '#offline/outbox/op.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { onlyOpensLine } from './transferCount.ts';
import { useQueueState } from './useQueue.ts';

type Ids = Pick<TransferView, 'transfer' | 'order_id'>;

/**
 * By name: the number of changes of this transfer that other people saved on this tablet and that wait. Who began the transfer here has it under
 * another id, which its finished creation tells. `me`: the id of the person.
 */
export function othersWaiting(
  { transfer, order_id }: Ids,
  { ops, past }: { ops: readonly Op[]; past: readonly FinishedOp[] },
  me: string | undefined,
): Map<string, number> {
  const ids = new Set([transfer, ...(order_id === null ? [] : [order_id])]);
  for (const { op, answer } of past)
    if (op.type === 'create' && op.state === 'done' && rowOf(answer)._id === order_id) ids.add(op.transfer);
  const waiting = new Map<string, number>();
  for (const op of ops)
    if (op.user_id !== me && ids.has(op.transfer) && LIVE.has(op.state) && !onlyOpensLine(op))
      waiting.set(op.user_name, (waiting.get(op.user_name) ?? 0) + 1);
  return waiting;
}

/** "2 changes by Olúwaṣeun Adéyẹmí wait on this tablet and are not in this transfer." '' if nobody else's change waits. */
export function useOthersHere(of: Ids): string {
  const queue = useQueueState();
  const me = useSession().profile?.user_id;
  return useMemo(
    () =>
      [...othersWaiting(of, queue, me)]
        .map(([name, n]) =>
          plural(
            n,
            `# change by ${name} waits on this tablet and is not in this transfer.`,
            `# changes by ${name} wait on this tablet and are not in this transfer.`,
          ),
        )
        .join(' '),
    [of, queue, me],
  );
}
