import { dependsOn } from '../drain/requests.ts';
import type { Base, Op } from '../outbox/op.ts';
import type { Tx } from '../store/ports.ts';

/**
 * Ops that depended on `op` now depend on `on.base` instead, because `op` got another key or was removed (rule 19). Without this no request would claim the
 * version on which the person based the edit. `on.id`: the id of the line on the server, which these ops then change.
 */
export async function rebaseDependents(tx: Tx, op: Op, on: { base: Base; id?: string | null }): Promise<void> {
  for (const one of await tx.opsOf(op.transfer)) {
    if (one.attempts > 0 || dependsOn(one) !== op.key) continue;
    const item = one.item && on.id ? { ...one.item, id: on.id, fresh: false } : one.item;
    await tx.put({ ...one, item, base: on.base });
  }
}

/** The base of an op. Ops that depend on a removed op inherit its base; otherwise they could overwrite a colleague's change unseen. */
export const baseOf = ({ base, frozen_base }: Op): Base => (frozen_base === null ? base : { version: frozen_base });
