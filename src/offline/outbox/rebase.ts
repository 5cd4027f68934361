import { dependsOn } from '../drain/requests.ts';
import type { Tx } from '../store/ports.ts';
import type { Base, Op } from './op.ts';

/**
 * Ops that depended on `op` now depend on `on.base` instead (rule 19). Otherwise they would claim no version, and a colleague's change could be
 * overwritten unnoticed.
 */
export async function rebaseDependents(tx: Tx, op: Op, on: { base: Base; id?: string | null }): Promise<void> {
  for (const one of await tx.opsOf(op.transfer)) {
    if (one.attempts > 0 || dependsOn(one) !== op.key) continue;
    const item = one.item && on.id ? { ...one.item, id: on.id, fresh: false } : one.item;
    await tx.put({ ...one, item, base: on.base });
  }
}

/**
 * The base of an op, for the ops that depend on it when it is removed. Otherwise these would claim no version, and a colleague's change could be
 * lost.
 */
export const baseOf = ({ base, frozen_base }: Op): Base => (frozen_base === null ? base : { version: frozen_base });
