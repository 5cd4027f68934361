import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import type { SavedAnswer } from '#client/reads/queries.ts';
import type { Work } from '#contract/home/workCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { Link } from '#crud/Link.tsx';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { KindMark } from './KindMark.tsx';
import { type OwnTransfer, workAfter } from './ownWork.ts';
import { All, Kinds } from './WorkKinds.tsx';
import { linesOf, together, WORK_SHOWN, type WorkKind, type WorkLine } from './workWords.ts';

const GRID =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 lg:grid-cols-[minmax(0,2.6fr)_minmax(0,1.1fr)_3rem_5.5rem_7.5rem_8.5rem]';
const ROW = 'min-h-14 pointer-fine:lg:min-h-[2.375rem]';
/** The height of `--rows` rows: the list has it before it is there, so that nothing below moves. */
const PLACE = 'min-h-[calc(var(--rows)*3.5rem)] pointer-fine:lg:min-h-[calc(var(--rows)*2.375rem)]';
/** The same for whoever moves goods: the whole of a row is pressed, by a finger. */
const ROOMY = { row: 'min-h-18', place: 'min-h-[calc(var(--rows)*4.5rem)]' } as const;
const KEY = 'workRows';

/** What waits for the person: one list, the oldest first, each row with what ends it. */
export function WorkList({
  query,
  own,
  first,
  isRoomy = false,
}: {
  query: UseQueryResult<SavedAnswer<Work[]>>;
  own: readonly OwnTransfer[];
  /** The kind that is shown alone at first. */
  first: WorkKind | null;
  /** Rows with the pictures of the goods, each pressed as a whole. */
  isRoomy?: boolean;
}) {
  const { profile } = useSession();
  const [chosen, choose] = useState(first);
  const now = Math.floor(Date.now() / 1_000);
  const work = query.data && workAfter(query.data.data, own);
  const who = { permissions: profile?.permissions ?? [] };
  const one = work?.find(({ kind }) => kind === chosen);
  const lists = (one ? [one] : (work ?? [])).map((kind) => linesOf(kind, who, now));
  const lines = one ? (lists[0] ?? []) : together(lists);
  const rows = useRowsPlace(
    profile?.user_id ?? '',
    chosen === first && work ? lines.length : undefined,
    isRoomy ? 3 : WORK_SHOWN,
  );
  const total = (work ?? []).reduce((sum, { total: many }) => sum + many, 0);
  return (
    <section aria-label="Work to do" className="flex min-w-0 flex-col rounded-card border bg-surface shadow-card">
      <div className="flex h-12 items-center gap-x-4 px-4 pointer-coarse:h-15">
        <h2 className="shrink-0 text-base font-semibold">
          Work to do{' '}
          <span className="figures ml-1 text-sm font-normal text-ink-faint max-sm:sr-only">
            {total > 0 ? showNumber(total) : '\u00a0'}
          </span>
        </h2>
        {work && work.length > 1 && <Kinds work={work} chosen={one ? chosen : null} choose={choose} />}
        <span className="ml-auto shrink-0 text-sm text-ink-faint max-sm:hidden">
          {one ? <All of={one} /> : work?.length === 1 && work[0] ? <All of={work[0]} /> : total > 0 && 'Oldest first'}
        </span>
      </div>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      {!isRoomy && (
        <div aria-hidden="true" className={classes(GRID, 'h-8 text-xs text-ink-soft max-lg:hidden')}>
          <span>What</span>
          <span>Hub</span>
          <span className="text-right">Lines</span>
          <span className="text-right">Waiting</span>
          <span className="text-right">Amount</span>
        </div>
      )}
      <div
        className={classes('flex flex-col', isRoomy ? ROOMY.place : PLACE)}
        style={{ '--rows': rows } as React.CSSProperties}
      >
        {work ? (
          <ul className="ring-inside">
            {lines.map((line) => (isRoomy ? <Whole key={line.key} line={line} /> : <Row key={line.key} line={line} />))}
          </ul>
        ) : query.isPending ? (
          <Places rows={rows} isRoomy={isRoomy} />
        ) : (
          <p className="border-t px-4 py-3 text-sm">
            <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
          </p>
        )}
        {work && lines.length < rows && (
          // It fills the room that was kept, so that the room is no hole.
          <p className="flex flex-1 items-center justify-center gap-2 border-t px-4 py-1 text-sm text-ink-soft">
            <Icon name="check" size={18} className="text-good" />
            {lines.length === 0 ? 'Nothing waits for you.' : 'Nothing else waits for you.'}
          </p>
        )}
      </div>
    </section>
  );
}

/**
 * For how many rows the list keeps room: what it had the last time and one more, so that one new row moves nothing; `first` where nobody looked yet. The room
 * stays as it is while the screen is open. `count`: the rows that are there; undefined: not known yet.
 */
function useRowsPlace(userId: string, count: number | undefined, first: number): number {
  const [rows] = useState(() =>
    Math.min(WORK_SHOWN, (readLocal<Record<string, number>>(KEY, {})[userId] ?? first) + 1),
  );
  useEffect(() => {
    const kept = readLocal<Record<string, number>>(KEY, {});
    if (count !== undefined && kept[userId] !== count) writeLocal(KEY, { ...kept, [userId]: count });
  }, [userId, count]);
  return rows;
}

