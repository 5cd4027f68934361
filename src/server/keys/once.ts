/** Runs work once for a key: key, work and answer are stored in one transaction (API.md 1.3, SYNC rules 28, 29). */
import { sql } from 'kysely';
import { Refusal, verdictOf } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';
import { keepVerdict, storedVerdict, takeKey } from './idempotency.ts';
import type { StoredVerdict } from './keyedCall.ts';

export interface Claim {
  key: string;
  user_id: string;
  /** The call's path. */
  route: string;
  fingerprint: string;
  /** Epoch seconds. */
  now: number;
}

/**
 * Runs the work once for its key, or returns the stored answer. A refusal that depends on state is rolled back and stored as the key's answer.
 * Throws `idempotency_mismatch`, `in_progress` or `conflict` (API.md 1.3), and the refusals of `work` that are not stored.
 */
export async function once(
  tx: Db,
  { key, user_id, route, fingerprint, now }: Claim,
  work: () => Promise<StoredVerdict>,
): Promise<{ verdict: StoredVerdict; replay: boolean }> {
  if (!(await takeKey(tx, key, user_id, route, fingerprint, now))) {
    const stored = await storedVerdict(tx, key, user_id, fingerprint);
    if (!stored) throw new Refusal('in_progress');
    return { verdict: stored, replay: true };
  }
  await sql`savepoint work`.execute(tx);
  try {
    const verdict = await work();
    await keepVerdict(tx, key, verdict);
    return { verdict, replay: false };
  } catch (error) {
    if (!(error instanceof Refusal) || !error.stored) throw error;
    await sql`rollback to savepoint work`.execute(tx);
    const verdict = verdictOf(error);
    await keepVerdict(tx, key, verdict);
    return { verdict, replay: false };
  }
}
