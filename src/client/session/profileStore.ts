/**
 * Stores the profile of the signed-in user in localStorage (SHELL-15 `auth`), because it is needed before the first paint. Never stores the token.
 * The profile is the query `session`, kept by TanStack's own persister; every other read is kept in IndexedDB.
 */
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/query-persist-client-core';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { queryClient } from '../reads/queries.ts';

const KEY = ['session'] as const;
/** Raised when the shape of the profile changes; a profile of an older shape is requested again. */
const BUSTER = '1';
const MAX_AGE = 14 * 24 * 3_600_000;

/** Whether this page stores a profile. The persister writes a moment after it is called, and after a sign-out that would bring the profile back. */
let isKept = false;
// No throttle, because an officer may lose the network within a second after signing in.
const persister = createSyncStoragePersister({
  storage: {
    getItem: (key) => inStorage((storage) => storage.getItem(key)) ?? null,
    setItem: (key, value) => inStorage((storage) => isKept && storage.setItem(key, value)),
    removeItem: (key) => inStorage((storage) => storage.removeItem(key)),
  },
  key: 'auth',
  throttleTime: 0,
});
const dehydrateOptions = {
  shouldDehydrateQuery: (query: { queryKey: readonly unknown[] }) => query.queryKey[0] === KEY[0],
  // The query library never stores a mutation.
  shouldDehydrateMutation: () => false,
};

/** Without a storage, or with a full one, the profile lasts as long as this page. */
function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(window.localStorage);
  } catch {
    return undefined;
  }
}

queryClient.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY });

export function keepProfile(profile: object): void {
  isKept = true;
  queryClient.setQueryData(KEY, profile);
  void persistQueryClientSave({ queryClient, persister, buster: BUSTER, dehydrateOptions });
}

export async function restoreProfile<T>(): Promise<T | null> {
  await persistQueryClientRestore({ queryClient, persister, buster: BUSTER, maxAge: MAX_AGE });
  return queryClient.getQueryData<T>(KEY) ?? null;
}

/** true: a profile is stored on this tablet. */
export const hasProfile = (): boolean => inStorage((storage) => storage.getItem('auth') !== null) ?? false;

export function forgetProfile(): void {
  isKept = false;
  queryClient.removeQueries({ queryKey: KEY });
  void persister.removeClient();
}
