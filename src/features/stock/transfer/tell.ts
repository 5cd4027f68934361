/** Toasts of the wizard after a save. */
import { syncWords } from '#domain/syncWords.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { theQueue } from '#offline/queue.ts';
import { type Toast, toast } from '#ui/feedback/toasts.ts';
import { isFirstTime } from './saidOnce.ts';

/**
 * Shows the result of a save and its undo (B12.4): the required text after the server's response, ours while the op waits (SYNC section 11). "Saved
 * on this tablet" is shown once per transfer; later the icons of the rows show it (K27). A save that can be undone shows a toast each time.
 */
export async function tellVerdict(key: string, success: string, undo?: Toast['action']): Promise<void> {
  const { store, verdictOf } = theQueue();
  const verdict = await verdictOf(key);
  if (verdict === 'done') return toast('good', success, undo);
  const op = await store.db.ops.where('key').equals(key).first();
  if (verdict === 'refused') toast('bad', op?.last_error?.message ?? syncWords.refused);
  else if (isFirstTime(op?.transfer ?? key) || undo) toast('info', syncWords.savedHere, undo);
}

/** A failed save is reported, and the form keeps the typed values (SYNC rule 4). */
export function tellNotSaved(error: unknown): void {
  toast('bad', notSavedWords(error));
}
