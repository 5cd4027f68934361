import { useEffect, useRef } from 'react';
import { CLOCK_TOLERANCE } from '#client/online.ts';
import { useContact } from '#crud/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import { showClock } from '#domain/time.ts';
import { Icon } from '#ui/Icon.tsx';
import { closeToastsOnReconnect, toast } from '#ui/toasts.ts';

/** "Working offline. Last contact 14:02", and the documents' toasts (SHELL-33, SHELL-34). */
export function ConnectionBanner() {
  const { online, lastContact, clockSkew } = useContact();
  const was = useRef(true);
  useEffect(() => {
    if (was.current === online) return;
    was.current = online;
    if (online) closeToastsOnReconnect();
    else toast('connection', syncWords.notConnected);
  }, [online]);
  return (
    <>
      {!online && (
        <div
          role="status"
          aria-label="Connection"
          className="no-print flex items-center gap-2 border-b border-wait/25 bg-wait-soft px-6 py-2 text-sm font-semibold text-wait"
        >
          <Icon name="cloudOff" size={18} />
          {syncWords.offline(lastContact === null ? null : showClock(Math.floor(lastContact / 1_000)))}
        </div>
      )}
      {Math.abs(clockSkew) > CLOCK_TOLERANCE && (
        <div
          role="alert"
          className="no-print border-b border-bad/25 bg-bad-soft px-6 py-2 text-sm font-semibold text-bad"
        >
          {syncWords.clockWrong}
        </div>
      )}
    </>
  );
}
