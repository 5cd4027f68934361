import { useEffect } from 'react';

/** Keeps the screen of a tablet lit while the page is seen: who counts cartons touches it once a minute. Where the browser cannot, nothing happens. */
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
    // The browser lets go of it when the page is hidden.
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
