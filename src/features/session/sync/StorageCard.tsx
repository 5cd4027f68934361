/** Warns of storage that the browser may clear, and says what a person can do (rule 47). */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { requestPersistence } from '#client/durable.ts';
import { installOffer } from '#client/installPrompt.ts';
import { isPersisted } from '#client/isPersisted.ts';
import { outboxWords } from '#domain/outboxWords.ts';
import { syncWords } from '#domain/syncWords.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';

/**
 * `kept`: whether the browser promised to keep the storage. Undefined until the browser answers; null if the browser does not say. `ask` asks for the
 * promise.
 */
export function usePersisted(): { kept: boolean | null | undefined; ask: () => Promise<void> } {
  const [kept, setKept] = useState<boolean | null>();
  const look = () => isPersisted().then(setKept);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the look is a new function at each render, and the browser changes its promise only when the app is installed
  useEffect(() => {
    const again = () => void look();
    again();
    addEventListener('appinstalled', again);
    return () => removeEventListener('appinstalled', again);
  }, []);
  return { kept, ask: () => requestPersistence().then(look) };
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/**
 * The card of {@link usePersisted}. Its button asks the browser first. If the browser refuses, the card says what helps, with a button if one exists.
 * While nothing waits (`waits` is false), the card is no warning.
 */
export function StorageCard({ waits, onAsk }: { waits: boolean; onAsk: () => Promise<void> }) {
  const isOffered = useSyncExternalStore(installOffer.subscribe, installOffer.read);
  const [request, setRequest] = useState<'no' | 'now' | 'refused'>('no');
  const ask = () => {
    setRequest('now');
    // If the browser agrees, the card disappears.
    void onAsk().finally(() => setRequest('refused'));
  };
  return (
    <section
      aria-label={syncWords.mayBeCleared}
      className={classes(
        'grid gap-x-8 gap-y-4 rounded-card border p-5 @min-[38rem]:grid-cols-[1fr_auto] @min-[38rem]:items-center @min-[56rem]:grid-cols-1',
        waits ? 'border-wait/25 bg-wait-soft text-wait' : 'bg-surface shadow-card',
      )}
    >
      <p role="alert">
        <span className="font-semibold">{syncWords.mayBeCleared}</span>
        <span className="sr-only">: install the app.</span>
        <span className={classes('mt-1 block text-sm', !waits && 'text-ink-soft')}>
          {request !== 'refused'
            ? outboxWords.mayBeDeleted(waits)
            : isOffered
              ? outboxWords.refusedInstall
              : isInstalled()
                ? outboxWords.refusedInstalled
                : outboxWords.refusedByMenu}
        </span>
      </p>
      <div className="grid gap-2 empty:hidden">
        {request !== 'refused' && (
          <Button icon="lock" wide busy={request === 'now'} onClick={ask}>
            {outboxWords.askToKeep}
          </Button>
        )}
        {isOffered && (
          <Button icon="download" wide onClick={() => void installOffer.accept()}>
            {outboxWords.installApp}
          </Button>
        )}
      </div>
    </section>
  );
}
