import type { WorkRow } from '#contract/home/workCalls.ts';

/** A record of a list with the title and note of its row of work. */
export const workRow = (
  named: Pick<WorkRow, 'model' | '_id' | 'title' | 'note'>,
  known: Partial<WorkRow> = {},
): WorkRow => ({
  who: null,
  hub: null,
  lines: null,
  since: null,
  amount: null,
  paid: null,
  goods: null,
  transfer: null,
  address: null,
  phone: null,
  ...known,
  ...named,
});
