import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '#client/queries.ts';
import { type AuditRow, auditByRecord } from '#contract/session/syncCalls.ts';
import { NotLoaded } from '#crud/Saved.tsx';
import { showDate, showTime } from '#domain/time.ts';
import { Card } from '#ui/Card.tsx';
import { Pager } from '#ui/Pager.tsx';
import { EmptyState, SkeletonRows } from '#ui/States.tsx';

const SIZE = 20;
const SIZES = [10, SIZE, 50] as const;

/** B12.2: who changed what of a record, by day, newest first. For view_audit_log. */
export function Activity({ model, id }: { model: string; id: string }) {
  const [shown, setShown] = useState({ page: 1, per_page: SIZE });
  const query = useQuery({
    ...reading(auditByRecord, {
      model,
      record_id: id,
      page: String(shown.page),
      per_page: String(shown.per_page),
    }),
    placeholderData: keepPreviousData,
  });
  const answer = query.data?.data;
  const days = [...new Set((answer?.rows ?? []).map((row) => showDate(row.created)))];
  return (
    <Card padded={false} label="Activity">
      <h2 className="border-b px-5 py-3 text-lg font-bold">Activity</h2>
      {query.isPending ? (
        <SkeletonRows rows={3} />
      ) : !answer ? (
        <NotLoaded error={query.error} onRetry={() => void query.refetch()} />
      ) : answer.total === 0 ? (
        <EmptyState icon="clock" title="No activity yet" />
      ) : (
        <>
          {days.map((day) => (
            <section key={day} aria-label={day} className="border-b px-5 py-4 last:border-b-0">
              <h3 className="text-sm font-semibold text-ink-faint">{day}</h3>
              <ul className="mt-2 flex flex-col gap-2">
                {answer.rows
                  .filter((row) => showDate(row.created) === day)
                  .map((row) => (
                    <li key={row._id} className="flex gap-3">
                      <span className="figures w-20 shrink-0 text-ink-faint">{showTime(row.created)}</span>
                      <span className="min-w-0 [overflow-wrap:anywhere]">{sentence(row)}</span>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
          {answer.total > SIZES[0] && (
            <Pager page={shown.page} perPage={shown.per_page} total={answer.total} sizes={SIZES} onChange={setShown} />
          )}
        </>
      )}
    </Card>
  );
}

const DONE: Readonly<Record<string, string>> = {
  create: 'created it',
  delete: 'deleted it',
  restore: 'restored it',
};

/** "{name} changed {field} from {a} to {b}". */
function sentence(row: AuditRow): string {
  const name = row.user_name ?? 'The system';
  const done = DONE[row.action];
  if (done) return `${name} ${done}`;
  const changes = Object.entries(row.after ?? {}).map(
    ([field, value]) =>
      `${field.replace(/_id$/, '').replaceAll('_', ' ')} from ${said(row.before?.[field])} to ${said(value)}`,
  );
  return changes.length > 0 ? `${name} changed ${changes.join(', ')}` : `${name}: ${row.action.replaceAll('_', ' ')}`;
}

function said(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
