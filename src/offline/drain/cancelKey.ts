/**
 * Asks the server to close the key of an op. An op that was tried may be discarded only after the server says that its key can no longer take
 * effect (rule 34).
 */

import type { Op, OpType } from '../outbox/op.ts';
import { meaningOf, wordOf } from '../outbox/queueRules.ts';
import type { Ports } from '../store/ports.ts';
import { knownEpoch, noticeEpoch } from './epoch.ts';
import { cancelRequest } from './requests.ts';

/** The meanings of answers that say nothing about the key now. */
const LATER: ReadonlySet<string> = new Set(['retry', 'server_failed', 'sign_in', 'update']);

export type CancelResult =
  /** The op had taken effect already; `message` and `data` are its answer. */
  | { word: 'taken'; message: string; data: unknown }
  /** The op will never take effect. */
  | { word: 'closed' }
  /** The server answered, but not about the key. */
  | { word: 'refused' }
  /** No answer, or one that does not concern the key: ask again later. */
  | { word: 'later' };

/**
 * Closes the key of `op`. `type` is the type of the op that used the key. `restored`: the answer came from another store than the last one (rule
 * 35).
 */
export async function cancelKey(
  ports: Ports,
  op: Pick<Op, 'key' | 'user_id'>,
  type: OpType,
): Promise<CancelResult & { restored: boolean }> {
  const reply = await ports.net.send(cancelRequest(op, ports.chance.uuid(), await ports.store.read(knownEpoch)));
  if (!reply.verified) return { word: 'later', restored: false };
  // The epoch is noted, because otherwise a restore would go unnoticed and the ops that the lost store held would not be sent again.
  const restored = await noticeEpoch(ports, reply.epoch);
  if (LATER.has(meaningOf(reply, 'upsert'))) return { word: 'later', restored };
  if (reply.code !== 200) {
    // A key that belongs to another user can never take effect for this op.
    return { word: wordOf(reply.data) === 'idempotency_mismatch' ? 'closed' : 'refused', restored };
  }
  const said = reply.data as { state?: string; code?: number; message?: string; data?: unknown } | null;
  const answer = { message: said?.message ?? '', data: said?.data ?? null };
  // "done" only says that the key has an answer. A refused execute is answered with 200 and a list of errors, and no stock moved (B3.14).
  const isTaken = said?.state === 'done' && meaningOf({ ...reply, ...answer, code: said.code ?? 0 }, type) === 'done';
  return isTaken ? { word: 'taken', ...answer, restored } : { word: 'closed', restored };
}
