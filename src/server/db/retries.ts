/** Recognises errors of a transaction that lost against another one. A retry sees the other one's changes. */
import { isStalePlan } from './planCache.ts';

const RACES = new Set(['40001', '40P01']);

/**
 * True if another call took the same client_id between the lookup and the insert (B1.8). The retry finds that record, and its response (the same
 * record, or a refusal) is stored under the key as usual.
 */
export function isClientIdTaken(error: unknown): boolean {
  const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && constraint.endsWith('_client_id_key');
}

/** True for serialization failures and deadlocks (B3.16), for a client_id that was taken meanwhile, and for a table that changed under a cached plan. */
export const isRace = (error: unknown): boolean =>
  RACES.has((error as { code?: string } | null)?.code ?? '') || isClientIdTaken(error) || isStalePlan(error);
