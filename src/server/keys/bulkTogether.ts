/** Runs the rows of a batch in a few statements for all of them, for handlers that support it ({@link handleBatch}). */
import { sql } from 'kysely';
import type { RowOutcome } from '../calls/handler.ts';
import { Refusal, verdictOf } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';
import { batchKey, routeOf, rowInput, type SentRow } from './bulkRows.ts';
import { checkKey, keepNewVerdicts, keysOf, storedKeys, verdictIn } from './idempotency.ts';
import type { KeyedCall, StoredVerdict } from './keyedCall.ts';

interface Fresh {
  at: number;
  key: string | null;
  print: string;
  input: Record<string, unknown>;
}

/** The rows were refused as a whole (a receipt, an order's total). Their transaction is rolled back, and each row runs alone in the next one. */
export class NotTogether extends Error {}

/** Returns the rows' verdicts in order; their keys must be locked. Throws {@link NotTogether}. */
export const allTogether = (call: KeyedCall, tx: Db, rows: readonly SentRow[]) => verdictsOf(call, tx, rows, atOnce);

/** The same row by row, so that only rows that fail alone are refused. */
export const eachAlone = (call: KeyedCall, tx: Db, rows: readonly SentRow[]) => verdictsOf(call, tx, rows, oneByOne);

async function verdictsOf(
  call: KeyedCall,
  tx: Db,
  rows: readonly SentRow[],
  work: typeof atOnce,
): Promise<StoredVerdict[]> {
  const { fresh, verdicts, duplicates } = await sorted(call, tx, rows);
  const outcomes = await work(call, tx, fresh);
  const kept = fresh.flatMap(({ at, key, print }, index) => {
    const outcome = outcomes[index];
    if (!outcome) throw new Error('A row of the batch was not answered');
    const verdict = outcome instanceof Refusal ? verdictOf(outcome) : { code: 200, ...outcome };
    verdicts.set(at, verdict);
    const keeps = key !== null && (!(outcome instanceof Refusal) || outcome.stored);
    return keeps ? [{ key, fingerprint: print, verdict }] : [];
  });
  keepNewVerdicts(tx, kept, { userId: call.who.user_id, route: routeOf(call.handler), now: call.arrived });
  return rows.map((_, at) => {
    const verdict = verdicts.get(duplicates.get(at) ?? at);
    if (!verdict) throw new Error('A row of the batch has no verdict');
    return verdict;
  });
}

/** Sorts the rows: new ones, ones with a stored verdict, and ones that repeat the key of an earlier row of this batch. */
async function sorted(call: KeyedCall, tx: Db, rows: readonly SentRow[]) {
  const looked = storedKeys(tx, keysOf(rows));
  // Validating the rows takes as long as the database query, so both run at once.
  const [known, reads] = await Promise.all([looked, read(call, rows)]);
  const verdicts = new Map<number, StoredVerdict>();
  const duplicates = new Map<number, number>();
  const fresh: Fresh[] = [];
  const seen = new Map<string, { at: number; print: string }>();
  for (const [at, { opKey: key }] of rows.entries()) {
    const { print = '', input = {}, refused } = reads[at] ?? {};
    try {
      if (key !== null) {
        checkKey(key);
        const stored = known.get(key);
        if (stored) {
          verdicts.set(at, verdictIn(stored, call.who.user_id, print));
          continue;
        }
        const first = seen.get(key);
        if (first && first.print !== print) throw new Refusal('idempotency_mismatch');
        if (first) {
          duplicates.set(at, first.at);
          continue;
        }
        seen.set(key, { at, print });
      }
      if (refused) throw refused;
      fresh.push({ at, key, print, input });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      verdicts.set(at, verdictOf(error));
    }
  }
  return { fresh, verdicts, duplicates };
}

interface Read {
  print: string;
  input?: Record<string, unknown>;
  /** Set if the row's input was refused. */
  refused?: Refusal;
}

async function read(call: KeyedCall, rows: readonly SentRow[]): Promise<Read[]> {
  const route = routeOf(call.handler);
  return rows.map((row) => {
    const print = row.opKey === null ? '' : call.fingerprint(route, row.params);
    try {
      return { print, input: rowInput(call, row) };
    } catch (error) {
      if (error instanceof Refusal) return { print, refused: error };
      throw error;
    }
  });
}

/** Without a savepoint, which saves two statements in error-free batches, which nearly all are. */
async function atOnce(call: KeyedCall, tx: Db, fresh: readonly Fresh[]): Promise<RowOutcome[]> {
  if (fresh.length === 0) return [];
  try {
    return await together(call, tx, fresh);
  } catch (error) {
    if (error instanceof Refusal) throw new NotTogether();
    throw error;
  }
}

async function oneByOne(call: KeyedCall, tx: Db, fresh: readonly Fresh[]): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const row of fresh) {
    await sql`savepoint alone`.execute(tx);
    try {
      outcomes.push(...(await together(call, tx, [row])));
      await sql`release savepoint alone`.execute(tx);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`rollback to savepoint alone`.execute(tx);
      // A rolled-back savepoint stays open, and open ones make every later row slower.
      await sql`release savepoint alone`.execute(tx);
      outcomes.push(error);
    }
  }
  return outcomes;
}

function together(call: KeyedCall, tx: Db, rows: readonly Fresh[]): Promise<RowOutcome[]> {
  const { batch } = call.handler;
  if (!batch) throw new Error('This handler does not work its rows together');
  const key = batchKey(call);
  return batch(
    rows.map((row) => ({ input: row.input, key: row.key ?? key })),
    call.contextIn(tx, key),
  );
}
