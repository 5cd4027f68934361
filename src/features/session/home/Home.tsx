import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { CallError } from '#client/callError.ts';
import { copyFirst, queryClient, queryFor } from '#client/reads/queries.ts';
import { isPlain } from '#client/server/shown.ts';
import { sessionStore } from '#client/session/state.ts';
import { homeFigures } from '#contract/home/homeCalls.ts';
import { workToDo } from '#contract/home/workCalls.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useContact, useSession } from '#crud/query/useSession.ts';
import { figuresFor, isAssociate, managesHub, movesGoods, plotFor, seesStock, USUAL_RANGE } from '#domain/home.ts';
import { isHubSide } from '#domain/permissions.ts';
import { startOfDay } from '#domain/time.ts';
import { KINDS } from '#domain/transfer.ts';
import { classes } from '#ui/classes.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { PlotPlace } from '#ui/plots/PlotPlace.tsx';
import { useMyQueue, useQueueState } from '../../stock/parts/queue/useQueue.ts';
import { startCards } from '../start/cards.ts';
import { newnessOf } from '../start/newness.ts';
import { RoleWithoutWork } from '../start/RoleWithoutWork.tsx';
import { StartHere } from '../start/StartHere.tsx';
import { Associates } from './Associates.tsx';
import { Figures } from './Figures.tsx';
import { HomeRangeBar, useHomeRange } from './HomeRange.tsx';
import {
  begunHere,
  casesAfter,
  figuresAfter,
  isOneTime,
  type OwnTransfer,
  ownTransfers,
  refusedHere,
  workAfter,
} from './ownWork.ts';
import { RunsOut } from './RunsOut.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Transfers, useTiles } from './Transfers.tsx';
import { Unfinished, Waiting } from './Unfinished.tsx';
import { WorkList } from './WorkList.tsx';
import { begunInto, GOODS_FIRST, NO_KIND, openOf } from './workOrder.ts';

// The plot loads after the figures and the work. The charts of devices load last.
export const DayPlot = lazyPart(() => import('./DayPlot.tsx'), 'DayPlot');
const Ready = lazyPart(() => import('../../stock/parts/ready/ready.tsx'), 'Ready');
const SetUp = lazyPart(() => import('../start/SetUp.tsx'), 'SetUp');
const Devices = lazyPart(() => import('./Devices.tsx'), 'Devices');
// Only field people have this home, so the others do not wait for its file.
const OwnHome = lazyPart(() => import('./own/OwnHome.tsx'), 'OwnHome');
const PLOT_HEIGHT = 193;

/** Starts the reads for the top of the home. Never rejects, because the home itself shows failed reads. */
export function firstReads(search: URLSearchParams): Promise<unknown> {
  const profile = sessionStore.read().profile;
  if (!profile || isPlain()) return Promise.resolve();
  const isOwn = isAssociate(profile);
  if (!isOwn && figuresFor(profile).length === 0) return Promise.resolve();
  const isUsual = !search.has('days') && !search.has('seller');
  return Promise.all([
    isOwn && OwnHome.preload(),
    queryClient.prefetchQuery({ ...queryFor(workToDo, {}), ...copyFirst }),
    isUsual && queryClient.prefetchQuery({ ...queryFor(homeFigures, {}), ...copyFirst }),
  ]);
}

