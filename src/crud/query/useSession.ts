import { useSyncExternalStore } from 'react';
import { contactStore } from '#client/online.ts';
import { type Session, sessionStore } from '#client/session/state.ts';
import type { Call } from '#contract/call.ts';
import type { Field } from '#contract/fields.ts';
import { gatePermissions } from '#contract/gate.ts';
import type { Permission } from '#domain/permissions.ts';

/** The current session; renders again when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
}

/** Whether the person has one of these permissions. True for an empty list. */
export function useCan(...wanted: readonly Permission[]): boolean {
  const { profile } = useSession();
  return wanted.length === 0 || wanted.some((permission) => profile?.permissions.includes(permission));
}

/** Whether the person may fill a field of a call that the person may make (K2). */
export const useMayFill = ({ gate }: Pick<Field, 'gate'>): boolean => useCan(...(gate ? [gate.needs] : []));

/** Whether the person may make a call, for a field or button with a call of its own. */
export const useMayAsk = ({ allow }: Pick<Call, 'allow'>): boolean => useCan(...gatePermissions(allow));

/** Whether the last call had an answer. Renders again when that changes, not with each answer. */
export const useOnline = (): boolean => useSyncExternalStore(contactStore.subscribe, isOnline);
const isOnline = () => contactStore.read().online;

/** The contact with the server: online or not, last contact (epoch ms), clock skew (s); renders again when it changes. */
export function useContact() {
  return useSyncExternalStore(contactStore.subscribe, contactStore.read);
}
