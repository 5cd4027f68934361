import type { StoredVerdict } from '../../keys/keyedCall.ts';
import type { CallContext } from '../callContext.ts';

/** A step refuses by throwing `Refusal`, ends the call by returning an answer, or passes the call on (null). */
export type Step = (call: CallContext) => StoredVerdict | null | Promise<StoredVerdict | null>;
