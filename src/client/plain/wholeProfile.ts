/** Completes the profile from a server that leaves role and permissions to the app (the documents: "Permissions are derived from the role at login"). */
import { permissionsOf } from '#domain/matrix.ts';
import { roleName } from '#domain/permissions.ts';
import type { Profile } from '../session/state.ts';
import { NOT_IN_DOCUMENTS } from './notOffered.ts';

/** `partial`: the profile as the server sent it, with or without a role. */
export function wholeProfile(
  partial: Partial<Profile>,
  role: string | undefined,
  permissions?: readonly string[],
): Profile {
  const own = role ?? partial.role ?? '';
  const _id = String(partial._id ?? '');
  return {
    _id,
    user_id: String(partial.user_id ?? _id),
    name: partial.name ?? partial.email ?? '',
    phone: partial.phone ?? null,
    email: partial.email ?? '',
    role: own,
    role_name: partial.role_name ?? roleName(own),
    permissions: [...(permissions ?? permissionsOf(own).filter((one) => !NOT_IN_DOCUMENTS.includes(one)))],
    seller: partial.seller ?? null,
    must_change: false,
  };
}
