import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { copyFirst, queryFor } from '#client/reads/queries.ts';
import { type RunsOut as Answer, runsOut } from '#contract/home/homeCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { Link } from '#crud/Link.tsx';
import { OVERVIEW } from '#crud/paths.ts';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';

const SHOWN = 5;
/** The days of a full bar. */
const SOON = 30;
/** The height of a row: two lines for the name, and in the list of all hubs a third line for the stock. */
const rowOf = (oneHub: boolean) => classes('flex items-center gap-3 px-4', oneHub ? 'h-14' : 'h-18');

/**
 * Goods that need an order, then goods that run out soon at the pace of the last 28 days (decisions 0232, 1143). `hub`: the id of the hub that the office chose, or '' for all hubs that the
 * person sees.
 */
export function RunsOut({ oneHub, hub }: { oneHub: boolean; hub: string }) {
  const query = useQuery({
    ...queryFor(runsOut, hub ? { seller_id: hub } : {}),
    ...copyFirst,
    placeholderData: keepPreviousData,
  });
  const [all, setAll] = useState(false);
  const answer = query.data?.data;
  const soon = answer?.rows.filter((row) => row.days_left <= SOON || isToOrder(row)) ?? [];
  // Goods that last longer follow if the card has rows left.
  const ending = answer?.rows ?? [];
  // The headings of the two groups, or a sentence above the rows, take the height of one row.
  const most = soon.length > 0 && !soon.some(isToOrder) ? SHOWN : SHOWN - 1;
  const rows = ending.slice(0, all ? undefined : most);
  return (
    <section
      aria-label="Runs out first"
      className={classes(
        'flex min-w-0 flex-col rounded-card border bg-surface shadow-card',
        oneHub ? 'min-h-[20.9375rem]' : 'min-h-[25.9375rem]',
      )}
    >
      <div className="flex h-12 items-center justify-between gap-3 px-4">
        <h2 className="text-base font-semibold">
          Runs out first{' '}
          <span className="figures ml-1 text-sm font-normal whitespace-nowrap text-ink-faint">
            <Soon n={answer?.soon ?? null} hub={hub} isAll={!ending.some(isToOrder)} />
          </span>
        </h2>
        {ending.length > most && (
          <button
            type="button"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className="touch-tap text-sm font-semibold text-accent"
          >
            {all ? 'Fewer' : 'More'}
          </button>
        )}
      </div>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      {!answer && !query.isPending && (
        <div className="px-4 text-sm">
          <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {answer && soon.length === 0 && (
        <p className="px-4 pb-3 text-sm text-ink-soft">
          {answer.rows.length > 0
            ? 'All goods will last longer than 30 days.'
            : 'No goods went out in the last 28 days, so nothing is running out.'}
        </p>
      )}
      {!answer && query.isPending ? (
        <Places oneHub={oneHub} />
      ) : (
        <ul>
          {rows.map((row, at) => {
            const head = headOf(row, rows[at - 1]);
            return (
              <Fragment key={row.warehouse_id + row.product_id}>
                {head && (
                  <li
                    className={classes(
                      'border-t bg-surface-sunken px-4 py-1 text-xs leading-5 font-medium',
                      isToOrder(row) ? 'text-wait' : 'text-ink-soft',
                    )}
                  >
                    {head}
                  </li>
                )}
                <Row row={row} oneHub={oneHub} />
              </Fragment>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** The number of goods that run out soon, as a link to the list for people with the right. `n` null: the answer is awaited. `isAll`: nothing is to order. */
function Soon({ n, hub, isAll }: { n: number | null; hub: string; isAll: boolean }) {
  const lists = useCan('view_cover');
  const text = n ? `${n} within 14 days` : '\u00a0';
  if (!lists || n === null) return text;
  return (
    <Link
      to="/running-out"
      search={{ ...(isAll && { show: 'all' }), ...(hub && { hub }) }}
      className="touch-tap text-accent"
    >
      {n > 0 ? text : isAll ? 'See all goods' : 'See goods to order'}
    </Link>
  );
}

type GoodsLeft = Answer['rows'][number];
/** A copy that an older release saved has no field `order_cases`. */
const isToOrder = ({ order_cases }: GoodsLeft): boolean => order_cases > 0;

/**
 * The heading above the first row of a group: goods to order, then the others. Null: the row is not the first of a group, or no goods are to order.
 */
export function headOf(row: GoodsLeft, before: GoodsLeft | undefined): string | null {
  if (isToOrder(row)) return before ? null : 'To order, “Order at” is reached';
  return before && isToOrder(before) ? 'Then by days left' : null;
}

/** "7 cases 3 units left, Wuse Hub". */
export function noteOf({ quantity, case_count, owner }: GoodsLeft, oneHub: boolean): string {
  const left = quantity > 0 ? `${casesText(quantity, case_count)} left` : 'nothing left';
  return oneHub ? left : `${left}, ${owner}`;
}

function Row({ row, oneHub }: { row: Answer['rows'][number]; oneHub: boolean }) {
  // The page of the product says why the hub has so much of it. Who has no such page gets the product in the stock of the hub.
  const opensProduct = useCan('update_product');
  const opensStock = useCan('view_warehouses');
  const tone = row.days_left < 3 ? 'bg-bad' : row.days_left < 6 ? 'bg-brand-mark' : 'bg-line-strong/50';
  const content = (
    <>
      <Pack
        product={{
          name: row.name,
          brand: { name: row.brand },
          upload: row.picture === null ? null : { path: row.picture },
        }}
        size={40}
      />
      <span className="min-w-0 flex-1">
        <span title={row.name} className="line-clamp-2 text-[0.8125rem] leading-4 font-medium">
          {row.name}
        </span>
        <span className="block text-xs leading-4 text-ink-faint">{noteOf(row, oneHub)}</span>
      </span>
      <span className="w-16 shrink-0 text-right">
        <span className="figures block text-[0.8125rem] leading-5">
          <strong className="font-semibold">{row.days_left}</strong> {plural(row.days_left, 'day', 'days')}
        </span>
        <span aria-hidden="true" className="block h-1 overflow-hidden rounded-full bg-line">
          <span
            className={classes('block h-full rounded-full', tone)}
            style={{ width: `${Math.max(6, Math.min(100, (row.days_left / SOON) * 100))}%` }}
          />
        </span>
      </span>
    </>
  );
  return (
    <li className="border-t">
      {opensProduct || opensStock ? (
        <Link
          {...(opensProduct
            ? { to: `/products/${row.product_id}/update`, search: { ...OVERVIEW, warehouse: row.warehouse_id } }
            : { to: `/warehouses/${row.warehouse_id}/products`, search: { search: row.name } })}
          className={classes(rowOf(oneHub), 'hover:bg-surface-sunken focus-visible:outline-offset-[-3px]')}
        >
          {content}
        </Link>
      ) : (
        <div className={rowOf(oneHub)}>{content}</div>
      )}
    </li>
  );
}

const Places = ({ oneHub }: { oneHub: boolean }) => (
  <div role="status" aria-label="Loading">
    {Array.from({ length: SHOWN }, (_, row) => (
      <div key={row} className={classes(rowOf(oneHub), 'border-t')}>
        <span className="skeleton size-10 shrink-0" />
        <span className="flex flex-1 flex-col gap-1.5">
          <span className="skeleton h-3 w-3/4" />
          <span className="skeleton h-2.5 w-1/2" />
        </span>
        <span className="skeleton h-3 w-12" />
      </div>
    ))}
  </div>
);
