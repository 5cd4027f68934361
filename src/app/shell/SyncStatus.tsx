import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { watchInstallOffer } from '#client/installPrompt.ts';
import { whenIdle } from '#client/whenIdle.ts';
import { Link } from '#crud/Link.tsx';
import { useContact } from '#crud/query/useSession.ts';
import { outboxWords } from '#domain/outboxWords.ts';
import { syncWords } from '#domain/syncWords.ts';
import { type MyQueue, useMyQueue } from '#features/stock/parts/queue/useQueue.ts';
import { badgeTone } from '#offline/outbox/queueRules.ts';
import { queueView, readyQueue, theQueue } from '#offline/queue.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { NewVersion } from './NewVersion.tsx';

// The browser offers the installation once for each page, some time after the start. The outbox shows the offer (rule 47).
watchInstallOffer();

/** The state of the queue, always visible in the header: what is sent and what is not (SYNC section 11). */
export function SyncStatus() {
  const queue = useMyQueue();
  const pathname = useLocation({ select: (at) => at.pathname });
  const { online, failed, storeEpoch } = useContact();
  const [settled, setSettled] = useState(false);
  const tooMuch = useTooMuch(queue, online);
  // The flusher starts after the screen's own reads.
  useEffect(() => whenIdle(() => setSettled(true)), []);
  useEffect(() => {
    if (!settled) return;
    // UpdatePrompt reports a queue that newer code wrote.
    readyQueue().catch(() => undefined);
    // If the code cannot be loaded, screens are read again less often.
    import('./live.ts').then((live) => live.followChanges()).catch(() => undefined);
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
  // Nothing is shown before the queue has been read.
  if (!queue.sure && queue.ops.length === 0) return <NewVersion sending={false} />;
  return (
    <div className="flex items-center justify-end gap-1">
      <NewVersion sending={queue.sending > 0} />
      <span role="status" aria-label="Sync status" className="sr-only">
        {failed && queue.ops.length === 0 ? syncWords.serverFails : syncWords.status(queue)}
      </span>
      <Waiting queue={queue} online={online} failed={failed} isMarked={queue.attention > 0 || tooMuch > 0} />
      {queue.attention > 0 ? (
        <Marked
          name={`${syncWords.needsAttentionLink(queue.attention)}: `}
          n={queue.transfers.needing}
          words={outboxWords.needsYou(queue.transfers.needing)}
          waits={queue.transfers.waiting}
        />
      ) : (
        tooMuch > 0 && (
          <Marked isLong n={tooMuch} words={outboxWords.tooMuch(tooMuch)} waits={queue.transfers.waiting} />
        )
      )}
      <button
        type="button"
        aria-label={syncWords.syncNow}
        title={syncWords.syncNow}
        onClick={() => void theQueue().syncNow()}
        className={classes(
          'grid size-12 max-[26rem]:hidden place-items-center rounded-field text-brand-soft hover:bg-brand-raised hover:text-brand-ink',
          // The outbox has its own button. The space stays, so that nothing in the header moves.
          pathname === '/sync' && 'invisible',
        )}
      >
        <Icon name="sync" size={20} className={queue.sending > 0 ? 'animate-spin' : ''} />
      </button>
    </div>
  );
}

interface WaitingProps {
  queue: MyQueue;
  online: boolean;
  /** The server fails, so the header does not say that everything is sent. */
  failed: boolean;
  isMarked: boolean;
}

/**
 * The number of waiting transfers, as a link to the outbox. The accessible name begins with the documents' text, which counts changes. The visible text
 * counts transfers, as the list has one card for each.
 */
function Waiting({ queue, online, failed, isMarked }: WaitingProps) {
  const n = queue.transfers.waiting;
  const idle = queue.ops.length === 0;
  if (n === 0 && !idle) return null;
  const tone = badgeTone({ ...queue, attention: 0 }, Date.now());
  const words = failed && idle ? syncWords.serverFails : syncWords.status({ ...queue, attention: 0 });
  // Without a server the queue only tries to send, so the text still says what waits.
  const sending = queue.sending > 0 && online;
  const short = idle
    ? online || failed
      ? words
      : outboxWords.nothingWaits
    : sending
      ? outboxWords.sends(n)
      : outboxWords.waits(n);
  const saved = !online && !idle && !sending;
  return (
    <Link
      to="/sync"
      className={classes(
        'flex min-h-tap min-w-tap items-center justify-center gap-2 whitespace-nowrap rounded-field px-3 text-sm font-semibold hover:bg-brand-raised',
        tone === 'bad' ? 'text-brand-bad' : tone === 'wait' || !idle ? 'text-brand-mark' : 'text-brand-soft',
        !online && 'mr-auto',
        isMarked && 'max-sm:hidden',
      )}
    >
      {/* Offline there is no tick, which would say that all is well. A phone has no words, so it keeps the icon. */}
      <Icon
        name={idle ? (failed ? 'cloudOff' : 'check') : sending ? 'sync' : 'clock'}
        size={18}
        className={classes(idle && !online && 'sm:hidden')}
      />
      {short !== words && <span className="sr-only">{words}: </span>}
      {saved && <span className="max-xl:hidden">{outboxWords.areSaved(queue.transfers.by.waiting)}</span>}
      {/* As wide as the wider of its two texts, so that the text does not move when "1 waiting" becomes "Sending 1". */}
      <span
        data-other={idle ? undefined : sending ? outboxWords.waits(n) : outboxWords.sends(n)}
        className={classes(
          'max-sm:sr-only after:invisible after:block after:h-0 after:content-[attr(data-other)]',
          saved && 'xl:hidden',
        )}
      >
        {short}
      </span>
      {n > 0 && (
        <span aria-hidden="true" className="sm:hidden">
          {n}
        </span>
      )}
      {short === words && <span className="sr-only">. Open the list</span>}
    </Link>
  );
}

interface MarkedProps {
  name?: string;
  n: number;
  words: string;
  waits: number;
  isLong?: boolean;
}

/**
 * The link to transfers that need a person now (SYNC section 11), or will need one. `name`: the start of the accessible name. On a phone the link also
 * shows the waiting transfers. `isLong`: the words do not fit on an upright tablet.
 */
function Marked({ name, n, words, waits, isLong = false }: MarkedProps) {
  return (
    <Link to="/sync" className="flex min-h-tap min-w-tap items-center justify-center rounded-full">
      {/* The colours are the same in both themes, because they fit the indigo and the amber header. */}
      <span className="flex h-9 items-center gap-2 whitespace-nowrap rounded-full bg-[#fff4e3] px-3.5 text-sm font-semibold text-[#8f1710] max-sm:gap-1 max-sm:px-2.5">
        {name && <span className="sr-only">{name}</span>}
        {waits > 0 && (
          <span aria-hidden="true" className="mr-1 flex items-center gap-1 text-[#4a3208] sm:hidden">
            <Icon name="clock" size={16} />
            {waits}
          </span>
        )}
        <Icon name="alert" size={18} />
        <span aria-hidden="true" className={isLong ? 'lg:hidden' : 'sm:hidden'}>
          {n}
        </span>
        <span className={isLong ? 'max-lg:sr-only' : 'max-sm:sr-only'}>{words}</span>
        {waits > 0 && <span className="sr-only sm:hidden">, {outboxWords.waits(waits)}</span>}
      </span>
    </Link>
  );
}

/** The number of waiting transfers that ask for more than the stock, as far as this tablet knows. 0 with a server, because its verdict comes at once. */
function useTooMuch({ ops }: MyQueue, online: boolean): number {
  const [n, setN] = useState(0);
  useEffect(() => {
    if (online || ops.length === 0) return setN(0);
    let isOver = false;
    // If the code cannot be loaded, the header shows no such number.
    import('#features/stock/parts/queue/ahead.ts')
      .then((ahead) => ahead.refusedAhead(ops, queueView.read()?.past ?? []))
      .then(({ length }) => isOver || setN(length))
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [ops, online]);
  return n;
}
