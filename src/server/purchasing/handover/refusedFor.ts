import { type HandoverReason, REASON_TEXT } from '#domain/handover/rules.ts';
import { Refusal } from '../../calls/refusal.ts';

/** The refusal (422) of a paper, with its reason as a word and as a sentence. */
export const refusedFor = (reason: HandoverReason): Refusal =>
  new Refusal('handover_refused', REASON_TEXT[reason], { reason });
