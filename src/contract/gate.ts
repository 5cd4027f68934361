/** Gates of calls, screens and fields. They are apart from the fields because routes and menus need them in the first load, without valibot. */
import type { Permission } from '#domain/permissions.ts';

/** A permission, or `hub_side`: hub-side accounts, for the few reads that the documents open to them as such (API.md 4.9). */
type Opens = Permission | 'hub_side';

/**
 * The accounts that may make a call: `open` = without signing in, `any` = every signed-in account, a permission, or any one of several. A handler may
 * narrow it, if stored rows decide (A1).
 */
export type Gate = 'open' | 'any' | Opens | readonly Opens[];

/**
 * The further permission that a field needs (K2). Screens lock the field by it, the server refuses by it, and a test compares both. With `ofChange`
 * the unchanged stored value may be sent without the permission, as a whole form sends it.
 */
export interface FieldGate {
  readonly needs: Permission;
  readonly ofChange?: true;
}

/** The text of the refusal (403) for a field that the account may not set. */
export const fieldRefusal = (label: string) => `You are not allowed to set ${label}.`;

/** The gates of a model's screens: list, create, update. */
export interface Needs {
  readonly view: Gate;
  readonly create: Gate;
  readonly update: Gate;
}

/** Returns the permissions of which one opens a create or update form; none for `open` and `any`. */
export function gatePermissions(gate: Gate): readonly Permission[] {
  if (gate === 'open' || gate === 'any') return [];
  const opens = typeof gate === 'string' ? [gate] : gate;
  return opens.filter((one) => one !== 'hub_side');
}
