import { liveQuery } from 'dexie';
import type { DexieStore, OutboxDb } from './dexieStore.ts';

/**
 * A live view of the store: `tell` hears what `look` finds, now and after every change; `failed` why it cannot be read, also when it cannot
 * even be opened (rule 49), where Dexie's own view would wait in silence for a store that can. The read beside it replaces a connection that
 * died before (rule 7). Gives what ends it.
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
