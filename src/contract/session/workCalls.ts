/** Work that waits for a person (proposed), shown by the dashboard. */
import * as v from 'valibot';
import { get } from '../call.ts';

/** The number of records shown of each kind; `total` counts all. */
export const WORK_ROWS = 5;

export const workToDo = get('work/read_mine', {
  input: {},
  output: v.array(
    v.object({
      kind: v.picklist([
        'open_transfers',
        'pending_groups',
        'owing_groups',
        'unreconciled_buyers',
        'unreconciled_officers',
        'starter_passwords',
        'wrong_wallets',
        'kept_credits',
      ]),
      total: v.number(),
      rows: v.array(v.object({ model: v.string(), _id: v.string(), title: v.string(), note: v.string() })),
    }),
  ),
  allow: 'any',
});
export type Work = v.InferOutput<(typeof workToDo)['output']>[number];
