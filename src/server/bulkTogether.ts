/** Rows of a batch in a few statements for all of them, for answers that can ({@link answerTogether}). */
import { sql } from 'kysely';
import type { RowOutcome } from './answer.ts';
import { type BulkJob, type BulkRow, routeOf, rowInput } from './bulkRows.ts';
import type { Db } from './db/open.ts';
import { checkKey, keepNewVerdicts, storedKeys, type Verdict, verdictIn } from './idempotency.ts';
import { Refusal, verdictOf } from './refusal.ts';

interface Fresh {
  at: number;
  key: string | null;
  print: string;
  input: Record<string, unknown>;
}

/** The rows' verdicts in their order; their keys must be held. */
export async function allTogether(job: BulkJob, tx: Db, rows: readonly BulkRow[]): Promise<Verdict[]> {
  const { fresh, verdicts, twins } = await sorted(job, tx, rows);
  const outcomes = await worked(job, tx, fresh);
  const kept = fresh.flatMap(({ at, key, print }, index) => {
    const outcome = outcomes[index];
    if (!outcome) throw new Error('A row of the batch was not answered');
    const verdict = outcome instanceof Refusal ? verdictOf(outcome) : { code: 200, ...outcome };
    verdicts.set(at, verdict);
    const keeps = key !== null && (!(outcome instanceof Refusal) || outcome.stored);
    return keeps ? [{ key, fingerprint: print, verdict }] : [];
  });
  await keepNewVerdicts(tx, kept, { userId: job.who.user_id, route: routeOf(job.answer), now: job.now });
  return rows.map((_, at) => {
    const verdict = verdicts.get(twins.get(at) ?? at);
    if (!verdict) throw new Error('A row of the batch has no verdict');
    return verdict;
  });
}

/** Which rows are new, which have their verdict already, and which repeat the key of an earlier row of this batch. */
async function sorted(job: BulkJob, tx: Db, rows: readonly BulkRow[]) {
  const known = await storedKeys(
    tx,
    rows.flatMap((row) => row.opKey ?? []),
  );
  const route = routeOf(job.answer);
  const verdicts = new Map<number, Verdict>();
  const twins = new Map<number, number>();
  const fresh: Fresh[] = [];
  const seen = new Map<string, { at: number; print: string }>();
  for (const [at, row] of rows.entries()) {
    const key = row.opKey;
    const print = key === null ? '' : job.fingerprint(route, row.params);
    try {
      if (key !== null) {
        checkKey(key);
        const stored = known.get(key);
        if (stored) {
          verdicts.set(at, verdictIn(stored, job.who.user_id, print));
          continue;
        }
        const first = seen.get(key);
        if (first && first.print !== print) throw new Refusal('idempotency_mismatch');
        if (first) {
          twins.set(at, first.at);
          continue;
        }
        seen.set(key, { at, print });
      }
      fresh.push({ at, key, print, input: rowInput(job, row) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      verdicts.set(at, verdictOf(error));
    }
  }
  return { fresh, verdicts, twins };
}

/** All at once; if that is refused as a whole (an order's total), one by one, so that only the one too much is refused. */
async function worked(job: BulkJob, tx: Db, fresh: readonly Fresh[]): Promise<RowOutcome[]> {
  if (fresh.length === 0) return [];
  const whole = await attempt(job, tx, fresh);
  if (!(whole instanceof Refusal)) return whole;
  const outcomes: RowOutcome[] = [];
  for (const row of fresh) {
    const alone = await attempt(job, tx, [row]);
    if (alone instanceof Refusal) outcomes.push(alone);
    else outcomes.push(...alone);
  }
  return outcomes;
}

async function attempt(job: BulkJob, tx: Db, rows: readonly Fresh[]): Promise<RowOutcome[] | Refusal> {
  const { together } = job.answer;
  if (!together) throw new Error('This answer does not work its rows together');
  await sql`savepoint together`.execute(tx);
  try {
    const outcomes = await together(
      rows.map(({ input, key }) => ({ input, key: key ?? job.key })),
      job.context(tx),
    );
    await sql`release savepoint together`.execute(tx);
    return outcomes;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint together`.execute(tx);
    return error;
  }
}