/** The content of the home, by what the person may do (decision 0231). */
export function Home() {
  const { profile } = useSession();
  if (!profile) return null;
  if (isAssociate(profile) && !isPlain())
    return (
      <Suspense fallback={<div className="h-screen" />}>
        <OwnHome />
        <StartHere />
        <Shortcuts />
      </Suspense>
    );
  const seesDevices = profile.permissions.includes('view_dashboard_charts');
  return (
    <>
      {figuresFor(profile).length > 0 && !isPlain() ? (
        <Office />
      ) : (
        <>
          {isPlain() && movesGoods(profile) && (
            <>
              <Transfers open={undefined} />
              <Unfinished />
            </>
          )}
          {startCards(profile).every(({ by }) => by === 'installed') && (
            <RoleWithoutWork name={profile.name} role={profile.role_name} email={profile.email} />
          )}
          <StartHere />
          <Shortcuts />
        </>
      )}
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
  const range = useHomeRange();
  const { figures, isOther } = useHomeFigures(range);
  const work = useQuery({ ...queryFor(workToDo, {}), ...copyFirst });
  const own = useOwnTransfers();
  const leftOut = useLeftOut(own);
  const tiles = useTiles(work.data, own);
  const isPhone = useMedia('(width < 40rem)');
  if (!profile) return null;
  const isHub = managesHub(profile);
  const isFirstMover = movesGoods(profile);
  const firstKind = Object.values(KINDS).find((kind) => profile.permissions.includes(kind.permission));
  const answer = figures.data?.data;
  const list = work.data && workAfter(work.data.data, leftOut);
  const open = openOf(list);
  // The tablet does not store the hub of a completed transfer, so a home of one hub leaves these transfers out.
  const ofHub = range.seller && !isOther ? [] : own;
  const isOffice = !isHubSide(profile.role);
  // The kinds are shown only if they have the same time and the same hub as the figure.
  const kinds = range.seller === '' && isOneTime(figures.data?.at ?? 0, work.data?.at ?? 0) ? (open ?? {}) : {};
  const strip = (
    <>
      {isFirstMover && (
        // A wide screen shows the switch in the head of the page.
        <div className="lg:hidden">
          <HomeRangeBar of={range} isOffice={isOffice} />
        </div>
      )}
      {isOther && (
        <Notice tone="wait" icon="cloudOff">
          {`This device has no copy of these days or this hub. Shown are the last ${USUAL_RANGE} days of ${isOffice ? 'all hubs' : 'your hub'}.`}
        </Notice>
      )}
      {figures.data?.copy && <StoredCopy at={figures.data.at} isFollowed={isNewer(own, figures.data.at)} />}
      {!answer && !figures.isPending ? (
        <div className="flex min-h-[6.25rem] items-center rounded-card border bg-surface px-4 text-sm shadow-card">
          <NotLoadedLine error={figures.error} onRetry={() => void figures.refetch()} />
        </div>
      ) : (
        <Figures
          figures={
            answer && figuresAfter(answer.figures, figures.data?.at ?? 0, work.data?.data ?? [], ofHub, Date.now())
          }
          count={figuresFor(profile).length}
          chosen={isOther ? '' : range.seller}
          from={answer?.from ?? startOfDay(Math.floor(Date.now() / 1_000))}
          more={isFirstMover && <Waiting />}
          kinds={isFirstMover ? kinds : null}
          begun={begunInto(list)}
          isNarrow={isFirstMover}
        />
      )}
    </>
  );
  const plot = plotFor(profile) && (
    <div className={PLOT_PLACE}>
      {answer ? (
        <Suspense fallback={<PlotCardPlace />}>
          <DayPlot
            answer={{ ...answer, cases: casesAfter(answer.cases, figures.data?.at ?? 0, ofHub, Date.now()) }}
            height={PLOT_HEIGHT}
          />
        </Suspense>
      ) : (
        <PlotCardPlace />
      )}
    </div>
  );
  const stock = seesStock(profile) && (
    <RunsOut oneHub={!isOffice || range.seller !== ''} hub={isOffice ? range.seller : ''} />
  );
  const two = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20.5rem]';
  // People who move goods see their buttons first, then their work, and the figures of the day beside.
  if (isFirstMover)
    return (
      <>
        <Transfers open={tiles} />
        <div className="-my-2 min-h-tap">
          <Suspense fallback={null}>{firstKind && <Ready kind={firstKind} begins={false} />}</Suspense>
        </div>
        <Unfinished />
        <div className={classes(two, 'xl:grid-cols-[minmax(0,1fr)_23rem]')}>
          <div className={COLUMN}>
            <WorkList query={work} own={leftOut} first={GOODS_FIRST} forFinger />
            <StartHere />
            {stock}
          </div>
          <div className={COLUMN}>
            {strip}
            {plot}
          </div>
        </div>
      </>
    );
  // The list of work is under the figures, and above them on a phone. A wide window has the plot and the stock beside it.
  const isWide = plot || stock;
  const home = (hasStart: boolean) => (
    <>
      {!isPhone && strip}
      <div className="@container">
        <div className={classes('grid items-start gap-4', isWide && '@min-[70rem]:grid-cols-[minmax(0,1fr)_20.5rem]')}>
          <div className={COLUMN}>
            <WorkList query={work} own={own} first={NO_KIND} />
            {isPhone && strip}
            {hasStart && <StartHere />}
            {isHub && <Associates />}
          </div>
          {isWide && (
            <div className={classes(COLUMN, plot && stock && PAIR)}>
              {plot}
              {stock}
            </div>
          )}
        </div>
      </div>
    </>
  );
  const newness = isPlain() ? null : newnessOf(profile, answer);
  if (!newness) return home(true);
  return (
    <Suspense fallback={null}>
      <SetUp isAlone={newness === 'empty' && list?.length === 0} home={home} />
    </Suspense>
  );
}

