import { useQuery } from '@tanstack/react-query';
import { copyFirst, queryFor, type SavedAnswer } from '#client/reads/queries.ts';
import { type Work, workToDo } from '#contract/home/workCalls.ts';
import { Link } from '#crud/Link.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { Icon } from '#ui/Icon.tsx';
import { useQueueState } from '../queue/useQueue.ts';
import { countTexts } from './countTexts.ts';
import { type OwnCount, ownCounts } from './openHere.ts';

/**
 * The stocktakes in which this person counts on this tablet and has not finished, with or without a server. Each is a link that continues the count.
 */
export function OwnCounts() {
  const me = useSession().profile?.user_id ?? '';
  const mayCount = useCan('count_stock');
  const { ops, past } = useQueueState();
  const work = useQuery({ ...queryFor(workToDo, {}), ...copyFirst });
  const own = mayCount ? ownCounts(ops, past, me).filter((one) => !one.isFinished && !isClosed(one, work.data)) : [];
  if (own.length === 0) return null;
  return (
    <section aria-label="Your stocktakes">
      <ul className="divide-y overflow-hidden rounded-card border bg-surface shadow-card">
        {own.map(({ id, lane, warehouse_name, products }) => (
          <li key={lane}>
            <Link
              to={`/inventory/count/${id ?? lane}`}
              className="flex min-h-18 items-center gap-4 px-4 py-2 hover:bg-surface-sunken sm:px-5"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-field bg-accent-soft text-accent">
                <Icon name="count" size={24} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-semibold leading-5 [overflow-wrap:anywhere]">
                  Stocktake of {warehouse_name} is not finished
                </span>
                <span className="figures block text-sm text-ink-soft">
                  {products === 0
                    ? 'Nothing is counted on this tablet yet'
                    : plural(products, 'You counted # product on this tablet', 'You counted # products on this tablet')}
                </span>
                <span className="mt-1 block font-semibold text-accent sm:hidden">{countTexts.goOn}</span>
              </span>
              <span className="flex items-center gap-1 font-semibold text-accent">
                <span className="max-sm:hidden">{countTexts.goOn}</span> <Icon name="next" size={18} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Whether somebody closed the stocktake: the home's answer is newer than the last change that the server took, and its list of open stocktakes lacks
 * this one.
 */
function isClosed({ id, at, isWaiting }: OwnCount, work: SavedAnswer<Work[]> | undefined): boolean {
  if (!work || at === 0 || isWaiting || work.at <= at) return false;
  const { rows, total } = work.data.find(({ kind }) => kind === 'stocktakes') ?? { rows: [], total: 0 };
  return rows.length === total && !rows.some(({ _id }) => _id === id);
}
