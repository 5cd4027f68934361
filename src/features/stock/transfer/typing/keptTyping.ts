/**
 * Stores what is typed and not saved yet on this tablet, by person and place, so that it is restored after a reload or a visit of another screen. The
 * storage is that of form drafts, because it is written at each digit and read before the screen is drawn.
 */
import { useEffect, useRef } from 'react';
import { dropDraft, keepDraft, readDraft } from '#client/drafts.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** The stored text of a place. Undefined: there is none. */
export const readTyping = (user: string, place: string): string | undefined =>
  user === '' ? undefined : readDraft(user, place, nowSeconds())?.values.entry;

/** Stores a text for a place that is not open. */
export function keepTyping(user: string, place: string, text: string): void {
  if (user !== '') keepDraft(user, place, { at: nowSeconds(), values: { entry: text } });
}

/**
 * Stores this text for the next visit. Null: nothing is typed. `isOn` false: the stored text was not restored yet, so it is not overwritten. Returns
 * a function that drops the stored text at once.
 */
export function useKeepingTyping(user: string, place: string, text: string | null, isOn: boolean): () => void {
  const hasOne = useRef(true);
  const drop = () => {
    if (hasOne.current) dropDraft(user, place);
    hasOne.current = false;
  };
  useEffect(() => {
    if (!isOn || user === '') return;
    if (text === null) {
      if (hasOne.current) dropDraft(user, place);
      hasOne.current = false;
    } else {
      hasOne.current = true;
      keepDraft(user, place, { at: nowSeconds(), values: { entry: text } });
    }
  }, [user, place, text, isOn]);
  return drop;
}