/** A narrow plot has a heading of three lines: its title, its figures and its legend. */
const PLOT_PLACE =
  'min-w-0 min-h-[17.0625rem] [&>figure]:min-h-[17.0625rem] pointer-coarse:min-h-72 @min-[70rem]:min-h-[19.375rem] @min-[70rem]:[&>figure]:min-h-[19.375rem]';
const COLUMN = 'flex min-w-0 flex-col gap-4';
/** The plot and the stock stand side by side if both are below the list of work. */
const PAIR =
  '@min-[50rem]:@max-[70rem]:grid @min-[50rem]:@max-[70rem]:grid-cols-[minmax(0,1fr)_20.5rem] @min-[50rem]:@max-[70rem]:items-start';

/**
 * Reads the figures of a range. Without a server and without a saved copy of that range, the figures are those of the usual range, which every used device
 * has saved.
 */
function useHomeFigures({ input, isUsual }: ReturnType<typeof useHomeRange>) {
  const figures = useQuery({ ...queryFor(homeFigures, input), ...copyFirst, placeholderData: keepPreviousData });
  const isMissing = !isUsual && figures.isError && !(figures.error instanceof CallError);
  const usual = useQuery({ ...queryFor(homeFigures, {}), enabled: isMissing });
  const isOther = isMissing && usual.data !== undefined;
  return { figures: isOther ? usual : figures, isOther };
}

/** The transfers that the person confirmed on this tablet. */
function useOwnTransfers(): OwnTransfer[] {
  const { ops } = useMyQueue();
  const { past } = useQueueState();
  const me = useSession().profile?.user_id;
  return useMemo(
    () =>
      ownTransfers(
        ops,
        past.filter(({ op }) => op.user_id === me),
      ),
    [ops, past, me],
  );
}

/** The transfers that the list of work leaves out: those that the person confirmed on this tablet, and those that `Unfinished` lists. */
function useLeftOut(own: readonly OwnTransfer[]): readonly { id: string }[] {
  const { ops } = useMyQueue();
  const { past } = useQueueState();
  const { online } = useContact();
  return useMemo(() => {
    const listed = [...refusedHere(ops, past), ...(online ? [] : begunHere(ops, past))].map((id) => ({ id }));
    return listed.length === 0 ? own : [...own, ...listed];
  }, [own, ops, past, online]);
}

/** Whether this tablet completed a transfer after `at` (epoch ms), the time of the stored answer. */
const isNewer = (own: readonly OwnTransfer[], at: number): boolean => own.some((one) => one.isDone && one.at > at);

const PlotCardPlace = () => (
  <div className="rounded-card border bg-surface p-4 shadow-card">
    <div className="mb-3 h-9" />
    <PlotPlace height={PLOT_HEIGHT} />
  </div>
);
