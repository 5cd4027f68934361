/** Past days of associates that nobody closed, for the home (CLO-10). */
import { WORK_ROWS, type Work } from '#contract/home/workCalls.ts';
import { startOfDay } from '#domain/time.ts';
import type { Ctx } from '../calls/handler.ts';
import { daysWithMovement } from '../closeout/closeOutHandlers.ts';
import { workRow } from './workRow.ts';

/** One row for each associate, with the first open day as its `note` (epoch seconds). Today is not over, so it does not count. */
export async function openDays(ctx: Ctx): Promise<Work> {
  const today = startOfDay(ctx.now);
  const open = (await daysWithMovement(ctx, undefined)).filter((row) => row.ref === null && row.day < today);
  // The rows are sorted newest first, so the last row of an associate is the first open day.
  const first = [...new Map(open.map((row) => [row._id, row])).values()].toSorted((a, b) => a.day - b.day);
  return {
    kind: 'open_days',
    total: first.length,
    rows: first
      .slice(0, WORK_ROWS)
      .map(({ _id, name, hub, day }) =>
        workRow({ model: 'sales_officer', _id, title: name, note: String(day) }, { who: name, hub, since: day }),
      ),
  };
}
