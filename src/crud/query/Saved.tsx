import { type ReactNode, useEffect, useState } from 'react';
import { CallError, messageOf, ServerFailed } from '#client/callError.ts';
import { contactWords } from '#domain/contactWords.ts';
import { syncWords } from '#domain/syncWords.ts';
import { EmptyState, FailedState, Notice } from '#ui/feedback/States.tsx';
import { useCopyOnPage } from '#ui/Page.tsx';
import { kitTexts } from '#ui/texts.ts';
import { momentText } from '#ui/when.ts';
import { useContact } from './useSession.ts';

/** How long the answer may take before the age of the copy is shown, ms. The copy itself is drawn at once (decision 0930). */
const DUE_MS = 3_000;

/** Whether the age must be shown: the server does not answer or fails, or its answer takes long. A reload on a good line shows no age. */
function useIsDue(): boolean {
  const { online, failed } = useContact();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DUE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate || !online || failed;
}

/**
 * "Stored copy from {d MMM, HH:mm}" (B11 level 2), under the heading of the screen. `at` is epoch milliseconds. `isFollowed`: what is shown has later changes of
 * this tablet in it.
 */
export function StoredCopy({ at, isFollowed = false }: { at: number; isFollowed?: boolean }) {
  const clock = momentText(Math.floor(at / 1_000));
  const later = syncWords.storedCopyOrLater(clock);
  const words = isFollowed ? later : syncWords.storedCopyFrom(clock);
  const isDue = useIsDue();
  const isOnPage = useCopyOnPage(at, words, later, isDue);
  if (isOnPage || !isDue) return null;
  return (
    <Notice tone="wait" icon="cloudOff">
      {words}
    </Notice>
  );
}

/**
 * Shown when the server does not respond and nothing is stored. The documents' words are for a browser without a network (SHELL-06). Where there is one, only
 * the server is away, and the screen says that and nothing else (decision 1011).
 */
export function OfflineScreen({ onRetry }: { onRetry?: () => void }): ReactNode {
  const isServerAway = navigator.onLine;
  return (
    <EmptyState scene="rain" title={isServerAway ? contactWords.noServer : "You're offline"}>
      <p className="max-w-sm">
        {isServerAway ? 'No copy of this screen is stored on this device.' : kitTexts.noConnection}
      </p>
      {onRetry && (
        <button type="button" className="min-h-tap px-4 font-semibold text-accent" onClick={onRetry}>
          {kitTexts.tryAgain}
        </button>
      )}
    </EmptyState>
  );
}

/** Shown in place of data that did not load: the server's refusal, or the offline screen. */
export function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ServerFailed) return <FailedState message={contactWords.serverFailed} onRetry={onRetry} />;
  if (!(error instanceof CallError)) return <OfflineScreen onRetry={onRetry} />;
  // The server knows only the documents: nothing failed, and a second try would not help.
  if (error.word === 'not_offered') return <EmptyState scene="shut" title={error.message} />;
  return <FailedState message={messageOf(error)} onRetry={onRetry} />;
}
