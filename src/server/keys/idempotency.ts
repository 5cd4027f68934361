/**
 * Stored idempotency keys (API.md 1.3, SYNC rules 28-31). Key, work and answer are stored in one database transaction, so a client can fetch a lost
 * answer by sending the request again, and no request takes effect twice.
 */

import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Fingerprint } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Database, Db } from '../db/open.ts';
import { send, sendUnawaited } from '../db/pipelining.ts';
import type { KeyRow, StoredVerdict } from './keyedCall.ts';

const KEY = /^[A-Za-z0-9_-]{8,128}$/;

/** The well-formed keys of a batch. A row with a malformed key is refused later. */
export const keysOf = (rows: readonly { opKey: string | null }[]): string[] =>
  rows.flatMap(({ opKey }) => (opKey !== null && KEY.test(opKey) ? [opKey] : []));

/** Throws 400 for a key that has another form than ours. */
export function checkKey(key: string): void {
  if (!KEY.test(key)) throw new Refusal('bad_request', 'The Idempotency-Key is not valid.');
}

/** Fields whose values must not be derivable from stored data (B9.3, B10.5): short numbers, and passwords as they are compared. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(['bvn', 'hash', 'hash_old', 'hash_new', 'hash_own']);

/**
 * Computes a fingerprint from the route and the decoded fields, sorted by name, with lists in order. Empty texts mean "not given" and are left out, as is the
 * token. Secret fields enter as a keyed hash, so that nobody can guess values from the fingerprint alone.
 */
export function fingerprintWith(secretKey: string): Fingerprint {
  const line = (name: string, values: readonly string[]) => {
    const field = `${name}=${JSON.stringify(values)}`;
    return SECRET_FIELDS.has(name) ? `${name}:${createHmac('sha256', secretKey).update(field).digest('hex')}` : field;
  };
  return (route, fields) => {
    const lines = [...fields]
      .filter(([name, sent]) => name !== 'token' && name !== 'op_key' && sent.values.some((value) => value !== ''))
      .map(([name, sent]) => line(name, sent.values))
      .sort();
    return createHash('sha256')
      .update(`${route}\n${lines.join('\n')}`)
      .digest('hex');
  };
}

/** Returns the stored answer of a key, or null if the key is new. Throws `idempotency_mismatch`, `in_progress` or `conflict` (API.md 1.3). */
export async function storedVerdict(
  db: Db,
  key: string,
  userId: string,
  fingerprint: string,
): Promise<StoredVerdict | null> {
  const row = (await storedKeys(db, [key])).get(key);
  return row ? verdictIn(row, userId, fingerprint) : null;
}

