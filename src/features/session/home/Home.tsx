import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { homeFigures } from '#contract/home/homeCalls.ts';
import { type Work, workToDo } from '#contract/home/workCalls.ts';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { figuresFor, isAssociate, managesHub, movesGoods, plotFor, seesStock } from '#domain/home.ts';
import { isHubSide } from '#domain/permissions.ts';
import { startOfDay } from '#domain/time.ts';
import { PlotPlace } from '#ui/plots/PlotPlace.tsx';
import { useMyQueue } from '../../stock/parts/queue/useQueue.ts';
import { Associates } from './Associates.tsx';
import { FIGURE_CELL, Figures, Said } from './Figures.tsx';
import { OwnHome } from './OwnHome.tsx';
import { RunsOut } from './RunsOut.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Transfers } from './Transfers.tsx';
import { WorkList } from './WorkList.tsx';
import { counted } from './words.ts';

// The plot comes after the figures and the work, and the charts of devices after everything else.
const DayPlot = lazyPart(() => import('./DayPlot.tsx'), 'DayPlot');
const Devices = lazyPart(() => import('./Devices.tsx'), 'Devices');
const PLOT_HEIGHT = 198;

/** What stands under the heading of the home, by what the person may do (decision 0231). */
export function Home() {
  const { profile } = useSession();
  if (!profile) return null;
  if (isAssociate(profile))
    return (
      <>
        <OwnHome />
        <Shortcuts />
      </>
    );
  const seesDevices = profile.permissions.includes('view_dashboard_charts');
  return (
    <>
      {figuresFor(profile).length > 0 ? <Office /> : <Shortcuts />}
      {seesDevices && (
        <Suspense fallback={<div className="h-32" />}>
          <Devices />
        </Suspense>
      )}
    </>
  );
}

function Office() {
  const { profile } = useSession();
  const figures = useQuery(queryFor(homeFigures, {}));
  const work = useQuery(queryFor(workToDo, {}));
  if (!profile) return null;
  const isHub = managesHub(profile);
  const isFirstMover = movesGoods(profile);
  const answer = figures.data?.data;
  const strip = (
    <>
      {figures.data?.copy && <StoredCopy at={figures.data.at} />}
      {!answer && !figures.isPending ? (
        <div className="flex min-h-[6.25rem] items-center rounded-card border bg-surface px-4 text-sm shadow-card">
          <NotLoadedLine error={figures.error} onRetry={() => void figures.refetch()} />
        </div>
      ) : (
        <Figures
          figures={answer?.figures}
          count={figuresFor(profile).length}
          from={answer?.from ?? startOfDay(Math.floor(Date.now() / 1_000))}
          more={isFirstMover && <Waiting />}
        />
      )}
    </>
  );
  const plot = plotFor(profile) && (
    <div className="min-h-[17.375rem] pointer-coarse:min-h-72 min-w-0 [&>figure]:min-h-[17.375rem] pointer-coarse:min-h-72">
      {answer ? (
        <Suspense fallback={<PlotCardPlace />}>
          <DayPlot answer={answer} height={PLOT_HEIGHT} />
        </Suspense>
      ) : (
        <PlotCardPlace />
      )}
    </div>
  );
  const stock = seesStock(profile) && <RunsOut oneHub={isHubSide(profile.role)} />;
  const two = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20.5rem]';
  const list = <WorkList query={work} first={isFirstMover ? 'open_transfers' : null} />;
  return (
    <>
      {isFirstMover && <Transfers open={openOf(work.data?.data)} />}
      {strip}
      {isFirstMover && list}
      {isHub && (
        <div className={two}>
          <Associates />
          {stock}
        </div>
      )}
      {!isHub && plot && (
        <div className={stock ? two : ''}>
          {plot}
          {stock}
        </div>
      )}
      {!isFirstMover && list}
      {isHub && plot}
    </>
  );
}

/** How many transfers of each kind are open; undefined until it is known. */
const openOf = (work: readonly Work[] | undefined) =>
  work && (work.find(({ kind }) => kind === 'open_transfers')?.kinds ?? {});

const PlotCardPlace = () => (
  <div className="rounded-card border bg-surface p-4 shadow-card">
    <div className="mb-3 h-9" />
    <PlotPlace height={PLOT_HEIGHT} />
  </div>
);

/** What this tablet has not sent yet. */
function Waiting() {
  const queue = useMyQueue();
  return (
    <Link to="/sync" className={`${FIGURE_CELL} hover:bg-surface-sunken focus-visible:outline-offset-[-3px]`}>
      <Said
        label="Waiting to send"
        value={queue.known ? (queue.total + queue.attention).toLocaleString('en-NG') : '–'}
        note={
          queue.attention > 0
            ? `${counted(queue.attention, 'change needs you', 'changes need you')}`
            : queue.total > 0
              ? 'They go out by themselves'
              : 'Everything is sent'
        }
        late={queue.attention > 0}
      />
    </Link>
  );
}
