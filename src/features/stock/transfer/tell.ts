/** The messages of the wizard after a save. */
import { syncWords } from '#domain/syncWords.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { theQueue } from '#offline/queue.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { isFirstTime } from './saidOnce.ts';

/**
 * Shows the result of a save: the documents' words after the server's response, ours while the change waits (SYNC section 11). "Saved on this tablet"
 * is shown once per transfer; later the marks of its rows show it (K27). `success` null: the screen itself shows that it was saved.
 */
export async function tellVerdict(key: string, success: string | null): Promise<void> {
  const { store, verdictOf } = theQueue();
  const verdict = await verdictOf(key);
  if (verdict === 'done') return success === null ? undefined : toast('good', success);
  const op = await store.db.ops.where('key').equals(key).first();
  if (verdict === 'refused') toast('bad', op?.last_error?.message ?? syncWords.refused);
  else if (isFirstTime(op?.transfer ?? key)) toast('info', syncWords.savedHere);
}

/** Says that nothing was saved. The form keeps what was typed (SYNC rule 4). */
export function tellNotSaved(error: unknown): void {
  toast('bad', notSavedWords(error));
}
