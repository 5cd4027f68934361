/** Handles the rows of a batch one after the other, each in its own savepoint. */
import { sql } from 'kysely';
import type { Params } from '#contract/form.ts';
import { readInput } from '#contract/read.ts';
import { refuseGated } from '../auth/mayAsk.ts';
import type { Ctx, Fingerprint, Handler } from '../calls/handler.ts';
import { notReadable, Refusal, verdictOf } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';
import {
  checkKey,
  keepVerdict,
  keysOf,
  type StoredVerdict,
  storedKeys,
  storedVerdict,
  takeKey,
} from './idempotency.ts';

export interface SentRow {
  params: Params;
  opKey: string | null;
}

export interface BulkJob {
  answer: Handler;
  who: Ctx['who'];
  /** Epoch seconds. */
  now: number;
  /** The whole batch's own key, where its rows have none. */
  key: string | null;
  fingerprint: Fingerprint;
  context: (db: Db, key?: string | null) => Ctx;
  /** Each row is worked and taken back: its verdict says what would be. */
  dry: boolean;
}

/** Rows whose savepoints are closed together. */
const GROUP = 20;
const savepointOf = (at: number) => sql.raw(`row_${at}`);

/** The rows' verdicts in their order. Anything but a refusal is the server's failure: the whole batch is taken back (503). */
export async function rowByRow(job: BulkJob, tx: Db, rows: readonly SentRow[]): Promise<StoredVerdict[]> {
  const keys = job.dry ? [] : keysOf(rows);
  // One look for the batch; whoever takes a key after it is found when the row takes it.
  const taken = new Set((await storedKeys(tx, keys)).keys());
  const verdicts: StoredVerdict[] = [];
  for (const [at, row] of rows.entries()) {
    // A batch of open savepoints makes every later row slower: closing the first of a group closes all of it.
    if (at > 0 && at % GROUP === 0) await sql`release savepoint ${savepointOf(at - GROUP)}`.execute(tx);
    verdicts.push(await runRow(job, tx, row, savepointOf(at), row.opKey !== null && taken.has(row.opKey)));
    if (row.opKey !== null) taken.add(row.opKey);
  }
  return verdicts;
}

/** A row's input by the call's fields. Throws the refusals of API.md 1.7. */
export function rowInput({ answer, who }: BulkJob, row: SentRow): Record<string, unknown> {
  const fields = { ...answer.call.input, ...(answer.call.row ?? {}) };
  refuseGated(fields, row.params, who);
  const read = readInput(fields, row.params, answer.call);
  if (!read.ok) throw notReadable(read, row.params);
  return read.input;
}

/** The call by which a row's key is known, so that a line resent alone is known again (SYNC rule 26). */
export const routeOf = (answer: Handler): string => answer.as ?? answer.call.path;

async function runRow(
  job: BulkJob,
  tx: Db,
  row: SentRow,
  point: ReturnType<typeof savepointOf>,
  known: boolean,
): Promise<StoredVerdict> {
  const { answer, who, now, dry, fingerprint } = job;
  await sql`savepoint ${point}`.execute(tx);
  try {
    if (row.opKey !== null && !dry) {
      checkKey(row.opKey);
      const print = fingerprint(routeOf(answer), row.params);
      const stored = known ? await storedVerdict(tx, row.opKey, who.user_id, print) : null;
      if (stored) return stored;
      if (!(await takeKey(tx, row.opKey, who.user_id, routeOf(answer), print, now))) {
        const twin = await storedVerdict(tx, row.opKey, who.user_id, print);
        if (twin) return twin;
        throw new Refusal('in_progress');
      }
      await sql`savepoint row_work`.execute(tx);
    }
    const input = rowInput(job, row);
    let message = 'OK';
    const data = await answer.handle(input, {
      ...job.context(tx, row.opKey ?? job.key),
      setMessage: (text) => {
        message = text;
      },
    });
    const verdict = { code: 200, message, data };
    if (dry) await sql`rollback to savepoint ${point}`.execute(tx);
    else if (row.opKey !== null) await keepVerdict(tx, row.opKey, verdict);
    return verdict;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const verdict = verdictOf(error);
    if (row.opKey !== null && !dry && error.stored && error.message !== 'This change was discarded.') {
      await sql`rollback to savepoint row_work`.execute(tx);
      await keepVerdict(tx, row.opKey, verdict);
    } else {
      await sql`rollback to savepoint ${point}`.execute(tx);
    }
    return verdict;
  }
}
