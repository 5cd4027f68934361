import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type DistributorGlance as Answer, distributorGlance, GLANCE_DAYS } from '#contract/home/glanceCalls.ts';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { OVERVIEW } from '#crud/paths.ts';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { daysAgo } from '#domain/longTime.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { daysBefore, trendWords } from '#domain/trend.ts';
import { wholeNaira } from '#domain/wholeNaira.ts';
import { Card } from '#ui/Card.tsx';
import { ShareBar } from '#ui/ShareBar.tsx';
import { Strip } from '#ui/Strip.tsx';
import { dayText } from '#ui/when.ts';

const Sparkline = lazyPart(() => import('#ui/plots/Sparkline.tsx'), 'Sparkline');

/** What a distributor delivered, the last delivery, the open transfers, and the hubs that the distributor serves (decision 0400). */
export function DistributorGlance({ id }: { id: string }) {
  const query = useQuery(queryFor(distributorGlance, { distributor_id: id }));
  const answer = query.data?.data;
  const none = query.isError && !answer ? NO_VALUE : undefined;
  const now = Math.floor(Date.now() / 1_000);
  const received = answer?.received;
  return (
    <>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      <Strip
        label="At a glance"
        noteLines={2}
        cells={[
          {
            label: `Received, ${GLANCE_DAYS} days`,
            value: received ? wholeNaira(received.amount) : none,
            note: received && noteOf(received),
            trend: received && received.count > 0 && (
              <Suspense fallback={null}>
                <Sparkline
                  label={`Amount received on each of ${GLANCE_DAYS} days`}
                  values={received.days.map(koboOf)}
                  width={72}
                  height={20}
                />
              </Suspense>
            ),
          },
          {
            label: 'Last receipt',
            value: answer ? (answer.last ? daysAgo(answer.last.timestamp, now) : 'none') : none,
            note: answer?.last && (
              <>
                <Link
                  to={`/purchase-orders/${answer.last._id}`}
                  className="touch-tap font-semibold text-accent hover:underline"
                >
                  {answer.last.ref}
                </Link>
                , {showNaira(answer.last.amount)}, {dayText(answer.last.timestamp)}
              </>
            ),
          },
          {
            label: 'On the way',
            value: answer ? answer.open.count : none,
            note:
              answer && (answer.open.count === 0 ? 'No shipment is open' : `worth ${showNaira(answer.open.amount)}`),
          },
          {
            label: `Rejected, ${GLANCE_DAYS} days`,
            value: answer ? wholeNaira(answer.rejected.amount) : none,
            note: answer && plural(answer.rejected.count, '# shipment went back', '# shipments went back'),
          },
        ]}
      />
      <Hubs hubs={answer?.hubs} />
    </>
  );
}

function noteOf({ count, amount, before }: Answer['received']): string {
  const countText = plural(count, '# receipt', '# receipts');
  if (!before) return countText;
  const then = koboOf(before.amount);
  return `${countText}, ${trendWords(koboOf(amount), then, showNaira(then), daysBefore(GLANCE_DAYS))}`;
}

/** The hubs as bars, by the goods that each received. */
function Hubs({ hubs }: { hubs: Answer['hubs'] | undefined }) {
  const most = Math.max(1, ...(hubs ?? []).map((hub) => koboOf(hub.amount)));
  return (
    <Card label="Hubs" padded={false}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-3 px-5 pt-3">
        <h2 className="text-base font-semibold">Hubs it serves</h2>
        <span className="text-xs text-ink-faint">received in {GLANCE_DAYS} days</span>
      </header>
      <div className="min-h-12 px-2 pt-1 pb-2 sm:px-3">
        {hubs?.length === 0 && <p className="px-2 py-2 text-ink-soft">No hub yet. Edit names the hubs.</p>}
        <ul className="grid grid-cols-1 gap-x-6 xl:grid-cols-2">
          {hubs?.map((hub) => (
            <li key={hub._id} className="min-w-0">
              <Link
                to={`/sellers/${hub._id}/update`}
                search={OVERVIEW}
                className="grid min-h-9 grid-cols-[minmax(0,1fr)_5rem_7.5rem] items-center gap-3 rounded-field px-2 text-sm hover:bg-surface-sunken pointer-coarse:min-h-tap sm:grid-cols-[minmax(0,1fr)_8rem_8rem]"
              >
                <span className="truncate font-medium" title={hub.name}>
                  {hub.name}
                  {!hub.serves && <span className="font-normal text-ink-faint"> not served now</span>}
                </span>
                <ShareBar share={koboOf(hub.amount) / most} />
                <span className="figures text-right" title={plural(hub.receipts, '# receipt', '# receipts')}>
                  {showNaira(hub.amount)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
