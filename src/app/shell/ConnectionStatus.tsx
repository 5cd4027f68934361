import { type ReactNode, useEffect, useRef } from 'react';
import { CLOCK_TOLERANCE } from '#client/online.ts';
import { useContact } from '#crud/query/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import { showClock } from '#domain/time.ts';
import { classes } from '#ui/classes.ts';
import { closeToastsOnReconnect, toast } from '#ui/feedback/toasts.ts';
import { Icon } from '#ui/Icon.tsx';

/** Shows the toasts for a lost and a restored connection on every screen, also before sign-in (SHELL-33, SHELL-34). */
export function useConnectionToasts(): void {
  const { online } = useContact();
  const was = useRef(true);
  useEffect(() => {
    if (was.current === online) return;
    was.current = online;
    if (online) closeToastsOnReconnect();
    else toast('connection', syncWords.notConnected);
  }, [online]);
}

/**
 * "Working offline. Last contact 14:02" (DECISIONS F, K30). The text is in the header, and the whole header is amber meanwhile (theme.css), so the
 * header is the banner. A separate strip would move the screen under a finger. SyncStatus beside it shows the waiting changes.
 */
export function ConnectionStatus() {
  const { online, lastContact } = useContact();
  if (online) return null;
  const words = syncWords.offline(lastContact === null ? null : showClock(Math.floor(lastContact / 1_000)));
  return (
    <div role="status" aria-label="Connection" className="flex shrink-0 items-center gap-2 pl-1 leading-tight">
      <Icon name="cloudOff" size={24} />
      <span>
        {words.split(/(?<=\.) /).map((sentence, line) => (
          <span
            key={sentence}
            className={classes('block whitespace-nowrap', line === 0 ? 'font-bold' : 'text-sm font-semibold')}
          >
            {`${sentence} `}
          </span>
        ))}
      </span>
    </div>
  );
}

/** The header of every screen. Without a connection it is the amber offline banner (K30); theme.css has its colours. */
export function Banner({ children }: { children: ReactNode }) {
  const { online } = useContact();
  return (
    <header
      data-banner
      data-offline={online ? undefined : ''}
      className="no-print sticky top-0 z-20 flex h-header items-center gap-2 border-b border-brand-line bg-brand pl-1.5 pr-2 text-brand-ink"
    >
      {children}
    </header>
  );
}

/** Warns that this device's clock differs too much from the server's to date saved changes. */
export function ClockNotice() {
  const { clockSkew } = useContact();
  if (Math.abs(clockSkew) <= CLOCK_TOLERANCE) return null;
  return (
    <div role="alert" className="no-print border-b border-bad/25 bg-bad-soft px-6 py-2 text-sm font-semibold text-bad">
      {syncWords.clockWrong}
    </div>
  );
}
