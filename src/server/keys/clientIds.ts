/** Checks who owns a client_id (B1.8, K43). */
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';

/**
 * A client_id belongs to the person who created the record. A create by another person with the same client_id throws `idempotency_mismatch`,
 * without data of the record. An administrator who imports a tablet's queue acts for its officer (`behalf`).
 */
export function mustOwnClientId({ who, behalf }: Pick<Ctx, 'who' | 'behalf'>, createdBy: unknown): void {
  // The row has no creator, because it was not written by a call.
  if (createdBy === null || createdBy === undefined) return;
  if (createdBy !== who.user_id && (behalf === undefined || createdBy !== behalf))
    throw new Refusal('idempotency_mismatch');
}
