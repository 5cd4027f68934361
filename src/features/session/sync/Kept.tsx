import { type ReactNode, useEffect, useState } from 'react';
import { keptWords } from '#domain/keptWords.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showNumber } from '#domain/number.ts';
import { type Cards, outboxWords } from '#domain/outboxWords.ts';
import { plural } from '#domain/plural.ts';
import { syncWords } from '#domain/syncWords.ts';
import type { Op } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState, Notice } from '#ui/feedback/States.tsx';
import { cardKey, isRefused, onlyOpensLine } from '../../stock/parts/queue/transferCount.ts';
import type { MyQueue } from '../../stock/parts/queue/useQueue.ts';
import { isStocktake, type OutboxLists, type OutboxTransfer } from './transfers.ts';
import { whenText } from './when.ts';

interface Props {
  queue: MyQueue;
  /** The browser does not promise to keep what is stored. */
  mayBeCleared: boolean;
  /** The time of the last contact, epoch ms. Null before the first answer of the server. */
  lastContact: number | null;
  now: number;
  /** Buttons for files of changes. */
  files: ReactNode;
}

/** The number of transfers that wait on this tablet, as in the header and on the home, and the time of the oldest. */
export function KeptHere({ queue, mayBeCleared, lastContact, now, files }: Props) {
  const left = useSpaceLeft();
  const { waiting, needing, by } = queue.transfers;
  const oldest = waitingSince(queue.ops);
  const facts: [string, string][] = [
    ...(needing === 0 || waiting === 0 ? [] : [['Needs you', showNumber(needing)] as [string, string]]),
    ['Last contact', lastContact === null ? NO_VALUE : whenText(lastContact, now)],
    ...(queue.lastSent === null ? [] : [['Last sent', whenText(queue.lastSent, now)] as [string, string]]),
    ...(oldest === null ? [] : [['Waiting since', whenText(oldest, now)] as [string, string]]),
    // The browser answers later. The row is drawn before the answer, so that nothing moves.
    ['Space left', left === null ? '' : spaceText(left)],
  ];
  return (
    <section
      aria-label="Saved on this device"
      // One column beside the list and on a phone, one row below the list.
      className="grid gap-x-10 gap-y-4 rounded-card border bg-surface p-5 shadow-card @min-[38rem]:grid-cols-[auto_1fr_auto] @min-[56rem]:grid-cols-1"
    >
      <p>
        {/* If nothing waits, the figure counts the refused transfers. "0 wait" would hide that a refused transfer is on this tablet only. */}
        <span className="figures block text-[2.5rem] font-semibold leading-none tracking-tight">
          {waiting || needing}
        </span>
        <span className="mt-2 block text-ink-soft">
          {waiting === 0 && needing > 0 ? keptWords.needYou(by.needing) : waitingWords(by.waiting, mayBeCleared)}
        </span>
      </p>
      <dl className="figures grid content-start gap-2.5">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="flex-1 text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid content-start gap-2">
        <Button icon="sync" wide onClick={() => void theQueue().syncNow()}>
          {syncWords.syncNow}
        </Button>
        {files}
      </div>
    </section>
  );
}

/** The time of saving the oldest waiting change, epoch ms. Cards that need a person are left out. Null: nothing waits. */
export function waitingSince(
  ops: readonly (Pick<Op, 'state' | 'saved_at' | 'transfer'> & Partial<Pick<Op, 'type' | 'payload'>>)[],
): number | null {
  const needing = new Set(ops.filter(isRefused).map(cardKey));
  const times = ops.filter((op) => !needing.has(cardKey(op)) && !onlyOpensLine(op)).map((op) => op.saved_at);
  return times.length === 0 ? null : Math.min(...times);
}

/** The words after the number. They do not say "safe" if the browser may delete the storage. */
export const waitingWords = (cards: Cards, mayBeCleared: boolean): string =>
  mayBeCleared || Object.values(cards).every((n) => n === 0) ? keptWords.wait(cards) : keptWords.safe(cards);

/** The bytes that the browser still offers this app. Null: the browser does not say. */
function useSpaceLeft(): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    void (navigator.storage?.estimate?.() ?? Promise.resolve({}))
      .then(({ quota, usage = 0 }: StorageEstimate) => setLeft(quota === undefined ? null : quota - usage))
      .catch(() => undefined);
  }, []);
  return left;
}

/** "2.1 GB", "740 MB". */
function spaceText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(Math.max(0, bytes) / 1e6)} MB`;
}

/** Says why the list of sent transfers is empty. The text agrees with "Last sent": a transfer with waiting changes is in the list above. */
export function NothingSent({
  lists: { refused, waiting },
  lastSent,
}: {
  lists: Pick<OutboxLists, 'refused' | 'waiting'>;
  lastSent: number | null;
}) {
  const parts = [...refused, ...waiting].filter(({ sent }) => sent.length > 0).length;
  return (
    <p className="text-ink-soft">
      {parts > 0
        ? plural(
            parts,
            'The transfer above was sent only in part. The rest is still on this device.',
            '# transfers above were sent only in part. The rest is still on this device.',
          )
        : lastSent === null
          ? 'Nothing was sent from this device yet.'
          : 'You sent nothing from this device in these days.'}
    </p>
  );
}

/** Says that nothing waits to be sent. Transfers that nobody completed are listed below. */
export function NothingWaits({
  queue: { sure, lastSent },
  open,
  now,
}: {
  queue: MyQueue;
  open: readonly OutboxTransfer[];
  now: number;
}) {
  const sent = lastSent !== null && <p>Last sent {whenText(lastSent, now)}</p>;
  if (sure && open.length > 0)
    return (
      <Notice tone="wait" icon="alert">
        <p className="text-lg font-semibold">{openText(open)}</p>
        <p>{outboxWords.allSent}, but no stock moves until you continue and complete it.</p>
        {sent}
      </Notice>
    );
  return (
    <Card padded={false}>
      {sure ? (
        <EmptyState scene="done" title={outboxWords.allSent}>
          {sent}
        </EmptyState>
      ) : (
        <EmptyState scene="rain" title="The unsent changes of this device cannot be shown" />
      )}
    </Card>
  );
}

/** "1 transfer is not completed" */
function openText(open: readonly OutboxTransfer[]): string {
  const counts = open.filter(isStocktake).length;
  const n = open.length;
  if (counts === 0) return plural(n, '# transfer is not completed', '# transfers are not completed');
  return counts === n
    ? plural(n, 'Your part of # stocktake is not finished', 'Your parts of # stocktakes are not finished')
    : plural(n, '# is not finished', '# are not finished');
}
