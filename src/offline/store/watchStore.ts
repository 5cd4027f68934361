import { liveQuery } from 'dexie';
import type { DexieStore, OutboxDb } from './dexieStore.ts';

/**
 * A live query over the store: `tell` gets the result of `look`, now and after every change. `failed` gets the error when the store cannot be read or opened
 * (rule 49); Dexie's own live query would wait silently. The read beside it replaces a broken connection (rule 7). Returns the function that ends the query.
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
