import type { WorkRow } from '#contract/home/workCalls.ts';

/** A record of a list with what a row of work says of it. */
export const workRow = (
  named: Pick<WorkRow, 'model' | '_id' | 'title' | 'note'>,
  known: Partial<WorkRow> = {},
): WorkRow => ({
  who: null,
  hub: null,
  lines: null,
  since: null,
  amount: null,
  goods: null,
  transfer: null,
  address: null,
  phone: null,
  ...known,
  ...named,
});
