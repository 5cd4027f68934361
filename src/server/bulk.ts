/** Rows that stand alone (API.md 1.6, SYNC rules 26, 27): one transaction, a savepoint and a verdict per row, `op_key` per row. */
import { sql } from 'kysely';
import { type BulkAnswer, MAX_ROWS } from '#contract/call.ts';
import { id, list, optional } from '#contract/fields.ts';
import type { Params, Sent } from '#contract/form.ts';
import { readInput } from '#contract/read.ts';
import type { Answer, AuditEntry, Ctx } from './answer.ts';
import { writeAudits } from './audit.ts';
import type { Database, Db } from './db/open.ts';
import {
  checkKey,
  fingerprintOf,
  holdKeys,
  keepVerdict,
  keepVerdicts,
  knownKeys,
  storedVerdict,
  takeKey,
  type Verdict,
} from './idempotency.ts';
import { invalid, Refusal, refusalIn } from './refusal.ts';

interface Job {
  answer: Answer;
  params: Params;
  who: Ctx['who'];
  now: number;
  key: string | null;
  print: string;
  context: (db: Db, key?: string | null) => Ctx;
  database: Database;
  /** Each row is worked and taken back: its verdict says what would be. */
  dry: boolean;
}

export async function runRows(job: Job): Promise<{ verdict: Verdict; replay: boolean }> {
  const { answer, params, database, who, now } = job;
  const { call } = answer;
  const rows = splitRows(answer, params);
  const keyed = rows.every((row) => row.opKey !== null);
  const key = keyed ? null : job.key;
  const batch = database.transaction(async (tx) => {
    if (key && !(await takeKey(tx, key, who.user_id, call.path, job.print, now))) {
      const stored = await storedVerdict(tx, key, who.user_id, job.print);
      if (!stored) throw new Refusal('in_progress');
      return { verdict: stored, replay: true };
    }
    if (!job.dry) {
      await holdKeys(
        tx,
        rows.flatMap((row) => row.opKey ?? []),
      );
    }
    const results = await runAll(job, tx, rows);
    const succeeded = results.filter((result) => result.code === 200).length;
    const verdict = { code: 200, message: 'OK', data: { succeeded, failed: results.length - succeeded, results } };
    if (key) await keepVerdict(tx, key, verdict);
    return { verdict, replay: false };
  });
  return batch.catch((error: unknown) => {
    if (error instanceof Refusal || !refusalIn(error)) throw error;
    throw new Refusal('unavailable');
  });
}

