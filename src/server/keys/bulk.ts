/** Rows that stand alone (API.md 1.6, SYNC rules 26, 27): one transaction, a verdict per row, `op_key` per row. */
import { type BulkAnswer, MAX_ROWS } from '#contract/call.ts';
import { id, list, optional } from '#contract/fields.ts';
import type { Params, SentValues } from '#contract/form.ts';
import type { Handler } from '../calls/handler.ts';
import { Refusal, refusalIn, verdictOf } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';
import { routeOf, rowByRow, type SentRow } from './bulkRows.ts';
import { allTogether, eachAlone, NotTogether } from './bulkTogether.ts';
import {
  keepVerdict,
  keysOf,
  lockKeys,
  lockKeysUnawaited,
  storedKeys,
  storedVerdict,
  takeKey,
  verdictIn,
} from './idempotency.ts';
import type { Kept, KeyedCall, StoredVerdict } from './keyedCall.ts';

/** Returns a verdict for each row. Any error other than a refusal rolls the whole batch back (503). */
export async function runBatch(call: KeyedCall): Promise<Kept> {
  const rows = splitRows(call.handler, call.params);
  const run = (work: typeof rowByRow) => call.database.transaction((tx) => inTransaction(call, tx, rows, work));
  try {
    if (!call.handler.batch || call.keyUse.kind === 'dry') return await run(rowByRow);
    return await run(allTogether).catch((error: unknown) => {
      if (error instanceof NotTogether) return run(eachAlone);
      throw error;
    });
  } catch (error) {
    if (error instanceof Refusal || !refusalIn(error)) throw error;
    throw new Refusal('unavailable');
  }
}

async function inTransaction(call: KeyedCall, tx: Db, rows: readonly SentRow[], work: typeof rowByRow): Promise<Kept> {
  const { database, who, handler, keyUse, arrived } = call;
  // The key of the whole batch is used if some row has no key.
  const own = keyUse.kind === 'call' ? keyUse : null;
  if (own && !(await takeKey(tx, own.key, who.user_id, handler.call.path, own.print, arrived))) {
    const stored = await storedVerdict(tx, own.key, who.user_id, own.print);
    if (!stored) throw new Refusal('in_progress');
    return { verdict: stored, isReplay: true };
  }
  if (keyUse.kind !== 'dry') lockKeysUnawaited(database, tx, keysOf(rows));
  const verdict = batchVerdict(rows, await work(call, tx, rows));
  if (own) await keepVerdict(tx, own.key, verdict);
  return { verdict, isReplay: false };
}

/**
 * The answer to a batch whose sender has no permission (any more): rows done before get their stored answer, the others are refused, and nothing runs (API.md
 * 1.6, 1.8). null: no row is known, so the whole batch is refused.
 */
export async function knownRows(call: KeyedCall): Promise<StoredVerdict | null> {
  const rows = rowsIn(call);
  const keys = keysOf(rows);
  // A duplicate of this batch that is running holds the keys: this statement waits for its answers.
  const known = await call.database.transaction(async (tx) => {
    await lockKeys(call.database, tx, keys);
    return storedKeys(tx, keys);
  });
  if (known.size === 0) return null;
  return batchVerdict(
    rows,
    rows.map((row) => {
      const stored = known.get(row.opKey ?? '');
      try {
        if (!stored) throw new Refusal('forbidden');
        return verdictIn(stored, call.who.user_id, call.fingerprint(routeOf(call.handler), row.params));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return verdictOf(error);
      }
    }),
  );
}

/** Unreadable rows count as none: the permission is checked before the shape. */
function rowsIn({ handler, params }: KeyedCall): SentRow[] {
  try {
    return splitRows(handler, params);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

function batchVerdict(rows: readonly SentRow[], verdicts: readonly StoredVerdict[]): StoredVerdict {
  const results = asResults(rows, verdicts);
  const succeeded = results.filter((result) => result.code === 200).length;
  return { code: 200, message: 'OK', data: { succeeded, failed: results.length - succeeded, results } };
}

function asResults(rows: readonly SentRow[], verdicts: readonly StoredVerdict[]): BulkAnswer['results'] {
  return verdicts.map((verdict, index) => {
    const key = rows[index]?.opKey ?? null;
    return { index, ...(key === null ? {} : { op_key: key }), ...verdict };
  });
}

function splitRows({ call }: Handler, params: Params): SentRow[] {
  const rowFields: Record<string, unknown> = { ...(call.row ?? {}), op_key: optional(list(id('op_key'))) };
  const allowed = { ...call.input, ...rowFields };
  let length = -1;
  for (const [name, sent] of params) {
    if (!Object.hasOwn(allowed, name)) throw new Refusal('unknown_field', `Unknown field: ${name}.`);
    const many = Object.hasOwn(rowFields, name) && sent.list;
    if (!many) {
      if (sent.values.length > 1) throw new Refusal('bad_request', `Field ${name} was sent more than once.`);
      continue;
    }
    if (length !== -1 && sent.values.length !== length) throw new Refusal('unequal_arrays');
    length = sent.values.length;
  }
  // A value without brackets is a list of one. If all fields are single values, the request is a single row.
  if (length === -1 && Object.keys(rowFields).some((name) => params.has(name))) length = 1;
  if (length > MAX_ROWS) throw new Refusal('too_large', `At most ${MAX_ROWS} rows can be sent at once.`);
  if (length < 1) throw new Refusal('bad_request', 'No rows were sent.');
  return Array.from({ length }, (_, index) => {
    const row: Params = new Map<string, SentValues>();
    let opKey: string | null = null;
    for (const [name, sent] of params) {
      const value = sent.list ? (sent.values[index] ?? '') : (sent.values[0] ?? '');
      if (name === 'op_key') opKey = value || null;
      else row.set(name, { values: [value], list: false });
    }
    return { params: row, opKey };
  });
}
