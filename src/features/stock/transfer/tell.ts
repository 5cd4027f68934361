/** The messages of the wizard after a save. */
import { contactStore } from '#client/online.ts';
import { syncWords } from '#domain/syncWords.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { theQueue } from '#offline/queue.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { signal } from '../parts/signals.ts';
import { isFirstTime } from './firstTime.ts';

/**
 * Shows the result of a save: the documents' words after the server's response (SYNC section 11). `success` null: the screen itself shows that it was
 * saved. While a change waits, the header and the mark of its row show that. Screen readers also get a message, once for each transfer (K27).
 */
export async function tellVerdict(key: string, success: string | null): Promise<void> {
  const { store, verdictOf } = theQueue();
  const verdict = await verdictOf(key);
  if (verdict === 'done') return success === null ? undefined : toast('good', success);
  const op = await store.db.ops.where('key').equals(key).first();
  if (verdict === 'refused') toast('bad', op?.last_error?.message ?? syncWords.refused);
  else tellSavedHere(op?.transfer ?? key);
}

/** Says that a change waits for the network. A change that only waits for its turn is sent in a moment, so there is no message. */
export function tellSavedHere(transfer: string): void {
  if (!contactStore.read().online && isFirstTime(transfer)) toast('spoken', syncWords.savedHere);
}

/** Says that nothing was saved. The form keeps what was typed (SYNC rule 4). */
export function tellNotSaved(error: unknown): void {
  toast('bad', notSavedWords(error));
}

/** Says that an invalid figure was left, and why it is invalid. */
export const tellRefused = (name: string, why: string): void => {
  signal('bad');
  toast('bad', `${name}: ${why}`);
};