/** The rows in their order. What they share is done once at the end; if that is refused, row by row, so that only the one too much is. */
async function runAll(job: Job, tx: Db, rows: readonly Row[]): Promise<BulkAnswer['results']> {
  const { finish } = job.answer;
  const keys = rows.flatMap((row) => row.opKey ?? []);
  // One look for the batch; whoever takes a key after it is found when the row takes it.
  const known = keys.length > 0 && !job.dry ? await knownKeys(tx, keys) : new Set<string>();
  const taken = new Set(known);
  const inOrder = async (inBatch: boolean) => {
    const told: RowTold[] = [];
    for (const [at, row] of rows.entries()) {
      // A batch of open savepoints makes every later row slower: closing the first of a group closes all of it.
      if (at > 0 && at % GROUP === 0) await sql`release savepoint ${savepointOf(at - GROUP)}`.execute(tx);
      const known = row.opKey !== null && taken.has(row.opKey);
      told.push(await runRow(job, tx, row, { inBatch, known, point: savepointOf(at) }));
      if (row.opKey !== null) taken.add(row.opKey);
    }
    return told;
  };
  if (!finish || job.dry) return asResults(rows, await inOrder(false));
  await sql`savepoint whole_batch`.execute(tx);
  try {
    const told = await inOrder(true);
    const fresh = told.flatMap((one, at) => (one.fresh ? [{ ...one, key: rows[at]?.opKey ?? null }] : []));
    const answers = await finish(
      fresh.map((one) => one.verdict.data),
      job.context(tx),
    );
    for (const [at, one] of fresh.entries()) one.verdict.data = answers[at];
    await writeAudits(
      job.context(tx),
      fresh.flatMap((one) => one.audits),
    );
    await keepVerdicts(
      tx,
      fresh.flatMap(({ key, verdict }) => (key === null ? [] : [{ key, verdict }])),
    );
    return asResults(rows, told);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint whole_batch`.execute(tx);
    return asResults(rows, await inOrder(false));
  }
}

function asResults(rows: readonly Row[], told: readonly RowTold[]): BulkAnswer['results'] {
  return told.map(({ verdict }, index) => {
    const key = rows[index]?.opKey ?? null;
    return { index, ...(key === null ? {} : { op_key: key }), ...verdict };
  });
}

interface Row {
  params: Params;
  opKey: string | null;
}

interface RowTold {
  verdict: Verdict;
  /** Done just now, and its verdict is not kept yet: the batch's end completes it. */
  fresh: boolean;
  /** What it did, for the audit log; written at the batch's end. */
  audits: { key: string | null; entry: AuditEntry }[];
}

/** Rows whose savepoints are closed together. */
const GROUP = 20;
const savepointOf = (at: number) => sql.raw(`row_${at}`);

interface Place {
  inBatch: boolean;
  /** Its key is taken already. */
  known: boolean;
  point: ReturnType<typeof savepointOf>;
}

async function runRow(job: Job, tx: Db, row: Row, { inBatch, known, point }: Place): Promise<RowTold> {
  const { answer, who, now, dry } = job;
  const route = answer.as ?? answer.call.path;
  const audits: RowTold['audits'] = [];
  await sql`savepoint ${point}`.execute(tx);
  try {
    if (row.opKey !== null && !dry) {
      checkKey(row.opKey);
      const print = fingerprintOf(route, row.params);
      const stored = known ? await storedVerdict(tx, row.opKey, who.user_id, print) : null;
      if (stored) return { verdict: stored, fresh: false, audits };
      if (!(await takeKey(tx, row.opKey, who.user_id, route, print, now))) {
        const twin = await storedVerdict(tx, row.opKey, who.user_id, print);
        if (twin) return { verdict: twin, fresh: false, audits };
        throw new Refusal('in_progress');
      }
      await sql`savepoint row_work`.execute(tx);
    }
    const fields = { ...answer.call.input, ...(answer.call.row ?? {}) };
    const read = readInput(fields, row.params, answer.call);
    if (!read.ok) throw 'shape' in read ? new Refusal(read.shape.error, read.shape.message) : invalid(read.fields);
    let message = 'OK';
    const ctx = job.context(tx, row.opKey ?? job.key);
    const data = await answer.handle(read.input, {
      ...ctx,
      inBatch,
      ...(inBatch ? { audit: async (entry: AuditEntry) => void audits.push({ key: ctx.key, entry }) } : {}),
      say: (text) => {
        message = text;
      },
    });
    const verdict = { code: 200, message, data };
    if (dry) await sql`rollback to savepoint ${point}`.execute(tx);
    else if (row.opKey !== null && !inBatch) await keepVerdict(tx, row.opKey, verdict);
    return { verdict, fresh: inBatch, audits };
  } catch (error) {
    // Anything but a refusal is the server's failure: the whole batch is taken back and may be sent again (503).
    if (!(error instanceof Refusal)) throw error;
    const verdict = { code: error.code, message: error.message, data: { error: error.word, ...error.extra } };
    if (row.opKey !== null && !dry && error.stored && error.message !== 'This change was discarded.') {
      await sql`rollback to savepoint row_work`.execute(tx);
      await keepVerdict(tx, row.opKey, verdict);
    } else {
      await sql`rollback to savepoint ${point}`.execute(tx);
    }
    return { verdict, fresh: false, audits };
  }
}

function splitRows(answer: Answer, params: Params): Row[] {
  const rowFields: Record<string, unknown> = { ...(answer.call.row ?? {}), op_key: optional(list(id('op_key'))) };
  const allowed = { ...answer.call.input, ...rowFields };
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
  if (length > MAX_ROWS) throw new Refusal('too_large', `At most ${MAX_ROWS} rows can be sent at once.`);
  if (length < 1) throw new Refusal('bad_request', 'No rows were sent.');
  return Array.from({ length }, (_, index) => {
    const row: Params = new Map<string, Sent>();
    let opKey: string | null = null;
    for (const [name, sent] of params) {
      const value = sent.list ? (sent.values[index] ?? '') : (sent.values[0] ?? '');
      if (name === 'op_key') opKey = value || null;
      else row.set(name, { values: [value], list: false });
    }
    return { params: row, opKey };
  });
}
