/** What a picker looks for while somebody types (UI-08, UI-09). */
import { useEffect, useState } from 'react';
import { AUTOCOMPLETE_MIN, AUTOCOMPLETE_PAUSE_MS } from '#domain/limits.ts';

/** Longer lists are searched after a pause, and from the third letter on; shorter ones at every key. */
export const LONG = 500;
export const tooShortText = `Type at least ${AUTOCOMPLETE_MIN} letters.`;

export interface DebouncedQuery {
  /** The text to look for; null: the list is closed. */
  sought: string | null;
  /** Too few letters to look for anything; so is none at all. */
  tooShort: boolean;
}

export function useDebouncedQuery(text: string | null, long: boolean): DebouncedQuery {
  const sought = usePaused(text, long ? AUTOCOMPLETE_PAUSE_MS : 0);
  return { sought, tooShort: long && (sought ?? '').trim().length < AUTOCOMPLETE_MIN };
}

/** A text as it was `pause` ms ago; without a pause, and when it is cleared, as it is. */
function usePaused(text: string | null, pause: number): string | null {
  const [late, setLate] = useState(text);
  useEffect(() => {
    // Nothing is kept where nothing waits: it would draw the field twice at every key.
    if (pause === 0) return;
    if (!text) return setLate(text);
    const timer = setTimeout(() => setLate(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return pause === 0 || text === null ? text : (late ?? '');
}
