/** Webhooks that the server switched off, for the home. */
import { sql } from 'kysely';
import { WORK_ROWS, type Work } from '#contract/home/workCalls.ts';
import type { Ctx } from '../calls/handler.ts';
import { workRow } from './workRow.ts';

export async function webhooksOff({ db }: Ctx): Promise<Work> {
  const { rows } = await sql<{ _id: string; url: string; reason: string; since: number; total: number }>`select _id,
      split_part(url, '?', 1) as url, off_reason as reason, off_at as since, count(*) over ()::int4 as total
    from webhook where off_at is not null order by off_at, _id limit ${WORK_ROWS}`.execute(db);
  return {
    kind: 'webhooks_off',
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ _id, url, reason, since }) =>
      workRow({ model: 'webhook', _id, title: url, note: reason }, { since }),
    ),
  };
}
