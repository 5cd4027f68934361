/**
 * The interface of the idempotency keys (API.md 1.3, 1.6): finds a call's key, replays its stored answer, and runs work once per key.
 * The pipeline uses only this module for keys.
 */
import type { BulkAnswer } from '#contract/call.ts';
import type { Params } from '#contract/form.ts';
import type { Handler } from '../calls/handler.ts';
import type { Db } from '../db/open.ts';
import { knownRows, runBatch } from './bulk.ts';
import { dryRun, isDry } from './dryRun.ts';
import { checkKey, storedVerdict, verdictIn } from './idempotency.ts';
import type { Kept, KeyedCall, KeyUse, StoredVerdict } from './keyedCall.ts';
import { once } from './once.ts';

/** Finds the key of a call. If every row of a bulk call has its own key, the Idempotency-Key header is ignored (API.md 1.6). */
export function keyUseOf({ handler, params, sentKey, fingerprint }: Omit<KeyedCall, 'keyUse'>): KeyUse {
  const { call, keyless } = handler;
  if (isDry(handler, params)) return { kind: 'dry' };
  if (hasRowKeys(handler, params)) return { kind: 'rows' };
  if (!call.write || keyless || !sentKey) return { kind: 'none' };
  return { kind: 'call', key: sentKey, print: fingerprint(call.path, params) };
}

function hasRowKeys({ call }: Handler, params: Params): boolean {
  const keys = params.get('op_key')?.values ?? [];
  return call.row !== undefined && keys.length > 0 && keys.every((key) => key !== '');
}

/** Returns the stored answer of the call's key; null if the key is new or the call has none. Throws the refusals of API.md 1.3. */
export async function replayOf(call: KeyedCall): Promise<StoredVerdict | null> {
  const { keyUse, database, who, storedKey } = call;
  if (keyUse.kind !== 'call') return null;
  checkKey(keyUse.key);
  if (storedKey === undefined) return storedVerdict(database.kysely, keyUse.key, who.user_id, keyUse.print);
  return storedKey && verdictIn(storedKey, who.user_id, keyUse.print);
}

/** Returns the answer for a batch whose sender has no permission (any more); null if none of its rows was done before. */
export async function replayOfRows(call: KeyedCall): Promise<StoredVerdict | null> {
  return call.keyUse.kind === 'rows' ? knownRows(call) : null;
}

/**
 * Runs `work` in one transaction. With a key, `work` runs once and its answer is stored. Without a key it runs each time. A dry run is rolled back.
 * `opens`: locks and reads that go with the claim of the key ({@link Handler.opens}); `work` gets their result, except in a dry run.
 * Throws the refusals of API.md 1.3 and those of `work`.
 */
export async function runOnce(
  call: KeyedCall,
  work: (tx: Db, opened?: unknown) => Promise<StoredVerdict>,
  opens?: (tx: Db) => Promise<unknown>,
): Promise<Kept> {
  const { keyUse, database, who, handler } = call;
  if (keyUse.kind === 'dry') return { verdict: await dryRun(database, work), isReplay: false };
  const kept = await database.transaction(async (tx) => {
    if (keyUse.kind !== 'call') return { verdict: await work(tx, await opens?.(tx)), isReplay: false };
    const { key, print } = keyUse;
    const claim = { key, user_id: who.user_id, route: handler.call.path, fingerprint: print, now: call.began };
    const { verdict, replay } = await once(tx, claim, (opened) => work(tx, opened), opens && (() => opens(tx)));
    return { verdict, isReplay: replay };
  });
  if (keyUse.kind === 'call') database.acknowledged.note([keyUse.key]);
  return kept;
}

/** Runs the rows of a bulk call: each row once for its own key, or all rows once for the call's key. */
export async function runRowsOnce(call: KeyedCall): Promise<Kept> {
  const kept = await runBatch(call);
  if (call.keyUse.kind === 'call') call.database.acknowledged.note([call.keyUse.key]);
  if (call.keyUse.kind === 'rows') call.database.acknowledged.note(doneKeys(kept.verdict.data as BulkAnswer));
  return kept;
}

/** A refused row may be one whose key is not kept. */
const doneKeys = ({ results }: BulkAnswer) =>
  results.flatMap(({ code, op_key }) => (code === 200 && op_key ? [op_key] : []));
