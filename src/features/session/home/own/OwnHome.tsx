import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { copyFirst, queryFor, type SavedAnswer } from '#client/reads/queries.ts';
import { whenIdle } from '#client/whenIdle.ts';
import { type HomeFigures, homeFigures } from '#contract/home/homeCalls.ts';
import { workToDo } from '#contract/home/workCalls.ts';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { startOfDay } from '#domain/time.ts';
import { classes } from '#ui/classes.ts';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { Icon } from '#ui/Icon.tsx';
import { handoverTexts } from '../../../stock/parts/handoverTexts.ts';
import { prepareHandovers } from '../../../stock/parts/ready/handoverKey.ts';
import { Figures } from '../Figures.tsx';
import { headNaira, shown } from '../words.ts';
import { Deliveries } from './Deliveries.tsx';
import { Goods } from './Goods.tsx';
import { OpenDays } from './OpenDays.tsx';
import { Visits } from './Visits.tsx';

const DayPlot = lazyPart(() => import('../DayPlot.tsx'), 'DayPlot');
const PLOT_HEIGHT = 193;
/** Figures whose words need neither hub nor time. */
const NOWHERE = { hub: '', now: 0 };
/** A narrow plot has a heading of two lines. */
const PLOT_PLACE =
  'min-h-[17.0625rem] pointer-coarse:min-h-72 [&>figure]:min-h-[17.0625rem] rounded-card bg-surface shadow-card';

/** The figures of a person who takes goods, whose cash has a card of its own, and of others. */
const OF_TAKERS = ['my_deliveries', 'my_orders', 'my_retailers'];
const OF_OTHERS = ['my_retailers', 'my_orders', 'my_waiting'];

/**
 * The home of a field person. A delivery associate has the cash, then the deliveries, then the goods in hand. Everybody has the visits of the route plan, the
 * own figures with their trends, and the orders of 30 days.
 */
export function OwnHome() {
  const mayTake = useCan('take_handover');
  const me = useSession().profile?.user_id;
  const isWide = useMedia('(width >= 64rem)');
  useEffect(() => {
    // The hub's code may be scanned without a network, so the server's key is loaded in advance.
    if (mayTake && me) return whenIdle(() => void prepareHandovers(me));
  }, [mayTake, me]);
  const query = useQuery({ ...queryFor(homeFigures, {}), ...copyFirst });
  const work = useQuery({ ...queryFor(workToDo, {}), ...copyFirst });
  const answer = query.data?.data;
  const figures = answer?.figures ?? [];
  const stock = figures.find(({ name }) => name === 'my_stock');
  const done = figures.find(({ name }) => name === 'my_deliveries')?.of ?? 0;
  const names = mayTake ? OF_TAKERS : OF_OTHERS;
  const from = answer?.from ?? startOfDay(Math.floor(Date.now() / 1_000));
  const strip =
    !answer && !query.isPending ? (
      <div className="flex min-h-[6.25rem] items-center rounded-card border bg-surface px-4 text-sm shadow-card">
        <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
      </div>
    ) : (
      <Figures
        figures={answer && names.flatMap((name) => figures.find((figure) => figure.name === name) ?? [])}
        count={names.length}
        from={from}
      />
    );
  const plot = (
    <div className={PLOT_PLACE}>
      {answer?.orders && (
        <Suspense>
          <DayPlot answer={answer} height={PLOT_HEIGHT} />
        </Suspense>
      )}
    </div>
  );
  const deliveries = <Deliveries query={work} done={done} />;
  const goods = (
    <Goods summary={stock ? `${shown(stock, NOWHERE).value} cases, ${headNaira(stock.amount ?? '0.00')}` : ''} />
  );
  // Who takes no goods has few deliveries or none, and a list without rows would only say so.
  const delivers = mayTake || done > 0 || (work.data?.data ?? []).some(({ kind }) => kind === 'deliveries');
  const holds = mayTake || (stock?.of ?? 0) > 0;
  const take = mayTake && (
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
  );
  return (
    <>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      {/* The figures of a wide screen stand beside the cash, so that the deliveries stay near the top. A narrow screen has its work first. */}
      {(mayTake || isWide) && (
        <div className={classes('grid gap-5', mayTake && (isWide ? 'grid-cols-[1fr_2.4fr]' : 'sm:grid-cols-2'))}>
          {mayTake && <Cash query={query} />}
          {isWide ? strip : take}
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[1.4fr_1fr]">
        <div className="flex min-w-0 flex-col gap-5">
          <OpenDays work={work.data?.data} />
          {mayTake && deliveries}
          <Visits />
          {!mayTake && delivers && deliveries}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {isWide && take}
          {mayTake && goods}
          {!isWide && strip}
          {plot}
          {!mayTake && holds && goods}
        </div>
      </div>
    </>
  );
}

type Query = UseQueryResult<SavedAnswer<HomeFigures>>;

/** What the person took for orders and has not paid in. */
function Cash({ query }: { query: Query }) {
  const cash = query.data?.data.figures.find(({ name }) => name === 'my_cash');
  return (
    <section
      aria-label="Cash to hand in"
      className="adire flex min-h-[7.5rem] flex-col justify-center rounded-card bg-brand px-5 py-4 text-brand-ink lg:min-h-[6.25rem] lg:py-2"
    >
      <h2 className="text-sm text-brand-soft">Cash to hand in</h2>
      {cash ? (
        <>
          <p className="figures text-3xl leading-10 font-semibold">{headNaira(cash.amount ?? '0.00')}</p>
          <p className="text-sm text-brand-soft">{shown(cash, NOWHERE).note}</p>
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
  );
}
