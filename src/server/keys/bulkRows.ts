/** Handles the rows of a batch one after the other, each in its own savepoint. */
import { sql } from 'kysely';
import type { Params } from '#contract/form.ts';
import { readInput } from '#contract/read.ts';
import { refuseGated } from '../auth/mayCall.ts';
import type { Handler } from '../calls/handler.ts';
import { notReadable, Refusal, verdictOf } from '../calls/refusal.ts';
import type { Db } from '../db/open.ts';
import { checkKey, keepVerdict, keysOf, storedKeys, storedVerdict, takeKey } from './idempotency.ts';
import type { KeyedCall, StoredVerdict } from './keyedCall.ts';

export interface SentRow {
  params: Params;
  opKey: string | null;
}

/** The key of the whole batch, if its rows have none. */
export const batchKey = ({ keyUse }: KeyedCall): string | null => (keyUse.kind === 'call' ? keyUse.key : null);

/** Rows whose savepoints are released together. */
const GROUP = 20;
const savepointOf = (at: number) => sql.raw(`row_${at}`);

/** Returns the rows' verdicts in their order. Any error other than a refusal rolls the whole batch back (503). */
export async function rowByRow(call: KeyedCall, tx: Db, rows: readonly SentRow[]): Promise<StoredVerdict[]> {
  const keys = call.keyUse.kind === 'dry' ? [] : keysOf(rows);
  // One query for the whole batch; a key that is claimed after it is found when the row claims it.
  const taken = new Set((await storedKeys(tx, keys)).keys());
  const verdicts: StoredVerdict[] = [];
  for (const [at, row] of rows.entries()) {
    // Open savepoints make every later row slower. Releasing the first one of a group releases the whole group.
    if (at > 0 && at % GROUP === 0) await sql`release savepoint ${savepointOf(at - GROUP)}`.execute(tx);
    verdicts.push(await runRow(call, tx, row, savepointOf(at), row.opKey !== null && taken.has(row.opKey)));
    if (row.opKey !== null) taken.add(row.opKey);
  }
  return verdicts;
}

/** A row's input by the call's fields. Throws the refusals of API.md 1.7. */
export function rowInput({ handler, who }: KeyedCall, row: SentRow): Record<string, unknown> {
  const fields = { ...handler.call.input, ...(handler.call.row ?? {}) };
  refuseGated(fields, row.params, who);
  const read = readInput(fields, row.params, handler.call);
  if (!read.ok) throw notReadable(read, row.params);
  return read.input;
}

/** The route under which a row's key is stored, so that a line that is sent again alone is recognised (SYNC rule 26). */
export const routeOf = (handler: Handler): string => handler.sharesKeysWith ?? handler.call.path;

/** A row's own key and its fingerprint; null: it has none, or nothing is stored. Throws 400 for a malformed key. */
function ownKey({ handler, keyUse, fingerprint }: KeyedCall, row: SentRow): { key: string; print: string } | null {
  if (row.opKey === null || keyUse.kind === 'dry') return null;
  checkKey(row.opKey);
  return { key: row.opKey, print: fingerprint(routeOf(handler), row.params) };
}

async function runRow(
  call: KeyedCall,
  tx: Db,
  row: SentRow,
  point: ReturnType<typeof savepointOf>,
  known: boolean,
): Promise<StoredVerdict> {
  const isKept = row.opKey !== null && call.keyUse.kind !== 'dry';
  await sql`savepoint ${point}`.execute(tx);
  try {
    const own = ownKey(call, row);
    const stored = own && (await claimRow(call, tx, own, known));
    if (stored) return stored;
    const verdict = await workRow(call, tx, row);
    if (call.keyUse.kind === 'dry') await sql`rollback to savepoint ${point}`.execute(tx);
    else if (own) await keepVerdict(tx, own.key, verdict);
    return verdict;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const verdict = verdictOf(error);
    if (row.opKey !== null && isKept && error.stored && error.message !== 'This change was discarded.') {
      await sql`rollback to savepoint row_work`.execute(tx);
      await keepVerdict(tx, row.opKey, verdict);
    } else {
      await sql`rollback to savepoint ${point}`.execute(tx);
    }
    return verdict;
  }
}

/** Claims a row's key before its work, which then runs in a savepoint. Returns the stored answer if there is one. `known`: the key was claimed before. */
async function claimRow(
  { who, arrived, handler }: KeyedCall,
  tx: Db,
  { key, print }: { key: string; print: string },
  known: boolean,
): Promise<StoredVerdict | null> {
  const stored = known ? await storedVerdict(tx, key, who.user_id, print) : null;
  if (stored) return stored;
  if (!(await takeKey(tx, key, who.user_id, routeOf(handler), print, arrived))) {
    const duplicate = await storedVerdict(tx, key, who.user_id, print);
    if (duplicate) return duplicate;
    throw new Refusal('in_progress');
  }
  await sql`savepoint row_work`.execute(tx);
  return null;
}

async function workRow(call: KeyedCall, tx: Db, row: SentRow): Promise<StoredVerdict> {
  const input = rowInput(call, row);
  let message = 'OK';
  const data = await call.handler.handle(input, {
    ...call.contextIn(tx, row.opKey ?? batchKey(call)),
    setMessage: (text) => {
      message = text;
    },
  });
  return { code: 200, message, data };
}
