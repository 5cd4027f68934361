import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { copyFirst, queryFor } from '#client/reads/queries.ts';
import { whenIdle } from '#client/whenIdle.ts';
import { homeFigures, myGoods } from '#contract/home/homeCalls.ts';
import { type WorkRow, workToDo } from '#contract/home/workCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { Link } from '#crud/Link.tsx';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { waitText } from '#domain/longTime.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { dial } from '#domain/phone.ts';
import { plural } from '#domain/plural.ts';
import { DAY } from '#domain/time.ts';
import { casesAndUnits } from '#domain/units.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Scene } from '#ui/feedback/Scene.tsx';
import { Icon } from '#ui/Icon.tsx';
import { handoverTexts } from '../../stock/parts/handoverTexts.ts';
import { prepareHandovers } from '../../stock/parts/ready/handoverKey.ts';
import { headNaira, shown } from './words.ts';

const TILES = 4;

/** The home of a delivery associate: the cash, then the deliveries, then the goods in hand. */
export function OwnHome() {
  const mayTake = useCan('take_handover');
  const me = useSession().profile?.user_id;
  useEffect(() => {
    // The hub's code may be scanned without a network, so the server's key is loaded in advance.
    if (mayTake && me) return whenIdle(() => void prepareHandovers(me));
  }, [mayTake, me]);
  const query = useQuery({ ...queryFor(homeFigures, {}), ...copyFirst });
  const figures = query.data?.data.figures ?? [];
  const cash = figures.find(({ name }) => name === 'my_cash');
  const stock = figures.find(({ name }) => name === 'my_stock');
  const done = figures.find(({ name }) => name === 'my_deliveries');
  return (
    <>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      {/* Wide screens show both parts side by side, so that the deliveries stay near the top. */}
      <div className={classes('grid gap-5', mayTake && 'lg:grid-cols-[1.4fr_1fr]')}>
        <section
          aria-label="Cash to hand in"
          className="adire flex min-h-[7.5rem] flex-col justify-center rounded-card bg-brand px-5 py-4 text-brand-ink"
        >
          <h2 className="text-sm text-brand-soft">Cash to hand in</h2>
          {cash ? (
            <>
              <p className="figures text-3xl leading-10 font-semibold">{headNaira(cash.amount ?? '0.00')}</p>
              <p className="text-sm text-brand-soft">
                {koboOf(cash.amount ?? '0.00') > 0 ? 'Taken for orders and not paid in yet' : 'All is handed in'}
              </p>
            </>
          ) : query.isPending ? (
            <p className="h-[3.75rem]" />
          ) : query.data ? (
            <p className="min-h-[3.75rem] text-sm text-brand-soft">This account has no associate's record.</p>
          ) : (
            <p className="min-h-[3.75rem] text-sm">
              <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
            </p>
          )}
        </section>
        {mayTake && (
          <Link
            to="/handovers"
            search={{ take: 'on' }}
            className="flex min-h-16 items-center gap-4 rounded-card border bg-surface px-4 py-2 shadow-card hover:border-accent"
          >
            <Icon name="camera" size={24} className="text-accent" />
            <span className="min-w-0 flex-1">
              <span className="block leading-5 font-semibold">{handoverTexts.takeTitle}</span>
              <span className="block text-sm leading-5 text-ink-faint">
                Goods that the hub hands you, also without a connection
              </span>
            </span>
            <Icon name="next" />
          </Link>
        )}
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[1.4fr_1fr]">
        <Deliveries done={done?.of ?? 0} />
        <Goods
          summary={
            stock ? `${shown(stock, { hub: '', now: 0 }).value} cases, ${headNaira(stock.amount ?? '0.00')}` : ''
          }
        />
      </div>
    </>
  );
}

function Deliveries({ done }: { done: number }) {
  const query = useQuery({ ...queryFor(workToDo, {}), ...copyFirst });
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
      <div className="min-h-60 rounded-card border bg-surface shadow-card">
        {rows.length > 0 ? (
          <ul>
            {rows.map((row, index) => (
              <li key={row._id} className="flex min-h-20 items-center gap-3 border-b px-4 py-2 last:border-b-0">
                <span
                  aria-hidden="true"
                  className={classes(
                    'figures grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold',
                    index === 0 ? 'bg-accent text-accent-ink' : 'bg-page text-ink-soft',
                  )}
                >
                  {done + index + 1}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block leading-5 font-medium [overflow-wrap:anywhere]">{row.who}</span>
                  <span className="block text-sm leading-5 text-ink-faint">{row.address}</span>
                  <span className="block text-sm leading-5 text-ink-soft">
                    {plural(row.lines ?? 0, '# product', '# products')}
                    <span className="sm:hidden">
                      , <strong className="figures font-semibold text-ink">{toTake(row)}</strong> to take
                    </span>
                    {row.since !== null && now - row.since >= DAY && (
                      <span className="font-semibold text-wait">, waits {waitText(now - row.since)}</span>
                    )}
                  </span>
                </span>
                <span className="figures text-right max-sm:hidden">
                  <span className="block leading-5 font-semibold">{toTake(row)}</span>
                  <span className="block text-sm leading-5 text-ink-faint">to take</span>
                </span>
                {row.phone && (
                  <a
                    href={dial(row.phone)}
                    aria-label={`Call ${row.who}`}
                    className={buttonClasses(index === 0 ? 'primary' : 'plain', true)}
                  >
                    <Icon name="phone" />
                  </a>
                )}
              </li>
            ))}
          </ul>
        ) : query.isPending ? (
          <div role="status" aria-label="Loading">
            {[0, 1, 2].map((row) => (
              <div key={row} className="flex h-20 items-center gap-3 border-b px-4">
                <span className="skeleton size-8 rounded-full" />
                <span className="skeleton h-4 flex-1" />
                <span className="skeleton h-4 w-20" />
              </div>
            ))}
          </div>
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

const toTake = (row: WorkRow) => showNaira(koboOf(row.amount ?? '0.00'));

function Goods({ summary }: { summary: string }) {
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
      <ul className="grid min-h-28 grid-cols-4 gap-3">
        {goods.slice(0, all ? undefined : TILES).map((one) => {
          const { cases, units } = casesAndUnits(one.quantity, one.case_count);
          return (
            <li
              key={one.product_id}
              title={one.name}
              className="flex min-w-0 flex-col items-center gap-1 rounded-card border bg-surface px-1.5 py-2.5 text-center shadow-card"
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
              <span className="w-full truncate text-xs text-ink-faint">{one.name}</span>
            </li>
          );
        })}
        {query.isPending && [0, 1, 2, 3].map((tile) => <li key={tile} className="skeleton h-28 rounded-card" />)}
        {query.data && goods.length === 0 && (
          <li className="col-span-4 rounded-card border border-dashed border-line-strong/50 px-4 py-5 text-ink-soft">
            You hold no goods. Goods that the hub issues to you appear here.
          </li>
        )}
        {!query.data && !query.isPending && (
          <li className="col-span-4">
            <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
          </li>
        )}
      </ul>
    </section>
  );
}
