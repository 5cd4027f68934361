import { useEffect, useRef } from 'react';
import { CLOCK_TOLERANCE } from '#client/online.ts';
import { useContact } from '#crud/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import { showClock } from '#domain/time.ts';
import { Icon } from '#ui/Icon.tsx';
import { closeToastsOnReconnect, toast } from '#ui/toasts.ts';

/** The documents' words on losing the network and having it again, on every screen, also before sign-in (SHELL-33, SHELL-34). */
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
 * "Working offline. Last contact 14:02" in the header (DECISIONS F).
 * In the header, because a strip above the screen would push it down, and with it what a finger is about to touch.
 */
export function ConnectionStatus() {
  const { online, lastContact } = useContact();
  if (online) return null;
  const words = syncWords.offline(lastContact === null ? null : showClock(Math.floor(lastContact / 1_000)));
  return (
    <div
      role="status"
      aria-label="Connection"
      className="flex shrink-0 items-center gap-2 rounded-field bg-wait-soft px-2.5 py-1 text-xs font-semibold leading-tight text-wait"
    >
      <Icon name="cloudOff" size={20} />
      <span className="max-[30rem]:sr-only">
        {words.split(/(?<=\.) /).map((sentence) => (
          <span key={sentence} className="block whitespace-nowrap">
            {`${sentence} `}
          </span>
        ))}
      </span>
    </div>
  );
}

/** The clock of this device is too far from the server's to date what is saved. */
export function ClockNotice() {
  const { clockSkew } = useContact();
  if (Math.abs(clockSkew) <= CLOCK_TOLERANCE) return null;
  return (
    <div role="alert" className="no-print border-b border-bad/25 bg-bad-soft px-6 py-2 text-sm font-semibold text-bad">
      {syncWords.clockWrong}
    </div>
  );
}
