/**
 * Keys (API.md 1.3, SYNC rules 28-31): key, work and answer live in one database transaction, so an answer that was lost can be asked
 * for again and nothing is done twice, for ever.
 */

import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Fingerprint } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Database, Db } from '../db/open.ts';
import type { StoredVerdict } from './keyedCall.ts';

/** A key as it is stored. */
export interface KeyRow {
  key: string;
  user_id: string;
  fingerprint: string;
  state: 'running' | 'done' | 'cancelled';
  code: number;
  message: string;
  body: string | null;
  result_id: string | null;
  /** An administrator took it in from a tablet's file, in its officer's name. */
  imported: boolean;
}

const KEY = /^[A-Za-z0-9_-]{8,128}$/;

/** Those of a batch that can be keys: others, which the database could not even look up, are refused with their row. */
export const keysOf = (rows: readonly { opKey: string | null }[]): string[] =>
  rows.flatMap(({ opKey }) => (opKey !== null && KEY.test(opKey) ? [opKey] : []));

export function checkKey(key: string): void {
  if (!KEY.test(key)) throw new Refusal('bad_request', 'The Idempotency-Key is not valid.');
}

/** Fields whose values must not be found out from what is stored (B9.3, B10.5): few digits, or a password as it is compared. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(['bvn', 'hash', 'hash_old', 'hash_new', 'hash_own']);

/**
 * Route and decoded fields, sorted by name, lists in order; empty texts are "not given" and leave no trace; the token never counts.
 * Secret fields count by their keyed hash: whoever has the fingerprint alone cannot try values out.
 */
export function fingerprintWith(secretKey: string): Fingerprint {
  const line = (name: string, values: readonly string[]) => {
    const told = `${name}=${JSON.stringify(values)}`;
    return SECRET_FIELDS.has(name) ? `${name}:${createHmac('sha256', secretKey).update(told).digest('hex')}` : told;
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

/** The stored answer of a key, or null when it is new. Throws the refusals of API.md 1.3. */
export async function storedVerdict(
  db: Db,
  key: string,
  userId: string,
  fingerprint: string,
): Promise<StoredVerdict | null> {
  const row = (await storedKeys(db, [key])).get(key);
  return row ? verdictIn(row, userId, fingerprint) : null;
}

/** What is known of these keys, in one look. */
export async function storedKeys(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, KeyRow>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<KeyRow>`select key, user_id, fingerprint, state, code, message, body, result_id,
      exists (select 1 from audit_log a where a.model = 'sync' and a.record_id = key and a.action = 'import') as imported
    from idempotency where key = any(${keys})`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

/**
 * Whether a stranger took or closed this key before its own user asked for anything under it (S15): the key is unique over all users (SYNC rule 28), so
 * nothing of his took effect, nor ever will, and a new key cannot double it. Not so where the same was asked for, nor where an administrator
 * took it in from a file, which may stand in another's name.
 */
const isSpoilt = ({ state, imported, fingerprint: asked }: KeyRow, fingerprint: string): boolean =>
  state === 'cancelled' || (state === 'done' && !imported && asked !== fingerprint);

/** The answer that a known key has. Throws the refusals of API.md 1.3. */
export function verdictIn(row: KeyRow, userId: string, fingerprint: string): StoredVerdict {
  if (row.user_id !== userId)
    throw new Refusal('idempotency_mismatch', undefined, isSpoilt(row, fingerprint) ? { renew: true } : {});
  if (row.state === 'cancelled') throw new Refusal('conflict', 'This change was discarded.');
  if (row.fingerprint !== fingerprint) throw new Refusal('idempotency_mismatch');
  if (row.state === 'running') throw new Refusal('in_progress');
  return { code: row.code, message: row.message, data: keptData(row) };
}

/** After 180 days the body is gone and the id of the result is left (SYNC rule 31). */
export function keptData(row: { body: string | null; result_id: string | null }): unknown {
  return row.body === null ? row.result_id : JSON.parse(row.body);
}

const BODY_DAYS = 180;

/** Message of a confirmation that was refused with a list of errors. */
export const NOT_MOVED = 'Transfer failed.';

/**
 * Drops old bodies; the keys stay for ever, so that nothing is ever done twice. What was refused keeps its few words: without its list of
 * errors the 200 of a refused confirmation (B3.14) would be told as one that moved stock. Returns how many.
 */
export async function dropOldBodies(db: Db, now: number): Promise<number> {
  const { numAffectedRows } = await sql`update idempotency set body = null
    where created < ${now - BODY_DAYS * 86_400} and body is not null and code = 200 and message <> ${NOT_MOVED}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Takes the key for this transaction. false: someone else took it meanwhile (a twin waits here on the unique index until it is decided). */
export async function takeKey(
  tx: Db,
  key: string,
  userId: string,
  route: string,
  fingerprint: string,
  now: number,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`with held as materialized (select pg_advisory_xact_lock(hashtextextended(${key}, 0)))
    insert into idempotency (key, user_id, route, fingerprint, state, created)
    select ${key}, ${userId}, ${route}, ${fingerprint}, 'running', ${now}::int8 from held on conflict (key) do nothing`.execute(
      tx,
    );
  return Number(numAffectedRows ?? 0) === 1;
}

/**
 * Holds the keys of a batch, in one order for everyone and before any other lock: two batches with the same rows, or a batch and one of
 * its rows sent alone, then wait for each other instead of deadlocking. The embedded database has one session: whoever is in a transaction is alone.
 */
export async function holdKeys({ oneSession }: Database, tx: Db, keys: readonly string[]): Promise<void> {
  if (oneSession || keys.length === 0) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${[...new Set(keys)].sort()}::text[]) with ordinality as held (key, at)
    order by at`.execute(tx);
}

export async function keepVerdict(tx: Db, key: string, verdict: StoredVerdict): Promise<void> {
  await sql`update idempotency set state = 'done', code = ${verdict.code}, message = ${verdict.message},
    body = ${JSON.stringify(verdict.data ?? null)}, result_id = ${resultId(verdict.data)} where key = ${key}`.execute(
    tx,
  );
}

export interface NewVerdict {
  key: string;
  fingerprint: string;
  verdict: StoredVerdict;
}

/** Takes the keys of a batch and keeps their answers, in one statement; they must be held ({@link holdKeys}) and unknown. */
export async function keepNewVerdicts(
  tx: Db,
  kept: readonly NewVerdict[],
  by: { userId: string; route: string; now: number },
): Promise<void> {
  if (kept.length === 0) return;
  const each = <T>(value: (one: NewVerdict) => T): T[] => kept.map(value);
  // The bodies are one text, cut at its line feeds, which JSON never holds: as an array or within more JSON they take the database twice as long.
  const bodies = each(({ verdict }) => JSON.stringify(verdict.data ?? null)).join('\n');
  await sql`insert into idempotency (key, user_id, route, fingerprint, state, created, code, message, body, result_id)
    select key, ${by.userId}, ${by.route}, fingerprint, 'done', ${by.now}::int8, code, message, body, result_id
    from unnest(${each((one) => one.key)}::text[], ${each((one) => one.fingerprint)}::text[], ${each(({ verdict }) => verdict.code)}::int4[],
        ${each(({ verdict }) => verdict.message)}::text[], string_to_array(${bodies}, E'\n'), ${each(({ verdict }) => resultId(verdict.data))}::text[])
      as told (key, fingerprint, code, message, body, result_id)`.execute(tx);
}

function resultId(data: unknown): string | null {
  if (typeof data === 'string') return data;
  if (typeof data === 'object' && data !== null && '_id' in data && typeof data._id === 'string') return data._id;
  return null;
}
