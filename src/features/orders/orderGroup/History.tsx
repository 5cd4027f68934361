import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { logsByGroup } from '#contract/orders/orderReadCalls.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { Card } from '#ui/Card.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { sentencesOf } from './path.ts';

/** The changes of the order's tag in whole sentences, newest first (ORD-40). */
export function OrderHistory({ groupId }: { groupId: string }) {
  const query = useQuery(queryFor(logsByGroup, { order_group_id: groupId }));
  return (
    <Card label="History">
      <h2 className="mb-2 text-base font-semibold">History</h2>
      <QueryBoundary query={query} rows={2} empty={<p className="text-ink-faint">{emptyTexts.logs}</p>}>
        {(logs) => (
          <ol className="flex flex-col compact:text-sm">
            {sentencesOf(logs).map((one, at, all) => (
              <li key={one._id} className="relative flex gap-3 pb-3 last:pb-0">
                {at < all.length - 1 && (
                  <span aria-hidden="true" className="absolute top-3.5 bottom-0 left-[3.5px] w-px bg-line-strong" />
                )}
                <span
                  aria-hidden="true"
                  className={`relative mt-2 size-2 shrink-0 rounded-full ${at === 0 ? 'bg-accent' : 'bg-line-strong'}`}
                />
                <span className="min-w-0">
                  <span className="block [overflow-wrap:anywhere]">
                    <strong className="font-semibold">{one.who}</strong> {one.did}
                    {one.times > 1 && <span className="text-ink-faint">, {one.times} times</span>}
                  </span>
                  <span className="block text-sm text-ink-faint compact:text-xs">
                    <Moment at={one.at} />
                  </span>
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryBoundary>
    </Card>
  );
}
