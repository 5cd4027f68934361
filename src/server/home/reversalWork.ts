/** Reversals that wait for the approval of this person, for the home. Nobody approves the own request. */
import { sql } from 'kysely';
import { WORK_ROWS, type Work, type WorkRow } from '#contract/home/workCalls.ts';
import { formatMoney } from '#domain/money.ts';
import type { Ctx } from '../calls/handler.ts';
import { workRow } from './workRow.ts';

export async function waitingReversals({ db, who }: Ctx): Promise<Work> {
  const { rows } = await sql<{
    _id: string;
    ref: string;
    reason: string;
    by: string;
    hub: string;
    transfer: NonNullable<WorkRow['transfer']>;
    lines: number;
    amount: number;
    since: number;
    total: number;
  }>`select o._id, o.ref, v.reason, coalesce(u.name, 'the system') as by, o.kind as transfer, o.item_count as lines,
      case when o.source_type = 'seller' then o.source_name else o.destination_name end as hub,
      v.amount_kobo as amount, v.created as since, count(*) over () as total
    from reversal v join purchase_order o on o._id = v.receipt_id left join user_account u on u._id = v.created_by
    where v.status = 'asked' and v.created_by is distinct from ${who.user_id}
    order by v.created, v._id limit ${WORK_ROWS}`.execute(db);
  return {
    kind: 'reversals',
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ _id, ref, reason, by, amount, total: _total, ...row }) =>
      workRow(
        { model: 'purchase_order', _id, title: ref, note: reason },
        { ...row, who: by, amount: formatMoney(amount) },
      ),
    ),
  };
}