/** Reads the stored rows of these keys in one query. Unknown keys are absent from the map. */
export async function storedKeys(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, KeyRow>> {
  if (keys.length === 0) return new Map();
  const rows = await send(db, sql<KeyRow>`${selectKeys} where key = any(${keys})`);
  return new Map(rows.map((row) => [row.key, row]));
}

const selectKeys = sql`select key, user_id, fingerprint, state, code, message, body, result_id,
    exists (select 1 from audit_log a where a.model = 'sync' and a.record_id = key and a.action = 'import') as imported
  from idempotency`;

/** A column that reads the {@link KeyRow} of a key in another statement, null if the key is new. Returns null for a malformed key. */
export const keyColumn = (key: string) =>
  KEY.test(key) ? sql<KeyRow | null>`(select row_to_json(k) from (${selectKeys} where key = ${key}) k)` : null;

/**
 * Whether another user used or cancelled this key before its own user sent a request with it (S15). Keys are unique over all users
 * (SYNC rule 28), so the own user's change can never take effect under this key, and a new key cannot apply it twice. The key is not spoilt
 * if the same request was done under it, or if an administrator imported it from a file, because the import may carry another user's name.
 */
const isSpoilt = ({ state, imported, fingerprint: stored }: KeyRow, fingerprint: string): boolean =>
  state === 'cancelled' || (state === 'done' && !imported && stored !== fingerprint);

/** Returns the stored answer of a known key. Throws `idempotency_mismatch`, `in_progress` or `conflict` (API.md 1.3). */
export function verdictIn(row: KeyRow, userId: string, fingerprint: string): StoredVerdict {
  if (row.user_id !== userId)
    throw new Refusal('idempotency_mismatch', undefined, isSpoilt(row, fingerprint) ? { renew: true } : {});
  if (row.state === 'cancelled') throw new Refusal('conflict', 'This change was discarded.');
  if (row.fingerprint !== fingerprint) throw new Refusal('idempotency_mismatch');
  if (row.state === 'running') throw new Refusal('in_progress');
  return { code: row.code, message: row.message, data: keptData(row) };
}

/** The data of a stored answer. After 180 days the body is deleted, and the id of the result is returned instead (SYNC rule 31). */
export function keptData(row: { body: string | null; result_id: string | null }): unknown {
  return row.body === null ? row.result_id : JSON.parse(row.body);
}

const BODY_DAYS = 180;

/** The message of a completion that was refused with a list of errors. */
export const NOT_MOVED = 'Transfer failed.';

/**
 * Deletes bodies older than 180 days and returns their number. The keys stay for ever, so that no request takes effect twice. Refusals keep
 * their bodies: a refused completion has code 200 (B3.14), and without its list of errors it would read as one that moved stock.
 */
export async function dropOldBodies(db: Db, now: number): Promise<number> {
  const { numAffectedRows } = await sql`update idempotency set body = null
    where created < ${now - BODY_DAYS * 86_400} and body is not null and code = 200 and message <> ${NOT_MOVED}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Claims the key for this transaction. Returns false if the key exists already. A second request with the same key waits here for the first. */
export async function takeKey(
  tx: Db,
  key: string,
  userId: string,
  route: string,
  fingerprint: string,
  now: number,
): Promise<boolean> {
  const rows = await send(
    tx,
    sql`with held as materialized (select pg_advisory_xact_lock(hashtextextended(${key}, 0)))
    insert into idempotency (key, user_id, route, fingerprint, state, created)
    select ${key}, ${userId}, ${route}, ${fingerprint}, 'running', ${now}::int8 from held on conflict (key) do nothing returning 1`,
  );
  return rows.length === 1;
}

/**
 * Locks the keys of a batch in sorted order and before any other lock. Two batches with the same rows, or a batch and one of its rows that is
 * sent alone, then wait for each other instead of deadlocking. The embedded database has one session, so a transaction needs no such locks.
 */
export async function lockKeys({ oneSession }: Database, tx: Db, keys: readonly string[]): Promise<void> {
  if (oneSession || keys.length === 0) return;
  await send(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${[...new Set(keys)].sort()}::text[]) with ordinality as held (key, at)
    order by at`,
  );
}

/** As {@link lockKeys}; what is sent afterwards waits for the locks in the database. */
export function lockKeysUnawaited(database: Database, tx: Db, keys: readonly string[]): void {
  lockKeys(database, tx, keys).catch(() => undefined);
}

/** Stores the answer of a key. Nobody has to wait for it before the commit. */
export async function keepVerdict(tx: Db, key: string, verdict: StoredVerdict): Promise<void> {
  await send(
    tx,
    sql`update idempotency set state = 'done', code = ${verdict.code}, message = ${verdict.message},
    body = ${JSON.stringify(verdict.data ?? null)}, result_id = ${resultId(verdict.data)} where key = ${key}`,
  );
}

export interface NewVerdict {
  key: string;
  fingerprint: string;
  verdict: StoredVerdict;
}

/** Stores the keys of a batch with their answers in one statement. The keys must be locked ({@link lockKeys}) and new. */
export function keepNewVerdicts(
  tx: Db,
  kept: readonly NewVerdict[],
  by: { userId: string; route: string; now: number },
): void {
  if (kept.length === 0) return;
  const each = <T>(value: (one: NewVerdict) => T): T[] => kept.map(value);
  // The bodies go as one text that is split at line feeds, which JSON text never holds. An array or nested JSON takes the database twice as long.
  const bodies = each(({ verdict }) => JSON.stringify(verdict.data ?? null)).join('\n');
  sendUnawaited(
    tx,
    sql`insert into idempotency (key, user_id, route, fingerprint, state, created, code, message, body, result_id)
    select key, ${by.userId}, ${by.route}, fingerprint, 'done', ${by.now}::int8, code, message, body, result_id
    from unnest(${each((one) => one.key)}::text[], ${each((one) => one.fingerprint)}::text[], ${each(({ verdict }) => verdict.code)}::int4[],
        ${each(({ verdict }) => verdict.message)}::text[], string_to_array(${bodies}, E'\n'), ${each(({ verdict }) => resultId(verdict.data))}::text[])
      as stored (key, fingerprint, code, message, body, result_id)`,
  );
}

function resultId(data: unknown): string | null {
  if (typeof data === 'string') return data;
  if (typeof data === 'object' && data !== null && '_id' in data && typeof data._id === 'string') return data._id;
  return null;
}
