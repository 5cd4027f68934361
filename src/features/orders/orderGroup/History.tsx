import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type OrderEvent, orderHistory } from '#contract/orders/orderReadCalls.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { isWithoutAnswer } from '#crud/query/Saved.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Moment } from '#ui/tables/Moment.tsx';
import { sentencesOf } from './events.ts';

/** So many sentences are shown at first. */
const FEW = 12;

/** Everything that happened to the order, in whole sentences with its amounts, newest first (ORD-40, decision 1504). */
export function OrderHistory({ groupId }: { groupId: string }) {
  const query = useQuery(queryFor(orderHistory, { order_group_id: groupId }));
  return (
    <Card label="History">
      <h2 className="mb-2 text-base font-semibold">History</h2>
      {!query.data && isWithoutAnswer(query.error) ? (
        <p className="text-sm text-ink-soft">History needs the server.</p>
      ) : (
        <QueryBoundary query={query} rows={2} empty={<p className="text-ink-faint">{emptyTexts.logs}</p>}>
          {(events) => <Sentences events={events} />}
        </QueryBoundary>
      )}
    </Card>
  );
}

function Sentences({ events }: { events: readonly OrderEvent[] }) {
  const [isWhole, setWhole] = useState(false);
  const all = useMemo(() => sentencesOf(events), [events]);
  const shown = isWhole ? all : all.slice(0, FEW);
  return (
    <>
      <ol className="flex flex-col compact:text-sm">
        {shown.map((one, at) => (
          <li key={one._id} className="relative flex gap-3 pb-2.5 last:pb-0">
            {at < shown.length - 1 && (
              <span aria-hidden="true" className="absolute top-3.5 bottom-0 left-[3.5px] w-px bg-line-strong" />
            )}
            <span
              aria-hidden="true"
              className={`relative mt-2 size-2 shrink-0 rounded-full ${at === 0 ? 'bg-accent' : 'bg-line-strong'}`}
            />
            {/* On a phone the time stands below the sentence, and the amount beside it. */}
            <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-4 sm:flex-nowrap">
              <span className="min-w-0 basis-full sm:basis-auto [overflow-wrap:anywhere]">
                <strong className="font-semibold">{one.who}</strong> {one.did}
                {one.times > 1 && <span className="text-ink-faint">, {one.times} times</span>}
              </span>
              <span className="figures ml-auto whitespace-nowrap font-semibold max-sm:order-last">{one.amount}</span>
              <span className="shrink-0 text-sm whitespace-nowrap text-ink-faint sm:w-24 sm:text-right compact:text-xs">
                <Moment at={one.at} />
              </span>
            </span>
          </li>
        ))}
      </ol>
      {all.length > shown.length && (
        <div className="mt-2 border-t pt-3">
          <Button onClick={() => setWhole(true)}>{`Show all ${all.length}`}</Button>
        </div>
      )}
    </>
  );
}
