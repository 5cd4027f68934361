/**
 * The one boot read that must be there before the first paint: who this is (SHELL-15 `auth`), in localStorage. Never the token.
 * It is the query `session`, kept by TanStack's own persister; every other read is kept in IndexedDB.
 */
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/query-persist-client-core';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { queryClient } from '../reads/queries.ts';

const KEY = ['session'] as const;
/** Raised when the profile's shape changes: an older one is asked anew. */
const BUSTER = '1';
const MAX_AGE = 14 * 24 * 3_600_000;

// No throttle: an officer may lose the network in the very second after signing in.
const persister = createSyncStoragePersister({ storage: localStorageOrNothing(), key: 'auth', throttleTime: 0 });
const dehydrateOptions = {
  shouldDehydrateQuery: (query: { queryKey: readonly unknown[] }) => query.queryKey[0] === KEY[0],
  // SYNC rule 5: no mutation is ever kept by the query library.
  shouldDehydrateMutation: () => false,
};

function localStorageOrNothing(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

queryClient.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY });

export function keepProfile(profile: object): void {
  queryClient.setQueryData(KEY, profile);
  void persistQueryClientSave({ queryClient, persister, buster: BUSTER, dehydrateOptions });
}

export async function restoreProfile<T>(): Promise<T | null> {
  await persistQueryClientRestore({ queryClient, persister, buster: BUSTER, maxAge: MAX_AGE });
  return queryClient.getQueryData<T>(KEY) ?? null;
}

export function forgetProfile(): void {
  queryClient.removeQueries({ queryKey: KEY });
  void persister.removeClient();
}
