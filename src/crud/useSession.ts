import { useSyncExternalStore } from 'react';
import { contactStore } from '#client/online.ts';
import { type Session, sessionStore } from '#client/session.ts';
import type { Permission } from '#domain/permissions.ts';

export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
}

/** Whether any of these is held; an empty list asks nothing. */
export function useCan(...wanted: readonly Permission[]): boolean {
  const { profile } = useSession();
  return wanted.length === 0 || wanted.some((permission) => profile?.permissions.includes(permission));
}

export function useContact() {
  return useSyncExternalStore(contactStore.subscribe, contactStore.read);
}
