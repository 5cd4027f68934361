/** Who may ask, apart from the fields: routes and menus need this in the first load, valibot they do not. */
import type { Permission } from '#domain/permissions.ts';

/** A permission, or `hub_side`: the accounts of a hub, for the few reads that the documents give them as such (API.md 4.9). */
type Opens = Permission | 'hub_side';

/**
 * Who may ask: `open` = without signing in, `any` = every signed-in account, a permission, or any one of several.
 * It is the first gate; a handler narrows it where the answer hangs on stored rows (A1, door 2).
 */
export type Gate = 'open' | 'any' | Opens | readonly Opens[];

/** Screen gates of a model: to see the list, to create, to update. */
export interface Needs {
  readonly view: Gate;
  readonly create: Gate;
  readonly update: Gate;
}

/** The permission that opens a create or update form; a list means any of them. */
export function gatePermissions(gate: Gate): readonly Permission[] {
  if (gate === 'open' || gate === 'any') return [];
  const opens = typeof gate === 'string' ? [gate] : gate;
  return opens.filter((one) => one !== 'hub_side');
}
