import { liveQuery } from 'dexie';
import type { DexieStore, OutboxDb } from './dexieStore.ts';

/**
 * Subscribes to the store and returns the function that ends the subscription. `tell` gets the result of `look`, now and after every change.
 * `failed` gets the error when the store cannot be read or opened (rule 49).
 * The extra read is needed because Dexie's live query waits silently while the store cannot be opened. That read also replaces a connection that
 * broke before (rule 7).
 */
export function watchStore<T>(
  store: DexieStore,
  look: (db: OutboxDb) => Promise<T>,
  tell: (found: T) => void,
  failed: (error: unknown) => void,
): () => void {
  let over = false;
  const subscription = liveQuery(() => look(store.db)).subscribe({ next: tell, error: failed });
  store.read((tx) => tx.meta('generation')).catch((error: unknown) => over || failed(error));
  return () => {
    over = true;
    subscription.unsubscribe();
  };
}
