import { useEffect, useState } from 'react';
import { useEvent } from '#ui/hooks/useEvent.ts';

interface Awaited {
  /** The text in the bar. */
  text: string;
  /** Results of exactly this text are awaited. */
  isOnTheWay: boolean;
  /** Opens the first result, if there is one. */
  openFirst: () => void;
}

/**
 * Remembers Enter until the results of its text arrive, and then opens the first result. A changed text or another key forgets it. Without a result the
 * bar stays open and says so.
 */
export function useEnter({ text, isOnTheWay, openFirst }: Awaited) {
  const [enteredText, setEnteredText] = useState<string | null>(null);
  const isEntered = enteredText !== null && enteredText === text && text.trim() !== '';
  const run = useEvent(openFirst);
  useEffect(() => {
    if (!isEntered || isOnTheWay) return;
    setEnteredText(null);
    run();
  }, [isEntered, isOnTheWay, run]);
  return { isEntered, remember: setEnteredText, forget: () => setEnteredText(null) };
}
