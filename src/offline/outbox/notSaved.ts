/** The text that says why a change was not saved (SYNC section 11). The form keeps what was typed (rule 4). */
import { syncWords } from '#domain/syncWords.ts';
import { isFull, NewerStore } from '../store/dexieStore.ts';
import { TransferLocked } from './transferLocked.ts';

/** The words for a person when saving failed: those of a locked transfer or a newer store, that the storage is full, or that nothing was saved. */
export function notSavedWords(error: unknown): string {
  if (error instanceof TransferLocked || error instanceof NewerStore) return error.message;
  return isFull(error) ? syncWords.storageFull : syncWords.notSaved;
}
