/** Limits the reports that one session runs at once (B13). The counts are in the memory of this process. */
import { MAX_REPORTS, REPORT_WAIT } from '#domain/limits.ts';
import type { Handler } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';

/** Runs the work of a call; a report beyond the limit is refused with 429. */
export type ReportTurns = <T>(call: Handler['call'], sessionId: string, work: () => Promise<T>) => Promise<T>;

/** Makes the function that runs `work` for a session. Throws 429 with the seconds to wait if the session has the most reports already. */
export function reportTurns(): ReportTurns {
  const running = new Map<string, number>();
  return async (call, sessionId, work) => {
    if (!call.report) return work();
    const others = running.get(sessionId) ?? 0;
    if (others >= MAX_REPORTS)
      throw new Refusal('rate', `Too many reports at once. Please wait ${REPORT_WAIT} seconds.`, {
        retry_after: REPORT_WAIT,
      });
    running.set(sessionId, others + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(sessionId) ?? 1) - 1;
      if (left > 0) running.set(sessionId, left);
      else running.delete(sessionId);
    }
  };
}
