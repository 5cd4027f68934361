/** Runs work once for a key: key, work and answer are stored in one transaction (API.md 1.3, SYNC rules 28, 29). */
import { sql } from 'kysely';
import { Refusal, verdictOf } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';
import { sendUnawaited } from '../db/pipelining.ts';
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
 * `opens` locks and reads what `work` needs first, in the same trip as the claim of the key.
 * Throws `idempotency_mismatch`, `in_progress` or `conflict` (API.md 1.3), and the refusals of `work` that are not stored.
 */
export async function once(
  tx: Db,
  { key, user_id, route, fingerprint, now }: Claim,
  work: (opened: unknown) => Promise<StoredVerdict>,
  opens?: () => Promise<unknown>,
): Promise<{ verdict: StoredVerdict; replay: boolean }> {
  // The claim, the savepoint and what the work reads first are sent at once; only then is the claim's answer waited for.
  const taking = takeKey(tx, key, user_id, route, fingerprint, now);
  sendUnawaited(tx, sql`savepoint work`);
  const opening = opens?.();
  opening?.catch(() => undefined);
  if (!(await taking)) {
    // The savepoint's statements only locked and read.
    const stored = await storedVerdict(tx, key, user_id, fingerprint);
    if (!stored) throw new Refusal('in_progress');
    return { verdict: stored, replay: true };
  }
  try {
    const verdict = await work(await opening);
    keepVerdict(tx, key, verdict).catch(() => undefined);
    return { verdict, replay: false };
  } catch (error) {
    if (!(error instanceof Refusal) || !error.stored) throw error;
    await sql`rollback to savepoint work`.execute(tx);
    const verdict = verdictOf(error);
    await keepVerdict(tx, key, verdict);
    return { verdict, replay: false };
  }
}
