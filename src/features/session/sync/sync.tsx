import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from '#crud/Link.tsx';
import { useContact, useSession } from '#crud/query/useSession.ts';
import { outboxWords } from '#domain/outboxWords.ts';
import { plural } from '#domain/plural.ts';
import { initials, syncWords } from '#domain/syncWords.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { blockers } from '#offline/outbox/queueRules.ts';
import { theQueue } from '#offline/queue.ts';
import { mayTryAgain } from '#offline/resolve/retry.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { Notice, SkeletonRows } from '#ui/feedback/States.tsx';
import { closeToast, toast, toastStore } from '#ui/feedback/toasts.ts';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { leftRefusals } from '../../stock/parts/queue/leftRefusal.ts';
import { isRefused } from '../../stock/parts/queue/transferCount.ts';
import { type MyQueue, useMyLeft, useMyQueue, useQueueState } from '../../stock/parts/queue/useQueue.ts';
import { KeptHere, NothingSent, NothingWaits } from './Kept.tsx';
import { headsOf } from './OfTransfer.tsx';
import { PlainNotice } from './plain/PlainNotice.tsx';
import { QueueFile } from './queueFile.tsx';
import { StorageCard, usePersisted } from './StorageCard.tsx';
import { TransferCard } from './TransferCard.tsx';
import { expectedFirst, type OutboxLists, type OutboxTransfer, openCounts, outboxLists, wayOf } from './transfers.ts';
import { useStocktakeReads } from './useFacts.ts';

/** How many sent transfers are shown. */
const SENT_SHOWN = 20;

/** The outbox (SYNC section 11, B11.1 page /sync): one card for each transfer. Cards that need a person come first. */
export function Screen() {
  const queue = useMyQueue();
  const { lastContact } = useContact();
  const { kept, ask } = usePersisted();
  const lists = useLists(queue);
  const now = useNow();
  useEffect(closeConnectionToasts, []);
  // The content waits until the queue is read, so that "Everything is sent" is never false and nothing moves when a notice appears.
  const looked = queue.known && kept !== undefined;
  return (
    <Page
      title="Outbox"
      note={(looked && countsOf(queue, lists)) || '\u00a0'}
      actions={
        // Between the widths of a phone and of a wide tablet, only this link leads home with one press.
        <Link to="/" className={classes(buttonClasses('plain'), 'max-sm:hidden lg:hidden')}>
          <Icon name="home" />
          Home
        </Link>
      }
    >
      {looked ? (
        <div className="@container">
          <div className="grid items-start gap-x-6 gap-y-5 @min-[56rem]:grid-rows-[auto_1fr] @min-[56rem]:grid-cols-[minmax(0,1fr)_17rem] @min-[66rem]:grid-cols-[minmax(0,1fr)_20rem]">
            <Unsent queue={queue} lists={lists} now={now} />
            <div className="flex flex-col gap-4 @min-[56rem]:row-span-2">
              {queue.others.map(({ name, count }) => (
                <Notice key={name} tone="wait" icon="user">
                  {syncWords.othersWaiting(count, initials(name))}
                </Notice>
              ))}
              <KeptHere
                queue={queue}
                lastContact={lastContact}
                now={now}
                mayBeCleared={kept === false}
                files={<QueueFile mine={queue.ops.length} others={queue.others.length} />}
              />
              <PlainNotice />
              {kept === false && <StorageCard waits={queue.ops.length > 0} onAsk={ask} />}
            </div>
            <Sent lists={lists} lastSent={queue.lastSent} now={now} />
          </div>
        </div>
      ) : (
        <Card padded={false}>
          <SkeletonRows rows={4} />
        </Card>
      )}
    </Page>
  );
}

/** "1 waiting, 1 needs you, 1 not finished" */
const countsOf = (queue: MyQueue, { open }: Lists): string =>
  [outboxWords.counts(queue.transfers), open.length > 0 && notFinished(open.length)].filter(Boolean).join(', ');

interface Lists extends OutboxLists {
  /** Sent transfers that nobody completed. The next step is the person's. */
  open: readonly OutboxTransfer[];
  /** Returns the card of one transfer. `now`: epoch ms. */
  card(one: OutboxTransfer, now: number, onRepaired: (heard: string) => void): ReactNode;
}

