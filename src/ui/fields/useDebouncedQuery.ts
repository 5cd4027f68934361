/** The search text of a picker while somebody types (UI-08, UI-09). */
import { useEffect, useState } from 'react';
import { AUTOCOMPLETE_MIN, AUTOCOMPLETE_PAUSE_MS } from '#domain/limits.ts';

/** Longer lists are searched after a pause and from the third letter on; shorter ones at every key press. */
export const LONG = 500;
export const tooShortText = `Type at least ${AUTOCOMPLETE_MIN} letters.`;

export interface DebouncedQuery {
  /** The text to search for; null if the list is closed. */
  sought: string | null;
  /** Whether there are too few letters to search; also true without any text. */
  tooShort: boolean;
}

/** `text` is null while the list is closed. `long`: whether the list has more than {@link LONG} options. */
export function useDebouncedQuery(text: string | null, long: boolean): DebouncedQuery {
  const sought = usePaused(text, long ? AUTOCOMPLETE_PAUSE_MS : 0);
  return { sought, tooShort: long && (sought ?? '').trim().length < AUTOCOMPLETE_MIN };
}

/** The text as it was `pause` ms ago; at once if there is no pause or the text is cleared. */
function usePaused(text: string | null, pause: number): string | null {
  const [late, setLate] = useState(text);
  useEffect(() => {
    // Without a pause the state is not set: that would render the field twice per key press.
    if (pause === 0) return;
    if (!text) return setLate(text);
    const timer = setTimeout(() => setLate(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return pause === 0 || text === null ? text : (late ?? '');
}
