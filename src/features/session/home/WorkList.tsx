import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedAnswer } from '#client/reads/queries.ts';
import type { Work } from '#contract/home/workCalls.ts';
import { Link } from '#crud/Link.tsx';
import { NotLoadedLine } from '#crud/query/QueryBoundary.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { KindMark } from './KindMark.tsx';
import { linesOf, together, WORK, WORK_SHOWN, type WorkKind, type WorkLine } from './workWords.ts';

const GRID =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 lg:grid-cols-[minmax(0,2.6fr)_minmax(0,1.1fr)_3rem_5.5rem_7.5rem_8.5rem]';
const ROW = 'min-h-14 pointer-fine:lg:min-h-[2.375rem]';
/** The height of seven rows: the list has it before it is there, so that nothing below moves. */
const PLACE = 'min-h-[24.5rem] pointer-fine:lg:min-h-[16.625rem]';

/** What waits for the person: one list, the oldest first, each row with what ends it. */
export function WorkList({
  query,
  first,
}: {
  query: UseQueryResult<SavedAnswer<Work[]>>;
  /** The kind that is shown alone at first. */
  first: WorkKind | null;
}) {
  const { profile } = useSession();
  const [chosen, choose] = useState(first);
  const now = Math.floor(Date.now() / 1_000);
  const work = query.data?.data;
  const who = { permissions: profile?.permissions ?? [] };
  const one = work?.find(({ kind }) => kind === chosen);
  const lists = (one ? [one] : (work ?? [])).map((kind) => linesOf(kind, who, now));
  const lines = one ? (lists[0] ?? []) : together(lists);
  const total = (work ?? []).reduce((sum, { total: many }) => sum + many, 0);
  return (
    <section aria-label="Work to do" className="flex min-w-0 flex-col rounded-card border bg-surface shadow-card">
      <div className="flex h-12 items-center gap-x-4 px-4 pointer-coarse:h-15">
        <h2 className="shrink-0 text-base font-semibold">
          Work to do{' '}
          <span className="figures ml-1 text-sm font-normal text-ink-faint">
            {total > 0 ? total.toLocaleString('en-NG') : '\u00a0'}
          </span>
        </h2>
        {work && work.length > 1 && <Kinds work={work} chosen={one ? chosen : null} choose={choose} />}
        <span className="ml-auto shrink-0 text-sm text-ink-faint max-sm:hidden">
          {one ? <All of={one} /> : work?.length === 1 && work[0] ? <All of={work[0]} /> : total > 0 && 'Oldest first'}
        </span>
      </div>
      {query.data?.copy && <StoredCopy at={query.data.at} />}
      <div aria-hidden="true" className={classes(GRID, 'h-8 text-xs text-ink-soft max-lg:hidden')}>
        <span>What</span>
        <span>Hub</span>
        <span className="text-right">Lines</span>
        <span className="text-right">Waiting</span>
        <span className="text-right">Amount</span>
      </div>
      <div className={PLACE}>
        {work ? (
          <ul className="ring-inside">
            {lines.map((line) => (
              <Row key={line.key} line={line} />
            ))}
          </ul>
        ) : query.isPending ? (
          <Places />
        ) : (
          <p className="border-t px-4 py-3 text-sm">
            <NotLoadedLine error={query.error} onRetry={() => void query.refetch()} />
          </p>
        )}
        {work?.length === 0 && (
          <p className="flex items-center gap-2 border-t px-4 py-4 text-sm text-ink-soft">
            <Icon name="check" size={18} className="text-good" />
            Nothing waits for you.
          </p>
        )}
      </div>
    </section>
  );
}

/** A button for each kind, with how many there are. */
function Kinds({
  work,
  chosen,
  choose,
}: {
  work: readonly Work[];
  chosen: WorkKind | null;
  choose: (kind: WorkKind | null) => void;
}) {
  return (
    <fieldset
      aria-label="Kinds of work"
      className="ring-inside flex min-w-0 gap-1.5 overflow-x-auto [scrollbar-width:none] *:shrink-0"
    >
      {work.map(({ kind, total }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === chosen}
          onClick={() => choose(kind === chosen ? null : kind)}
          className={classes(
            'inline-flex min-h-12 items-center gap-1.5 rounded-full border px-3 text-[0.8125rem] pointer-fine:min-h-7',
            kind === chosen
              ? 'border-accent bg-accent-soft font-semibold text-accent'
              : 'text-ink-soft hover:bg-surface-sunken',
          )}
        >
          {WORK[kind].title} <span className="figures font-semibold">{total.toLocaleString('en-NG')}</span>
        </button>
      ))}
    </fieldset>
  );
}

function All({ of: { kind, total } }: { of: Work }) {
  const { to, search, needs, title } = WORK[kind];
  const may = useCan(...(needs ? [needs] : []));
  if (!to || !may) return title;
  return (
    <Link
      to={to}
      {...(search ? { search } : {})}
      className="touch-tap font-semibold text-accent"
      aria-label={`All ${total}: ${title}`}
    >
      All {total.toLocaleString('en-NG')}
    </Link>
  );
}

function Row({ line }: { line: WorkLine }) {
  const { kind, transfer, title, ref, hub, lines, waits, late, amount, act } = line;
  const small = [hub, lines === null ? '' : `${lines} ${lines === 1 ? 'line' : 'lines'}`].filter(Boolean).join(', ');
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
        {lines !== null && <span className="sr-only">{lines === 1 ? ' line' : ' lines'}</span>}
      </span>
      <span
        className={classes('figures text-right text-[0.8125rem] pointer-coarse:text-[0.9375rem] max-lg:hidden', tone)}
      >
        {waits || '–'}
      </span>
      <span className="flex items-center justify-end gap-3 lg:contents">
        <span className="figures text-right text-[0.8125rem] font-semibold pointer-coarse:text-[0.9375rem]">
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

const Places = () => (
  <div role="status" aria-label="Loading">
    {Array.from({ length: WORK_SHOWN }, (_, row) => (
      <div key={row} className={classes(GRID, ROW, 'border-t')}>
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
