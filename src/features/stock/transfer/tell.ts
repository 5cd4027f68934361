/** What the wizard says after a save. */
import { syncWords } from '#domain/syncWords.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { theQueue } from '#offline/queue.ts';
import { type Toast, toast } from '#ui/feedback/toasts.ts';
import { isFirstTime } from './saidOnce.ts';

/**
 * Says what became of a save, and how to take it back (B12.4): the documents' words after the server's answer, ours while it waits (SYNC section 11).
 * That a transfer is saved on this tablet is said once for each transfer; later its rows say so by their sign alone (K27). What can be taken back is
 * said each time.
 */
export async function tellVerdict(key: string, success: string, undo?: Toast['action']): Promise<void> {
  const { store, verdictOf } = theQueue();
  const verdict = await verdictOf(key);
  if (verdict === 'done') return toast('good', success, undo);
  const op = await store.db.ops.where('key').equals(key).first();
  if (verdict === 'refused') toast('bad', op?.last_error?.message ?? syncWords.refused);
  else if (isFirstTime(op?.transfer ?? key) || undo) toast('info', syncWords.savedHere, undo);
}

/** Not saved is said, and the form keeps what was typed (SYNC rule 4). */
export function tellNotSaved(error: unknown): void {
  toast('bad', notSavedWords(error));
}
