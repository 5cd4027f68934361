import { useEffect, useState } from 'react';
import { useSession } from '#crud/query/useSession.ts';
import { type BothHalves, bothHalves, type StoredHalf, storedHalves } from '#offline/handover/readPapers.ts';
import { isSettledHere, refusalOfOp } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { useQueueState } from '../parts/queue/useQueue.ts';

export interface OwnHalf<T extends 'give' | 'take'> extends StoredHalf<T> {
  both: BothHalves;
}

/**
 * The person's own half of a handover on this tablet. `of`: the lane of a given half, or the transfer that a taken half names. Undefined until the tablet
 * has looked; null if there is no half.
 */
export function useHalf<T extends 'give' | 'take'>(type: T, of: string): OwnHalf<T> | null | undefined {
  const me = useSession().profile?.user_id;
  const queue = useQueueState();
  const [half, setHalf] = useState<OwnHalf<T> | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when the queue changed.
  useEffect(() => {
    let over = false;
    const look = async () => {
      const found = (await storedHalves(theQueue().store, type)).find(
        ({ op }) => op.user_id === me && nameOf(op) === of,
      );
      return found ? { ...found, both: await bothHalves(found.op.payload.offer, found.op.payload.answer) } : null;
    };
    void look().then(
      (found) => over || setHalf(found),
      () => over || setHalf(null),
    );
    return () => {
      over = true;
    };
  }, [type, of, me, queue]);
  return half;
}

const nameOf = ({ type, transfer, payload }: StoredHalf<'give' | 'take'>['op']): string =>
  type === 'take' && 'about' in payload ? payload.about.transfer : transfer;

/** Why the server refused the half. Null: the server did not refuse it. */
export function refusedText({ op }: Pick<StoredHalf<'give' | 'take'>, 'op'>): string | null {
  if (op.state !== 'attention') return null;
  return refusalOfOp(op)?.message ?? (isSettledHere(op) ? '' : null);
}
