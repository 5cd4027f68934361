import { type Permission, permissionsOf } from './matrix.ts';
import { ROLES, type Role, roleName } from './permissions.ts';

/** The names of the roles that have one of these rights; none if nobody gets such a right by a role. */
export function rolesWith(needs: readonly Permission[]): string[] {
  const has = (role: string) => permissionsOf(role).some((one) => needs.includes(one));
  return [...new Set((Object.keys(ROLES) as Role[]).filter(has).map((role) => roleName(role)))];
}
