/** Saves a reversal by the queue, as every change that must not be lost, and says what became of it (SYNC rule 3). */
import { syncWords } from '#domain/syncWords.ts';
import { reversalAnswer } from '#offline/outbox/goods.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import type { ReversePayload } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { toast } from '#ui/feedback/toasts.ts';

/** What is said when the goods went back. */
export const REVERSED = 'Transfer reversed.';

/**
 * `receipt`: its id on the server. true: the reversal is saved on this tablet or the server took it. false: it is not, and the person read why. A refusal that
 * comes at once is said here and leaves nothing behind; one that comes later stays in the outbox.
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
    // What cannot be let go without the server stays in the outbox, where the receipt shows it.
    return op !== undefined && (await outbox.discard(op.seq)) === 'needs_connection';
  } catch (error) {
    toast('bad', notSavedWords(error));
    return false;
  }
}
