/** The messages of the wizard after a save. */
import { syncWords } from '#domain/syncWords.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { theQueue } from '#offline/queue.ts';
import { type Toast, toast } from '#ui/feedback/toasts.ts';
import { isFirstTime } from './saidOnce.ts';

/**
 * Shows the result of a save with an undo action (B12.4): the documents' words after the server's response (null: the screen shows it), ours while the change waits (SYNC section
 * 11). "Saved on this tablet" is shown once per transfer; later the marks of its rows show it (K27). A save that can be undone is always shown.
 */
export async function tellVerdict(key: string, success: string | null, undo?: Toast['action']): Promise<void> {
  const { store, verdictOf } = theQueue();
  const verdict = await verdictOf(key);
  if (verdict === 'done') {
    if (success !== null) toast('good', success, undo);
    return;
  }
  const op = await store.db.ops.where('key').equals(key).first();
  if (verdict === 'refused') toast('bad', op?.last_error?.message ?? syncWords.refused);
  else if (isFirstTime(op?.transfer ?? key) || undo) toast('info', syncWords.savedHere, undo);
}

/** Says that nothing was saved. The form keeps what was typed (SYNC rule 4). */
export function tellNotSaved(error: unknown): void {
  toast('bad', notSavedWords(error));
}
