/**
 * Keys (API.md 1.3, SYNC rules 28-31): key, work and answer live in one database transaction, so an answer that was lost can be asked
 * for again and nothing is done twice, for ever.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Params } from '#contract/form.ts';
import type { Db } from './db/open.ts';
import { Refusal } from './refusal.ts';

export interface Verdict {
  code: number;
  message: string;
  data: unknown;
}

interface KeyRow {
  user_id: string;
  fingerprint: string;
  state: 'running' | 'done' | 'cancelled';
  code: number;
  message: string;
  body: string | null;
  result_id: string | null;
}

const KEY = /^[A-Za-z0-9_-]{8,128}$/;

export function checkKey(key: string): void {
  if (!KEY.test(key)) throw new Refusal('bad_request', 'The Idempotency-Key is not valid.');
}

/** Route and decoded fields, sorted by name, lists in order; empty texts are "not given" and leave no trace; the token never counts. */
export function fingerprintOf(route: string, fields: Params): string {
  const lines = [...fields]
    .filter(([name, sent]) => name !== 'token' && name !== 'op_key' && sent.values.some((value) => value !== ''))
    .map(([name, sent]) => `${name}=${JSON.stringify(sent.values)}`)
    .sort();
  return createHash('sha256')
    .update(`${route}\n${lines.join('\n')}`)
    .digest('hex');
}

/** The stored answer of a key, or null when it is new. Throws the refusals of API.md 1.3. */
export async function storedVerdict(db: Db, key: string, userId: string, fingerprint: string): Promise<Verdict | null> {
  const { rows } =
    await sql<KeyRow>`select user_id, fingerprint, state, code, message, body, result_id from idempotency where key = ${key}`.execute(
      db,
    );
  const row = rows[0];
  if (!row) return null;
  if (row.user_id !== userId) throw new Refusal('idempotency_mismatch');
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

/** Drops old bodies; the keys stay for ever, so that nothing is ever done twice. Returns how many. */
export async function dropOldBodies(db: Db, now: number): Promise<number> {
  const { numAffectedRows } = await sql`update idempotency set body = null
    where created < ${now - BODY_DAYS * 86_400} and body is not null`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Which of these keys are taken already, in one look. */
export async function knownKeys(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`select key from idempotency where key = any(${keys})`.execute(db);
  return new Set(rows.map((row) => row.key));
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
 * its rows sent alone, then wait for each other instead of deadlocking.
 */
export async function holdKeys(tx: Db, keys: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${[...new Set(keys)].sort()}::text[]) with ordinality as held (key, at)
    order by at`.execute(tx);
}

export async function keepVerdict(tx: Db, key: string, verdict: Verdict): Promise<void> {
  await sql`update idempotency set state = 'done', code = ${verdict.code}, message = ${verdict.message},
    body = ${JSON.stringify(verdict.data ?? null)}, result_id = ${resultId(verdict.data)} where key = ${key}`.execute(
    tx,
  );
}

/** The same for many keys at once. */
export async function keepVerdicts(tx: Db, kept: readonly { key: string; verdict: Verdict }[]): Promise<void> {
  if (kept.length === 0) return;
  const verdicts = kept.map((one) => one.verdict);
  await sql`update idempotency set state = 'done', code = told.code, message = told.message, body = told.body, result_id = told.result_id
    from unnest(${kept.map((one) => one.key)}::text[], ${verdicts.map((one) => one.code)}::int4[], ${verdicts.map((one) => one.message)}::text[],
      ${verdicts.map((one) => JSON.stringify(one.data ?? null))}::text[], ${verdicts.map((one) => resultId(one.data))}::text[])
      as told (key, code, message, body, result_id) where idempotency.key = told.key`.execute(tx);
}

function resultId(data: unknown): string | null {
  if (typeof data === 'string') return data;
  if (typeof data === 'object' && data !== null && '_id' in data && typeof data._id === 'string') return data._id;
  return null;
}
