import { type ReactNode, useEffect, useRef } from 'react';
import { CLOCK_TOLERANCE, contactStore } from '#client/online.ts';
import { useContact } from '#crud/query/useSession.ts';
import { contactWords } from '#domain/contactWords.ts';
import { showClock } from '#domain/time.ts';
import { classes } from '#ui/classes.ts';
import { closeToastsOnReconnect, toast } from '#ui/feedback/toasts.ts';
import { setAway } from '#ui/hooks/useAway.ts';
import { Icon } from '#ui/Icon.tsx';

/**
 * Shows toasts when the connection is lost and regained, on every screen and also before sign-in (SHELL-33, SHELL-34). The documents' words are for a
 * browser without a network. On the screens of a transfer and in the outbox only screen readers hear the message, because the screen shows the state and a
 * toast would cover the work. The same holds for a page that was opened without the server, because its header shows the state from the start.
 */
export function useConnectionToasts(): void {
  const { online } = useContact();
  const was = useRef(true);
  // Whether the browser's last event was the loss of the network.
  const cut = useRef(false);
  useEffect(() => {
    const look = ({ type }: Event) => {
      cut.current = type === 'offline';
    };
    addEventListener('offline', look);
    addEventListener('online', look);
  }, []);
  useEffect(() => {
    if (was.current === online) return;
    was.current = online;
    setAway(!online);
    const isWork = /^\/inventory\/(shipment|stock)\/|^\/sync/.test(location.pathname);
    const isKnown = contactStore.read().serverTime === null && document.querySelector('[data-banner]') !== null;
    if (online) closeToastsOnReconnect();
    else
      toast(
        isWork || isKnown ? 'spoken' : 'connection',
        cut.current || !navigator.onLine ? contactWords.notConnected : contactWords.noServer,
      );
  }, [online]);
}

/**
 * "Working offline since 14:02" (K30). The words are part of the header, which turns amber (theme.css) and is the banner. A separate strip would push the
 * screen down under a person's finger. SyncStatus shows what waits. The hidden text is the documents' (SYNC section 11).
 */
export function ConnectionStatus() {
  const { online, lastContact } = useContact();
  if (online) return null;
  const clock = lastContact === null ? null : showClock(Math.floor(lastContact / 1_000));
  return (
    <div role="status" aria-label="Connection" className="flex shrink-0 items-center gap-2 pl-1 leading-tight">
      <Icon name="cloudOff" size={24} className="max-[26rem]:min-[22rem]:hidden" />
      <span className="sr-only">{contactWords.offline(clock)}</span>
      {/* A narrow phone shows one of the two words, and the narrowest phone only the icon. */}
      <span aria-hidden="true" className="font-semibold max-[26rem]:text-sm max-[22rem]:hidden">
        {contactWords
          .offlineSince(clock)
          .split(/ (?=offline|since)/)
          .map((part) => (
            <span
              key={part}
              className={classes(
                'whitespace-nowrap lg:inline',
                part === 'Working' ? 'max-[26rem]:hidden' : part === 'offline' ? 'max-[26rem]:capitalize' : 'block',
              )}
            >
              {`${part} `}
            </span>
          ))}
      </span>
    </div>
  );
}

/** The header of every screen. Without a connection it is the amber offline banner (K30). Its colours are in theme.css. */
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

/** Warns if this device's clock differs too much from the server's clock to date what is saved. */
export function ClockNotice() {
  const { clockSkew } = useContact();
  if (Math.abs(clockSkew) <= CLOCK_TOLERANCE) return null;
  return (
    <div role="alert" className="no-print border-b border-bad/25 bg-bad-soft px-6 py-2 text-sm font-semibold text-bad">
      {contactWords.clockWrong}
    </div>
  );
}
