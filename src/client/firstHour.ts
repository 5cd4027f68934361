/** A newcomer's progress on this device, and whether "Start here" is shown on the home. Stored in localStorage for each person. Not in the first load. */
import { readLocal, writeLocal } from './keptLocally.ts';
import { sessionStore } from './session/state.ts';

export interface FirstHour {
  /** Names of finished steps: the path of an accepted write, or a card's name of a screen that was opened from it. */
  done: readonly string[];
  /** The cards are hidden: by the person, or because all of them are done. */
  away: boolean;
}

const NOTHING: FirstHour = { done: [], away: false };

/** The writes that are steps of a card. Other writes are not recorded. */
export const FIRST_WRITES = [
  'order_group_item/create',
  'ledger_log/deposit',
  'ledger_log/deposit_to',
  'buyer/signup',
  'manager/signup',
  'seller/create',
] as const;

const keyOf = (userId: string) => `start:${userId}`;
const listeners = new Set<() => void>();
let known: { userId: string; hour: FirstHour } | null = null;

export const firstHourStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read(userId: string): FirstHour {
    if (known?.userId !== userId) known = { userId, hour: readLocal(keyOf(userId), NOTHING) };
    return known.hour;
  },
  write(userId: string, change: Partial<FirstHour>) {
    known = { userId, hour: { ...firstHourStore.read(userId), ...change } };
    writeLocal(keyOf(userId), known.hour);
    for (const listener of listeners) listener();
  },
  add(userId: string, step: string) {
    const { done } = firstHourStore.read(userId);
    if (!done.includes(step)) firstHourStore.write(userId, { done: [...done, step] });
  },
};

/** Records a write that the server accepted. `path`: of the call, for example `buyer/signup`. */
export function noteWrite(path: string): void {
  const { profile } = sessionStore.read();
  if (profile && (FIRST_WRITES as readonly string[]).includes(path)) firstHourStore.add(profile.user_id, path);
}

const tourListeners = new Set<() => void>();
let touring = false;

/** Whether the tour is running. The user menu starts the tour, and so does "Start here". */
export const tourStore = {
  subscribe(listener: () => void) {
    tourListeners.add(listener);
    return () => void tourListeners.delete(listener);
  },
  read: () => touring,
  write(on: boolean) {
    touring = on;
    for (const listener of tourListeners) listener();
  },
};
