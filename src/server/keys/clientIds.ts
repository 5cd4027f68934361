/** Checks who owns a client_id (B1.8, K43). */
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';

/**
 * A client_id belongs to who made the record with it: somebody else's create with the same one is refused as a key would be, and learns nothing of
 * the record. An administrator who takes a tablet's queue in works for its officer (`behalf`).
 */
export function mustOwnClientId({ who, behalf }: Pick<Ctx, 'who' | 'behalf'>, createdBy: unknown): void {
  // Nobody is known to have made it: a row that was put there past the calls.
  if (createdBy === null || createdBy === undefined) return;
  if (createdBy !== who.user_id && (behalf === undefined || createdBy !== behalf))
    throw new Refusal('idempotency_mismatch');
}
