/** Claims that wait (to be sent, or with the supplier), for the home. */
import { sql } from 'kysely';
import { WORK_ROWS, type Work } from '#contract/home/workCalls.ts';
import { formatMoney } from '#domain/money.ts';
import type { Ctx } from '../calls/handler.ts';
import { workRow } from './workRow.ts';

/** The claims that wait longest; `note` is the state. */
export async function waitingClaims({ db }: Ctx): Promise<Work> {
  const { rows } = await sql<{
    _id: string;
    ref: string;
    status: string;
    who: string;
    lines: number;
    amount: number;
    since: number;
    total: number;
  }>`select _id, ref, status, distributor_name as who, line_count as lines, amount_kobo as amount, coalesce(sent_at, created) as since,
      count(*) over () as total
    from claim where status in ('open', 'sent') and deleted_at is null order by coalesce(sent_at, created), _id limit ${WORK_ROWS}`.execute(
    db,
  );
  return {
    kind: 'claims',
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ _id, ref, status, amount, total: _total, ...row }) =>
      workRow({ model: 'claim', _id, title: ref, note: status }, { ...row, amount: formatMoney(amount) }),
    ),
  };
}
