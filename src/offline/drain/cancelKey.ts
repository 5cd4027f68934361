/** Cancels the key of an op on the server. An op that was sent once may only be discarded after the server said that its key takes no effect (rule 34). */

import type { Op, OpType } from '../outbox/op.ts';
import { meaningOf, wordOf } from '../outbox/queueRules.ts';
import type { CancelResult, Ports } from '../store/ports.ts';
import { knownEpoch, noticeEpoch } from './epoch.ts';
import { plainEngine } from './plainServer.ts';
import { cancelRequest } from './requests.ts';

/** Meanings of a response after which the question is asked again later. */
const LATER: ReadonlySet<string> = new Set(['retry', 'server_failed', 'sign_in', 'update']);

/** `type`: the type of the op that has the key. `restored`: the response came from another database than the one before (rule 35). */
export async function cancelKey(
  ports: Ports,
  op: Pick<Op, 'key' | 'user_id'>,
  type: OpType,
): Promise<CancelResult & { restored: boolean }> {
  const plain = await plainEngine(ports, op.user_id);
  if (plain) return { ...(await plain.close(ports, op.key)), restored: false };
  const reply = await ports.net.send(cancelRequest(op, ports.chance.uuid(), await ports.store.read(knownEpoch)));
  if (!reply.verified) return { word: 'later', restored: false };
  // The response names its database. A restore is noticed by that name, and changes that it lost are sent again.
  const restored = await noticeEpoch(ports, reply.epoch);
  if (LATER.has(meaningOf(reply, 'upsert'))) return { word: 'later', restored };
  if (reply.code !== 200) {
    // The key belongs to another user or another request, so it can never take effect for this op.
    return { word: wordOf(reply.data) === 'idempotency_mismatch' ? 'closed' : 'refused', restored };
  }
  const body = reply.data as { state?: string; code?: number; message?: string; data?: unknown } | null;
  const answer = { message: body?.message ?? '', data: body?.data ?? null };
  // "done" means that the key has a stored response. A refused execute has one too: 200 with a list of errors, and no stock moved.
  const isTaken = body?.state === 'done' && meaningOf({ ...reply, ...answer, code: body.code ?? 0 }, type) === 'done';
  return isTaken ? { word: 'taken', ...answer, restored } : { word: 'closed', restored };
}
