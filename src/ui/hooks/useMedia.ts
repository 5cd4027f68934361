import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window fits a media query now; the caller renders again when that changes. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (told: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', told);
      return () => media.removeEventListener('change', told);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => matchMedia(query).matches);
}
