import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type AgentGlance, agentGlance, GLANCE_DAYS } from '#contract/home/glanceCalls.ts';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { daysAgo } from '#domain/longTime.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { daysBefore, trendWords } from '#domain/trend.ts';
import { wholeNaira } from '#domain/wholeNaira.ts';
import { Card } from '#ui/Card.tsx';
import { ShareBar } from '#ui/ShareBar.tsx';
import { Strip } from '#ui/Strip.tsx';

const Sparkline = lazyPart(() => import('#ui/plots/Sparkline.tsx'), 'Sparkline');

const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);

/** What an agent brought: numbers, retailers, and what these retailers order (decision 0400). */
export function AgentOverview({ id }: { id: string }) {
  const query = useQuery(queryFor(agentGlance, { agent_id: id }));
  const answer = query.data?.data;
  const none = query.isError && !answer ? NO_VALUE : undefined;
  const orders = answer?.orders;
  const joined = answer?.months.map((month) => month.joined) ?? [];
  return (
    <>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      <Strip
        label="At a glance"
        noteLines={2}
        cells={[
          {
            label: 'Retailers brought',
            value: answer ? answer.retailers : none,
            note: answer && `${joined.at(-1) ?? 0} joined this month`,
            trend: sum(joined) > 0 && (
              <Suspense fallback={null}>
                <Sparkline label="Retailers that joined in each of 12 months" values={joined} width={72} height={20} />
              </Suspense>
            ),
          },
          {
            label: 'Referred numbers',
            value: answer ? answer.referred : none,
            note: answer && `${answer.verified} verified, ${answer.referred - answer.verified} not yet`,
          },
          {
            label: `Their orders, ${GLANCE_DAYS} days`,
            value: orders ? wholeNaira(sum(orders.amount.map(koboOf))) : none,
            note: orders && noteOf(orders),
          },
          {
            label: 'All their orders',
            value: answer ? wholeNaira(answer.all.amount) : none,
            note: answer && plural(answer.all.count, '# order', '# orders'),
          },
        ]}
      />
      {answer && answer.best.length > 0 && <Best best={answer.best} all={answer.retailers} />}
    </>
  );
}

function noteOf({ count, before }: AgentGlance['orders']): string {
  const now = sum(count);
  const countText = plural(now, '# order', '# orders');
  return before
    ? `${countText}, ${trendWords(now, before.count, showNumber(before.count), daysBefore(GLANCE_DAYS))}`
    : countText;
}

/** The retailers with the largest amounts, as bars. */
function Best({ best, all }: { best: AgentGlance['best']; all: number }) {
  const most = Math.max(1, ...best.map((one) => koboOf(one.amount)));
  const now = Math.floor(Date.now() / 1_000);
  return (
    <Card label="Retailers brought" padded={false}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-3 px-5 pt-3">
        <h2 className="text-base font-semibold">Retailers brought</h2>
        <span className="text-xs text-ink-faint">
          {best.length < all ? `${best.length} of ${all}, largest amounts first` : 'largest amounts first'}
        </span>
      </header>
      <ul className="px-2 pt-1 pb-2 sm:px-3">
        {best.map((one) => (
          <li key={one._id}>
            <Link
              to={`/buyers/${one._id}/orders`}
              className="grid min-h-9 grid-cols-[minmax(0,1fr)_7.5rem] items-center gap-3 rounded-field px-2 text-sm hover:bg-surface-sunken pointer-coarse:min-h-tap sm:grid-cols-[minmax(0,1fr)_10rem_7rem_8rem_8rem]"
            >
              <span className="truncate font-medium" title={one.name}>
                {one.name}
              </span>
              <span className="max-sm:hidden">
                <ShareBar share={koboOf(one.amount) / most} />
              </span>
              <span className="figures text-right text-ink-soft max-sm:hidden">
                {plural(one.orders, '# order', '# orders')}
              </span>
              <span className="text-right text-ink-faint max-sm:hidden">
                {one.last === null ? 'no order yet' : daysAgo(one.last, now)}
              </span>
              <span className="figures text-right font-semibold">{showNaira(one.amount)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
