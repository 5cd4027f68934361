import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { isPersisted } from '#client/isPersisted.ts';
import { useContact, useSession } from '#crud/query/useSession.ts';
import { initials, lineWords, syncWords } from '#domain/syncWords.ts';
import { showShort } from '#domain/time.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { blockers, stepName } from '#offline/outbox/queueRules.ts';
import { mayTryAgain } from '#offline/outbox/retry.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { EmptyState, Notice, SkeletonRows } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { Page } from '#ui/Page.tsx';
import { useMyQueue, useQueueState } from '../../stock/parts/queue/useQueue.ts';
import { headsOf } from './OfTransfer.tsx';
import { QueueFile } from './queueFile.tsx';
import { Refused, What } from './syncChange.tsx';

/** The sync screen: what is sent and what is not, change by change (SYNC section 11, B11.1 page /sync). */
export function Screen() {
  const queue = useMyQueue();
  const { ops, past } = useQueueState();
  const { profile } = useSession();
  const { online } = useContact();
  const [kept, setKept] = useState<boolean | null>();
  useEffect(() => void isPersisted().then(setKept), []);
  // The content waits until the queue is read, so that "All changes sent" is never false and nothing moves when a notice appears.
  const looked = queue.known && kept !== undefined;
  const all = queue.ops;
  const refused = all.filter((op) => op.state === 'attention' || op.state === 'conflict');
  const again = refused.filter(mayTryAgain).length;
  const waiting = all.filter((op) => !refused.includes(op));
  const waits = blockers(all);
  const heads = useMemo(() => headsOf(ops, past), [ops, past]);
  const sent = past.filter((one) => one.op.state === 'done' && one.op.user_id === profile?.user_id).slice(0, 30);
  return (
    <Page
      title="Sync"
      width="wizard"
      note={queue.lastSent === null ? '\u00a0' : `Last sent ${showShort(Math.floor(queue.lastSent / 1_000))}`}
      actions={
        <>
          <QueueFile mine={all.length} others={queue.others.length} />
          <Button look="primary" icon="sync" onClick={() => void theQueue().syncNow()}>
            Send now
          </Button>
        </>
      }
    >
      {looked ? (
        <>
          {kept === false && (
            <Notice tone="wait" icon="alert" role="alert">
              {syncWords.mayBeClearedInstall}
            </Notice>
          )}
          {queue.others.map(({ name, count }) => (
            <Notice key={name} tone="wait" icon="user">
              {syncWords.othersWaiting(count, initials(name))}
            </Notice>
          ))}
          {refused.length > 0 && (
            <section aria-label="Needs attention" className="flex flex-col gap-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h2 className="text-lg font-bold text-bad">Needs attention</h2>
                {again > 1 && (
                  <Button icon="sync" onClick={() => void tryAllAgain()}>
                    {syncWords.tryAllAgain(again)}
                  </Button>
                )}
              </div>
              {refused.map((op) => (
                <Refused key={op.seq} op={op} head={heads.get(op.transfer)} online={online} />
              ))}
            </section>
          )}
          <Section title="Waiting to send" count={waiting.length}>
            {waiting.length === 0 ? (
              queue.sure ? (
                <EmptyState icon="check" title="All changes sent" />
              ) : (
                <EmptyState icon="alert" title="What waits on this tablet cannot be looked at" />
              )
            ) : (
              <ul className="divide-y">
                {waiting.map((op) => {
                  const blocker = op.state === 'queued' ? waits.get(op.seq) : null;
                  const words = lineWords(
                    op.state === 'sending' ? 'sending' : blocker ? 'blocked' : 'queued',
                    blocker ? stepName(blocker) : undefined,
                  );
                  return (
                    <li key={op.seq} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
                      <What op={op} head={heads.get(op.transfer)} />
                      <Badge
                        tone={op.state === 'sending' ? 'accent' : 'wait'}
                        icon={op.state === 'sending' ? 'sync' : 'clock'}
                      >
                        {words.short}
                      </Badge>
                    </li>
                  );
                })}
              </ul>
            )}
          </Section>
          <Section title="Sent in the last 7 days" count={sent.length}>
            {sent.length === 0 ? (
              <EmptyState icon="clock" title="Nothing sent from this tablet yet" />
            ) : (
              <ul className="divide-y">
                {sent.map((one) => (
                  <li key={one.key} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
                    <What op={one.op} head={heads.get(one.op.transfer)} />
                    <Badge tone="good" icon="check">
                      Sent {showShort(Math.floor(one.at / 1_000))}
                    </Badge>
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </>
      ) : (
        <Card padded={false}>
          <SkeletonRows rows={4} />
        </Card>
      )}
    </Page>
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

function Section({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">
        {title} <span className="font-normal text-ink-faint">({count})</span>
      </h2>
      <Card padded={false}>{children}</Card>
    </section>
  );
}
