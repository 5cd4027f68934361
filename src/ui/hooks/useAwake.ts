import { useEffect } from 'react';

/** Keeps the screen of a tablet on while the page is visible, because a person who counts cartons touches it only once a minute. Does nothing in a browser without this feature. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused with a low battery, or by the browser.
      const held = await navigator.wakeLock?.request('screen').catch(() => null);
      if (over) void held?.release();
      else lock = held ?? null;
    };
    void ask();
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
