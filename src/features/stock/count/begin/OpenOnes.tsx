import { useMemo } from 'react';
import type { SavedAnswer } from '#client/reads/queries.ts';
import type { Stocktake } from '#contract/stock/stocktakeCalls.ts';
import { Link } from '#crud/Link.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Icon } from '#ui/Icon.tsx';
import { countTexts } from '../../parts/counts/countTexts.ts';
import { type CountedPlace, type OpenCount, openStocktakes } from '../../parts/counts/openHere.ts';
import { useQueueState } from '../../parts/queue/useQueue.ts';
import { clockText } from '../countWords.ts';

/** The open stocktakes of all places, as far as this tablet knows them. */
export function useOpenStocktakes(
  list: SavedAnswer<{ rows: Stocktake[] }> | undefined,
  places: SavedAnswer<CountedPlace[]> | undefined,
): OpenCount[] {
  const me = useSession().profile?.user_id ?? '';
  const { ops, past } = useQueueState();
  return useMemo(() => openStocktakes({ list, places, ops, past, me }), [list, places, ops, past, me]);
}

/**
 * Lists open stocktakes as links. `isFirst`: the first one is the next step of the screen, so its link is filled. `isNamed`: the rows name their hub.
 */
export function OpenOnes({
  all,
  label,
  isFirst,
  isNamed,
}: {
  all: readonly OpenCount[];
  label: string;
  isFirst: boolean;
  isNamed: boolean;
}) {
  return (
    <ul aria-label={label} className="divide-y rounded-card border bg-surface shadow-card">
      {all.map((one) => (
        <li key={one.id}>
          <Link to={`/inventory/count/${one.id}`} className={ROW}>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">
                {[isNamed && one.warehouse_name, one.scope_name].filter(Boolean).join(' · ')}{' '}
                <span className="figures font-normal text-ink-soft">{one.ref}</span>
              </span>
              <span className="figures block text-sm text-ink-soft">{noteOf(one)}</span>
            </span>
            {one.isWaiting && (
              <Badge tone="wait" icon="clock">
                Saved on this tablet
              </Badge>
            )}
            {one.row && <Progress of={one.row} />}
            <Way isFirst={isFirst && one === all[0]}>{one.isMember ? countTexts.goOn : 'Join this count'}</Way>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Says since when and by whom the goods are counted, and how many counts of this tablet the server has not received. */
function noteOf({ row, isOwn, scope_name, waits }: OpenCount): string {
  const unsent = waits === 0 ? '' : plural(waits, '# counted here, not sent', '# counted here, not sent');
  const since = row && `since ${clockText(row.created)}`;
  const who = row && (row.people.map(({ name }) => name).join(', ') || (unsent ? '' : 'nobody counted yet'));
  const here = row
    ? ''
    : scope_name !== ''
      ? 'Started on this tablet'
      : isOwn && !unsent
        ? 'Counted on this tablet'
        : '';
  return [since, who, here, unsent].filter(Boolean).join(' · ');
}

function Progress({ of }: { of: Stocktake }) {
  return (
    <span className="figures shrink-0 text-right">
      <span className="block font-semibold">
        {of.counted + of.recounts} of {of.products}
      </span>
      <span className="text-sm text-ink-soft">
        {of.recounts > 0 ? plural(of.recounts, '# to recount', '# to recount') : 'counted'}
      </span>
    </span>
  );
}

/** The mark at the end of a row. The whole row is one link. */
function Way({ isFirst, children }: { isFirst: boolean; children: string }) {
  return (
    <span className={classes(buttonClasses(isFirst ? 'primary' : 'plain'), 'shrink-0 max-sm:w-full')}>
      {children}
      <Icon name="next" />
    </span>
  );
}

const ROW =
  'ring-inside flex min-h-18 items-center gap-4 px-5 py-2 max-sm:flex-wrap max-sm:gap-y-2 max-sm:pb-3 hover:bg-surface-sunken';
