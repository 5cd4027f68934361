import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { logsByGroup } from '#contract/orders/orderReadCalls.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { type NotDelivered, REASON_NOT_DELIVERED } from '#domain/order.ts';
import { Card } from '#ui/Card.tsx';
import { momentText } from '#ui/when.ts';
import { TagBadge } from '../parts/payment/TagBadge.tsx';

/** The changes of the order's tag, newest first (ORD-40). */
export function OrderHistory({ groupId }: { groupId: string }) {
  const query = useQuery(queryFor(logsByGroup, { order_group_id: groupId }));
  return (
    <Card label="History">
      <h2 className="mb-2 text-lg font-bold">History</h2>
      <QueryBoundary query={query} rows={2} empty={<p className="text-ink-faint">{emptyTexts.logs}</p>}>
        {(logs) => (
          <ol className="flex flex-col gap-3">
            {logs.map((log) => (
              <li key={log._id} className="flex flex-col gap-1">
                <span className="flex items-center justify-between gap-3">
                  <TagBadge tag={log.tag} />
                  <span className="text-sm text-ink-faint">{momentText(log.created)}</span>
                </span>
                <span className="text-sm text-ink-soft">
                  {log.user?.name ?? 'System'}
                  {log.note && `: ${REASON_NOT_DELIVERED[log.note as NotDelivered] ?? log.note}`}
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryBoundary>
    </Card>
  );
}
