import type { StoredVerdict } from '../../keys/keyedCall.ts';
import type { CallContext } from '../callContext.ts';

/** Refuses by a thrown `Refusal`, ends the call with an answer, or lets it pass (null). */
export type Step = (call: CallContext) => StoredVerdict | null | Promise<StoredVerdict | null>;
