/** Who may ask, apart from the fields: routes and menus need this in the first load, valibot they do not. */
import type { Permission } from '#domain/permissions.ts';

/** A permission, or `hub_side`: the accounts of a hub, for the few reads that the documents give them as such (API.md 4.9). */
type Opens = Permission | 'hub_side';

/**
 * Who may ask: `open` = without signing in, `any` = every signed-in account, a permission, or any one of several.
 * It is the first gate; a handler narrows it where the answer hangs on stored rows (A1, door 2).
 */
export type Gate = 'open' | 'any' | Opens | readonly Opens[];

/**
 * A field that needs another right than the call which takes it (K2). It stands at the field: screens lock by it, the server refuses by it, and a test
 * holds one against the other. `ofChange`: what stands already may be sent along, as a whole form does.
 */
export interface FieldGate {
  readonly needs: Permission;
  readonly ofChange?: true;
}

/** What is said of a field that the writer has no right to (403). */
export const fieldRefusal = (label: string) => `You are not allowed to set ${label}.`;

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