function useLists(queue: MyQueue): Lists {
  const { ops, past, expected } = useQueueState();
  const { online } = useContact();
  const me = useSession().profile?.user_id;
  const heads = useMemo(() => headsOf(ops, past), [ops, past]);
  const lists = useMemo(
    () =>
      outboxLists(
        queue.ops,
        past.filter((one) => one.op.user_id === me),
      ),
    [queue.ops, past, me],
  );
  const waiting = useMemo(
    () => (online ? lists.waiting : expectedFirst(lists.waiting, expected)),
    [online, lists, expected],
  );
  const waits = useMemo(() => blockers(queue.ops), [queue.ops]);
  const left = useMyLeft(leftRefusals);
  const counts = useStocktakeReads(useMemo(() => openCounts(lists.sent), [lists]));
  const countOf = ({ transfer }: OutboxTransfer) => counts.get(transfer) ?? null;
  const open = lists.sent.filter((one) => {
    const { isOpen, isCounting } = wayOf(one, null, countOf(one));
    return isOpen || isCounting;
  });
  return {
    ...lists,
    waiting,
    open,
    card: (one, now, onRepaired) => (
      <TransferCard
        one={one}
        // True if nothing else needs the person.
        isNext={queue.ops.length === 0 && one === open[0]}
        head={heads.get(one.transfer)}
        count={countOf(one)}
        left={left.get(one.transfer)}
        waits={waits}
        online={online}
        now={now}
        onRepaired={onRepaired}
      />
    ),
  };
}

/** Closes connection toasts, because the header says that the server does not answer, and the cards say that nothing is lost. */
function closeConnectionToasts(): void {
  for (const { id, tone } of toastStore.read()) if (tone === 'connection') closeToast(id);
}

/** The current time, epoch ms. It is renewed each minute, because the words of times change at midnight. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What is not finished: transfers that the server does not have, those that need a person first, and then transfers that nobody completed. */
function Unsent({ queue, lists, now }: { queue: MyQueue; lists: Lists; now: number }) {
  const { refused, waiting, open } = lists;
  const again = queue.ops.filter(mayTryAgain).length;
  const [repaired, setRepaired] = useState('');
  const place = useRef<HTMLElement>(null);
  const onRepaired = (heard: string) => {
    setRepaired(heard);
    // A resolved refusal removes the pressed button, so the focus moves to the list.
    place.current?.focus();
  };
  const cards = (of: readonly OutboxTransfer[]) => (
    <ul className="flex flex-col gap-4">
      {of.map((one) => (
        <li key={one.card}>{lists.card(one, now, onRepaired)}</li>
      ))}
    </ul>
  );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p aria-live="polite" className="sr-only">
        {repaired}
      </p>
      {refused.length > 0 && (
        <section aria-label={syncWords.headings.attention} className="flex flex-col gap-4">
          <h2 className="sr-only">{syncWords.headings.attention}</h2>
          {again > 1 && (
            <div className="flex justify-end">
              <Button icon="sync" onClick={() => void tryAllAgain()}>
                {syncWords.tryAllAgain(again)}
              </Button>
            </div>
          )}
          {cards(refused)}
        </section>
      )}
      <section ref={place} tabIndex={-1} aria-label={syncWords.headings.waiting} className="outline-none">
        <h2 className="sr-only">
          {syncWords.headings.waiting} ({queue.ops.filter((op) => !isRefused(op)).length})
        </h2>
        {waiting.length > 0
          ? cards(waiting)
          : queue.ops.length === 0 && <NothingWaits {...{ queue, now }} open={open} />}
      </section>
      {open.length > 0 && (
        <section aria-label={NOT_FINISHED} className="flex flex-col gap-3">
          <h2 className="text-lg font-semibold">
            {NOT_FINISHED} <span className="font-normal text-ink-faint">({open.length})</span>
          </h2>
          <ul className="flex flex-col gap-3">
            {open.map((one) => (
              <li key={one.card}>{lists.card(one, now, () => undefined)}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The sent transfers that are finished. */
function Sent({ lists, lastSent, now }: { lists: Lists; lastSent: number | null; now: number }) {
  const { open } = lists;
  const done = lists.sent.filter((one) => !open.includes(one));
  return (
    <div className="col-start-1 flex min-w-0 flex-col gap-5">
      {(done.length > 0 || open.length === 0) && (
        <Done sent={done} card={lists.card} now={now}>
          <NothingSent lists={lists} lastSent={lastSent} />
        </Done>
      )}
    </div>
  );
}

const NOT_FINISHED = 'Not finished';
const notFinished = (n: number) => plural(n, '# not finished', '# not finished');

/** `children`: shown if no transfer was sent completely. */
function Done({ sent, card, now, children }: Pick<Lists, 'sent' | 'card'> & { now: number; children: ReactNode }) {
  const shown = sent.slice(0, SENT_SHOWN);
  return (
    <section aria-label={syncWords.headings.sent} className="flex min-w-0 flex-col gap-3">
      <h2 className="text-lg font-semibold">
        {syncWords.headings.sent}
        {sent.length > 0 && <span className="font-normal text-ink-faint"> ({sent.length})</span>}
      </h2>
      {shown.length === 0 ? (
        children
      ) : (
        <ul className="flex flex-col gap-3">
          {shown.map((one) => (
            <li key={one.card}>{card(one, now, () => undefined)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Retries all refused changes with one press (K42). */
async function tryAllAgain(): Promise<void> {
  const { outbox, flusher } = theQueue();
  try {
    await outbox.retryAll();
  } catch (error) {
    // The disk refused the write, so all changes are as before.
    return toast('bad', notSavedWords(error));
  }
  await flusher.flush({ forced: true });
}
