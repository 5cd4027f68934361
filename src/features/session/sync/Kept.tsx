import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { installOffer } from '#client/installPrompt.ts';
import { isPersisted } from '#client/isPersisted.ts';
import { outboxWords } from '#domain/outboxWords.ts';
import { syncWords } from '#domain/syncWords.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import type { MyQueue } from '../../stock/parts/queue/useQueue.ts';
import { whenText } from './when.ts';

interface Props {
  queue: MyQueue;
  /** Epoch ms; null before the first answer of the server. */
  lastContact: number | null;
  now: number;
  /** Buttons for files of changes. */
  files: ReactNode;
}

/** What this tablet holds for the server, and since when. */
export function KeptHere({ queue, lastContact, now, files }: Props) {
  const left = useSpaceLeft();
  const n = queue.ops.length;
  const facts: [string, string][] = [
    ['Last contact', lastContact === null ? '–' : whenText(lastContact, now)],
    ...(queue.lastSent === null ? [] : [['Last sent', whenText(queue.lastSent, now)] as [string, string]]),
    ...(queue.oldest === null ? [] : [['Oldest change', whenText(queue.oldest, now)] as [string, string]]),
    // The browser says it a moment later: its row stands there before.
    ['Space left', left === null ? '' : spaceText(left)],
  ];
  return (
    <section
      aria-label="Kept on this tablet"
      // Beside the list it is a column, under the list a strip, and on a phone a column again.
      className="grid gap-x-10 gap-y-4 rounded-card border bg-surface p-5 shadow-card @min-[38rem]:grid-cols-[auto_1fr_auto] @min-[56rem]:grid-cols-1"
    >
      <p>
        <span className="figures block text-[2.5rem] font-semibold leading-none tracking-tight">{n}</span>
        <span className="mt-2 block text-ink-soft">
          {n === 0 ? 'changes wait on this tablet' : outboxWords.safe(n)}
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

/** Bytes that the browser still gives this app; null: it does not say. */
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

/** Whether the browser promised to keep what is stored. undefined: not known yet; null: it does not say. */
export function usePersisted(): boolean | null | undefined {
  const [kept, setKept] = useState<boolean | null>();
  useEffect(() => {
    const look = () => void isPersisted().then(setKept);
    look();
    addEventListener('appinstalled', look);
    return () => removeEventListener('appinstalled', look);
  }, []);
  return kept;
}

/** Storage that the browser may clear, and the way out where the browser has one (rule 47). */
export function InstallCard() {
  const offered = useSyncExternalStore(installOffer.subscribe, installOffer.read);
  return (
    <section className="flex flex-col gap-4 rounded-card border border-wait/25 bg-wait-soft p-5 text-wait">
      <p role="alert" className="font-medium">
        <span className="sr-only">{syncWords.mayBeClearedInstall}: </span>
        {outboxWords.mayBeCleared}
      </p>
      {offered && (
        <Button icon="download" wide onClick={() => void installOffer.accept()}>
          {outboxWords.installApp}
        </Button>
      )}
    </section>
  );
}
