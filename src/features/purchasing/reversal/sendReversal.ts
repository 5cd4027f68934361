/** Saves a reversal through the queue, like every change that must not be lost, and shows the result (SYNC rule 3). */
import { syncWords } from '#domain/syncWords.ts';
import { reversalAnswer } from '#offline/outbox/goods.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import type { ReversePayload } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { toast } from '#ui/feedback/toasts.ts';

/** The toast after the goods went back. */
export const REVERSED = 'Transfer reversed.';

/**
 * Saves the reversal of `receipt` (the receipt's id on the server). Resolves with true if the tablet saved the reversal or the server took it, otherwise
 * with false after a message. A refusal that comes at once is shown as a message and removed. A later refusal stays in the outbox.
 */
export async function sendReversal(receipt: string, payload: ReversePayload): Promise<boolean> {
  const { save, store, outbox, verdictOf } = theQueue();
  try {
    const saved = await save(receipt, (box) => box.reverse(payload));
    if (saved.sent !== null) {
      toast('good', 'The server has the reversal.');
      return true;
    }
    const verdict = await verdictOf(saved.value);
    if (verdict === 'done') {
      const past = await store.db.past.get(saved.value);
      const waits = past !== undefined && reversalAnswer(past).status === 'asked';
      toast('good', waits ? 'The reversal waits for approval.' : REVERSED);
      return true;
    }
    if (verdict === 'waiting') {
      toast('spoken', syncWords.savedHere);
      return true;
    }
    const op = await store.db.ops.where('key').equals(saved.value).first();
    toast('bad', op?.last_error?.message ?? syncWords.refused);
    // A refused op that cannot be discarded without the server stays in the outbox. The receipt shows the op.
    return op !== undefined && (await outbox.discard(op.seq)) === 'needs_connection';
  } catch (error) {
    toast('bad', notSavedWords(error));
    return false;
  }
}
