/** Rule 34: what was tried may only be let go with the server's word that its key takes effect nowhere any more. Asked and read here, for all who let go. */

import type { Op, OpType } from '../outbox/op.ts';
import { meaningOf, wordOf } from '../outbox/queueRules.ts';
import type { Ports } from '../store/ports.ts';
import { knownEpoch, noticeEpoch } from './epoch.ts';
import { cancelRequest } from './requests.ts';

/** Why the server could not say now. */
const LATER: ReadonlySet<string> = new Set(['retry', 'server_failed', 'sign_in', 'update']);

export type CancelResult =
  /** It had taken effect already: the answer that it has. */
  | { word: 'taken'; message: string; data: unknown }
  /** It never will. */
  | { word: 'closed' }
  /** The server answered, and said nothing of the key. */
  | { word: 'refused' }
  /** No answer, or one that is not about what was asked: to be asked again. */
  | { word: 'later' };

/** `type`: what the key was for. `restored`: the answer came from another store than the last one (rule 35). */
export async function cancelKey(
  ports: Ports,
  op: Pick<Op, 'key' | 'user_id'>,
  type: OpType,
): Promise<CancelResult & { restored: boolean }> {
  const reply = await ports.net.send(cancelRequest(op, ports.chance.uuid(), await ports.store.read(knownEpoch)));
  if (!reply.verified) return { word: 'later', restored: false };
  // This verdict is of this store: without its name a restore would not be noticed, and what it took not be sent again (rule 35).
  const restored = await noticeEpoch(ports, reply.epoch);
  if (LATER.has(meaningOf(reply, 'upsert'))) return { word: 'later', restored };
  if (reply.code !== 200) {
    // A key that is somebody else's can never take effect for this op.
    return { word: wordOf(reply.data) === 'idempotency_mismatch' ? 'closed' : 'refused', restored };
  }
  const said = reply.data as { state?: string; code?: number; message?: string; data?: unknown } | null;
  const answer = { message: said?.message ?? '', data: said?.data ?? null };
  // "done" says that the key has an answer; a refused execute's is 200 with a list of errors, and nothing moved (B3.14).
  const isTaken = said?.state === 'done' && meaningOf({ ...reply, ...answer, code: said.code ?? 0 }, type) === 'done';
  return isTaken ? { word: 'taken', ...answer, restored } : { word: 'closed', restored };
}
