import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { firstHourStore, tourStore } from '#client/firstHour.ts';
import { Link } from '#crud/Link.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { ServerLink } from '#crud/ServerLink.tsx';
import { kindOf } from '#domain/transfer.ts';
import type { Op } from '#offline/outbox/op.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { useQueueState } from '../../stock/parts/queue/useQueue.ts';
import { isDone, type StartCard, startCards } from './cards.ts';

/**
 * The three cards for a newcomer. They stay until all are done or the person closes them. The cards that are shown when the home opens keep their place
 * until the next visit, so that nothing below moves. On a desktop they form one line, so that the work stays visible (decision 0291).
 */
export function StartHere() {
  const { profile } = useSession();
  const userId = profile?.user_id ?? '';
  const [isHere] = useState(() => !firstHourStore.read(userId).away);
  const cards = profile ? startCards(profile) : [];
  if (!isHere || cards.length === 0) return null;
  return <Cards userId={userId} cards={cards} />;
}

function Cards({ userId, cards }: { userId: string; cards: readonly StartCard[] }) {
  const { done: noted, away } = useSyncExternalStore(firstHourStore.subscribe, () => firstHourStore.read(userId));
  const { past } = useQueueState();
  const facts = {
    noted,
    received: past.some(({ op }) => op.user_id === userId && isReceipt(op)),
    installed: matchMedia('(display-mode: standalone)').matches,
  };
  const done = cards.filter((card) => isDone(card, facts));
  const isAll = done.length === cards.length;
  const [isHidden, setHidden] = useState(away);
  const again = useRef<HTMLButtonElement>(null);
  const hide = useRef<HTMLButtonElement>(null);
  const keep = done.map(({ key }) => key).join(' ');
  useEffect(() => {
    // The history of the queue is deleted after a week, and the tick must stay.
    for (const key of keep ? keep.split(' ') : [])
      if (!firstHourStore.read(userId).done.includes(key) && key !== 'install') firstHourStore.add(userId, key);
  }, [keep, userId]);
  useEffect(() => {
    // Completed cards are shown with their ticks now, and left out at the next visit.
    if (isAll) firstHourStore.write(userId, { away: true });
  }, [isAll, userId]);
  const turn = (off: boolean) => {
    firstHourStore.write(userId, { away: off });
    setHidden(off);
    // The pressed button is gone, so the focus moves to the other button.
    requestAnimationFrame(() => (off ? again : hide).current?.focus());
  };
  return (
    <section aria-label="Start here" className="no-print relative @container">
      <div
        className={classes(
          'flex flex-col gap-2 pointer-fine:lg:min-h-12 pointer-fine:lg:flex-row pointer-fine:lg:@max-[56rem]:flex-wrap pointer-fine:lg:@max-[56rem]:gap-y-0 pointer-fine:lg:@max-[56rem]:pb-2 pointer-fine:lg:items-center pointer-fine:lg:gap-4 pointer-fine:lg:rounded-card pointer-fine:lg:border pointer-fine:lg:bg-surface pointer-fine:lg:px-4 pointer-fine:lg:shadow-card',
          isHidden && 'invisible',
        )}
        inert={isHidden}
      >
        <div className="flex items-center gap-x-3 pointer-fine:lg:contents">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 pointer-fine:lg:shrink-0 pointer-fine:lg:gap-x-2">
            <h2 className="text-base font-semibold">Start here</h2>
            <p role="status" className="figures text-sm text-ink-soft">
              {isAll ? 'All done.' : `${done.length} of ${cards.length} done`}
            </p>
          </div>
          <span className="-mr-3 ml-auto flex shrink-0 gap-1 pointer-fine:lg:order-last">
            <Button look="quiet" onClick={() => tourStore.write(true)}>
              Show me around
            </Button>
            <Button look="quiet" ref={hide} aria-label="Hide Start here" onClick={() => turn(true)}>
              Hide
            </Button>
          </span>
        </div>
        <ul className="grid gap-3 max-sm:gap-2 md:grid-cols-3 pointer-fine:lg:flex pointer-fine:lg:min-w-0 pointer-fine:lg:gap-1 pointer-fine:lg:@max-[56rem]:order-last pointer-fine:lg:@max-[56rem]:-mx-2.5 pointer-fine:lg:@max-[56rem]:basis-full">
          {cards.map((card) => (
            <li key={card.key} className="min-w-0">
              <Step card={card} done={done.includes(card)} userId={userId} />
            </li>
          ))}
        </ul>
      </div>
      {isHidden && (
        <div className="absolute inset-0 flex flex-wrap content-center items-center justify-center gap-x-3 rounded-card border border-dashed border-line-strong/50 px-4 text-center text-sm text-ink-soft">
          <p role="status">Start here is hidden. You can show it again from your profile.</p>
          <Button look="quiet" ref={again} onClick={() => turn(false)}>
            Show it again
          </Button>
        </div>
      )}
    </section>
  );
}

/** Whether the server took this op, and the op completed a receipt. */
function isReceipt(op: Op): boolean {
  if (op.type !== 'execute' || op.state !== 'done') return false;
  const header = (op as Op<'execute'>).payload.confirmed?.header;
  return header !== undefined && kindOf(header.source_type, header.destination_type) === 'shipment_in';
}

function Step({ card, done, userId }: { card: StartCard; done: boolean; userId: string }) {
  const { title, text, icon, to, search, by, key } = card;
  // A new record needs the server, and so does an order.
  const Way = /\/(create|signup)$/.test(to) || search?.act !== undefined ? ServerLink : Link;
  return (
    <Way
      to={to}
      {...(search ? { search } : {})}
      {...(by === 'seen' ? { onClick: () => firstHourStore.add(userId, key) } : {})}
      title={text}
      className="flex min-h-18 items-center gap-3 rounded-card border bg-surface px-4 py-3 max-sm:min-h-12 max-sm:py-1 shadow-card transition-colors hover:border-accent aria-disabled:cursor-not-allowed aria-disabled:opacity-50 pointer-fine:lg:min-h-9 pointer-fine:lg:gap-2 pointer-fine:lg:rounded-field pointer-fine:lg:border-transparent pointer-fine:lg:px-2.5 pointer-fine:lg:py-0 pointer-fine:lg:shadow-none pointer-fine:lg:hover:bg-accent-soft"
    >
      <span
        className={classes(
          'grid size-10 shrink-0 place-items-center rounded-field max-sm:size-8 pointer-fine:lg:size-7 pointer-fine:lg:*:size-4.5',
          done ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent',
        )}
      >
        <Icon name={done ? 'check' : icon} size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 leading-5 font-semibold pointer-fine:lg:text-sm">
          {done && <span className="sr-only">{by === 'seen' ? 'Seen' : 'Done'}: </span>}
          {title}
        </span>
        <span className="mt-0.5 block text-sm leading-5 text-ink-soft max-sm:sr-only pointer-fine:lg:sr-only">
          {text}
        </span>
      </span>
      <Icon name="next" size={18} className="shrink-0 text-ink-faint pointer-fine:lg:hidden" />
    </Way>
  );
}
