/**
 * What is typed at a desk and not saved yet is kept on this tablet, by person and place, so that whoever leaves the desk, or reloads the page, finds it again. It lies
 * where the drafts of forms lie, because it is written at each digit and read before the desk is drawn with it.
 */
import { useEffect, useRef } from 'react';
import { dropDraft, keepDraft, readDraft } from '#client/drafts.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** The text of this place; undefined: none. */
export const readTyping = (user: string, place: string): string | undefined =>
  user === '' ? undefined : readDraft(user, place, nowSeconds())?.values.entry;

/** Keeps this text for the next visit of a place that is not open. */
export function keepTyping(user: string, place: string, text: string): void {
  if (user !== '') keepDraft(user, place, { at: nowSeconds(), values: { entry: text } });
}

/** Keeps this text for the next visit. null: nothing is typed. `isOn` false: what was kept was not shown yet. The answer drops it at once. */
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
