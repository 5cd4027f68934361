import type { ReactNode } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { syncWords } from '#domain/syncWords.ts';
import { showShort } from '#domain/time.ts';
import { EmptyState, FailedState, Notice } from '#ui/feedback/States.tsx';
import { useCopyOnPage } from '#ui/Page.tsx';
import { kitTexts } from '#ui/texts.ts';

/** "Stored copy from {dd MMM, h:mm aa}" (B11 level 2), under the head of the screen. `at` is in epoch milliseconds. */
export function StoredCopy({ at }: { at: number }) {
  const words = syncWords.storedCopyFrom(showShort(Math.floor(at / 1_000)));
  if (useCopyOnPage(at, words)) return null;
  return (
    <Notice tone="wait" icon="cloudOff">
      {words}
    </Notice>
  );
}

/** Shown when the server did not answer and no copy is stored (SHELL-06). */
export function OfflineScreen({ onRetry }: { onRetry?: () => void }): ReactNode {
  return (
    <EmptyState icon="cloudOff" title="You're offline">
      <p className="max-w-sm">{kitTexts.noConnection}</p>
      {onRetry && (
        <button type="button" className="min-h-tap px-4 font-semibold text-accent" onClick={onRetry}>
          {kitTexts.tryAgain}
        </button>
      )}
    </EmptyState>
  );
}

/** Shown instead of data that did not load: either the server refused, or there was no response. */
export function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!(error instanceof CallError)) return <OfflineScreen onRetry={onRetry} />;
  return <FailedState message={messageOf(error)} onRetry={onRetry} />;
}
