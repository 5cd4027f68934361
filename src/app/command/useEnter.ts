import { useEffect, useState } from 'react';
import { searchable, searchWords } from '#domain/text.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { BarRow } from './hits.ts';
import { kindIn } from './kinds.ts';
import { recordTexts } from './typed/nameInText.ts';
import { actWords } from './words.ts';

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

/**
 * Whether a row is a record that only fits the words after a verb: "Emeka Stores" for "reset password of emeka". The record is shown if the verb
 * finds nobody, but the person did not ask for it.
 */
export function isBesideVerb(typed: string, { record, title, note }: BarRow): boolean {
  if (!record || recordTexts(typed).afterVerb === '' || kindIn(actWords(typed))) return false;
  const folded = searchable(`${title} ${note}`);
  return !searchWords(typed).every((word) => folded.includes(word));
}
