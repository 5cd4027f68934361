import type { DiscardOutcome } from '#offline/outbox/decisions.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { theQueue } from '#offline/queue.ts';
import { toast } from '#ui/feedback/toasts.ts';

/**
 * Waits for a decision about a change, shows a message if the screen does not show the result, and sends what waits. Resolves with false if the disk
 * refused, so that everything is as before.
 */
export async function applyDecision(choice: Promise<DiscardOutcome | null>): Promise<boolean> {
  let outcome: DiscardOutcome | null;
  try {
    outcome = await choice;
  } catch (error) {
    toast('bad', notSavedWords(error));
    return false;
  }
  if (outcome === 'needs_connection')
    toast('bad', 'The server may have this already. It can be discarded when the server answers.');
  else if (outcome === 'was_done') toast('good', 'The server had it already: it counts as sent.');
  void theQueue().flusher.flush({ forced: true });
  return true;
}
