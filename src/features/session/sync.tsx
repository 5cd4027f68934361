import { type ReactNode, useState } from 'react';
import { Go } from '#crud/Go.tsx';
import { useCan, useContact } from '#crud/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { initials, lineWords, syncWords } from '#domain/syncWords.ts';
import { showShort } from '#domain/time.ts';
import { KINDS, kindOf, type WizardKind } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import type { Header, Line, Op } from '#offline/op.ts';
import { theQueue } from '#offline/queue.ts';
import { describe, waitsFor } from '#offline/queueRules.ts';
import { useMyQueue, useQueueState } from '#parts/queue/useQueue.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Page } from '#ui/Page.tsx';
import { EmptyState, Notice } from '#ui/States.tsx';
import { toast } from '#ui/toasts.ts';

/** What is sent and what is not, change by change (SYNC section 11, B11.1 page /sync). */
export function Screen() {
  const queue = useMyQueue();
  const { past } = useQueueState();
  const { online } = useContact();
  const all = queue.ops;
  const refused = all.filter((op) => op.state === 'attention' || op.state === 'conflict');
  const waiting = all.filter((op) => !refused.includes(op));
  const sent = past.filter((one) => one.op.state === 'done').slice(0, 30);
  return (
    <Page
      title="Sync"
      width="wizard"
      note={queue.lastSent === null ? undefined : `Last sent ${showShort(Math.floor(queue.lastSent / 1_000))}`}
      actions={
        <>
          <QueueFile disabled={all.length === 0 && queue.others.length === 0} />
          <Button look="primary" icon="sync" onClick={() => void theQueue().flusher.flush({ forced: true })}>
            Send now
          </Button>
        </>
      }
    >
      {queue.others.map(({ name, count }) => (
        <Notice key={name} tone="wait" icon="user">
          {syncWords.othersWaiting(count, initials(name))}
        </Notice>
      ))}
      {refused.length > 0 && (
        <section aria-label="Needs attention" className="flex flex-col gap-3">
          <h2 className="text-lg font-bold text-bad">Needs attention</h2>
          {refused.map((op) => (
            <Refused key={op.seq} op={op} online={online} />
          ))}
        </section>
      )}
      <Section title="Waiting to send" count={waiting.length}>
        {waiting.length === 0 ? (
          <EmptyState icon="check" title="All changes sent" />
        ) : (
          <ul className="divide-y">
            {waiting.map((op) => {
              const blocker = op.state === 'queued' ? waitsFor(op, all) : null;
              const words = lineWords(
                op.state === 'sending' ? 'sending' : blocker ? 'blocked' : 'queued',
                blocker ? describe(blocker) : undefined,
              );
              return (
                <li key={op.seq} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
                  <What op={op} />
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
                <What op={one.op} />
                <Badge tone="good" icon="check">
                  Sent {showShort(Math.floor(one.at / 1_000))}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Page>
  );
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

const VERB = {
  create: 'New transfer',
  header: 'Transfer details',
  upsert: 'Product',
  remove: 'Remove product',
  execute: 'Complete transfer',
} as const;

function What({ op }: { op: Op }) {
  const line = op.payload as Line;
  const head = op.payload as Header;
  const detail =
    op.type === 'upsert'
      ? `${line.about.name}, ${casesText(line.quantity_accepted ?? line.quantity, line.about.case_count)}, ${showNaira(line.amount)}`
      : op.type === 'remove'
        ? line.about.name
        : op.type === 'execute'
          ? `${(op as Op<'execute'>).payload.lines} products`
          : `${head.source_name} to ${head.destination_name}`;
  return (
    <div className="min-w-0 flex-1">
      <p className="font-semibold">
        {VERB[op.type]}: <span className="font-normal">{detail}</span>
      </p>
      <p className="text-sm text-ink-faint">
        Saved {showShort(Math.floor(op.saved_at / 1_000))} by {op.user_name}
      </p>
    </div>
  );
}

function Refused({ op, online }: { op: Op; online: boolean }) {
  const [asking, setAsking] = useState<'discard' | 'conflict' | null>(null);
  const [kind, setKind] = useState<WizardKind | null>(null);
  const { outbox, store, flusher } = theQueue();
  const discard = async () => {
    const outcome = await outbox.discard(op.seq);
    if (outcome === 'needs_connection')
      toast('bad', 'This was already tried. It can only be discarded with a connection.');
    else if (outcome === 'was_done') toast('good', 'The server had it already: it counts as sent.');
    setAsking(null);
  };
  const edit = async () => {
    const ops = await store.db.ops.where('transfer').equals(op.transfer).toArray();
    const old = await store.db.past.where('op.transfer').equals(op.transfer).toArray();
    const head = [...ops, ...old.map((one) => one.op)].find((one) => one.type === 'create' || one.type === 'header')
      ?.payload as Header | undefined;
    const found = head ? kindOf(head.source_type, head.destination_type) : 'transfer';
    setKind(found === 'transfer' ? null : found);
  };
  const conflict = op.state === 'conflict';
  const current = (
    op.last_error?.data as {
      current?: {
        version?: number;
        quantity?: number;
        quantity_accepted?: number | null;
        modified_by?: { name: string };
        modified?: number;
      };
    } | null
  )?.current;
  const link = kind ? `/inventory/${KINDS[kind].type}/${KINDS[kind].direction}` : null;
  return (
    <article
      className="rounded-card border border-bad/25 bg-surface p-5 shadow-card"
      aria-label={`${VERB[op.type]} needs attention`}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <What op={op} />
        <Badge tone="bad" icon={conflict ? 'swap' : 'alert'}>
          {conflict ? 'Conflict' : 'Needs attention'}
        </Badge>
      </div>
      <p className="mt-3 rounded-field bg-bad-soft px-4 py-2.5 font-medium text-bad">
        {op.last_error?.message || 'The server refused this change.'}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {conflict && (
          <Button look="primary" icon="swap" onClick={() => setAsking('conflict')}>
            Resolve conflict
          </Button>
        )}
        {!conflict && (
          <Button
            look="primary"
            icon="sync"
            onClick={() => void outbox.retry(op.seq).then(() => flusher.flush({ forced: true }))}
          >
            Try again
          </Button>
        )}
        {link ? (
          <Go to={link} search={{ purchase_order_id: op.transfer }} className={buttonClasses('plain')}>
            Open the transfer
          </Go>
        ) : (
          <Button icon="edit" onClick={() => void edit()}>
            Edit
          </Button>
        )}
        <Button look="danger" icon="trash" onClick={() => setAsking('discard')}>
          Discard
        </Button>
      </div>
      <Dialog
        open={asking === 'discard'}
        onClose={() => setAsking(null)}
        title="Discard this change?"
        description={
          op.attempts > 0 && !online
            ? 'It was already tried, so only the server can say that it will never take effect. Connect first.'
            : "Are you sure? You can't undo this action afterwards."
        }
        actions={
          <>
            <Button onClick={() => setAsking(null)}>Keep it</Button>
            <Button look="danger" onClick={() => void discard()}>
              Discard
            </Button>
          </>
        }
      />
      <Dialog
        open={asking === 'conflict'}
        onClose={() => setAsking(null)}
        title="Resolve conflict"
        description={op.last_error?.message}
        actions={
          <>
            <Button onClick={() => void outbox.keepTheirs(op.seq).then(() => setAsking(null))}>Keep theirs</Button>
            <Button
              look="primary"
              onClick={() =>
                void outbox.keepMine(op.seq, current?.version ?? null).then(() => {
                  setAsking(null);
                  return flusher.flush({ forced: true });
                })
              }
            >
              Keep mine
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-2 gap-3">
          <Version
            title="Mine"
            quantity={(op.payload as Line).quantity}
            accepted={(op.payload as Line).quantity_accepted}
            caseCount={(op.payload as Line).about?.case_count}
            who={op.user_name}
            at={op.saved_at / 1_000}
          />
          <Version
            title="Theirs"
            quantity={current?.quantity}
            accepted={current?.quantity_accepted}
            caseCount={(op.payload as Line).about?.case_count}
            who={current?.modified_by?.name}
            at={current?.modified}
          />
        </div>
      </Dialog>
    </article>
  );
}

function Version({
  title,
  quantity,
  accepted,
  caseCount = 1,
  who,
  at,
}: {
  title: string;
  quantity?: number | undefined;
  accepted?: number | null | undefined;
  caseCount?: number | undefined;
  who?: string | undefined;
  at?: number | undefined;
}) {
  return (
    <div className="rounded-card bg-surface-sunken p-4">
      <p className="text-sm font-semibold text-ink-faint">{title}</p>
      <p className="text-lg font-bold">
        {quantity === undefined ? 'Not there' : casesText(accepted ?? quantity, caseCount)}
      </p>
      <p className="text-sm text-ink-soft">
        {who}
        {at ? `, ${showShort(Math.floor(at))}` : ''}
      </p>
    </div>
  );
}

/** Export unsent, and taking such a file back in: the last resort before a tablet is wiped (rules 40, 41). */
function QueueFile({ disabled }: { disabled: boolean }) {
  const admin = useCan('view_audit_log');
  const save = async () => {
    const file = await theQueue().outbox.exportUnsent();
    const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `kasuwa-unsent-${file.device_id.slice(0, 8)}.json`;
    link.click();
    URL.revokeObjectURL(url);
  };
  const load = async (file: File | undefined) => {
    if (!file) return;
    try {
      const taken = await theQueue().outbox.importUnsent(JSON.parse(await file.text()));
      toast('good', `${taken} changes taken in.`);
    } catch (error) {
      toast('bad', error instanceof Error ? error.message : 'This file cannot be read.');
    }
  };
  return (
    <>
      <Button icon="download" disabled={disabled} onClick={() => void save()}>
        Export unsent
      </Button>
      {admin && (
        <label className={`${buttonClasses('plain')} cursor-pointer`}>
          Import unsent
          <input
            type="file"
            accept="application/json"
            className="sr-only"
            onChange={(event) => void load(event.target.files?.[0])}
          />
        </label>
      )}
    </>
  );
}
