/** Interprets an answer of a plain server (one that knows only the documents' calls) for an op (rule 84). */
import type { Failure, Op } from '../outbox/op.ts';
import { isStored, meaningOf } from '../outbox/queueRules.ts';
import type { PlainReply, Reply } from '../store/ports.ts';
import { idIn } from './documents.ts';

export type Verdict =
  /** The normal engine handles this reply: success, an ended session, a failed server, silence. */
  | { word: 'heard'; reply: Reply }
  /** Success, but the answer lacks the id that the next change needs. */
  | { word: 'unread' }
  /** Refused: the op took no effect. */
  | { word: 'refused'; failure: Omit<Failure, 'key' | 'at'>; isConflict: boolean }
  /** The op took no effect; try again later. */
  | { word: 'later'; retryAfter: number | null };

/** A failure (5xx, 408) may happen after the op took effect, so it does not tell whether the op did. */
export function asVerdict(op: Op, reply: PlainReply): Verdict {
  if (!reply.verified) return { word: 'heard', reply };
  const { code } = reply;
  if (code === 200) {
    const data = dataOf(op, reply.data);
    return data === null ? { word: 'unread' } : { word: 'heard', reply: { ...reply, data } };
  }
  if (code === 408 || (code > 500 && code < 600)) return { word: 'heard', reply: { verified: false } };
  if (code === 425 || code === 429) return { word: 'later', retryAfter: reply.retryAfter };
  const meaning = meaningOf(reply, op.type);
  if (meaning === 'sign_in' || meaning === 'update' || meaning === 'server_failed') return { word: 'heard', reply };
  const { message, data } = reply;
  return {
    word: 'refused',
    failure: { code, message, data, stored: isStored(reply) },
    isConflict: meaning === 'conflict',
  };
}

/** The data of a success in the shape that the queue expects; null: the id is missing. Ids may be numbers. */
function dataOf(op: Op, data: unknown): unknown {
  switch (op.type) {
    case 'create':
      return idIn(data) || null;
    case 'upsert': {
      const id = idIn(data) || op.item?.id;
      return id ? { _id: id } : null;
    }
    case 'execute':
      return { errors: errorsIn(data) };
    default:
      return { _id: op.item?.id ?? op.sent_body?._id };
  }
}

/** The error list of a confirmation: objects or texts, in `errors` or as the whole answer. */
function errorsIn(data: unknown): object[] {
  const list = typeof data === 'object' && data !== null && 'errors' in data ? data.errors : data;
  return Array.isArray(list)
    ? list.flatMap((one) => (typeof one === 'object' && one !== null ? [one] : [{ message: String(one) }]))
    : [];
}
