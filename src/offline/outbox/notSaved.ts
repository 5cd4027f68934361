/** The message for a change that could not be saved, in the words of SYNC section 11. The form keeps the input (rule 4). */
import { syncWords } from '#domain/syncWords.ts';
import { isFull, NewerStore } from '../store/dexieStore.ts';
import { TransferLocked } from './transferLocked.ts';

export function notSavedWords(error: unknown): string {
  if (error instanceof TransferLocked || error instanceof NewerStore) return error.message;
  return isFull(error) ? syncWords.storageFull : syncWords.notSaved;
}
