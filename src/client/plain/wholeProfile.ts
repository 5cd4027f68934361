/** Completes the profile from a server that leaves role and permissions to the app (the documents: "Permissions are derived from the role at login"). */
import { permissionsOf } from '#domain/matrix.ts';
import { roleName } from '#domain/permissions.ts';
import type { Profile } from '../session/state.ts';
import { NOT_IN_DOCUMENTS } from './notOffered.ts';

/** `told`: the profile as the server sent it, with or without a role. */
export function wholeProfile(
  told: Partial<Profile>,
  role: string | undefined,
  permissions?: readonly string[],
): Profile {
  const own = role ?? told.role ?? '';
  const _id = String(told._id ?? '');
  return {
    _id,
    user_id: String(told.user_id ?? _id),
    name: told.name ?? told.email ?? '',
    phone: told.phone ?? null,
    email: told.email ?? '',
    role: own,
    role_name: told.role_name ?? roleName(own),
    permissions: [...(permissions ?? permissionsOf(own).filter((one) => !NOT_IN_DOCUMENTS.includes(one)))],
    seller: told.seller ?? null,
    must_change: false,
  };
}
