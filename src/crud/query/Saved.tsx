import { type ReactNode, useEffect, useState } from 'react';
import { CallError, messageOf, NoAnswer, ServerFailed } from '#client/callError.ts';
import { contactWords } from '#domain/contactWords.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { syncWords } from '#domain/syncWords.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState, FailedState, Notice } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useCopyOnPage, useHasCopy, useLackOnPage } from '#ui/Page.tsx';
import { kitTexts } from '#ui/texts.ts';
import { momentText } from '#ui/when.ts';
import { KeptPlaces } from './KeptPlaces.tsx';
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
 * this tablet in it. `isListed`: of a record only its row of a list is stored.
 */
export function StoredCopy({
  at,
  isFollowed = false,
  isListed = false,
}: {
  at: number;
  isFollowed?: boolean;
  isListed?: boolean | undefined;
}) {
  const clock = momentText(Math.floor(at / 1_000));
  const later = syncWords.storedCopyOrLater(clock);
  const words = isFollowed
    ? later
    : isListed
      ? `${syncWords.storedCopyFrom(clock)}, taken from the list`
      : syncWords.storedCopyFrom(clock);
  const isDue = useIsDue();
  const isOnPage = useCopyOnPage(at, words, later, isDue, `${syncWords.storedCopyFrom(clock)}, incomplete`);
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
      {!isServerAway && <p>{kitTexts.noConnection}</p>}
      <p>
        No copy of this screen is stored on this device. It was not opened here before. It loads when the server
        answers.
      </p>
      {onRetry && (
        <Button icon="sync" onClick={onRetry}>
          {kitTexts.tryAgain}
        </Button>
      )}
      <KeptPlaces />
    </EmptyState>
  );
}

/** No answer came, and no server said that it failed. */
export const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof NoAnswer && !(error instanceof ServerFailed);

/** In place of a figure or a card of a screen that shows a stored copy. */
export const NOT_STORED = 'Not stored on this device';

/** A dash in the place of a part that is not stored. The line under the heading says so for all parts (decision 1513). */
export function MissingPart() {
  useLackOnPage();
  return (
    <span title={NOT_STORED} className="text-ink-faint">
      <span aria-hidden="true">{NO_VALUE}</span>
      <span className="sr-only">{NOT_STORED}</span>
    </span>
  );
}

/**
 * Stands in the place of what a stored copy of a record lacks. Without the server it needs no button: what got no answer is read again when the server is
 * back. `what`: the main part of the record, which is named. `onRetry`: for a read that timed out while others are answered.
 */
export function NotStored({ what, onRetry }: { what?: string; onRetry?: () => void }) {
  const { online } = useContact();
  if (!what && !online)
    return (
      <p className="px-5 py-3">
        <MissingPart />
      </p>
    );
  return (
    <p className="flex items-center gap-2 px-5 py-4 text-sm text-ink-soft">
      <Icon name="cloudOff" size={16} className="shrink-0" />
      {what ? `${what} is not stored on this device. It comes when the server answers.` : NOT_STORED}
      {online && onRetry && (
        <Button look="quiet" icon="sync" onClick={onRetry}>
          {kitTexts.tryAgain}
        </Button>
      )}
    </p>
  );
}

/**
 * Shown in place of data that did not load: the server's refusal, or the offline screen. On a screen that shows a stored copy already, one line says what is
 * not stored.
 */
export function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const hasCopy = useHasCopy();
  if (hasCopy && isWithoutAnswer(error)) return <NotStored onRetry={onRetry} />;
  if (error instanceof ServerFailed) return <FailedState message={contactWords.serverFailed} onRetry={onRetry} />;
  if (!(error instanceof CallError)) return <OfflineScreen onRetry={onRetry} />;
  // The server knows only the documents: nothing failed, and a second try would not help.
  if (error.word === 'not_offered') return <EmptyState scene="shut" title={error.message} />;
  return <FailedState message={messageOf(error)} onRetry={onRetry} />;
}
