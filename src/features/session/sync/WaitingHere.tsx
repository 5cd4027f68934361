import { useEffect } from 'react';
import { initials, syncWords } from '#domain/syncWords.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { useQueueState } from '../../stock/parts/queue/useQueue.ts';

/** Shows the number of waiting changes and the initials of their authors, so that nobody wipes a tablet unaware (SYNC rule 43). */
export function WaitingHere() {
  const { ops } = useQueueState();
  // The home follows the sign-in, so its files are loaded while the password is typed. If that fails, the home loads them itself.
  useEffect(() => {
    void import('../dashboard.tsx').then(({ loadParts }) => loadParts()).catch(() => undefined);
  }, []);
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
