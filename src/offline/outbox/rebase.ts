import { dependsOn } from '../drain/requests.ts';
import type { Tx } from '../store/ports.ts';
import type { Base, Op } from './op.ts';

/** What stood on an op that got another key, or gave way, stands on something else now (rule 19): else its version would be claimed by nobody. */
export async function rebaseDependents(tx: Tx, op: Op, on: { base: Base; id?: string | null }): Promise<void> {
  for (const one of await tx.opsOf(op.transfer)) {
    if (one.attempts > 0 || dependsOn(one) !== op.key) continue;
    const item = one.item && on.id ? { ...one.item, id: on.id, fresh: false } : one.item;
    await tx.put({ ...one, item, base: on.base });
  }
}

/** What an op itself stood on, for whoever stands on it when it goes: else a version would be claimed by nobody, and a colleague's change lost. */
export const baseOf = ({ base, frozen_base }: Op): Base => (frozen_base === null ? base : { version: frozen_base });
