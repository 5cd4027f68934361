import { useQuery } from '@tanstack/react-query';
import { copyFirst, queryFor } from '#client/reads/queries.ts';
import { type MyVisits, myVisits } from '#contract/home/visitCalls.ts';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { daysAgo } from '#domain/longTime.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { DAYS, visitDay } from '#domain/routePlan.ts';
import { DAY, startOfDay } from '#domain/time.ts';
import { Scene } from '#ui/feedback/Scene.tsx';
import { LIST, PlacesOfRows, Stop } from './rows.tsx';

/** A retailer who has not ordered for so long is marked. */
const LONG = 14 * DAY;

/** "Visits today", "Visits tomorrow", "Visits on Monday". `day`: the start of the day of the visits. Both are epoch seconds. */
export function visitsTitle(day: number | null, now: number): string {
  if (day === null) return 'Visits';
  const ahead = Math.round((day - startOfDay(now)) / DAY);
  if (ahead <= 0) return 'Visits today';
  return ahead === 1 ? 'Visits tomorrow' : `Visits on ${DAYS[visitDay(day).day - 1] ?? ''}`;
}

/** The retailers whom the person visits today, or on the next day of the route plan, in the order of the route, each with the last order. */
export function Visits() {
  const query = useQuery({ ...queryFor(myVisits, {}), ...copyFirst });
  const now = Math.floor(Date.now() / 1_000);
  const answer = query.data?.data;
  const ordered = (answer?.rows ?? []).filter(({ last }) => isToday(last, now)).length;
  const title = visitsTitle(answer?.day ?? null, now);
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <div className="flex items-baseline gap-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        {answer && answer.total > 0 && (
          <span className="figures text-ink-soft">
            {plural(answer.total, '# retailer', '# retailers')}
            {ordered > 0 && `, ${ordered} ordered today`}
          </span>
        )}
      </div>
      <div className={LIST}>
        {answer && answer.rows.length > 0 ? (
          <ul>
            {answer.rows.map((row, index) => (
              <Row key={row.buyer_id} row={row} index={index} now={now} />
            ))}
          </ul>
        ) : query.isPending ? (
          <PlacesOfRows />
        ) : answer ? (
          <div className="flex min-h-60 flex-col items-center justify-center gap-3 px-4 text-center text-ink-soft">
            <Scene name="board" small />
            <p className="max-w-sm">You have no route plan yet. Ask the office to plan which retailers you visit.</p>
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

type Visit = MyVisits['rows'][number];

const isToday = (last: Visit['last'], now: number) => last !== null && last.at >= startOfDay(now);

function Row({ row, index, now }: { row: Visit; index: number; now: number }) {
  const { name, address, phone, last } = row;
  return (
    <Stop
      number={index + 1}
      name={name}
      address={address}
      phone={phone}
      figure={last && showNaira(koboOf(last.amount))}
      words={
        last ? (
          <span className={ageTone(last.at, now)}>
            {isToday(last, now) ? 'Ordered today' : `Last order ${daysAgo(last.at, now)}`}
          </span>
        ) : (
          'No order yet'
        )
      }
    />
  );
}

const ageTone = (at: number, now: number) =>
  at >= startOfDay(now) ? 'font-semibold text-good' : now - at >= LONG ? 'font-semibold text-wait' : '';
