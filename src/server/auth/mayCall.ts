/** Checks the permissions of a session against the gates of calls and fields. */
import type { Fields } from '#contract/fields.ts';
import type { Params } from '#contract/form.ts';
import { fieldRefusal, type Gate } from '#contract/gate.ts';
import { can, isHubSide } from '#domain/permissions.ts';
import { refusedAt } from '../calls/refusal.ts';
import type { Actor } from './session.ts';

/** Whether a signed-in person passes the gate of a call: one of its permissions is enough. */
export function mayCall(gate: Gate, who: Pick<Actor, 'permissions' | 'role'>): boolean {
  if (gate === 'open' || gate === 'any') return true;
  const wanted = typeof gate === 'string' ? [gate] : gate;
  return wanted.some((one) => (one === 'hub_side' ? isHubSide(who.role) : who.permissions.includes(one)));
}

/**
 * K2: throws 403 with the first field that this actor may not send. A field that is gated only when it changes is checked later, by the code that has read the
 * row.
 */
export function refuseGated(fields: Fields, params: Params, who: Pick<Actor, 'permissions'>): void {
  for (const [name, { gate, label }] of Object.entries(fields)) {
    if (!gate || gate.ofChange || can(who, gate.needs)) continue;
    if (params.get(name)?.values.some((value) => value.trim() !== ''))
      throw refusedAt(name, 'forbidden', fieldRefusal(label));
  }
}
