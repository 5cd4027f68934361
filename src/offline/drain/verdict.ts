/** Applies a response to the ops that it is about (SYNC section 5), inside the caller's transaction. */

import { isOfStocktake } from '#domain/lanePositions.ts';
import { rememberStocktakeId } from '../outbox/lanes.ts';
import { type Failure, type Op, rowOf } from '../outbox/op.ts';
import { backoff, failedAgain, givesUp, isStored, meaningOf, type Trouble, wordOf } from '../outbox/queueRules.ts';
import { isAtLeast, revisionOfAnswer, revisionOfKnown } from '../outbox/revisions.ts';
import { rekey } from '../resolve/retry.ts';
import type { Ending, Reply, Tx } from '../store/ports.ts';
import { serverNow } from './epoch.ts';

/** Another user may use a key by chance. After the third time a person decides. */
const MOST_REKEYED = 3;

/** The verdict of each row in a bulk response, found by `op_key`. A row that is missing got no response. null: the whole call was refused. */
export function rowReplies(reply: Reply, unit: readonly Op[]): Reply[] | null {
  if (!reply.verified || reply.code !== 200) return null;
  const { data } = reply;
  const results =
    typeof data === 'object' && data !== null && 'results' in data && Array.isArray(data.results) ? data.results : [];
  const byKey = new Map<string, { code: number; message: string; data: unknown }>();
  for (const result of results)
    if (typeof result?.op_key === 'string' && Number.isInteger(result.code)) byKey.set(result.op_key, result);
  return unit.map((op) => {
    const row = byKey.get(op.key);
    return row
      ? { verified: true, code: row.code, message: row.message, data: row.data, epoch: reply.epoch, retryAfter: null }
      : { verified: false };
  });
}

interface Setting {
  ending: Ending;
  /** Epoch ms. */
  now: number;
  /** A random number for the whole unit, so that rows that failed together are tried again together. */
  luck: number;
  /** The sequence number of this silence, if there was no response. */
  turn: number;
  /** The state of the other requests, for a failed server (500). */
  trouble: Trouble;
  uuid: () => string;
}

/** Applies one verdict to one op. Returns true when the op is finished. */
export async function settle(
  tx: Tx,
  sent: Op,
  reply: Reply,
  { ending, now, luck, turn, trouble, uuid }: Setting,
): Promise<boolean> {
  const op: Op = { ...sent, silence: undefined };
  const meaning = meaningOf(reply, op.type);
  if (reply.verified && wordOf(reply.data) === 'in_progress') {
    // The server works and only this op waits, so other transfers continue.
    const wait = Math.max(1_000, backoff(op.attempts, luck, reply.retryAfter));
    await tx.put({ ...op, silence: sent.silence, state: 'queued', next_try: now + wait });
    return false;
  }
  if (meaning === 'retry' || !reply.verified) {
    ending.stopped ??= 'no_answer';
    const late = (sent.silence?.late ?? 0) + (!reply.verified && reply.late ? 1 : 0);
    await tx.put({ ...op, state: 'queued', silence: { turn, late } });
    return false;
  }
  const failure: Failure = {
    key: op.key,
    code: reply.code,
    message: reply.message,
    data: reply.data,
    stored: isStored(reply),
    at: now,
  };
  switch (meaning) {
    case 'done':
      await finish(tx, op, reply, now);
      return true;
    case 'sign_in':
    case 'update':
      ending.stopped = meaning;
      // This try does not count: the server did not read the change.
      await tx.put({
        ...op,
        state: meaning === 'sign_in' ? 'paused_auth' : 'paused_update',
        attempts: op.attempts - 1,
        sent_body: op.attempts > 1 ? op.sent_body : undefined,
      });
      return false;
    case 'server_failed': {
      const failed: Op = { ...failedAgain(op, now, trouble), last_error: failure };
      const wait = Math.max(1_000, backoff(failed.failures, luck, reply.retryAfter));
      await tx.put(
        givesUp(failed, now) ? { ...failed, state: 'attention' } : { ...failed, state: 'queued', next_try: now + wait },
      );
      return false;
    }
    case 'rekey':
      // A copy elsewhere would get another key, so a person decides. The same applies when the key collides repeatedly.
      await (op.copied || (op.rekeyed ?? 0) >= MOST_REKEYED
        ? tx.put({ ...op, state: 'attention', last_error: failure })
        : rekey(tx, op, now, uuid()));
      return false;
    default:
      await tx.put({ ...op, state: meaning, last_error: failure });
      return false;
  }
}

/** Stores verdict, ids and history and removes the op from the queue, in one transaction (rules 14, 21). */
export async function finish(tx: Tx, op: Op, answer: { message: string; data: unknown }, now: number): Promise<void> {
  await learnFrom(tx, op, answer, now);
  await tx.keepPast({
    key: op.key,
    op: { ...op, state: 'done', last_error: null, sent_body: undefined },
    at: now,
    heard: await serverNow(tx),
    answer: { message: answer.message, data: answer.data },
  });
  await tx.remove(op.seq);
  await tx.setMeta('silent_passes', 0);
  await tx.setMeta('next_pass', 0);
  await tx.setMeta('last_sent', now);
}

async function learnFrom(tx: Tx, op: Op, answer: { data: unknown }, now: number): Promise<void> {
  const { data } = answer;
  if (op.type === 'create') {
    const id = typeof data === 'string' ? data : '';
    if (id) await tx.rememberId({ ref: op.transfer, id, version: 1 });
    await tx.rememberId({ ref: `op:${op.key}`, id, version: 1 });
    return;
  }
  const { _id: id, version = null } = rowOf(answer);
  if (id === undefined) return;
  if (op.type === 'open') {
    return rememberStocktakeId(tx, op, { id, version }, now);
  }
  // A count of a stocktake has no version on which another change of this tablet could depend.
  if (isOfStocktake(op)) return;
  // The next edit of the details depends on this version, even before the screen has read it.
  if (op.type === 'header') await tx.rememberId({ ref: op.chain, id: '', version });
  await tx.rememberId({ ref: `op:${op.key}`, id, version });
  if (op.type !== 'upsert' && op.type !== 'remove') return;
  const before = await tx.known(op.chain);
  const { revision } = revisionOfAnswer(answer);
  // A lost response may come again after newer responses.
  if (before && revision && !isAtLeast({ item_id: null, version: null, revision }, revisionOfKnown(before))) return;
  // The line of this product in the transfer; none after a removal.
  const line = op.type === 'upsert' ? { id, version } : { id: '', version: null };
  await tx.rememberId({ ref: op.chain, ...line, revision, key: op.key });
}
