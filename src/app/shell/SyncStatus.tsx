import { useEffect, useRef, useState } from 'react';
import { whenIdle } from '#client/whenIdle.ts';
import { Link } from '#crud/Link.tsx';
import { useContact } from '#crud/query/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import { useMyQueue } from '#features/stock/parts/queue/useQueue.ts';
import { badgeTone } from '#offline/outbox/queueRules.ts';
import { readyQueue, theQueue } from '#offline/queue.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';

/** Always visible: what is sent and how many changes are not (SYNC section 11). */
export function SyncStatus() {
  const queue = useMyQueue();
  const { online, storeEpoch } = useContact();
  const [settled, setSettled] = useState(false);
  // The screen's own reads come first.
  useEffect(() => whenIdle(() => setSettled(true)), []);
  useEffect(() => {
    if (!settled) return;
    // If the outbox belongs to newer code, UpdatePrompt says so.
    readyQueue().catch(() => undefined);
    return theQueue().flusher.start();
  }, [settled]);
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) void theQueue().flusher.flush({ woken: true });
    wasOnline.current = online;
  }, [online]);
  useEffect(() => {
    if (storeEpoch) void theQueue().sawEpoch(storeEpoch);
  }, [storeEpoch]);
  // Nothing is shown before the outbox was read.
  if (!queue.sure && queue.ops.length === 0) return null;
  const tone = badgeTone(queue, Date.now());
  const words = syncWords.status(queue);
  const idle = queue.ops.length === 0;
  return (
    <div className="flex items-center">
      <Link
        to="/sync"
        // The accessible name has the visible text, and for refused changes the link name of SYNC section 11.
        aria-label={`${words}. ${queue.attention > 0 ? syncWords.needsAttentionLink(queue.attention) : 'Open the list'}`}
        className={classes(
          'flex min-h-tap min-w-tap items-center justify-center gap-2 rounded-field px-3 text-sm font-semibold hover:bg-brand-raised',
          tone === 'bad' ? 'text-brand-bad' : tone === 'wait' || !idle ? 'text-brand-mark' : 'text-brand-soft',
        )}
      >
        <Icon name={queue.attention > 0 ? 'alert' : idle ? 'check' : queue.sending > 0 ? 'sync' : 'clock'} size={18} />
        <span
          role="status"
          aria-label="Sync status"
          className="whitespace-nowrap max-[26rem]:sr-only max-sm:max-w-28 max-sm:truncate"
        >
          {words}
        </span>
      </Link>
      <button
        type="button"
        aria-label="Sync now"
        title="Sync now"
        onClick={() => void theQueue().syncNow()}
        className="grid size-12 max-[26rem]:hidden place-items-center rounded-field text-brand-soft hover:bg-brand-raised hover:text-brand-ink"
      >
        <Icon name="sync" size={20} className={queue.sending > 0 ? 'animate-spin' : ''} />
      </button>
    </div>
  );
}
