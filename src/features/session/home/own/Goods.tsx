import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copyFirst, queryFor } from '#client/reads/queries.ts';
import { myGoods } from '#contract/home/homeCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { plural } from '#domain/plural.ts';
import { casesAndUnits } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';

const TILES = 4;

/** The goods that the person has in hand. */
export function Goods({ summary }: { summary: string }) {
  const query = useQuery({ ...queryFor(myGoods, {}), ...copyFirst });
  const [all, setAll] = useState(false);
  const goods = query.data?.data ?? [];
  return (
    <section aria-label="With you now" className="flex min-w-0 flex-col gap-2">
      <div className="flex items-baseline gap-2">
        <h2 className="text-lg font-semibold">With you now</h2>
        <span className="figures truncate text-ink-soft">{summary}</span>
        {goods.length > TILES && (
          <button
            type="button"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className="touch-tap ml-auto shrink-0 font-semibold text-accent"
          >
            {all ? 'Fewer' : `All ${goods.length}`}
          </button>
        )}
      </div>
      <ul className="grid min-h-28 grid-cols-4 gap-3 max-sm:grid-cols-2">
        {goods.slice(0, all ? undefined : TILES).map((one) => {
          const { cases, units } = casesAndUnits(one.quantity, one.case_count);
          return (
            <li
              key={one.product_id}
              title={one.name}
              // A phone has no title that says the rest of a name, so the name is whole beside the picture.
              className="flex min-w-0 flex-col items-center gap-1 rounded-card border bg-surface px-1.5 py-2.5 text-center shadow-card max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:content-center max-sm:gap-x-2.5 max-sm:px-2.5 max-sm:text-left"
            >
              <Pack
                product={{
                  name: one.name,
                  brand: { name: one.brand },
                  upload: one.picture === null ? null : { path: one.picture },
                }}
                size="bare"
              />
              <span className={classes('figures leading-5 font-semibold', one.quantity < 0 && 'text-bad')}>
                {cases !== 0 ? cases : units}{' '}
                <span className="text-xs font-normal text-ink-soft">
                  {cases !== 0 ? plural(cases, 'case', 'cases') : plural(units, 'unit', 'units')}
                </span>
              </span>
              <span className="w-full truncate text-xs text-ink-faint max-sm:col-span-2 max-sm:whitespace-normal">
                {one.name}
              </span>
            </li>
          );
        })}
        {query.isPending && [0, 1, 2, 3].map((tile) => <li key={tile} className="skeleton h-28 rounded-card" />)}
        {query.data && goods.length === 0 && (
          <li className="col-span-full rounded-card border border-dashed border-line-strong/50 px-4 py-5 text-ink-soft">
            You hold no goods. Goods that the hub issues to you appear here.
          </li>
        )}
        {!query.data && !query.isPending && (
          <li className="col-span-full">
            <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
          </li>
        )}
      </ul>
    </section>
  );
}
