/**
 * Keeps unsaved input (B12.8) per user and address for 7 days, on this tablet only. In localStorage, because a draft is written at every keystroke
 * and must be there before the form's first paint.
 */
import { DAY } from '#domain/time.ts';

/** The fields that differ from the record, and the record's version when typing began. `at` in epoch seconds. */
export interface Draft {
  at: number;
  version?: number | undefined;
  values: Record<string, string>;
}

export const DRAFT_SECONDS = 7 * DAY;
const PREFIX = 'draft:';
const keyOf = (user: string, place: string) => `${PREFIX}${user}:${place}`;

/** The user's draft at this address; null when there is none or it is too old. `now` in epoch seconds. */
export function readDraft(user: string, place: string, now: number): Draft | null {
  try {
    return parse(localStorage.getItem(keyOf(user, place)), now);
  } catch {
    return null;
  }
}

/** Saves a draft and deletes the drafts of all users that are too old. */
export function keepDraft(user: string, place: string, draft: Draft): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !parse(localStorage.getItem(key), draft.at)) localStorage.removeItem(key);
    localStorage.setItem(keyOf(user, place), JSON.stringify(draft));
  } catch {
    // If localStorage is full or forbidden, the input lasts as long as the page.
  }
}

export function dropDraft(user: string, place: string): void {
  try {
    localStorage.removeItem(keyOf(user, place));
  } catch {
    // Then nothing was stored there either.
  }
}

function parse(text: string | null, now: number): Draft | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Draft> | null;
    if (typeof kept?.at !== 'number' || typeof kept.values !== 'object' || kept.values === null) return null;
    if (now - kept.at > DRAFT_SECONDS) return null;
    const values = Object.fromEntries(Object.entries(kept.values).filter(([, value]) => typeof value === 'string'));
    return { at: kept.at, values, version: typeof kept.version === 'number' ? kept.version : undefined };
  } catch {
    return null;
  }
}
