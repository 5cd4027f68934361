import { initials, syncWords } from '#domain/syncWords.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { useQueueState } from '../../stock/parts/queue/useQueue.ts';

/**
 * Says on the sign-in screen that changes wait on this tablet, so that nobody wipes it unaware (SYNC rule 43). Only counts and initials are shown.
 */
export function WaitingHere() {
  const { ops } = useQueueState();
  if (ops.length === 0) return null;
  const names = [...new Set(ops.map((op) => op.user_name))];
  return (
    <Notice tone="wait" icon="clock">
      {syncWords.onThisTablet(ops.length)}
      <span className="block text-sm font-normal">
        {names
          .map((name) => syncWords.othersWaiting(ops.filter((op) => op.user_name === name).length, initials(name)))
          .join(', ')}
      </span>
    </Notice>
  );
}