function Row({ line }: { line: WorkLine }) {
  const { kind, transfer, title, ref, hub, lines, waits, late, amount, act } = line;
  const small = [hub, lines === null ? '' : plural(lines, '# line', '# lines')].filter(Boolean).join(', ');
  const tone = late ? 'font-semibold text-wait' : 'text-ink-soft';
  return (
    <li className={classes(GRID, ROW, 'relative border-t py-1 pointer-fine:lg:py-0', act && 'hover:bg-surface-sunken')}>
      <span className="flex min-w-0 items-center gap-3">
        <KindMark kind={kind} transfer={transfer} />
        <span className="min-w-0">
          <span className="flex min-w-0 items-baseline gap-2">
            <span
              title={title}
              className="truncate text-[0.8125rem] leading-5 font-medium max-lg:text-[0.9375rem] pointer-coarse:text-[0.9375rem]"
            >
              {title}
            </span>
            <span className="figures min-w-0 shrink-[50] truncate text-xs text-ink-faint max-sm:hidden">{ref}</span>
          </span>
          <span className="block truncate text-xs leading-4 text-ink-faint lg:hidden">
            {/* On a phone the amount stands here, so that the name has room. */}
            {amount && (
              <span className="figures sm:hidden">
                <b className="font-semibold text-ink-soft">{amount}</b>
                {(small || waits) && ', '}
              </span>
            )}
            {small}
            {waits && (
              <>
                {small && ', '}
                <span className={tone}>{waits}</span>
              </>
            )}
          </span>
        </span>
      </span>
      <span className="truncate text-[0.8125rem] text-ink-soft pointer-coarse:text-[0.9375rem] max-lg:hidden">
        {hub}
      </span>
      <span className="figures text-right text-[0.8125rem] text-ink-soft pointer-coarse:text-[0.9375rem] max-lg:hidden">
        {lines === null ? '–' : lines}
        {lines !== null && <span className="sr-only">{plural(lines, ' line', ' lines')}</span>}
      </span>
      <span
        className={classes('figures text-right text-[0.8125rem] pointer-coarse:text-[0.9375rem] max-lg:hidden', tone)}
      >
        {waits || '–'}
      </span>
      <span className="flex items-center justify-end gap-3 lg:contents">
        <span className="figures text-right text-[0.8125rem] font-semibold max-sm:hidden pointer-coarse:text-[0.9375rem]">
          {amount}
        </span>
        <span className="flex justify-end">
          {act && (
            <Link
              to={act.to}
              {...(act.search ? { search: act.search } : {})}
              aria-label={`${act.text}: ${title}${ref && ` ${ref}`}`}
              className="inline-flex min-h-10 items-center rounded-field border border-line-strong/50 bg-surface px-3 text-[0.8125rem] font-semibold whitespace-nowrap after:absolute after:inset-0 hover:bg-surface-sunken pointer-fine:lg:min-h-7"
            >
              {act.text}
            </Link>
          )}
        </span>
      </span>
    </li>
  );
}

/** A row that is pressed as a whole: who and what, in pictures and words, how much, and since when. */
function Whole({ line }: { line: WorkLine }) {
  const { kind, transfer, title, ref, hub, size, goods, waits, late, amount, act } = line;
  const name = 'line-clamp-2 leading-5 font-semibold [overflow-wrap:anywhere]';
  return (
    <li
      className={classes(
        ROOMY.row,
        'relative flex items-center gap-4 border-t px-4 py-2 max-sm:gap-3 sm:px-5',
        act && 'transition-colors hover:bg-surface-sunken',
      )}
    >
      {goods.length > 0 ? (
        <span aria-hidden="true" className="flex w-34 shrink-0 gap-2 max-sm:w-10">
          {goods.map((one, index) => (
            <span key={one} className={classes(index > 0 && 'max-sm:hidden')}>
              <Pack product={{ name: one }} size={40} />
            </span>
          ))}
        </span>
      ) : (
        <span className={classes('shrink-0', transfer && 'w-34 max-sm:w-10')}>
          <span className="grid size-10 place-items-center rounded-field bg-surface-sunken">
            <KindMark kind={kind} transfer={transfer} size={22} />
          </span>
        </span>
      )}
      <span className="min-w-0 flex-1">
        {act ? (
          <Link
            to={act.to}
            {...(act.search ? { search: act.search } : {})}
            aria-label={`${act.text}: ${title}${ref && ` ${ref}`}`}
            className="block after:absolute after:inset-0"
          >
            <span title={title} className={name}>
              {title}
            </span>
          </Link>
        ) : (
          <span title={title} className={name}>
            {title}
          </span>
        )}
        <span className="figures block truncate text-sm leading-5 text-ink-soft">
          {[size, hub].filter(Boolean).join(', ')}
        </span>
      </span>
      <span className="figures shrink-0 text-right">
        <span className="block leading-5">{amount}</span>
        <span className={classes('block text-sm leading-5', late ? 'font-semibold text-wait' : 'text-ink-soft')}>
          {waits}
        </span>
      </span>
      {act && <Icon name="next" size={18} className="-mr-1 shrink-0 text-ink-faint" />}
    </li>
  );
}

const Places = ({ rows, isRoomy }: { rows: number; isRoomy: boolean }) => (
  <div role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className={classes(GRID, isRoomy ? ROOMY.row : ROW, 'border-t')}>
        <span className="skeleton h-3.5 w-3/5" />
        <span className="skeleton h-3.5 w-24 max-lg:hidden" />
        <span className="skeleton h-3.5 w-6 justify-self-end max-lg:hidden" />
        <span className="skeleton h-3.5 w-12 justify-self-end max-lg:hidden" />
        <span className="skeleton h-3.5 w-20 justify-self-end max-lg:hidden" />
        <span className="skeleton h-6 w-20 justify-self-end" />
      </div>
    ))}
  </div>
);
