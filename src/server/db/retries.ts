/** Which errors of a transaction mean that another one was first: begun again, it sees what that one left. */

const RACES = new Set(['40001', '40P01']);

/**
 * B1.8: another call was just giving this client_id to a record, so it was looked for and not found. The next look finds it, and what is then
 * answered (the same record, or a refusal) is kept under the call's key like any other.
 */
export function isClientIdTaken(error: unknown): boolean {
  const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && constraint.endsWith('_client_id_key');
}

/** Serialization failures and deadlocks (B3.16), and a client_id that was taken meanwhile. */
export const isRace = (error: unknown): boolean =>
  RACES.has((error as { code?: string } | null)?.code ?? '') || isClientIdTaken(error);
