/** The profile of a person whose server leaves role and permissions to the app (the documents: "Permissions are derived from the role at login"). */
import { type Permission, permissionsOf } from '#domain/matrix.ts';
import { roleName } from '#domain/permissions.ts';
import type { Profile } from '../session/state.ts';

/** Permissions for what the documents do not know: their screens would stand there without anything to show. */
const NOT_IN_DOCUMENTS: readonly Permission[] = [
  ...(['adjust_stock', 'count_stock', 'approve_stocktake', 'reverse_transfer', 'approve_reversal'] as const),
  ...(['view_discrepancies', 'manage_claims', 'view_cover', 'order_goods'] as const),
  ...(['view_close_outs', 'close_day', 'reopen_day', 'view_audit_log', 'view_buyer_tickets'] as const),
];

/** `told`: the profile as it came, with or without a role in it. */
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
