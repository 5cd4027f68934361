import type { UseQueryResult } from '@tanstack/react-query';
import type { SavedAnswer } from '#client/reads/queries.ts';
import type { Work, WorkRow } from '#contract/home/workCalls.ts';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { waitText } from '#domain/longTime.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { DAY } from '#domain/time.ts';
import { casesText } from '#domain/units.ts';
import { Scene } from '#ui/feedback/Scene.tsx';
import { LIST, PlacesOfRows, Stop } from './rows.tsx';

/** The orders that the person has to deliver, the oldest first, and how many are done today. */
export function Deliveries({ query, done }: { query: UseQueryResult<SavedAnswer<Work[]>>; done: number }) {
  const now = Math.floor(Date.now() / 1_000);
  const work = query.data?.data.find(({ kind }) => kind === 'deliveries');
  const rows = work?.rows ?? [];
  const all = done + (work?.total ?? 0);
  return (
    <section aria-label="Deliveries" className="flex min-w-0 flex-col gap-2">
      <div className="flex items-baseline gap-2">
        <h2 className="text-lg font-semibold">Deliveries</h2>
        <span className="figures text-ink-soft">{query.data && `${done} of ${all} done`}</span>
      </div>
      <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
        <span
          className="block h-full rounded-full bg-good"
          style={{ width: `${all === 0 ? 0 : (done / all) * 100}%` }}
        />
      </span>
      <div className={LIST}>
        {rows.length > 0 ? (
          <ul>
            {rows.map((row, index) => (
              <Delivery key={row._id} row={row} number={done + index + 1} isNext={index === 0} now={now} />
            ))}
          </ul>
        ) : query.isPending ? (
          <PlacesOfRows />
        ) : query.data ? (
          <div className="flex min-h-60 flex-col items-center justify-center gap-3 px-4 text-center text-ink-soft">
            <Scene name="lorry" small />
            <p className="max-w-sm">No order waits for you. New ones appear here when the hub gives them to you.</p>
          </div>
        ) : (
          <p className="px-4 py-5">
            <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
          </p>
        )}
      </div>
    </section>
  );
}

interface DeliveryProps {
  row: WorkRow;
  /** Its place in the order of the day. */
  number: number;
  isNext: boolean;
  now: number;
}

/** A delivery. A press shows what to hand over, because an associate may not open the order (decision 1551). */
function Delivery({ row, number, isNext, now }: DeliveryProps) {
  const items = row.items ?? [];
  return (
    <Stop
      number={number}
      isNext={isNext}
      name={row.who ?? ''}
      address={row.address}
      phone={row.phone}
      facts={
        <>
          {plural(row.lines ?? 0, '# product', '# products')}
          {row.since !== null && now - row.since >= DAY && (
            <span className="font-semibold text-wait">, waits {waitText(now - row.since)}</span>
          )}
        </>
      }
      figure={showNaira(koboOf(row.amount ?? '0.00'))}
      words="to take"
    >
      {items.length > 0 && (
        <ul
          aria-label={`To hand over: ${row.title}`}
          className="flex flex-col gap-2 bg-surface-sunken px-4 py-3 text-sm"
        >
          {items.map(({ name, quantity, case_count, amount }) => (
            <li key={name} className="flex items-baseline gap-3">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {name}
                <span className="block font-semibold">{casesText(quantity, case_count)}</span>
              </span>
              <span className="figures">{showNaira(koboOf(amount))}</span>
            </li>
          ))}
        </ul>
      )}
    </Stop>
  );
}
